/** Which keys sign decisions, and who may countersign one (docs/decisions/signed-turns.md). */

import type { Operator } from '../administration/config';
import { isEnabledAdmin } from '../administration/rule';
import { opensSession, type Passkey, signingPoint } from './passkey';

/**
 * An organization is in its bootstrap until two enabled admins have a countersigned key. Until then every key signs
 * decisions; after it only countersigned ones do. The end is written down, and nothing takes it back.
 */
export interface Bootstrap {
  /** Null: it has not ended. */
  readonly endedAtMs: number | null;
}

/** `unproven`: it did not sign its enrolment. `waiting`: nobody has countersigned it. */
export type KeyStanding = 'unproven' | 'waiting' | 'countersigned';

export function standingOf({ enrolment, countersigned }: Passkey): KeyStanding {
  if (countersigned !== undefined) return 'countersigned';
  return enrolment === undefined ? 'unproven' : 'waiting';
}

/** A live passkey with a key that OpenSSH verifies. */
export function isSigningKey(passkey: Passkey, owner: Pick<Operator, 'accessEpoch'>): boolean {
  return opensSession(passkey, owner) && signingPoint(passkey) !== null;
}

/** Whether its signature of a decision counts now. */
export function isTrusted(passkey: Passkey, { endedAtMs }: Bootstrap): boolean {
  return endedAtMs === null || standingOf(passkey) === 'countersigned';
}

/** In the bootstrap, the first admins countersign with keys that nobody has countersigned. */
export function mayCountersign(passkey: Passkey, admin: Operator, bootstrap: Bootstrap): boolean {
  return (
    isEnabledAdmin(admin) &&
    passkey.operator === admin.id &&
    isSigningKey(passkey, admin) &&
    standingOf(passkey) !== 'unproven' &&
    isTrusted(passkey, bootstrap)
  );
}

/** Whether two enabled admins have a countersigned key. */
export function endsBootstrap(operators: readonly Operator[], passkeys: readonly Passkey[]): boolean {
  const admins = operators.filter(
    (admin) =>
      isEnabledAdmin(admin) &&
      passkeys.some(
        (passkey) =>
          passkey.operator === admin.id && isSigningKey(passkey, admin) && standingOf(passkey) === 'countersigned',
      ),
  );
  return admins.length >= 2;
}
