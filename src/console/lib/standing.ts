/** The status of a request in a few words: the worse of its verdict and its run. */
import { isTooLate, type Runner, reachedWhenStopped, runnerOf } from '../../protocol/shown/request';
import type { RequestWithView, Schemas } from './schemas';

export type Tone = 'wait' | 'good' | 'bad' | 'warn' | 'idle';
export type Standing = readonly [label: string, tone: Tone];

const STATES: Readonly<Record<Exclude<Schemas['RequestState'], 'succeeded' | 'failed'>, Standing>> = {
  proposed: ['Proposed', 'wait'],
  notified: ['Waiting for keys', 'wait'],
  staging: ['Turning keys', 'wait'],
  authorized: ['Approved', 'good'],
  executing: ['Approved, running', 'wait'],
  expired: ['Expired', 'idle'],
  aborted: ['Aborted', 'idle'],
  denied: ['Refused', 'bad'],
};

export function requestStanding(shown: RequestWithView, nowMs: number): Standing {
  const { state } = shown.request;
  if (mayHaveRun(shown)) return ['Approved, may have run', 'bad'];
  if (reachedWhenStopped(shown) === 'not_run') return ['Approved, stopped', 'idle'];
  if (state === 'failed') return FAILED[runnerOf(shown)];
  if (state !== 'succeeded') return STATES[state];
  return runStanding(shown.request.execution, nowMs);
}

const FAILED: Readonly<Record<Runner, Standing>> = {
  service: ['Approved, not made', 'bad'],
  integration: ['Approved, call failed', 'bad'],
  worker: ['Approved, run failed', 'bad'],
  program: ['Approved, failed', 'bad'],
};

function runStanding({ state, execute_by }: Schemas['ExecutionRecord'], nowMs: number): Standing {
  switch (state) {
    case 'none':
      return ['Approved', 'good'];
    case 'pending':
      return isTooLate(execute_by, nowMs) ? ['Approved, never run', 'bad'] : ['Approved, waits for a worker', 'wait'];
    case 'claimed':
      return ['Approved, running', 'wait'];
    case 'succeeded':
      return ['Approved and run', 'good'];
    case 'failed':
      return FAILED.worker;
  }
}

/** A restore took back what the service knew of its run, and nobody has reported since. It never runs again. */
export const isTakenBack = ({ request, view }: RequestWithView): boolean =>
  view.decided?.ended_by === 'restore' && request.execution.reported_at === null;

export const mayHaveRun = (shown: RequestWithView): boolean =>
  shown.request.outcome === 'authorized' && (isTakenBack(shown) || reachedWhenStopped(shown) === 'may_have_run');

/** Its program aborted it before the verdict. */
export const isAbortedByProgram = ({ view: { decided } }: RequestWithView): boolean => decided?.ended_by === 'program';

/** Whether it was approved and then not carried out. */
export function hasFailed(shown: RequestWithView, nowMs: number): boolean {
  return shown.request.outcome === 'authorized' && requestStanding(shown, nowMs)[1] === 'bad';
}

/** The verdict, without the run. */
export function verdictOf({ request: { outcome, state } }: RequestWithView): Standing {
  return outcome === null ? STATES[state === 'staging' ? 'staging' : 'notified'] : VERDICTS[outcome];
}

const VERDICTS: Readonly<Record<NonNullable<RequestWithView['request']['outcome']>, Standing>> = {
  authorized: STATES.authorized,
  denied: STATES.denied,
  aborted: STATES.aborted,
  expired: STATES.expired,
};
