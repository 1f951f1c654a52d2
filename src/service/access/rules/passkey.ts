/** An operator's passkey (docs/design.md#console). */

import { person } from '../../../protocol/actor';
import type { OperatorId, OrgId } from '../../../protocol/identifiers';
import { pointOfCoseKey } from '../../../protocol/ssh/public-key';
import { named, said } from '../../../protocol/words';
import { type EntryWords, entryIn } from '../../audit/rules/chain';
import { edited, type Journaled, type Operator } from '../../configuration/rules/items';

export interface Passkey extends Journaled {
  readonly org: OrgId;
  readonly operator: OperatorId;
  /** `psk_` and 24 hex. We use our own id, because an authenticator's credential id may be too long for a table key. */
  readonly id: string;
  readonly name: string;
  /** The authenticator's credential id, base64url. */
  readonly credentialId: string;
  /** COSE key, base64url. */
  readonly publicKey: string;
  /** The authenticator's use counter. If it goes down, the passkey was copied. */
  readonly counter: number;
  readonly transports: readonly string[];
  /** The access epoch of the session that enrolled the passkey (see `Operator.accessEpoch`). */
  readonly accessEpoch: number;
  readonly createdAtMs: number;
  readonly deletedAtMs: number | null;
  /** The passkey's own signature of its enrolment, with the hash of the statement. Absent if it did not sign one. */
  readonly enrolment?: { readonly atMs: number; readonly statement: string };
  /** Absent if no admin has signed that the passkey belongs to its operator. */
  readonly countersigned?: Countersigned;
}

export interface Countersigned {
  readonly atMs: number;
  /** An admin's id, or the administration command. */
  readonly by: string;
  /** The id of the passkey with which the admin countersigned. Null for a rescue, which nobody signed. */
  readonly passkey: string | null;
  /** The hash of the statement. Null for a rescue. */
  readonly statement: string | null;
}

export const PASSKEY_ENTRIES = {
  'passkey.enrolled': {
    audience: 'owner',
    title: 'A passkey was added',
    told: ({ data }) => said`A passkey of the operator ${named('operator', data.operator)} was added: “${data.name}”.`,
  },
  'passkey.deleted': {
    audience: 'admins_and_concerned',
    isAccess: true,
    told: ({ data }) => said`A passkey of the operator ${named('operator', data.operator)} was deleted.`,
  },
  'passkey.used': {
    audience: null,
    deed: 'Used',
    told: ({ actor }) => said`The operator ${named('operator', actor)} signed in with a passkey.`,
  },
} as const satisfies Readonly<Record<string, EntryWords>>;

/** The passkey with its next counter, if it counts its uses. */
export function withUse(passkey: Passkey, counter: number, at: number): { passkey: Passkey; counted: boolean } {
  if (counter === passkey.counter) return { passkey, counted: false };
  const entry = entryIn(PASSKEY_ENTRIES)(at, 'passkey.used', passkey.id, person(passkey.operator), { counter });
  return { passkey: edited<Passkey>(passkey, { counter }, [entry]), counted: true };
}

export function opensSession(passkey: Passkey, owner: Pick<Operator, 'accessEpoch'>): boolean {
  return passkey.deletedAtMs === null && passkey.accessEpoch === owner.accessEpoch;
}

/** The point of the P-256 key. Null if the key has another algorithm: it can sign in but cannot sign a turn. */
export function signingPoint({ publicKey }: Passkey): Uint8Array | null {
  return pointOfCoseKey(publicKey);
}
