/** DELETE /api/sessions/{id}: revokeSession. */

import { person } from '../../../protocol/actor';
import type { OperatorId, OrgId } from '../../../protocol/identifiers';
import { err, ok, type Result } from '../../../protocol/result';
import { entryIn } from '../../audit/rules/chain';
import { incident } from '../../configuration/rules/items';
import type { Session } from '../ports/access';
import { SESSION_ENTRIES } from '../rules/edits/end-access';
import { isFreshSignIn } from '../rules/fresh-sign-in';
import type { SignInDeps } from './sign-in';

/** The operator who ends a session, and the session in which they do it. */
export interface Revoker {
  readonly operator: OperatorId;
  readonly session: Pick<Session, 'id' | 'createdAtMs' | 'began'>;
}

export type RevokeSessionRefusal = { readonly reason: 'not_found' | 'sign_in_again' };

/**
 * Ending another session of one's own needs a fresh sign-in. The audit entry is written first, so that no session ends
 * without one.
 */
export async function revokeSession(
  deps: SignInDeps,
  { org, owner, id }: { readonly org: OrgId; readonly owner: OperatorId; readonly id: string },
  by: Revoker,
): Promise<Result<null, RevokeSessionRefusal>> {
  const at = deps.clock.nowMs();
  if (owner === by.operator && id !== by.session.id && !isFreshSignIn(by.session, at)) {
    return err({ reason: 'sign_in_again' });
  }
  if (!(await deps.sessions.list(org, owner, at)).some((session) => session.id === id)) {
    return err({ reason: 'not_found' });
  }
  const entry = entryIn(SESSION_ENTRIES)(at, 'operator.session_revoked', owner, person(by.operator));
  await deps.config.saveIncident(incident(org, `session_${deps.random.hex(12)}`, entry));
  return (await deps.sessions.revoke(org, owner, id)) ? ok(null) : err({ reason: 'not_found' });
}
