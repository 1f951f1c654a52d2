/** The sample request in a test event: easy to recognize, and with the shape of a real request. */
import type { ActionId, OperatorId } from '../../protocol/identifiers';
import { operationHash } from '../../protocol/operation-hash';
import type { Finished, Request, Stopped } from '../request/request';
import type { Delivery } from './delivery';

const ACTION = 'test.event' as ActionId;
const PARAMS = { note: 'This is a test event. No such request exists.' };

export function testRequest(delivery: Delivery): { readonly request: Request; readonly intent: null } {
  const atMs = delivery.eventAtMs;
  const common = {
    org: delivery.org,
    id: delivery.requestId,
    action: ACTION,
    requester: 'op_test' as OperatorId,
    summary: null,
    params: PARAMS,
    operationHash: operationHash(ACTION, PARAMS),
    policy: {
      version: 1,
      title: 'Test event',
      mode: 'independent' as const,
      coincidenceMs: 0,
      quorum: 1,
      rule: null,
      denySelfApproval: false,
      ttlMs: 3_600_000,
      integration: null,
    },
    seats: [],
    callback: null,
    executeWithinMs: null,
    createdAtMs: atMs,
    expiresAtMs: atMs + 3_600_000,
    codeKeyId: '',
    round: 1,
    reminded: false,
    updatedAtMs: atMs,
    revision: 1,
    writeId: '',
    journal: [],
    checkAtMs: null,
    verdictAtMs: atMs,
    decidedBy: [],
    reason: null,
  };
  const stopped = stateOf(delivery);
  const request: Stopped | Finished =
    stopped !== null
      ? { ...common, state: stopped }
      : {
          ...common,
          state: delivery.eventType === 'request.failed' ? 'failed' : 'succeeded',
          approvers: ['op_test' as OperatorId],
          execution: { state: 'none' },
          endedAtMs: atMs,
        };
  return { request, intent: null };
}

function stateOf({ eventType }: Delivery): Stopped['state'] | null {
  switch (eventType) {
    case 'request.denied':
      return 'denied';
    case 'request.expired':
      return 'expired';
    case 'request.aborted':
      return 'aborted';
    default:
      return null;
  }
}
