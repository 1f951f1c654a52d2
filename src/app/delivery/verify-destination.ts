/**
 * Destinations on AWS are enabled by the token of their test event: verifyWebhook (docs/decisions/aws-destinations.md).
 * An admin who enters it can read what arrives at the destination, so no organization can name another one's queue.
 */

import { type Endpoint, edited, isUnverified } from '../../core/administration/config';
import { pendingEntry } from '../../core/audit/chain';
import { constantTimeEqual } from '../../protocol/hash';
import type { EndpointId, OrgId } from '../../protocol/identifiers';
import { err, ok, type Result } from '../../protocol/result';
import { type EditRefusal, editConfig } from '../administration/edit-config';
import type { Clock, ConfigStore, SecretBox } from '../ports';
import { openToken } from './compose-post';
import { isDeleted } from './manage-webhooks';

export interface VerifyDeps {
  readonly clock: Clock;
  readonly config: Pick<ConfigStore, 'endpoint' | 'saveEndpoint'>;
  readonly secretBox: SecretBox;
}

export type VerifyRefusal = EditRefusal | { readonly reason: 'wrong_token' } | { readonly reason: 'verified_already' };

export async function verifyDestination(
  deps: VerifyDeps,
  org: OrgId,
  id: EndpointId,
  { token, by }: { readonly token: string; readonly by: string },
): Promise<Result<Endpoint, VerifyRefusal>> {
  const found = await deps.config.endpoint(org, id);
  if (found === null || isDeleted(found)) return err({ reason: 'not_found' });
  if (!isUnverified(found)) return err({ reason: 'verified_already' });
  if (!constantTimeEqual(await openToken(deps.secretBox, found), token)) return err({ reason: 'wrong_token' });
  const at = deps.clock.nowMs();
  return editConfig<Endpoint, VerifyRefusal>({
    load: () => deps.config.endpoint(org, id),
    decide: (endpoint) => {
      if (isDeleted(endpoint)) return err({ reason: 'not_found' });
      // The token belongs to the destination that was saved; it never changes, and no second one is made.
      if (endpoint.sealedToken !== found.sealedToken) return err({ reason: 'verified_already' });
      const entry = pendingEntry(at, 'endpoint.verified', id, by, { url: endpoint.url });
      return ok(edited<Endpoint>(endpoint, { sealedToken: null, enabled: true, enabledSinceMs: at }, [entry]));
    },
    save: (endpoint) => deps.config.saveEndpoint(endpoint),
  });
}
