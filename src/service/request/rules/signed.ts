/**
 * What people and workers sign about a request (docs/decisions/signed-turns.md): operators their decisions, workers
 * their reports.
 */

import type { ApiKeyId, ClaimId, OperatorId, OrgId, RequestId } from '../../../protocol/identifiers';
import { parsePublicKeyText, publicKeyText } from '../../../protocol/ssh/public-key';
import { parseArmour } from '../../../protocol/ssh/signature';
import { isSignedBy } from '../../../protocol/ssh/verify';
import { executionStatementText, WORKER_NAMESPACE } from '../../../protocol/statements/execution';
import type { Decision } from '../../../protocol/statements/texts';
import type { Passkey } from '../../access/rules/passkey';

/** A decision that an operator signed with a passkey, as stored beside the request. */
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

/** The facts of a report that a receipt states. */
export interface ReportedRun {
  readonly claimId: ClaimId;
  readonly status: 'succeeded' | 'failed';
  readonly reference: string | null;
}

/**
 * What a worker signed about its report, as sent with the report. It names the operation and the intent that the worker
 * ran; the write of the report checks them.
 */
export interface Receipt {
  readonly operationHash: string;
  /** The digest in `params.intent`. */
  readonly intent: string;
  /** SSH signature, armoured. */
  readonly signature: string;
  /** The API key whose signing key signed. */
  readonly key: ApiKeyId;
}

/** A receipt as stored. The rest of its statement is in the request. */
export type KeptReceipt = Pick<Receipt, 'signature' | 'key'>;

/**
 * `no_signing_key`: the API key has no registered signing key. `malformed`: the armour does not hold a key that may
 * sign here. `other_key`: the key is not the registered one. `other_report`: the signature is for something else.
 */
export type ReceiptFault = 'no_signing_key' | 'malformed' | 'other_key' | 'other_report';

/** `signingKey` is the public key registered with the API key, in OpenSSH's form. */
export function receiptFault(
  receipt: Receipt,
  report: ReportedRun,
  request: RequestId,
  signingKey: string | null,
): ReceiptFault | null {
  if (signingKey === null) return 'no_signing_key';
  const signature = parseArmour(receipt.signature);
  if (signature === null) return 'malformed';
  if (publicKeyText(signature.key) !== signingKey) return 'other_key';
  const statement = receiptStatement(request, report, receipt);
  return isSignedBy(signature, WORKER_NAMESPACE, statement) ? null : 'other_report';
}

export function receiptStatement(
  request: RequestId,
  { claimId, status, reference }: ReportedRun,
  { operationHash, intent }: Pick<Receipt, 'operationHash' | 'intent'>,
): string {
  const ran = { operation_hash: operationHash, intent };
  return executionStatementText({ v: 1, claim: claimId, request, ...ran, status, reference });
}

/**
 * The text of a public key that may sign reports, in OpenSSH's form without the comment at the end. Null if it is not
 * such a key.
 */
export function signingKeyText(text: string): string | null {
  const [type = '', base64 = ''] = text.trim().split(/\s+/);
  const key = parsePublicKeyText(`${type} ${base64}`);
  return key === null || 'application' in key ? null : publicKeyText(key);
}
