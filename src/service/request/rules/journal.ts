/**
 * What a transition records for the audit chain, also a claim and a report of it.
 *
 * The same write stores the record and the transition on the request item, so no second write can be forgotten. The
 * stream carries the record to the chain. The check removes it only after it has arrived there.
 */

import { program } from '../../../protocol/actor';
import type { ClaimId, RequestId } from '../../../protocol/identifiers';
import { statementHash } from '../../../protocol/statements/turn';
import type { EventEntry } from '../../delivery/rules/events';
import type { Entry, EntryKind } from './entry';
import { CHECK_AFTER_MS, MAX_UNCHECKED_RECORDS } from './limits';
import type { Lease, Request } from './request';
import { type Receipt, receiptStatement, type Signed } from './signed';

export type { Entry, EntryKind, RevisionEntries } from './entry';

/** A transition that is not written yet. Without entries, nothing changed. */
export interface Change<R extends Request = Request> {
  readonly request: R;
  readonly entries: readonly Entry[];
  /** The operator's signature of the change, if there is one. */
  readonly signed?: Signed | null;
}

export function unchanged<R extends Request>(request: R): Change<R> {
  return { request, entries: [] };
}

/** The image to write: the next revision, with this change's entries in its journal and with its check. */
export function sealChange(change: Change, writeId: string): Request {
  const { request, entries } = change;
  const revision = request.revision + 1;
  const checkAtMs = checkAtMsAfter(change);
  return { ...request, revision, writeId, checkAtMs, journal: [...request.journal, { revision, entries }] };
}

/**
 * A change with more to hand over than its entries gets a new check after two minutes. Any other change keeps the check
 * that is set. If none is set, its entries wait for the next deadline of the request (a verdict, the reminder, the
 * expiry): it sets a check, which verifies the complete journal. A separate check would cost each turn an entry of the
 * due index.
 *
 * Only a check removes the journal from the item, so a long journal gets a check of its own. Otherwise keys that are
 * turned and taken back for hours could make the item too large to store.
 */
function checkAtMsAfter({ request, entries }: Change): number | null {
  if (entries.length === 0) return request.checkAtMs;
  const startsAgain = entries.some((entry) => startsCheck(entry.kind));
  const afterThisMs = request.updatedAtMs + CHECK_AFTER_MS;
  if (startsAgain) return afterThisMs;
  return request.checkAtMs ?? (request.journal.length < MAX_UNCHECKED_RECORDS ? null : afterThisMs);
}

/** Whether a write with this kind of entry sets a check. */
export const startsCheck = (kind: EntryKind): boolean => HAS_MORE_TO_HAND_OVER[kind];

/**
 * Whether events, notices or a hand-over follow from an entry. An entry that causes an event does not compile with
 * `false`.
 */
const HAS_MORE_TO_HAND_OVER = {
  'request.proposed': true,
  'request.notified': true,
  'key.turned': false,
  'key.withdrawn': false,
  'code.wrong': false,
  'code.reissued': true,
  'seat.disabled': false,
  'seat.struck': true,
  'round.collapsed': true,
  'request.reminded': true,
  'request.warned': true,
  'request.authorized': true,
  'request.executing': true,
  'request.succeeded': true,
  'request.failed': true,
  'request.denied': true,
  'request.aborted': true,
  'request.expired': true,
  'intent.claimed': false,
  'intent.reported': true,
  'intent.stopped': true,
  'intent.window_closed': true,
} as const satisfies Readonly<Record<EntryKind, boolean> & Record<EventEntry, true>>;

/** Combines two successive changes into one. */
export function followedBy(first: Change, second: Change): Change {
  const signed = second.signed ?? first.signed ?? null;
  return { request: second.request, entries: [...first.entries, ...second.entries], ...(signed && { signed }) };
}

/** Operation claimRequest. */
export function claimEntry(lease: Lease) {
  return {
    kind: 'intent.claimed',
    atMs: lease.claimedAtMs,
    ...program(lease.claimId),
    data: { lease_expires_at: lease.leaseExpiresAtMs },
  } as const;
}

/** A worker's report of a run (operation reportExecution). */
export interface RunReport {
  readonly claimId: ClaimId;
  readonly status: 'succeeded' | 'failed';
  readonly reference: string | null;
  readonly error: string | null;
  /** Absent if the worker signed nothing. It is ignored when two reports are compared. */
  readonly receipt?: Receipt;
}

export function reportEntry(request: RequestId, report: RunReport, nowMs: number): Entry {
  const { claimId, status, reference, error, receipt } = report;
  const signed = receipt === undefined ? null : statementHash(receiptStatement(request, report, receipt));
  const data = { status, reference, error, ...(signed !== null && { statement: signed }) };
  return { kind: 'intent.reported', atMs: nowMs, ...program(claimId), data };
}
