/** New configuration items, as an admin saves them first. */

import { person } from '../../../src/protocol/actor';
import type { ApiKeyId, EndpointId, GroupId, OrgId } from '../../../src/protocol/identifiers';
import type { Passkey } from '../../../src/service/access/rules/passkey';
import { pendingEntry } from '../../../src/service/audit/rules/chain';
import type { ApiKey, ApiToken, Endpoint, Operator } from '../../../src/service/configuration/rules/items';
import type { Group } from '../../../src/service/policy/rules/groups';
import type { StoredPolicy } from '../../../src/service/policy/rules/policy';
import { aPolicy, at, op } from '../../support/builders';

const FIRST = { revision: 1, journal: [], createdAtMs: at('12:00') } as const;

export const created = (subject: string, atMs: number) =>
  pendingEntry(atMs, 'operator.created', subject, person('op_alpha'));

export const anOperator = (org: OrgId, id: string, patch: Partial<Operator> = {}): Operator => ({
  ...FIRST,
  org,
  id: op(id),
  name: id,
  email: `${id}@example.com`,
  role: 'operator',
  enabled: true,
  accessEpoch: 0,
  lastDisabledAtMs: null,
  ...patch,
});

export const anAction = (patch: Partial<StoredPolicy> = {}): StoredPolicy => ({
  ...FIRST,
  policy: aPolicy({ version: 1 }),
  updatedAtMs: FIRST.createdAtMs,
  deletedAtMs: null,
  ...patch,
});

export const aGroup = (org: OrgId, id: string, members: readonly string[], patch: Partial<Group> = {}): Group => ({
  revision: 1,
  journal: [],
  org,
  id: id as GroupId,
  name: id,
  members: members.map((operator) => ({ operator: op(operator), startsAtMs: null, endsAtMs: null })),
  updatedAtMs: FIRST.createdAtMs,
  deletedAtMs: null,
  ...patch,
});

export const anApiToken = (hash: string, patch: Partial<ApiToken> = {}): ApiToken => ({
  number: 1,
  hash,
  sealedCallbackKey: 'sealed',
  createdAtMs: 1,
  endsAtMs: null,
  change: null,
  lastUsedAtMs: null,
  ...patch,
});

/** The hash names the organization, because a token is looked up without one. */
export const anApiKey = (org: OrgId, patch: Partial<ApiKey> = {}): ApiKey => ({
  ...FIRST,
  org,
  id: 'key_1' as ApiKeyId,
  name: 'worker',
  scopes: ['read', 'execute'],
  tokens: [anApiToken(`hash of ${org}`)],
  createdBy: person('op_alpha'),
  revokedAtMs: null,
  ...patch,
});

export const anEndpoint = (org: OrgId, patch: Partial<Endpoint> = {}): Endpoint => ({
  ...FIRST,
  org,
  id: 'end_1' as EndpointId,
  url: 'https://example.com/events',
  types: null,
  description: '',
  enabled: true,
  enabledSinceMs: FIRST.createdAtMs,
  sealedSecret: 'sealed',
  previous: null,
  deletedAtMs: null,
  ...patch,
});

export const aPasskey = (org: OrgId, id: string, patch: Partial<Passkey> = {}): Passkey => ({
  ...FIRST,
  org,
  operator: op('op_alpha'),
  id,
  name: id,
  credentialId: `credential ${id} of ${org}`,
  publicKey: 'cose',
  counter: 0,
  transports: ['internal'],
  accessEpoch: 0,
  deletedAtMs: null,
  ...patch,
});
