/** A call's state as an answer to `tools/call`. Every text is from `core/words.ts`. */
import { ProtocolError } from '@modelcontextprotocol/server';
import type { CallState, JsonObject, NotRun, Refusal, UpstreamAnswer } from '../core/types';
import { reasonFor, reasonNotRun, TOO_LARGE, UNCERTAIN } from '../core/words';
import { denialMeta, type Remedy, withoutDenial } from './drafts/sep-2643';
import { dispositionMeta } from './drafts/sep-2848';

export type Waiting = Extract<CallState, { kind: 'waiting' | 'running' }>;
export type Ended = Exclude<CallState, Waiting>;

export const isOpen = (state: CallState): state is Waiting => state.kind === 'waiting' || state.kind === 'running';

/** Throws the upstream's own error if it answered with one. */
export function answerOf(state: Ended): JsonObject {
  switch (state.kind) {
    case 'finished':
      return answerOfUpstream(state.answer);
    case 'not_run':
      return notExecuted(reasonNotRun(state.why), REMEDIES[state.why], state.requestId);
    case 'uncertain':
      return { ...errorResult(UNCERTAIN), _meta: dispositionMeta('outcome-unknown') };
    case 'refused':
      return refused(state.refusal);
  }
}

/** After these, the same call may be approved another time. */
const REMEDIES: Record<NotRun, Remedy> = {
  denied: 'unavailable',
  aborted: 'unavailable',
  cancelled: 'unavailable',
  expired: 'undisclosed',
  late: 'undisclosed',
  changed: 'undisclosed',
};

export function refused(refusal: Refusal): JsonObject {
  return notExecuted(reasonFor(refusal), 'unavailable', null);
}

/** For a client that can only repeat its call. */
export function stillWaiting(state: Waiting, howToGoOn: string): JsonObject {
  const request = `Request ${state.requestId ?? state.taskId}`;
  if (state.kind === 'running') {
    return errorResult(`${request} is approved, and the tool is still running. ${howToGoOn}`);
  }
  return notExecuted(`Not executed. ${request} waits for keys. ${howToGoOn}`, 'undisclosed', state.requestId, false);
}

function answerOfUpstream(answer: UpstreamAnswer): JsonObject {
  if (answer.kind === 'error') throw new ProtocolError(answer.code, answer.message);
  if (answer.kind === 'too_large') {
    const result = answer.isError ? errorResult(TOO_LARGE) : { content: [{ type: 'text', text: TOO_LARGE }] };
    return { ...result, _meta: ranMeta(answer.isError, {}) };
  }
  const { result } = answer;
  return { ...result, _meta: ranMeta(result.isError === true, (result._meta as JsonObject | undefined) ?? {}) };
}

function ranMeta(isError: boolean, written: JsonObject): JsonObject {
  return { ...withoutDenial(written), ...dispositionMeta(isError ? 'execution-error' : 'approved-executed') };
}

function notExecuted(text: string, remedy: Remedy, requestId: string | null, ended = true): JsonObject {
  const _meta = { ...denialMeta(remedy, requestId), ...(ended && dispositionMeta('denied-not-executed')) };
  return { ...errorResult(text), _meta };
}

const errorResult = (text: string): JsonObject => ({ isError: true, content: [{ type: 'text', text }] });
