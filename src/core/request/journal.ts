/**
 * What a transition leaves for the audit chain.
 *
 * The record travels on the request item itself, in the same write as the transition, so there is no second write to
 * forget; the stream carries it to the chain and the check verifies that it arrived before it is taken off the item.
 */
import type { Entry } from './entry';
import { CHECK_AFTER_MS } from './limits';
import type { Request } from './request';

export type { Entry, EntryKind, Revision as JournalRecord } from './entry';

/** A transition that has not been written yet. No entries: nothing changed. */
export interface Change<R extends Request = Request> {
  readonly request: R;
  readonly entries: readonly Entry[];
}

export function unchanged<R extends Request>(request: R): Change<R> {
  return { request, entries: [] };
}

/**
 * The image to write: one revision on, with this change's journal record. Entries always come with a check, for only a
 * check takes the journal off the item: without one, keys turned and taken back for hours would grow it past what the
 * store can hold, and the request could not even expire.
 */
export function sealChange(change: Change, writeId: string): Request {
  const { request, entries } = change;
  const revision = request.revision + 1;
  const checkAtMs = request.checkAtMs ?? (entries.length === 0 ? null : request.updatedAtMs + CHECK_AFTER_MS);
  return { ...request, revision, writeId, checkAtMs, journal: [...request.journal, { revision, entries }] };
}

/** Two changes made one after the other, as one. */
export function followedBy(first: Change, second: Change): Change {
  return { request: second.request, entries: [...first.entries, ...second.entries] };
}
