/** An operator's passkey (docs/design.md#console). */
import type { OperatorId, OrgId } from '../../protocol/identifiers';
import type { Journaled, Operator } from './config';

export interface Passkey extends Journaled {
  readonly org: OrgId;
  readonly operator: OperatorId;
  /** `psk_` and 24 hex; ours, because an authenticator's own names may be too long for a key. */
  readonly id: string;
  readonly name: string;
  /** As the authenticator names it, base64url. */
  readonly credentialId: string;
  /** COSE key, base64url. */
  readonly publicKey: string;
  /** How often it was used, as far as the authenticator counts; one that runs backwards is a copy. */
  readonly counter: number;
  readonly transports: readonly string[];
  /** Of the session that enrolled it (see `Operator.accessEpoch`). */
  readonly accessEpoch: number;
  readonly createdAtMs: number;
  readonly deletedAtMs: number | null;
}

export function opensSession(passkey: Passkey, owner: Pick<Operator, 'accessEpoch'>): boolean {
  return passkey.deletedAtMs === null && passkey.accessEpoch === owner.accessEpoch;
}
