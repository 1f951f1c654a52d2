/** What an operator signs about a request (docs/decisions/signed-turns.md). */
import type { Result } from '../../../protocol/result';
import type { AssertionFault } from '../../../protocol/statements/assertion';
import { policyDigest } from '../../../protocol/statements/policy';
import {
  countedText,
  type Decision,
  memberText,
  policyDocumentText,
  shownFields,
  turnStatementText,
} from '../../../protocol/statements/texts';
import { turnNonce } from '../../../protocol/statements/turn';
import type { Request, Seat } from '../../request/rules/request';
import type { Signed } from '../../request/rules/signed';

/**
 * `missing`: nothing was sent. `no_passkey`: the operator has no passkey that can sign. `unknown_passkey`: the passkey
 * is not theirs. `not_countersigned`: no admin has countersigned the key, and the organization's bootstrap has ended.
 */
export type SignatureFault =
  | 'missing'
  | 'no_passkey'
  | 'unknown_passkey'
  | 'not_countersigned'
  | 'passkey_changed'
  | AssertionFault;

/** Checks the signature of a command for the request as it is now. Null if this command needs no signature. */
export type SignatureCheck = (request: Request, seat: Seat, nowMs: number) => Result<Signed | null, SignatureFault>;

export const wantsSignature = ({ policy }: Request): boolean => policy.turn === 'code_and_passkey';

export function policyDocumentOf({ action, policy, requester, seats }: Request): string {
  const common = {
    action,
    version: policy.version,
    mode: policy.mode,
    quorum: policy.quorum,
    requester,
    self_approval: policy.denySelfApproval ? 'denied' : 'allowed',
    turn: policy.turn,
  } as const;
  // Includes removed seats, because the document shows what was fixed when the request was created.
  if (policy.groups === undefined) {
    return policyDocumentText({ v: 1, ...common, seats: seats.map((seat) => seat.operator) });
  }
  return policyDocumentText({
    v: 2,
    ...common,
    seats: seats.map(({ operator, groups = [] }) => memberText(operator, groups)),
    groups: policy.groups.map(({ id, revision }) => countedText(id, revision)),
    requires: (policy.requires ?? []).map(({ group, keys }) => countedText(group, keys)),
  });
}

/** `secret` is the server secret of the request's codes. */
export function statementOf(request: Request, seat: Seat, decision: Decision, secret: Uint8Array): string {
  const { org, id, action, operationHash, policy, digests, round, expiresAtMs } = request;
  const { operator, issue, takenBack = 0 } = seat;
  return turnStatementText({
    ...shownFields(digests),
    org,
    request: id,
    action,
    operation_hash: operationHash,
    policy: { version: policy.version, digest: policyDigest(policyDocumentOf(request)) },
    decision,
    operator,
    round,
    nonce: turnNonce({ secret, org, request: id, operator, round, issue, takenBack }),
    expires_at: expiresAtMs,
  });
}
