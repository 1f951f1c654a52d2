/** Requests as the service answers them to workers. */
import { type AuthorizationRequest, operationHash } from '../../src/client';

const NOT_RUN: AuthorizationRequest['execution'] = {
  ...{ state: 'pending', worker: null, claimed_at: null, lease_expires_at: null, reported_at: null },
  ...{ reference: null, error: null, execute_by: null },
};

/** Approved and not run, with these fields. */
export function anApproved(fields: Partial<AuthorizationRequest> = {}): AuthorizationRequest {
  const request: Partial<AuthorizationRequest> & Omit<AuthorizationRequest, 'operation_hash'> = {
    ...{ id: 'req_1', action: 'pay', requester: 'op_1', state: 'authorized', live: false, outcome: 'authorized' },
    ...{ approvers: ['op_2'], params: {}, created_at: 0, decided_at: 1, intent: null, execution: NOT_RUN },
    ...fields,
  };
  return { operation_hash: operationHash(request.action, request.params), ...request };
}
