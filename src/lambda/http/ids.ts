/** Only this file converts text from outside to ids. */
import {
  type ActionId,
  type ApiKeyId,
  type ClaimId,
  type DeliveryId,
  type EndpointId,
  type GroupId,
  isDeliveryId,
  isEndpointId,
  isGroupId,
  isRequestId,
  type OperatorId,
  type OrgId,
  type RequestId,
} from '../../protocol/identifiers';
import { notFound } from './answer';

interface Ids {
  readonly action: ActionId;
  readonly claim: ClaimId;
  readonly delivery: DeliveryId;
  readonly endpoint: EndpointId;
  readonly group: GroupId;
  readonly key: ApiKeyId;
  readonly operator: OperatorId;
  /** Only in routes for callers who are not signed in. */
  readonly org: OrgId;
  readonly request: RequestId;
}

/** Null if the text does not have the form of this kind of id. It is handled like an unknown id. */
export function parseId<Kind extends keyof Ids>(kind: Kind, text: string): Ids[Kind] | null {
  const hasForm: (text: string) => text is Ids[Kind] = FORMS[kind];
  return hasForm(text) ? text : null;
}

/**
 * Organizations name their actions and operators themselves. No name is longer, and the store could not look up a
 * longer one.
 */
const LONGEST_NAME = 128;

const FORMS: { readonly [Kind in keyof Ids]: (text: string) => text is Ids[Kind] } = {
  action: (text): text is ActionId => isName(text),
  // Claim ids are only compared with the current claim. A malformed one matches none.
  claim: (text): text is ClaimId => text !== '',
  delivery: isDeliveryId,
  endpoint: isEndpointId,
  group: isGroupId,
  key: (text): text is ApiKeyId => isName(text),
  operator: (text): text is OperatorId => isName(text),
  org: (text): text is OrgId => isName(text),
  request: isRequestId,
};

/** For ids without their own type: sessions and passkeys. */
export function isName(text: string): boolean {
  return text.length > 0 && text.length <= LONGEST_NAME;
}

export const NO_SUCH_REQUEST = notFound('There is no such request in this organization.');
