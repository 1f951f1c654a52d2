/** `tools/call`, in the lane that the client's declared capabilities allow. */
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import {
  type CallState,
  explain,
  faultIn,
  isOpen,
  type JsonObject,
  REPEAT,
  RUNNING,
  type Waiting,
  waitingText,
} from '../core';
import { answerOf, asOld, errorResult, waitingMeta } from './answers';
import { taskFields, tasksIn } from './drafts/sep-2663';
import { type Asked, type Called, callDigestOf, deliver, type Face, isFinal } from './face';
import { forward, invalidState, settledTask, taskStatus } from './forward';
import { keptTask } from './upstreams';

/** The client of 2026-07-28 repeats a call with `requestState` ten times at most. */
const ROUNDS = 8;
const REJOIN = 'It stays open: repeat this call to wait for it again.';

/** `task`: the client polls. `page`: it opens a page for its user. `hold`: it can only wait and repeat. */
function laneOf(capabilities: JsonObject | undefined): 'task' | 'page' | 'hold' {
  if (tasksIn(capabilities) !== undefined) return 'task';
  return (capabilities?.elicitation as JsonObject | undefined)?.url !== undefined ? 'page' : 'hold';
}

export async function callTool(face: Face, asked: Asked, name: string, args: JsonObject): Promise<JsonObject> {
  const tool = await face.upstreams.find(name);
  if (tool === null) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'This gate has no tool with this name.');
  if (tool === 'unlisted') return answerOf({ kind: 'refused', refusal: { kind: 'unlisted' }, requestId: null });
  const fault = faultIn(args) ?? faultIn({ _meta: asked.exactKey ?? null });
  if (fault !== null) return answerOf({ kind: 'refused', refusal: fault, requestId: null });
  asked.checkHeaders(tool.definition, args);
  const called = { ...asked, tool, arguments: args };
  if (asked.state !== null && asked.state.digest !== callDigestOf(called)) throw invalidState();
  if (asked.state?.taskId !== undefined) return resume(face, called, asked.state);
  // A retry for an upstream is judged like its first round, because the rules may have changed since.
  const lane = laneOf(asked.capabilities);
  const { caller, exactKey } = asked;
  const call = { ...tool, caller, tool: name, arguments: args, exactKey, joinEnded: lane === 'hold' };
  const opened = await face.gate.open(call);
  if (opened.kind === 'pass') return forward(face, called);
  if (opened.kind === 'refused') return answerOf({ ...opened, requestId: null });
  const { state } = opened;
  if (lane === 'task' && state.kind !== 'refused') return asTask(face, state);
  if (lane === 'page' && isOpen(state)) return page(face, called, state, 0);
  const answering = held(face, called, await hold(face, called, state), REPEAT);
  return opened.isOld ? asOld(answering, state) : answering;
}

/** A retry with the `requestState` of an earlier round of the gate's page. */
async function resume(face: Face, called: Called, { taskId, round }: JsonObject): Promise<JsonObject> {
  const state = await face.gate.rejoin(String(taskId), called.caller);
  if (state === null) throw invalidState();
  // `accept` says that the page was opened. Only the service says whether people approved.
  const opened = Object.values(called.inputResponses ?? {}).every((one) => (one as JsonObject).action === 'accept');
  const now = opened ? await hold(face, called, state) : state;
  const again = Number(round) + 1;
  return opened && isOpen(now) && again < ROUNDS ? page(face, called, now, again) : held(face, called, now, REJOIN);
}

function asTask(face: Face, state: CallState): JsonObject {
  // Only a client that lost its task id comes back to a call that ends in this instant. The task has the outcome.
  const statusMessage = isOpen(state) ? waitingText(state) : 'The outcome is known.';
  const fields = taskFields(state, face.pollIntervalMs);
  return { resultType: 'task', status: 'working', statusMessage, ...fields, _meta: waitingMeta(state, 'task') };
}

async function page(face: Face, called: Called, state: Waiting, round: number): Promise<JsonObject> {
  const message = 'People decide about this call on the page of the request.';
  const ask = { method: 'elicitation/create', params: { mode: 'url', url: state.url ?? '', message } };
  const sealed = { digest: callDigestOf(called), taskId: state.taskId, round };
  const expiresAtMs = state.createdAtMs + state.ttlMs;
  return {
    resultType: 'input_required',
    // Without an input request the client comes back by itself: while there is no page yet, and after it was opened.
    ...(round === 0 && state.url !== null && { inputRequests: { page: ask } }),
    requestState: await face.sealer.seal('request', called.caller, sealed, expiresAtMs),
    _meta: waitingMeta(state, 'url'),
  };
}

/** Waits as long as clients wait for an answer, and shows those that ask for it that the call is alive. */
async function hold(face: Face, asked: Asked, opened: CallState): Promise<CallState> {
  const { caller, signal, givenUp, progress: tell } = asked;
  const over = AbortSignal.any([signal, givenUp]);
  let state = opened;
  const untilMs = face.nowMs() + face.holdMs;
  // One count of what the gate and the upstream say: to a client, a number that does not rise is a mistake.
  let progress = 0;
  const say = (message: string) => tell({ progress: ++progress, message });
  const stop = face.gate.watch(state.taskId, () => void say(RUNNING));
  const isLast = await face.held
    .waitFor(opened.taskId, async () => {
      while (isOpen(state) && !over.aborted) {
        const leftMs = untilMs - face.nowMs();
        if (leftMs <= 0) break;
        await say(waitingText(state));
        state = (await face.gate.wait(state.taskId, caller, Math.min(leftMs, face.progressMs), over)) ?? state;
      }
    })
    .finally(stop);
  // Another client of the same caller may wait for the same call.
  if (isOpen(state) && givenUp.aborted && isLast) await face.gate.park(state.taskId, caller);
  return state;
}

async function held(face: Face, asked: Asked, state: CallState, howToGoOn: string): Promise<JsonObject> {
  if (isOpen(state)) return errorResult(explain(state, howToGoOn), waitingMeta(state, 'undisclosed'));
  const task = keptTask(state);
  const status = task && (await taskStatus(face, asked, task));
  if (status === null || isFinal(status)) deliver(face, asked, state);
  return status === null ? answerOf(state) : settledTask(status, howToGoOn);
}
