/**
 * Whether approving a change of the configuration needs a passkey, and when that begins
 * (docs/decisions/signed-turns.md).
 */

import type { OrgId } from '../../../protocol/identifiers';
import type { EditDeps } from '../../configuration/use-cases/edit-config';
import { permit } from '../../configuration/use-cases/permit';
import type { TurnNeeds } from '../../policy/rules/policy';
import type { PasskeyStore } from '../ports';
import { signedFrom } from '../rules/edits/settings';
import { beginsSignedChanges, CHANGES_TURN } from '../rules/signed-changes';

export interface ChangesTurnDeps extends EditDeps {
  readonly passkeys: Pick<PasskeyStore, 'ofOrganization' | 'bootstrap'>;
}

/** Returns the setting. It begins here once every admin has a countersigned key. */
export async function changesTurn(deps: ChangesTurnDeps, org: OrgId): Promise<TurnNeeds> {
  const [stored, bootstrap] = await Promise.all([deps.config.setting(org, CHANGES_TURN), deps.passkeys.bootstrap(org)]);
  if (stored !== null) return stored.turn;
  if (bootstrap.endedAtMs === null || !(await everyAdminCanSign(deps, org))) return 'code';
  const begun = signedFrom(org, deps.clock.nowMs());
  if ((await deps.config.saveSetting(CHANGES_TURN, begun, permit({ rule: 'found' }))) === 'saved') return begun.turn;
  return (await deps.config.setting(org, CHANGES_TURN))?.turn ?? 'code';
}

export async function everyAdminCanSign(
  { config, passkeys }: Pick<ChangesTurnDeps, 'config'> & { readonly passkeys: Pick<PasskeyStore, 'ofOrganization'> },
  org: OrgId,
): Promise<boolean> {
  const [operators, all] = await Promise.all([config.operators(org), passkeys.ofOrganization(org)]);
  return beginsSignedChanges(operators, all);
}
