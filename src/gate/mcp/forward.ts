/**
 * What passes: calls that a rule lets pass, what an upstream serves besides, and its tasks. What an upstream wants back
 * from the client is sealed for its caller.
 */

import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server';
import { CallRefused, endingIn, explain, faultIn, type JsonObject, jsonDigestOf, LOST } from '../core';
import { errorResult } from './answers';
import type { ConnectionAnswer } from './connection';
import { isCreatedTask, TASKS_EXTENSION, type TaskStatus, taskStatusOf, tasksIn } from './drafts/sep-2663';
import { type Asked, type Called, callDigestOf, type Face } from './face';
import { paramHeaders } from './param-headers';
import { REQUEST_ID, type UpstreamTask } from './upstreams';

/** An upstream's `requestState` is good for as long as a person may take to answer. */
const STATE_LASTS_MS = 24 * 3_600_000;
const PREFIX = 'upstream_';

export async function forward(face: Face, called: Called): Promise<JsonObject> {
  const { upstream, definition } = called.tool;
  const params = { name: definition.name!, arguments: called.arguments };
  const headers = paramHeaders(definition, called.arguments);
  const message = { upstream, method: 'tools/call', params, headers, digest: () => callDigestOf(called) };
  const log = (ending: string) =>
    face.log('a passed call has ended', { upstream, tool: String(definition.name), ending });
  try {
    const result = await passOn(face, called, message);
    log(endingOf(result));
    return result ?? errorResult('The tool did not answer. It may have run.');
  } catch (error) {
    const isRefused = error instanceof CallRefused;
    log(isRefused ? endingIn(error.ending) : 'tool_error: the upstream answered with an error');
    if (isRefused) return errorResult(explain(error.ending));
    throw error;
  }
}

/** A result of another type is a task, or wants input. */
function endingOf(result: JsonObject | null): string {
  if (result === null) return endingIn({ kind: 'uncertain' });
  const { resultType = 'complete' } = result;
  return resultType === 'complete'
    ? endingIn({ kind: 'finished', answer: { kind: 'result', result } })
    : String(resultType);
}

interface Message {
  readonly upstream: string;
  readonly method: string;
  readonly params: JsonObject;
  readonly headers?: Readonly<Record<string, string>>;
  /** What is sealed for one message works for no other. */
  readonly digest: () => string;
}

/** Null if no answer came. */
async function passOn(face: Face, asked: Asked, message: Message): Promise<JsonObject | null> {
  const { caller, inputResponses } = asked;
  const { upstream, method, headers } = message;
  const { [REQUEST_ID]: _theirs, ..._meta } = asked.meta;
  const { upstreamState: requestState } = asked.state ?? {};
  const again = { ...(inputResponses && { inputResponses }), ...(requestState !== undefined && { requestState }) };
  const params = { ...message.params, _meta, ...again };
  const options = { ...optionsFor(asked), headers, logs: asked.logs };
  const answer = await face.upstreams.send(upstream, method, params, options).catch((error) => {
    if (error instanceof CallRefused) throw error;
    face.log('a request ended without an answer', { upstream, method, error: (error as Error).message });
    return null;
  });
  if (answer === null) return null;
  if (answer.kind === 'unsafe' && method === 'tools/call')
    return { ...errorResult(LOST.unsafe_number), isError: answer.isError };
  const result = resultOf(answer);
  if (isCreatedTask(result)) {
    const task = { upstream, taskId: result.taskId };
    return { ...result, taskId: PREFIX + (await face.sealer.seal('task', caller, task)) };
  }
  if (result.resultType !== 'input_required' || result.requestState === undefined) return result;
  const sealed = { digest: message.digest(), upstreamState: result.requestState };
  const expiresAtMs = face.nowMs() + STATE_LASTS_MS;
  return { ...result, requestState: await face.sealer.seal('request', caller, sealed, expiresAtMs) };
}

export function invalidState(): ProtocolError {
  const message = 'Invalid or expired requestState';
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message, { reason: 'invalid_request_state' });
}

/** The client's own, but never sampling: no upstream may use the model of a caller. */
function optionsFor({ capabilities: declared, signal, progress }: Asked) {
  const { elicitation } = declared ?? {};
  const tasks = tasksIn(declared);
  const capabilities = {
    ...(elicitation !== undefined && { elicitation }),
    ...(tasks !== undefined && { extensions: { [TASKS_EXTENSION]: tasks } }),
  };
  const onProgress = ({ progressToken: _ours, ...params }: JsonObject) => void progress(params);
  return { capabilities, signal, onProgress };
}

/** An upstream that does not look at the capabilities could ask for the model or the files of a caller. */
function asksTooMuch({ inputRequests }: JsonObject): boolean {
  return Object.values(Object(inputRequests)).some((one) => Object(one).method !== 'elicitation/create');
}

const ASKED_TOO_MUCH = 'The upstream asked for the model or the files of its caller, which no upstream gets.';

const CHANGES = 'A number in the answer has more digits than can be passed on exactly, so the answer is lost.';

function resultOf(answer: ConnectionAnswer): JsonObject {
  if (answer.kind === 'unsafe') throw new ProtocolError(ProtocolErrorCode.InternalError, CHANGES);
  if (answer.kind === 'error') throw new ProtocolError(answer.code, answer.message, answer.data);
  if (asksTooMuch(answer.result)) throw new ProtocolError(ProtocolErrorCode.InternalError, ASKED_TOO_MUCH);
  return answer.result;
}

/** The upstream's task behind an id, or null: the id is of a call of the gate, of another caller's task, or of nothing. */
export async function openTask(face: Face, { caller }: Asked, id: string): Promise<UpstreamTask | null> {
  if (!id.startsWith(PREFIX)) return null;
  return (await face.sealer.open('task', caller, id.slice(PREFIX.length))) as UpstreamTask | null;
}

/** `tasks/get`, `tasks/update` or `tasks/cancel` of an upstream's task, with the upstream's own answer. */
export async function sendTask(face: Face, asked: Asked, task: UpstreamTask, method: string, more: JsonObject = {}) {
  const params = { ...more, taskId: task.taskId };
  return resultOf(await face.upstreams.send(task.upstream, method, params, optionsFor(asked)));
}

/** The status of a task with which an approved tool answered. Throws if the upstream no longer has it. */
export async function taskStatus(face: Face, asked: Asked, task: UpstreamTask): Promise<TaskStatus> {
  const capable = { ...asked, capabilities: { extensions: { [TASKS_EXTENSION]: {} } } };
  const status = taskStatusOf(await sendTask(face, capable, task, 'tasks/get'));
  if (status === null) throw new Error(`The upstream ${task.upstream} answers tasks/get with something else.`);
  return status;
}

/** The same for a client that knows no tasks. */
export function settledTask(status: TaskStatus, howToGoOn: string): JsonObject {
  if (status.status === 'completed') return status.result;
  if (status.status === 'failed') throw new ProtocolError(Number(status.error.code), String(status.error.message));
  return errorResult(status.status === 'working' ? `${status.statusMessage} ${howToGoOn}` : status.statusMessage);
}

/* Requests about resources, prompts and completion, as their upstream answers them. */

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
  const digest = jsonDigestOf([method, params]);
  if (asked.state !== null && asked.state.digest !== digest) throw invalidState();
  const upstream = await find();
  if (upstream === null) throw none;
  const result = await passOn(face, asked, { upstream, method, params, digest: () => digest });
  if (result === null) throw new Error(`The upstream ${upstream} does not answer ${method}.`);
  return result;
}

const invalid = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, message);
