/** Edits of API keys. `changeConfiguration` calls these, and so does the door for set-up. */
import { type ApiKey, edited, type NewApiKey } from '../../core/administration/config';
import type { EditOf } from '../../core/administration/edits';
import { type AuditData, pendingEntry } from '../../core/audit/chain';
import { formatApiKeyToken, tokenHash } from '../../protocol/api-key-token';
import { type ApiKeyId, apiKeyIdFrom, type OrgId } from '../../protocol/identifiers';
import { err, ok, type Result } from '../../protocol/result';
import { deriveCallbackKey } from '../../protocol/signature';
import { type Editor, type EditRefusal, editConfig } from '../administration/edit-config';
import { callbackKeyPlace } from '../delivery/compose-post';
import type { Clock, ConfigStore, Permit, Random, SecretBox } from '../ports';

export interface EditKeyDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly config: Pick<ConfigStore, 'apiKey' | 'saveApiKey'>;
  readonly secretBox: SecretBox;
}

export interface IssuedKey {
  readonly token: string;
  readonly key: ApiKey;
}

/** A signing key belongs to one API key: otherwise a receipt would not say who reported. */
export type SigningKeyTaken = { readonly reason: 'signing_key_taken' };

/** The token is returned only here. The service keeps its hash and the derived callback key, sealed. */
export async function issueApiKey(
  deps: EditKeyDeps,
  { org, by }: Editor,
  { kind: _kind, ...key }: EditOf<'create_key'>,
  permit: Permit,
): Promise<Result<IssuedKey, SigningKeyTaken>> {
  const issued = await newApiKey(deps, org, { id: apiKeyIdFrom(deps.random.hex(12)), ...key }, by);
  const saved = await deps.config.saveApiKey(issued.key, permit);
  if (saved === 'saved') return ok(issued);
  if (saved === 'signing_key_taken') return err({ reason: saved });
  throw new Error(`API key ${issued.key.id} could not be stored`);
}

export async function newApiKey(
  deps: EditKeyDeps,
  org: OrgId,
  { id, name, scopes, signingKey }: NewApiKey & { readonly id: ApiKeyId },
  by: string,
  more: AuditData = {},
): Promise<IssuedKey> {
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

/**
 * The key stops working at the next request. Its record stays, because callbacks of its requests are still signed under
 * it.
 */
export function revokeKey(
  deps: Pick<EditKeyDeps, 'clock' | 'config'>,
  { org, by }: Editor,
  { id }: EditOf<'revoke_key'>,
  permit: Permit,
): Promise<Result<ApiKey, EditRefusal>> {
  const at = deps.clock.nowMs();
  return editConfig<ApiKey, never>({
    load: () => deps.config.apiKey(org, id),
    decide: (key) => {
      if (key.revokedAtMs !== null) return ok(key);
      return ok(edited<ApiKey>(key, { revokedAtMs: at }, [pendingEntry(at, 'key.revoked', id, by, {})]));
    },
    save: async (key) => ((await deps.config.saveApiKey(key, permit)) === 'saved' ? 'saved' : 'conflict'),
  });
}
