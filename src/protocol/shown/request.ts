/** What every surface derives from a request and its view: when it ends, who runs it, and the result of the run. */

import { ADMIN_ACTION } from '../change-request';
import type { Runner } from '../last-key';

/** The fields of a request and its view that this folder reads, in the form of the console's API. */
export interface ShownRequest {
  readonly request: {
    readonly action: string;
    readonly state: string;
    readonly outcome: 'authorized' | 'denied' | 'expired' | 'aborted' | null;
    readonly execution: { readonly state: string; readonly execute_by: number | null };
    /** Absent unless somebody stopped it after the authorization. */
    readonly stopped?: unknown;
  };
  readonly view: {
    readonly window_ends_at: number | null;
    readonly expires_at: number;
    readonly integration: string | null;
    readonly has_intent: boolean;
    /** Present once a worker had it, or its integration's call has begun. */
    readonly begun?: unknown;
  };
}

/** The end of the current round if there is one, otherwise of the request. */
export function deadlineOf({ view }: { readonly view: Pick<ShownRequest['view'], 'expires_at' | 'window_ends_at'> }) {
  return Math.min(view.expires_at, view.window_ends_at ?? Number.POSITIVE_INFINITY);
}

/** A request that ends within this time ends soon. */
export const SOON_MS = 15 * 60_000;

/** The result of an approved request: run, failed, stopped, still to run, left to the program, or nothing to run. */
export const RUN_RESULTS = ['done', 'failed', 'stopped', 'open', 'program', 'none'] as const;
export type RunResult = (typeof RUN_RESULTS)[number];

export type { Runner };

type RunShown = Pick<ShownRequest, 'request'> & {
  readonly view: Pick<ShownRequest['view'], 'integration' | 'has_intent' | 'begun'>;
};

/** What says who acts after the last key. A mail knows no more of a request's run than this. */
interface Decides {
  readonly request: Pick<RunShown['request'], 'action'>;
  readonly view: Pick<RunShown['view'], 'integration' | 'has_intent'>;
}

export function runResultOf(shown: RunShown, nowMs: number): RunResult {
  const { outcome, state, execution } = shown.request;
  if (outcome !== 'authorized') return 'none';
  if (reachedWhenStopped(shown) !== null) return 'stopped';
  if (state === 'failed' || execution.state === 'failed' || isNeverRun(execution, nowMs)) return 'failed';
  if (runnerOf(shown) === 'program') return 'program';
  const isDone = execution.state === 'succeeded' || (execution.state === 'none' && state === 'succeeded');
  return isDone ? 'done' : 'open';
}

/**
 * How far a stopped request came. Null if nobody stopped it, or if its result is known: the worker reported, or the
 * integration took the call.
 */
export function reachedWhenStopped(shown: RunShown): 'not_run' | 'may_have_run' | null {
  const { stopped, state, execution } = shown.request;
  const isReported = execution.state === 'succeeded' || execution.state === 'failed';
  const isCalled = runnerOf(shown) === 'integration' && state === 'succeeded';
  if (stopped === undefined || isReported || isCalled) return null;
  return shown.view.begun === undefined ? 'not_run' : 'may_have_run';
}

export function runnerOf({ request, view }: Decides): Runner {
  if (request.action === ADMIN_ACTION) return 'service';
  if (view.integration !== null) return 'integration';
  return view.has_intent ? 'worker' : 'program';
}

/** The last instant at which a worker may claim has passed. */
export function isTooLate(executeBy: number | null, nowMs: number): boolean {
  return executeBy !== null && nowMs > executeBy;
}

function isNeverRun({ state, execute_by }: RunShown['request']['execution'], nowMs: number): boolean {
  return state === 'pending' && isTooLate(execute_by, nowMs);
}
