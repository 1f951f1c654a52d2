/** Which keys sign decisions, and who may countersign one (docs/decisions/signed-turns.md). */

import { named, said } from '../../../protocol/words';
import type { EntryWords } from '../../audit/rules/chain';
import type { Operator } from '../../configuration/rules/items';
import { isEnabledAdmin } from '../../configuration/rules/two-admins';
import { opensSession, type Passkey, signingPoint } from './passkey';

/**
 * An organization is in its bootstrap until two enabled admins have a countersigned key. Until then every key signs
 * decisions; afterwards only countersigned keys do. The end is stored and permanent.
 */
export interface Bootstrap {
  /** Null if the bootstrap has not ended. */
  readonly endedAtMs: number | null;
}

/** `unproven`: the key did not sign its enrolment. `waiting`: nobody has countersigned it. */
export const SIGNING_KEY_ENTRIES = {
  'signing_key.enrolled': {
    audience: 'owner',
    title: 'A passkey signed its enrolment',
    told: ({ data }) =>
      said`A passkey of the operator ${named('operator', data.operator)} signed its enrolment, so an admin can countersign it: ${data.fingerprint}.`,
  },
  'signing_key.countersigned': {
    audience: 'admins_and_concerned',
    told: ({ data }) =>
      said`A passkey of the operator ${named('operator', data.operator)} was countersigned, so it can sign decisions: ${data.fingerprint}.`,
  },
  'signing_key.rescued': {
    audience: 'everybody',
    told: ({ data }) =>
      said`Somebody with access to the deployment trusted a passkey of the operator ${named('operator', data.operator)} without an admin: ${data.fingerprint}.`,
  },
} as const satisfies Readonly<Record<string, EntryWords>>;

export type KeyStanding = 'unproven' | 'waiting' | 'countersigned';

export function standingOf({ enrolment, countersigned }: Passkey): KeyStanding {
  if (countersigned !== undefined) return 'countersigned';
  return enrolment === undefined ? 'unproven' : 'waiting';
}

/** True for a current passkey with a key that OpenSSH verifies. */
export function isSigningKey(passkey: Passkey, owner: Pick<Operator, 'accessEpoch'>): boolean {
  return opensSession(passkey, owner) && signingPoint(passkey) !== null;
}

/** Whether the passkey's signature of a decision counts now. */
export function isTrusted(passkey: Passkey, { endedAtMs }: Bootstrap): boolean {
  return endedAtMs === null || standingOf(passkey) === 'countersigned';
}

/** In the bootstrap, the first admins may countersign with keys that are not countersigned themselves. */
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
