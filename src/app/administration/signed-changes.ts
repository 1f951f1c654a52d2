/**
 * Whether approving a change of the configuration needs a passkey, and when that begins
 * (docs/decisions/signed-turns.md).
 */

import { NEVER_SET } from '../../core/administration/settings';
import { beginsSignedChanges, CHANGES_TURN, withTurn } from '../../core/administration/signed-changes';
import type { TurnNeeds } from '../../core/policy/policy';
import type { OrgId } from '../../protocol/identifiers';
import type { PasskeyStore } from '../ports';
import type { EditDeps } from './edit-config';
import { permit } from './permit';

export interface ChangesTurnDeps extends EditDeps {
  readonly passkeys: Pick<PasskeyStore, 'ofOrganization' | 'bootstrap'>;
}

/** Returns the setting. It begins here once every admin has a countersigned key. */
export async function changesTurn(deps: ChangesTurnDeps, org: OrgId): Promise<TurnNeeds> {
  const [stored, bootstrap] = await Promise.all([deps.config.setting(org, CHANGES_TURN), deps.passkeys.bootstrap(org)]);
  if (stored !== null) return stored.turn;
  if (bootstrap.endedAtMs === null || !(await everyAdminCanSign(deps, org))) return 'code';
  const begun = withTurn(NEVER_SET[CHANGES_TURN](org), 'code_and_passkey', { at: deps.clock.nowMs(), by: 'system' });
  if ((await deps.config.saveSetting(CHANGES_TURN, begun, permit({ rule: 'found' }))) === 'saved') return begun.turn;
  return (await deps.config.setting(org, CHANGES_TURN))?.turn ?? 'code';
}

export async function everyAdminCanSign({ config, passkeys }: ChangesTurnDeps, org: OrgId): Promise<boolean> {
  const [operators, all] = await Promise.all([config.operators(org), passkeys.ofOrganization(org)]);
  return beginsSignedChanges(operators, all);
}
