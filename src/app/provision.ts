/** Creates an organization, its first operators, keys and actions, for the administration command. */
import { pendingEntry } from '../core/audit/chain';
import { type ApiKey, edited, type Operator, type Role, type Scope } from '../core/config/config';
import { formatApiKeyToken, tokenHash } from '../protocol/api-key-token';
import { apiKeyIdFrom, type OperatorId, type OrgId } from '../protocol/identifiers';
import { deriveCallbackKey } from '../protocol/signature';
import { callbackKeyPlace } from './compose-post';
import type { Clock, ConfigStore, Random, SecretBox } from './ports';

export interface ProvisionDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly config: ConfigStore;
  readonly secretBox: SecretBox;
}

export interface NewOperator {
  readonly id: OperatorId;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
}

/** `conflict`: the id is taken. `by`: the actor that the audit chain names. */
export async function createOperator(
  deps: ProvisionDeps,
  org: OrgId,
  operator: NewOperator,
  by: string,
): Promise<Operator | 'conflict'> {
  const at = deps.clock.nowMs();
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
  const created = edited(blank, {}, [pendingEntry(at, 'operator.created', operator.id, by, { role: operator.role })]);
  return (await deps.config.saveOperator(created)) === 'saved' ? created : 'conflict';
}

/** The token is returned only here. The service keeps its hash and the derived callback key, sealed. */
export async function issueApiKey(
  deps: ProvisionDeps,
  org: OrgId,
  { name, scopes }: { readonly name: string; readonly scopes: readonly Scope[] },
  by: string,
): Promise<{ readonly token: string; readonly key: ApiKey }> {
  const token = formatApiKeyToken(deps.random.base64url(32));
  const id = apiKeyIdFrom(deps.random.hex(12));
  const at = deps.clock.nowMs();
  const blank: ApiKey = {
    org,
    id,
    name,
    scopes,
    tokenHash: tokenHash(token),
    sealedCallbackKey: await deps.secretBox.seal(org, callbackKeyPlace(id), deriveCallbackKey(token)),
    createdAtMs: at,
    createdBy: by,
    revokedAtMs: null,
    lastUsedAtMs: null,
    revision: 0,
    journal: [],
  };
  const key = edited(blank, {}, [pendingEntry(at, 'key.created', id, by, { name, scopes })]);
  if ((await deps.config.saveApiKey(key)) !== 'saved') throw new Error(`API key ${id} could not be stored`);
  return { token, key };
}
