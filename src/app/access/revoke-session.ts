/** DELETE /api/sessions/{id}: revokeSession. */
import { incident } from '../../core/administration/config';
import { pendingEntry } from '../../core/audit/chain';
import type { OperatorId, OrgId } from '../../protocol/identifiers';
import type { Clock, ConfigStore, Random, SessionStore } from '../ports';

export interface RevokeSessionDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly config: Pick<ConfigStore, 'saveIncident'>;
  readonly sessions: SessionStore;
}

/** False: there is no such session. An admin who ends somebody else's session leaves an entry first. */
export async function revokeSession(
  deps: RevokeSessionDeps,
  { org, owner, id }: { readonly org: OrgId; readonly owner: OperatorId; readonly id: string },
  by: OperatorId,
): Promise<boolean> {
  const at = deps.clock.nowMs();
  if (owner !== by) {
    if (!(await deps.sessions.list(org, owner, at)).some((session) => session.id === id)) return false;
    const entry = pendingEntry(at, 'operator.session_revoked', owner, by);
    await deps.config.saveIncident(incident(org, `session_${deps.random.hex(12)}`, entry));
  }
  return deps.sessions.revoke(org, owner, id);
}
