/** When changes of the configuration are approved with a passkey as well as a code (docs/decisions/signed-turns.md). */

import type { Passkey } from '../access/passkey';
import { isSigningKey, standingOf } from '../access/signing-keys';
import type { Operator } from './config';
import { isEnabledAdmin } from './rule';

/** Why a change that a code alone could approve was ended. */
export const SIGNED_CHANGES_BEGAN = 'signed_changes_began';

/** The subject of the entries about it. */
export const CHANGES_TURN = 'changes-turn';

/** Every enabled admin has a countersigned key. */
export function beginsSignedChanges(operators: readonly Operator[], passkeys: readonly Passkey[]): boolean {
  return operators.filter(isEnabledAdmin).every((admin) =>
    passkeys.some((passkey) => {
      const isTheirs = passkey.operator === admin.id && isSigningKey(passkey, admin);
      return isTheirs && standingOf(passkey) === 'countersigned';
    }),
  );
}
