/** GET /api/operator-access: listOperatorAccess. */
import { opensSession } from '../../core/access/passkey';
import type { OperatorId, OrgId } from '../../protocol/identifiers';
import type { ConfigStore, PasskeyStore, SessionStore } from '../ports';

export interface OperatorAccessDeps {
  readonly config: ConfigStore;
  readonly passkeys: PasskeyStore;
  readonly sessions: SessionStore;
}

export interface OperatorAccess {
  readonly id: OperatorId;
  /** Null if they never have. */
  readonly lastSignInAtMs: number | null;
  /** Those that sign the operator in. */
  readonly passkeys: number;
}

/**
 * Apart from the list of operators, which every page with a name on it reads. The time is written when a session opens,
 * so an ordinary request neither reads nor writes anything for it.
 */
export async function operatorAccess(deps: OperatorAccessDeps, org: OrgId): Promise<OperatorAccess[]> {
  const [operators, passkeys, signIns] = await Promise.all([
    deps.config.operators(org),
    deps.passkeys.ofOrganization(org),
    deps.sessions.lastSignIns(org),
  ]);
  return operators.map((owner) => ({
    id: owner.id,
    lastSignInAtMs: signIns.get(owner.id) ?? null,
    passkeys: passkeys.filter((passkey) => passkey.operator === owner.id && opensSession(passkey, owner)).length,
  }));
}
