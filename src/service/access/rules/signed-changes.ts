/** When approving a change of the configuration takes a passkey besides the code (docs/decisions/signed-turns.md). */

import type { OrgId } from '../../../protocol/identifiers';
import type { Journaled, Operator } from '../../configuration/rules/items';
import { settingName } from '../../configuration/rules/setting';
import { isEnabledAdmin } from '../../configuration/rules/two-admins';
import type { TurnNeeds } from '../../policy/rules/policy';
import type { Passkey } from './passkey';
import { isSigningKey, standingOf } from './signing-keys';

/** What is needed to approve a change of the configuration. Without this item, a code is enough. */
export interface ChangesTurn extends Journaled {
  readonly org: OrgId;
  readonly turn: TurnNeeds;
  readonly atMs: number;
}

/** The reason for ending a waiting change that a code alone could approve. */
export const SIGNED_CHANGES_BEGAN = 'signed_changes_began';

/** The subject of the audit entries about this setting. */
export const CHANGES_TURN = settingName<ChangesTurn>('changes-turn');

/** True if every enabled admin has a countersigned key. */
export function beginsSignedChanges(operators: readonly Operator[], passkeys: readonly Passkey[]): boolean {
  return operators.filter(isEnabledAdmin).every((admin) =>
    passkeys.some((passkey) => {
      const isTheirs = passkey.operator === admin.id && isSigningKey(passkey, admin);
      return isTheirs && standingOf(passkey) === 'countersigned';
    }),
  );
}
