/** Creates an organization, its first operators, keys and actions, for the administration command. */

import { type ApiKey, edited, type NewApiKey, type NewOperator, type Operator } from '../../core/administration/config';
import { beginsRule } from '../../core/administration/rule';
import { type AuditData, pendingEntry } from '../../core/audit/chain';
import { formatApiKeyToken, tokenHash } from '../../protocol/api-key-token';
import { type ApiKeyId, apiKeyIdFrom, type OrgId } from '../../protocol/identifiers';
import { deriveCallbackKey } from '../../protocol/signature';
import { callbackKeyPlace } from '../delivery/compose-post';
import type { Clock, ConfigStore, Random, SecretBox } from '../ports';
import { AT_ONCE, optionsOf, type WriteGuard } from './write-guard';

export interface ProvisionDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly config: ConfigStore;
  readonly secretBox: SecretBox;
}

export type { NewOperator };

/** `conflict`: the id is taken. `by`: the actor that the audit chain names. */
export async function createOperator(
  deps: ProvisionDeps,
  org: OrgId,
  operator: NewOperator,
  by: string,
  guard: WriteGuard = AT_ONCE,
): Promise<Operator | 'conflict'> {
  const created = newOperator(org, operator, deps.clock.nowMs(), by);
  // Only an admin can be the second one.
  const others = operator.role === 'admin' ? await deps.config.operators(org) : [];
  const options = { ...optionsOf(guard), beginsRule: beginsRule(others, null, created) };
  return (await deps.config.saveOperator(created, options)) === 'saved' ? created : 'conflict';
}

export function newOperator(org: OrgId, operator: NewOperator, at: number, by: string, more: AuditData = {}): Operator {
  const blank: Operator = {
    org,
    ...operator,
    enabled: true,
    accessEpoch: 0,
    lastDisabledAtMs: null,
    createdAtMs: at,
    revision: 0,
    journal: [],
  };
  const data = { role: operator.role, ...more };
  return edited(blank, {}, [pendingEntry(at, 'operator.created', operator.id, by, data)]);
}

/** The token is returned only here. The service keeps its hash and the derived callback key, sealed. */
export async function issueApiKey(
  deps: ProvisionDeps,
  org: OrgId,
  key: NewApiKey,
  by: string,
  guard: WriteGuard = AT_ONCE,
): Promise<{ readonly token: string; readonly key: ApiKey }> {
  const issued = await newApiKey(deps, org, { id: apiKeyIdFrom(deps.random.hex(12)), ...key }, by);
  if ((await deps.config.saveApiKey(issued.key, optionsOf(guard))) === 'saved') return issued;
  throw new Error(`API key ${issued.key.id} could not be stored`);
}

export async function newApiKey(
  deps: Pick<ProvisionDeps, 'clock' | 'random' | 'secretBox'>,
  org: OrgId,
  { id, name, scopes, signingKey }: NewApiKey & { readonly id: ApiKeyId },
  by: string,
  more: AuditData = {},
): Promise<{ readonly token: string; readonly key: ApiKey }> {
  const token = formatApiKeyToken(deps.random.base64url(32));
  const at = deps.clock.nowMs();
  const blank: ApiKey = {
    org,
    id,
    name,
    scopes,
    tokenHash: tokenHash(token),
    sealedCallbackKey: await deps.secretBox.seal(org, callbackKeyPlace(id), deriveCallbackKey(token)),
    ...(signingKey === undefined ? {} : { signingKey }),
    createdAtMs: at,
    createdBy: by,
    revokedAtMs: null,
    lastUsedAtMs: null,
    revision: 0,
    journal: [],
  };
  const data = { name, scopes, ...(signingKey === undefined ? {} : { signing_key: signingKey }), ...more };
  return { token, key: edited(blank, {}, [pendingEntry(at, 'key.created', id, by, data)]) };
}
