/**
 * What a transition records for the audit chain.
 *
 * The record is on the request item itself, written together with the transition, so there is no second write that
 * could be forgotten. The stream carries it to the chain, and the check verifies that it arrived before it is removed.
 */
import type { EventEntry } from '../delivery/events';
import type { Entry, EntryKind } from './entry';
import { CHECK_AFTER_MS, MAX_UNCHECKED_RECORDS } from './limits';
import type { Request } from './request';
import type { Signed } from './signed';

export type { Entry, EntryKind, RevisionEntries } from './entry';

/** A transition that has not been written yet. Without entries, nothing changed. */
export interface Change<R extends Request = Request> {
  readonly request: R;
  readonly entries: readonly Entry[];
  /** The operator signed it. */
  readonly signed?: Signed | null;
}

export function unchanged<R extends Request>(request: R): Change<R> {
  return { request, entries: [] };
}

/** The image to write: one revision on, with the entries of this change in its journal, and with its check. */
export function sealChange(change: Change, writeId: string): Request {
  const { request, entries } = change;
  const revision = request.revision + 1;
  const checkAtMs = checkAtMsAfter(change);
  return { ...request, revision, writeId, checkAtMs, journal: [...request.journal, { revision, entries }] };
}

/**
 * A change that has more to hand over than its entries gets two minutes for that, so its check starts again. Any other
 * change keeps the check that is set. If none is set, its entries ride with the deadlines of the request: whatever comes
 * next (a verdict, the reminder, the expiry) sets a check, which verifies the complete journal. A check of its own would
 * cost each turn an entry of the due index. Only a check takes the journal off the item, so a long journal gets one all
 * the same: keys turned and taken back for hours would otherwise grow it past what the store can hold.
 */
function checkAtMsAfter({ request, entries }: Change): number | null {
  if (entries.length === 0) return request.checkAtMs;
  const startsAgain = entries.some((entry) => startsCheck(entry.kind));
  const afterThisMs = request.updatedAtMs + CHECK_AFTER_MS;
  if (startsAgain) return afterThisMs;
  return request.checkAtMs ?? (request.journal.length < MAX_UNCHECKED_RECORDS ? null : afterThisMs);
}

/** Whether a write with this entry sets a check. */
export const startsCheck = (kind: EntryKind): boolean => HAS_MORE_TO_HAND_OVER[kind];

/** Whether events, notices or a hand-over follow from it, besides the entry itself. An event cannot hang on a `false`. */
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
  'intent.window_closed': true,
} as const satisfies Readonly<Record<EntryKind, boolean> & Record<EventEntry, true>>;

/** Two changes, made one after the other, as one change. */
export function followedBy(first: Change, second: Change): Change {
  const signed = second.signed ?? first.signed ?? null;
  return { request: second.request, entries: [...first.entries, ...second.entries], ...(signed && { signed }) };
}
