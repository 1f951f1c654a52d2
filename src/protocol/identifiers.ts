/**
 * Branded identifiers, so that a claim id cannot be passed as a request id
 * (docs/design.md#identifiers-hashes-and-tokens).
 */
import type { EventType } from './event-types';
import { taggedHashHex } from './hash';
import { ORG_ID } from './org-id';

declare const brand: unique symbol;
type Branded<Name extends string> = string & { readonly [brand]: Name };

export type OrgId = Branded<'OrgId'>;
export type RequestId = Branded<'RequestId'>;
export type OperatorId = Branded<'OperatorId'>;
export type ActionId = Branded<'ActionId'>;
export type EventId = Branded<'EventId'>;
export type DeliveryId = Branded<'DeliveryId'>;
export type ClaimId = Branded<'ClaimId'>;
export type EndpointId = Branded<'EndpointId'>;
export type ApiKeyId = Branded<'ApiKeyId'>;
export type GroupId = Branded<'GroupId'>;

/** Organizations name their groups. No operator has such an id, so a roster names both. */
export const isGroupId = (text: string): text is GroupId => /^grp_[a-z0-9][a-z0-9_-]{0,39}$/.test(text);
export const GROUP_PREFIX = 'grp_';
export const KEY_PREFIX = 'key_';
export const CLAIM_PREFIX = 'clm_';

export const isOrgId = (text: string): text is OrgId => ORG_ID.test(text);

export const isRequestId = (text: string): text is RequestId => /^req_[0-9a-f]{24}$/.test(text);
export const isEndpointId = (text: string): text is EndpointId => /^whe_[0-9a-f]{24}$/.test(text);
export const isDeliveryId = (text: string): text is DeliveryId => /^dlv_[0-9a-f]{24}$/.test(text);

/** One id for each Idempotency-Key of an organization: the request is its own idempotency record. */
export function requestIdFromKey(org: OrgId, idempotencyKey: string): RequestId {
  return `req_${taggedHashHex('service.request.v1', org, idempotencyKey).slice(0, 24)}` as RequestId;
}

/** `hex24`: 12 random bytes as hex. */
export const requestIdFrom = (hex24: string): RequestId => `req_${hex24}` as RequestId;
export const claimIdFrom = (hex24: string): ClaimId => `${CLAIM_PREFIX}${hex24}` as ClaimId;
export const endpointIdFrom = (hex24: string): EndpointId => `whe_${hex24}` as EndpointId;
export const apiKeyIdFrom = (hex24: string): ApiKeyId => `${KEY_PREFIX}${hex24}` as ApiKeyId;

/**
 * Depends only on the request and the event type, so all retries and receivers share it (docs/contract.md#the-post).
 */
export function eventId(request: RequestId, type: EventType): EventId {
  return `evt_${taggedHashHex('service.event.v1', request, type).slice(0, 32)}` as EventId;
}

/** `receiver`: `callback`, `integration` or an endpoint id. */
export function deliveryId(event: EventId, receiver: string): DeliveryId {
  return `dlv_${taggedHashHex('service.delivery.v1', event, receiver).slice(0, 24)}` as DeliveryId;
}
