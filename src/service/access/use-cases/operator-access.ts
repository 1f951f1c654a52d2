/** GET /api/operator-access: listOperatorAccess. */

import type { OperatorId, OrgId } from '../../../protocol/identifiers';
import type { ConfigStore } from '../../configuration/ports';
import type { PasskeyStore, SessionStore } from '../ports';
import { isConnected } from '../rules/company-sign-in';
import { opensSession } from '../rules/passkey';

export interface OperatorAccessDeps {
  readonly config: ConfigStore;
  readonly passkeys: PasskeyStore;
  readonly sessions: SessionStore;
}

export interface OperatorAccess {
  readonly id: OperatorId;
  /** Null if the operator never signed in. */
  readonly lastSignInAtMs: number | null;
  /** The number of passkeys that can sign the operator in. */
  readonly passkeys: number;
  /** Null without a company account that signs the operator in. */
  readonly accountConnectedAtMs: number | null;
}

/**
 * Separate from the list of operators, which every page with a name reads. The time is written when a session opens, so
 * an ordinary request neither reads nor writes it.
 */
export async function operatorAccess(deps: OperatorAccessDeps, org: OrgId): Promise<OperatorAccess[]> {
  const [operators, identities, passkeys, signIns] = await Promise.all([
    deps.config.operators(org),
    deps.config.identities(org),
    deps.passkeys.ofOrganization(org),
    deps.sessions.lastSignIns(org),
  ]);
  return operators.map((owner) => ({
    id: owner.id,
    lastSignInAtMs: signIns.get(owner.id) ?? null,
    passkeys: passkeys.filter((passkey) => passkey.operator === owner.id && opensSession(passkey, owner)).length,
    accountConnectedAtMs: identities.find((identity) => isConnected(identity, owner))?.connectedAtMs ?? null,
  }));
}
