/** DELETE /api/keys/{id}: revokeKey. Keys are issued by provision.ts. */
import { type ApiKey, edited } from '../../core/administration/config';
import type { ApiKeyId, OrgId } from '../../protocol/identifiers';
import { ok, type Result } from '../../protocol/result';
import { type EditRefusal, editConfig } from '../administration/edit-config';
import type { ProvisionDeps } from '../administration/provision';

export type ManageKeysDeps = ProvisionDeps;

/**
 * The key stops working at the next request. Its record stays, because callbacks of its requests are still signed under
 * it.
 */
export function revokeKey(
  deps: ManageKeysDeps,
  org: OrgId,
  id: ApiKeyId,
  by: string,
): Promise<Result<ApiKey, EditRefusal>> {
  const at = deps.clock.nowMs();
  return editConfig<ApiKey, never>({
    load: () => deps.config.apiKey(org, id),
    decide: (key) =>
      ok(
        key.revokedAtMs !== null
          ? key
          : edited<ApiKey>(key, { revokedAtMs: at }, [{ at, kind: 'key.revoked', subject: id, actor: by, data: {} }]),
      ),
    save: (key) => deps.config.saveApiKey(key),
  });
}
