/** Creates an organization, its first operators, keys and actions, for the administration command. */
import type { AuditData, PendingEntry } from '../core/audit/chain';
import { type ApiKey, edited, type Operator, type Role, type Scope } from '../core/config/config';
import type { Policy } from '../core/policy/policy';
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
    createdAtMs: at,
    revision: 0,
    journal: [],
  };
  const created = edited(blank, {}, [entry(at, 'operator.created', operator.id, by, { role: operator.role })]);
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
  const key = edited(blank, {}, [entry(at, 'key.created', id, by, { name, scopes })]);
  if ((await deps.config.saveApiKey(key)) !== 'saved') throw new Error(`API key ${id} could not be stored`);
  return { token, key };
}

/** The first version of an action. Validate the policy before. */
export async function createAction(
  deps: ProvisionDeps,
  org: OrgId,
  policy: Omit<Policy, 'version'>,
  by: string,
): Promise<'saved' | 'conflict'> {
  const at = deps.clock.nowMs();
  const blank = {
    policy: { ...policy, version: 1 },
    createdAtMs: at,
    updatedAtMs: at,
    deletedAtMs: null,
    revision: 0,
    journal: [],
  };
  return deps.config.saveAction(org, edited(blank, {}, [entry(at, 'action.created', policy.id, by, { version: 1 })]));
}

function entry(at: number, kind: string, subject: string, actor: string, data: AuditData): PendingEntry {
  return { at, kind, subject, actor, data };
}
