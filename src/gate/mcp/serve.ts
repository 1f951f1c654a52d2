/** Requests about resources, prompts and completion, as their upstream answers them. */
import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server';
import { digestOf, faultIn, type JsonObject } from '../core';
import type { Asked, Face } from './face';
import { invalidState, passOn } from './forward';

export function readResource(face: Face, asked: Asked, { uri }: JsonObject): Promise<JsonObject> {
  const find = () => face.upstreams.served.ownerOfResource(String(uri));
  return serve(face, asked, 'resources/read', { uri: uri! }, find, new ResourceNotFoundError(String(uri)));
}

export function getPrompt(face: Face, asked: Asked, { name, arguments: args = {} }: JsonObject): Promise<JsonObject> {
  const find = () => face.upstreams.served.ownerOf('prompts', String(name));
  const none = invalid('This gate has no prompt with this name.');
  return serve(face, asked, 'prompts/get', { name: name!, arguments: args }, find, none);
}

export function complete(face: Face, asked: Asked, { ref, argument, context }: JsonObject): Promise<JsonObject> {
  const find = () => face.upstreams.served.ownerOfCompletion(ref as { readonly name?: string; readonly uri?: string });
  const params = { ref: ref!, argument: argument!, ...(context !== undefined && { context }) };
  return serve(face, asked, 'completion/complete', params, find, invalid('This gate completes nothing of this name.'));
}

async function serve(
  face: Face,
  asked: Asked,
  method: string,
  params: JsonObject,
  find: () => Promise<string | null>,
  none: ProtocolError,
): Promise<JsonObject> {
  if (faultIn(params) !== null) throw invalid('The params are not valid text.');
  const digest = digestOf([method, params]);
  if (asked.state !== null && asked.state.digest !== digest) throw invalidState();
  const upstream = await find();
  if (upstream === null) throw none;
  const result = await passOn(face, asked, { upstream, method, params, digest: () => digest });
  if (result === null) throw new Error(`The upstream ${upstream} does not answer ${method}.`);
  return result;
}

const invalid = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, message);
