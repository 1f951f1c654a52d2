/** Requests as the service answers them to workers. */
import { type AuthorizationRequest, operationHash, sealIntent } from '../../src/client';

/** The intent key of these requests. */
export const KEY = Buffer.alloc(32, 7).toString('base64');

const NOT_RUN: AuthorizationRequest['execution'] = {
  ...{ state: 'pending', worker: null, claimed_at: null, lease_expires_at: null, reported_at: null },
  ...{ reference: null, error: null, execute_by: null },
};

/** Approved and not run, with these fields. */
export function anApproved(fields: Partial<AuthorizationRequest> = {}): AuthorizationRequest {
  const request: Partial<AuthorizationRequest> & Omit<AuthorizationRequest, 'operation_hash'> = {
    ...{ id: 'req_1', action: 'refund', requester: 'op_1', state: 'succeeded', live: false, outcome: 'authorized' },
    ...{ approvers: ['op_2'], params: {}, created_at: 0, decided_at: 1, intent: null, execution: NOT_RUN },
    ...fields,
  };
  return { operation_hash: operationHash(request.action, request.params), ...request };
}

/** Approved, with the sealed call `refund(…args)` of the client `billing`. */
export function aSealed(args: unknown[], fields: Partial<AuthorizationRequest> = {}): AuthorizationRequest {
  const { action = 'refund', params } = fields;
  const { intent, digest } = sealIntent({ keys: [KEY], action, client: 'billing', method: 'refund', args });
  return anApproved({ ...fields, action, intent, params: { ...params, intent: digest } });
}
