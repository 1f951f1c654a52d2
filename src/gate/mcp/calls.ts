/** `tools/call`, in the lane that the client's declared capabilities allow. */
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { digestOf } from '../core/canonical';
import type { CallState, JsonObject } from '../core/types';
import { statusOf } from '../core/words';
import { answerOf, isOpen, refused, stillWaiting, type Waiting } from './answers';
import { denialMeta } from './drafts/sep-2643';
import { declaresTasks, taskFields } from './drafts/sep-2663';
import type { Asked, Face } from './face';
import { forward, settledTask } from './forward';
import { keptTask, type ListedTool } from './upstreams';

/** The client of 2026-07-28 repeats a call with `requestState` ten times at most. */
const ROUNDS = 8;
const REPEAT = 'Repeat this call to get the result.';
const REJOIN = 'It stays open: repeat this call to wait for it again.';

/** `task`: the client polls. `page`: it opens a page for its user. `hold`: it can only wait and repeat. */
export type Lane = 'task' | 'page' | 'hold';

export function laneOf(capabilities: JsonObject | undefined): Lane {
  if (declaresTasks(capabilities)) return 'task';
  return (capabilities?.elicitation as JsonObject | undefined)?.url !== undefined ? 'page' : 'hold';
}

export async function callTool(face: Face, asked: Asked, name: string, args: JsonObject): Promise<JsonObject> {
  const tool = await face.upstreams.find(name);
  if (tool === null) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'This gate has no tool with this name.');
  const digest = digestOf([tool.upstream, name, args]);
  if (asked.state !== null) return resume(face, asked, tool, args, digest);
  const lane = laneOf(asked.capabilities);
  const opened = await face.gate.open({
    caller: asked.caller,
    upstream: tool.upstream,
    tool: name,
    definition: tool.definition,
    arguments: args,
    exactKey: asked.exactKey,
    joinEnded: lane === 'hold',
  });
  if (opened.kind === 'pass') return forward(face, asked, tool, args, digest);
  if (opened.kind === 'refused') return refused(opened.refusal);
  const { state } = opened;
  if (lane === 'hold' || state.kind === 'refused') return held(face, asked, await hold(face, asked, state), REPEAT);
  return lane === 'task' ? asTask(face, state) : page(face, asked, state, digest);
}

/** A retry with the `requestState` of an earlier round: of the gate's page, or of the upstream. */
async function resume(
  face: Face,
  asked: Asked,
  tool: ListedTool,
  args: JsonObject,
  digest: string,
): Promise<JsonObject> {
  const { digest: sealedFor, expiresAtMs, taskId, round } = asked.state!;
  if (sealedFor !== digest || Number(expiresAtMs) <= face.nowMs()) throw invalidState();
  if (taskId === undefined) return forward(face, asked, tool, args, digest);
  const state = await face.gate.state(String(taskId), asked.caller);
  if (state === null) throw invalidState();
  // `accept` says that the page was opened. Only the service says whether people approved.
  const opened = Object.values(asked.inputResponses ?? {}).every((one) => (one as JsonObject).action === 'accept');
  const now = opened ? await hold(face, asked, state) : state;
  const again = Number(round) + 1;
  if (!opened || !isOpen(now) || again >= ROUNDS) return held(face, asked, now, REJOIN);
  // Without a further input request the client repeats the call by itself.
  return {
    resultType: 'input_required',
    requestState: stateFor(face, asked, now, digest, again),
    _meta: meta(now, 'url'),
  };
}

function invalidState(): Error {
  const message = 'Invalid or expired requestState';
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message, { reason: 'invalid_request_state' });
}

function asTask(face: Face, state: CallState): JsonObject {
  // Only a client that lost its task id comes back to a call that ends in this instant. The task has the outcome.
  const statusMessage = isOpen(state) ? statusOf(state) : 'The outcome is known.';
  const task = { status: 'working', statusMessage, ...taskFields(state, face.pollIntervalMs) };
  return { resultType: 'task', ...task, ...(isOpen(state) && { _meta: meta(state, 'task') }) };
}

function page(face: Face, asked: Asked, state: CallState, digest: string): JsonObject {
  if (!isOpen(state)) return answerOf(state);
  const message = 'People decide about this call on the page of the request.';
  const ask = { method: 'elicitation/create', params: { mode: 'url', url: state.url ?? '', message } };
  return {
    resultType: 'input_required',
    // Until the service has answered the create there is no page to open. The client comes back at once.
    ...(state.url !== null && { inputRequests: { page: ask } }),
    requestState: stateFor(face, asked, state, digest, 0),
    _meta: meta(state, 'url'),
  };
}

function stateFor(face: Face, asked: Asked, state: CallState, digest: string, round: number): string {
  const expiresAtMs = state.createdAtMs + state.ttlMs;
  return face.sealer.seal('request', asked.caller, { digest, expiresAtMs, taskId: state.taskId, round });
}

/** While the tool has not run. Once it may have begun, the envelope would say something false. */
function meta(state: Waiting, remedy: 'task' | 'url'): JsonObject {
  return state.kind === 'waiting' ? denialMeta(remedy, state.requestId) : {};
}

/** Waits as long as clients wait for an answer, and shows those that ask for it that the call is alive. */
async function hold(face: Face, asked: Asked, opened: CallState): Promise<CallState> {
  let state = opened;
  const untilMs = face.nowMs() + face.holdMs;
  for (let progress = 1; isOpen(state) && !asked.signal.aborted; progress += 1) {
    const leftMs = untilMs - face.nowMs();
    if (leftMs <= 0) break;
    await asked.progress({ progress, message: statusOf(state) });
    state =
      (await face.gate.wait(state.taskId, asked.caller, Math.min(leftMs, face.progressMs), asked.signal)) ?? state;
  }
  return state;
}

async function held(face: Face, asked: Asked, state: CallState, howToGoOn: string): Promise<JsonObject> {
  if (isOpen(state)) return stillWaiting(state, howToGoOn);
  const task = state.kind === 'finished' ? keptTask(state.answer) : null;
  return task === null ? answerOf(state) : settledTask(face, asked, task, howToGoOn);
}
