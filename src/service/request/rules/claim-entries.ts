/** What a claim and a report of it say in the journal of the request (operations claimRequest and reportExecution). */
import { program } from '../../../protocol/actor';
import type { ClaimId, RequestId } from '../../../protocol/identifiers';
import { statementHash } from '../../../protocol/statements/turn';
import type { Entry } from './entry';
import { type Receipt, receiptStatement } from './receipt';
import type { Lease } from './request';

export function claimEntry(lease: Lease) {
  return {
    kind: 'intent.claimed',
    atMs: lease.claimedAtMs,
    ...program(lease.claimId),
    data: { lease_expires_at: lease.leaseExpiresAtMs },
  } as const;
}

export interface Report {
  readonly claimId: ClaimId;
  readonly status: 'succeeded' | 'failed';
  readonly reference: string | null;
  readonly error: string | null;
  /** Absent if the worker signed nothing. It is ignored when two reports are compared. */
  readonly receipt?: Receipt;
}

export function reportEntry(request: RequestId, report: Report, nowMs: number): Entry {
  const { claimId, status, reference, error, receipt } = report;
  const signed = receipt === undefined ? null : statementHash(receiptStatement(request, report, receipt));
  const data = { status, reference, error, ...(signed !== null && { statement: signed }) };
  return { kind: 'intent.reported', atMs: nowMs, ...program(claimId), data };
}
