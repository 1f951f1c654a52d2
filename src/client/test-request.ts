/** A request object for your own tests, valid in its state (docs/contract.md#request-object). */
import { operationHash } from '../protocol/hash';
import type { AuthorizationRequest, SealedIntent } from './types';

type State = AuthorizationRequest['state'];
type Execution = AuthorizationRequest['execution'];

export interface TestRequest extends Partial<Omit<AuthorizationRequest, 'execution'>> {
  readonly execution?: Partial<Execution>;
}

const AUTHORIZED = { outcome: 'authorized', live: false } as const;
const OPEN = { outcome: null, live: true } as const;
const VERDICTS: Readonly<Record<State, Pick<AuthorizationRequest, 'outcome' | 'live'>>> = {
  proposed: OPEN,
  notified: OPEN,
  staging: OPEN,
  authorized: { ...AUTHORIZED, live: true },
  executing: { ...AUTHORIZED, live: true },
  succeeded: AUTHORIZED,
  failed: AUTHORIZED,
  denied: { outcome: 'denied', live: false },
  expired: { outcome: 'expired', live: false },
  aborted: { outcome: 'aborted', live: false },
};

const MINUTE_MS = 60_000;
const WINDOW_MS = 7 * 24 * 60 * MINUTE_MS;
const LEASE_MS = 10 * MINUTE_MS;

/**
 * No key opens it, and its digest matches no plaintext. For an intent that can be opened, pass the result of
 * `sealIntent`.
 */
const INTENT: SealedIntent = {
  ...{ v: 1, alg: 'A256GCM', kid: '0'.repeat(16) },
  ...{ nonce: 'A'.repeat(16), ciphertext: 'A'.repeat(64) },
};
const DIGEST = `sha256:${'0'.repeat(64)}`;
const NOTHING_TO_RUN: Execution = {
  ...{ state: 'none', claimed_at: null, lease_expires_at: null, reported_at: null },
  ...{ reference: null, error: null, execute_by: null },
};

/**
 * Missing values follow from what you pass: `createTestRequest({ outcome: 'denied' })` is a complete denied request,
 * and `createTestRequest({ execution: { state: 'claimed' } })` an authorized one with an intent and a live lease. By
 * default it is open. Throws TypeError for a request that the service would never return.
 */
export function createTestRequest(overrides: TestRequest = {}): AuthorizationRequest {
  const { execution: given = {}, ...fields } = overrides;
  const runs = given.state !== undefined && given.state !== 'none';
  const state = overrides.state ?? stateOf(overrides.outcome, runs);
  const { outcome, live } = VERDICTS[state];
  const action = overrides.action ?? 'test.action';
  const intent = overrides.intent === undefined && runs ? INTENT : (overrides.intent ?? null);
  const params = overrides.params ?? (intent === INTENT ? { intent: DIGEST } : {});
  const created_at = overrides.created_at ?? Date.now() - 2 * MINUTE_MS;
  const request: AuthorizationRequest = {
    ...{ id: `req_${'0'.repeat(24)}`, action, requester: 'op_test', params, intent, state, outcome, live, created_at },
    operation_hash: operationHash(action, params),
    approvers: outcome === 'authorized' ? ['op_approver'] : [],
    decided_at: live ? null : created_at + MINUTE_MS,
    ...fields,
    execution: executionOf(given, { mayRun: outcome === 'authorized' && intent !== null, state, created_at }),
  };
  assertValid(request, VERDICTS[state]);
  return request;
}

function stateOf(outcome: AuthorizationRequest['outcome'] | undefined, runs: boolean): State {
  if (outcome === 'authorized' || (outcome === undefined && runs)) return 'succeeded';
  return outcome ?? 'notified';
}

function executionOf(
  given: Partial<Execution>,
  { mayRun, state, created_at }: { readonly mayRun: boolean; readonly state: State; readonly created_at: number },
): Execution {
  const execution = given.state ?? (mayRun && state !== 'failed' ? 'pending' : 'none');
  if (execution === 'none') return { ...NOTHING_TO_RUN, ...given };
  const verdict = created_at + MINUTE_MS;
  const execute_by = verdict + WINDOW_MS;
  const isReported = execution === 'succeeded' || execution === 'failed';
  return {
    ...{ ...NOTHING_TO_RUN, state: execution, execute_by },
    ...(execution === 'pending' ? {} : { claimed_at: verdict, lease_expires_at: verdict + LEASE_MS }),
    ...(isReported ? { reported_at: verdict + 1000 } : {}),
    ...(execution === 'succeeded' ? { reference: 'test' } : {}),
    ...(execution === 'failed' ? { error: 'the call failed' } : {}),
    ...given,
  };
}

function assertValid(request: AuthorizationRequest, verdict: Pick<AuthorizationRequest, 'outcome' | 'live'>): void {
  const { state, outcome, live, approvers, decided_at, intent, params, execution } = request;
  const isAuthorized = verdict.outcome === 'authorized';
  const faults: Readonly<Record<string, boolean>> = {
    outcome: outcome !== verdict.outcome,
    live: live !== verdict.live,
    approvers: approvers.length > 0 !== isAuthorized,
    decided_at: (decided_at === null) !== verdict.live,
    'params.intent': intent !== null && !/^sha256:[0-9a-f]{64}$/.test(params.intent ?? ''),
    'execution.state': execution.state !== 'none' && (!isAuthorized || intent === null),
  };
  const wrong = Object.keys(faults).filter((name) => faults[name]);
  if (wrong.length > 0) throw new TypeError(`No request in the state "${state}" has this \`${wrong.join('`, `')}\`.`);
}
