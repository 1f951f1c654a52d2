/** The sample request in a test event. It is easy to recognize and has the shape of a real request. */

import { operationHash } from '../../../protocol/hash';
import { type ActionId, claimIdFrom, type OperatorId } from '../../../protocol/identifiers';
import { assertNever } from '../../../protocol/result';
import type { Envelope } from '../../../protocol/sealed-envelope';
import { INITIAL } from '../../request/rules/fields';
import { DEFAULT_LEASE_SECONDS } from '../../request/rules/limits';
import type { Execution, Finished, NotAuthorized, Params, Request } from '../../request/rules/request';
import type { Delivery } from './delivery';

const ACTION = 'test.event' as ActionId;
const PARAMS = { note: 'This is a test event. No such request exists.' };

/** Its key id belongs to no key, so nobody can open it. */
const INTENT: Envelope = {
  v: 1,
  alg: 'A256GCM',
  kid: '0'.repeat(16),
  nonce: 'A'.repeat(16),
  ciphertext: 'A'.repeat(64),
};
const INTENT_DIGEST = `sha256:${'0'.repeat(64)}`;
const EXECUTE_WITHIN_MS = 7 * 24 * 3_600_000;

/** Throws for an event type without a sample. Each type has a sample in the state that causes the event. */
export function testRequest(delivery: Delivery): { readonly request: Request; readonly intent: Envelope | null } {
  const atMs = delivery.eventAtMs;
  switch (delivery.eventType) {
    case 'request.denied':
      return { request: notAuthorized(delivery, 'denied'), intent: null };
    case 'request.expired':
      return { request: notAuthorized(delivery, 'expired'), intent: null };
    case 'request.aborted':
      return { request: notAuthorized(delivery, 'aborted'), intent: null };
    case 'request.authorized':
      return { request: finished(delivery, 'succeeded', { state: 'none' }), intent: null };
    case 'request.failed':
      return { request: finished(delivery, 'failed', { state: 'none' }), intent: null };
    case 'request.executed':
      return { request: finished(delivery, 'succeeded', reported('succeeded', atMs)), intent: INTENT };
    case 'request.execution_failed':
      return { request: finished(delivery, 'succeeded', reported('failed', atMs)), intent: INTENT };
    default:
      return assertNever(delivery.eventType);
  }
}

function notAuthorized(delivery: Delivery, state: NotAuthorized['state']): NotAuthorized {
  return { ...decided(delivery, PARAMS), state, endedBy: ENDED_BY[state], note: null, outcomeReason: null };
}

const ENDED_BY = { denied: 'person', expired: 'service', aborted: 'person' } as const;

function finished(delivery: Delivery, state: Finished['state'], execution: Execution): Finished {
  const hasIntent = execution.state !== 'none';
  return {
    ...decided(delivery, hasIntent ? { ...PARAMS, intent: INTENT_DIGEST } : PARAMS),
    executeWithinMs: hasIntent ? EXECUTE_WITHIN_MS : null,
    state,
    approvers: ['op_test' as OperatorId],
    turnedAtMs: null,
    execution,
    stopped: null,
    endedAtMs: delivery.eventAtMs,
  };
}

/** The execution was claimed, run and reported at the time of the event. */
function reported(status: 'succeeded' | 'failed', atMs: number): Execution {
  return {
    state: 'reported',
    status,
    claimId: claimIdFrom('0'.repeat(24)),
    claimedAtMs: atMs,
    previousClaimAtMs: null,
    leaseExpiresAtMs: atMs + DEFAULT_LEASE_SECONDS * 1000,
    executeByMs: atMs + EXECUTE_WITHIN_MS,
    reportedAtMs: atMs,
    reference: status === 'succeeded' ? 'test' : null,
    error: status === 'failed' ? 'This is a test event. Nothing was run.' : null,
  };
}

function decided(delivery: Delivery, params: Params) {
  const atMs = delivery.eventAtMs;
  return {
    ...INITIAL,
    org: delivery.org,
    id: delivery.requestId,
    action: ACTION,
    requester: 'op_test' as OperatorId,
    params,
    operationHash: operationHash(ACTION, params),
    policy: {
      version: 1,
      title: 'Test event',
      mode: 'independent' as const,
      coincidenceMs: 0,
      quorum: 1,
      rule: null,
      denySelfApproval: false,
      turn: 'code' as const,
      ttlMs: 3_600_000,
      integration: null,
    },
    seats: [],
    createdAtMs: atMs,
    expiresAtMs: atMs + 3_600_000,
    codeKeyId: '',
    updatedAtMs: atMs,
    revision: 1,
    verdictAtMs: atMs,
    decidedBy: [],
    reason: null,
  };
}
