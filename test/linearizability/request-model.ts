/**
 * One request with a sealed intent, as docs/contract.md defines it: two keys of four, then one claim at a time, then
 * one report. A program can take it back, and a person can stop it after the verdict (docs/decisions/stop.md). Written from docs/contract.md#states-and-transitions and docs/contract.md#endpoints, and from nothing in
 * `src/`.
 */
import type { Model } from './checker';

export type Input =
  | { readonly what: 'turn' | 'withdraw' | 'refuse'; readonly operator: string }
  | { readonly what: 'claim' }
  /** By its program, at any time; by a person, after the verdict. */
  | { readonly what: 'abort' | 'stop' }
  | { readonly what: 'report'; readonly claim: string; readonly status: 'succeeded' | 'failed' }
  | { readonly what: 'read' }
  /** Time passes until every earlier lease has expired. */
  | { readonly what: 'wait' };

export interface Output {
  readonly status: number;
  /** For a refusal that has one. */
  readonly kind?: string;
  /** For a claim that was won. */
  readonly claim?: string;
  /** For a read: outcome, state of the execution, and if it was stopped, whether a worker had claimed it before. */
  readonly seen?: string;
}

export interface State {
  readonly turned: readonly string[];
  readonly outcome: 'open' | 'authorized' | 'denied' | 'aborted';
  readonly claim: string | null;
  readonly leaseOver: boolean;
  readonly report: 'succeeded' | 'failed' | null;
  readonly stopped: boolean;
}

const QUORUM = 2;
const FRESH: State = { turned: [], outcome: 'open', claim: null, leaseOver: false, report: null, stopped: false };

export const requestModel: Model<State, Input, Output> = {
  initial: FRESH,
  step(state, input, output) {
    const { after, said } = run(state, input, output.claim ?? '');
    // The winner gets an id that no other claim had.
    if (input.what === 'claim' && said.status === 200 && (!output.claim || output.claim === state.claim)) return null;
    return said.status === output.status && said.kind === output.kind && said.seen === output.seen ? after : null;
  },
  anyStep: (state, input, unique) => [run(state, input, unique).after],
  keyOf: ({ turned, outcome, claim, leaseOver, report, stopped }) =>
    `${[...turned].sort()} ${outcome} ${claim} ${leaseOver} ${report} ${stopped}`,
};

export function isWrite({ what }: Input): boolean {
  return what !== 'read';
}

interface Ran {
  readonly after: State;
  readonly said: Omit<Output, 'claim'>;
}

function run(state: State, input: Input, claim: string): Ran {
  switch (input.what) {
    case 'turn':
      return turn(state, input.operator);
    case 'withdraw':
      return withdraw(state, input.operator);
    case 'refuse':
      return state.outcome === 'open' ? ok({ ...state, turned: [], outcome: 'denied' }) : refused(state, 'decided');
    case 'claim':
      return claimIt(state, claim);
    case 'abort':
      return abort(state);
    case 'stop':
      return stop(state);
    case 'report':
      return report(state, input.claim, input.status);
    case 'wait':
      return ok({ ...state, leaseOver: state.claim !== null });
    case 'read':
      return { after: state, said: { status: 200, seen: seen(state) } };
  }
}

function turn(state: State, operator: string): Ran {
  if (state.outcome !== 'open') return refused(state, 'decided');
  if (state.turned.includes(operator)) return refused(state, 'already_turned');
  const turned = [...state.turned, operator];
  return ok({ ...state, turned, outcome: turned.length >= QUORUM ? 'authorized' : 'open' });
}

function withdraw(state: State, operator: string): Ran {
  if (state.outcome !== 'open') return refused(state, 'decided');
  if (!state.turned.includes(operator)) return refused(state, 'not_turned');
  return ok({ ...state, turned: state.turned.filter((one) => one !== operator) });
}

function claimIt(state: State, claim: string): Ran {
  if (state.outcome !== 'authorized') return refused(state, 'not_authorized');
  if (state.report !== null) return refused(state, 'already_reported');
  if (state.stopped) return refused(state, 'not_authorized');
  if (state.claim !== null && !state.leaseOver) return refused(state, 'already_claimed');
  return ok({ ...state, claim, leaseOver: false });
}

/** Succeeds wherever nothing more can start. */
function abort(state: State): Ran {
  if (state.outcome === 'open') return ok({ ...state, turned: [], outcome: 'aborted' });
  if (state.outcome !== 'authorized' || state.stopped) return ok(state);
  return state.report === null ? ok({ ...state, stopped: true }) : refused(state, 'already_reported');
}

function stop(state: State): Ran {
  if (state.stopped) return ok(state);
  const canBeStopped = state.outcome === 'authorized' && state.report === null;
  return canBeStopped ? ok({ ...state, stopped: true }) : refused(state, 'nothing_to_stop');
}

function report(state: State, claim: string, status: 'succeeded' | 'failed'): Ran {
  if (state.report !== null) {
    return state.claim === claim && state.report === status ? ok(state) : refused(state, 'already_reported');
  }
  return state.claim === claim ? ok({ ...state, report: status }) : refused(state, 'claim_lost');
}

/** An expired lease reads as if nobody had claimed. */
function seen({ outcome, claim, leaseOver, report, stopped }: State): string {
  if (outcome !== 'authorized') return `${outcome} none`;
  const unclaimed = stopped ? 'none' : 'pending';
  const execution = report ?? (claim !== null && !leaseOver ? 'claimed' : unclaimed);
  return `authorized ${execution}${stopped ? ` stopped ${claim === null ? 'unclaimed' : 'after a claim'}` : ''}`;
}

const ok = (after: State): Ran => ({ after, said: { status: 200 } });
const refused = (state: State, kind: string): Ran => ({ after: state, said: { status: 409, kind } });
