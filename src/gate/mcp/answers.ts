/** A call's state as an answer to `tools/call`. Every text is from `core/words.ts`. */
import { ProtocolError } from '@modelcontextprotocol/server';
import {
  type CallState,
  type Ending,
  explain,
  type Json,
  type JsonObject,
  LOST,
  type NotRun,
  whenItRan,
} from '../core';
import { denialMeta, type Remedy, withoutDenial } from './drafts/sep-2643';
import { dispositionMeta } from './drafts/sep-2848';

/** Throws the upstream's own error if it answered with one. */
export function answerOf(state: Ending & { readonly requestId: string | null }): JsonObject {
  if (state.kind === 'uncertain') return errorResult(explain(state), dispositionMeta('outcome-unknown'));
  if (state.kind !== 'finished') {
    const remedy = state.kind === 'not_run' && AGAIN.includes(state.why) ? 'undisclosed' : 'unavailable';
    const meta = { ...denialMeta(remedy, state.requestId), ...dispositionMeta('denied-not-executed') };
    return errorResult(explain(state), meta);
  }
  const { answer } = state;
  if (answer.kind === 'error') throw new ProtocolError(answer.code, answer.message);
  const result =
    answer.kind === 'result' ? answer.result : { isError: answer.isError, content: content(LOST[answer.kind]) };
  const disposition = dispositionMeta(result.isError === true ? 'execution-error' : 'approved-executed');
  return { ...result, _meta: { ...withoutDenial(result._meta), ...disposition } };
}

/** The answer of a call that had ended before, with its times. The upstream's own error has them too. */
export async function asOld(answering: Promise<JsonObject>, { kind, run }: CallState): Promise<JsonObject> {
  if (run === null) return answering;
  const when = whenItRan(run, kind === 'uncertain');
  const answer = await answering.catch((error) => {
    if (!(error instanceof ProtocolError)) throw error;
    throw new ProtocolError(error.code, `${error.message} ${when}`, error.data);
  });
  return { ...answer, content: [...((answer.content ?? []) as readonly Json[]), ...content(when)] };
}

/** After these, the same call may be approved another time. */
const AGAIN: readonly NotRun[] = ['expired', 'late', 'changed', 'upstream_refused', 'unreachable'];

/** While the tool has not run. Once it may have begun, the envelope would say something false. */
export function waitingMeta(state: CallState, remedy: Remedy): JsonObject {
  return state.kind === 'waiting' ? denialMeta(remedy, state.requestId) : {};
}

export function errorResult(text: string, _meta: JsonObject = {}): JsonObject {
  return { isError: true, content: content(text), _meta };
}

const content = (text: string): JsonObject[] => [{ type: 'text', text }];
