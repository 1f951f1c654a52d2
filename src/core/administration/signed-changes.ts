/** When approving a change of the configuration takes a passkey besides the code (docs/decisions/signed-turns.md). */

import type { Passkey } from '../access/passkey';
import { isSigningKey, standingOf } from '../access/signing-keys';
import { pendingEntry } from '../audit/chain';
import type { TurnNeeds } from '../policy/policy';
import { type ChangesTurn, edited, type HowEdited, type Operator } from './config';
import { isEnabledAdmin } from './rule';

/** The reason for ending a waiting change that a code alone could approve. */
export const SIGNED_CHANGES_BEGAN = 'signed_changes_began';

/** The subject of the audit entries about this setting. */
export const CHANGES_TURN = 'changes-turn';

/** True if every enabled admin has a countersigned key. */
export function beginsSignedChanges(operators: readonly Operator[], passkeys: readonly Passkey[]): boolean {
  return operators.filter(isEnabledAdmin).every((admin) =>
    passkeys.some((passkey) => {
      const isTheirs = passkey.operator === admin.id && isSigningKey(passkey, admin);
      return isTheirs && standingOf(passkey) === 'countersigned';
    }),
  );
}

export function withTurn(before: ChangesTurn, turn: TurnNeeds, { at, by, more = {} }: HowEdited): ChangesTurn {
  const entry = pendingEntry(at, 'changes.turn_set', CHANGES_TURN, by, { turn, ...more });
  return edited<ChangesTurn>(before, { turn, atMs: at }, [entry]);
}
