/** A decision that an operator signed with a passkey, as stored beside the request (docs/decisions/signed-turns.md). */
import type { OperatorId, OrgId, RequestId } from '../../../protocol/identifiers';
import type { Decision } from '../../../protocol/statements/texts';
import type { Passkey } from '../../access/rules/passkey';

export interface SignedDecision {
  readonly org: OrgId;
  readonly request: RequestId;
  readonly operator: OperatorId;
  readonly decision: Decision;
  readonly round: number;
  /** How many signed turns the operator had taken back before this one. */
  readonly takenBack: number;
  readonly atMs: number;
  readonly statement: string;
  /** SSH signature, armoured. */
  readonly signature: string;
  /** The id of the passkey that signed. */
  readonly passkey: string;
}

/** Written together with the change that the operator signed. */
export interface Signed extends Signer {
  readonly decision: SignedDecision;
}

/** The passkey that signed. */
export interface Signer {
  /**
   * The passkey as it was read, or with its next counter. The write fails if anyone has changed or removed it since.
   */
  readonly passkey: Passkey;
  /** Whether the passkey counts its uses. If it does, the passkey is written too. */
  readonly counted: boolean;
}
