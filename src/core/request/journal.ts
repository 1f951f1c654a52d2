/**
 * What a transition records for the audit chain.
 *
 * The record is on the request item itself, written together with the transition, so there is no second write that
 * could be forgotten. The stream carries it to the chain, and the check verifies that it arrived before it is removed.
 */
import type { Entry } from './entry';
import { CHECK_AFTER_MS } from './limits';
import type { Request } from './request';

export type { Entry, EntryKind, Revision as JournalRecord } from './entry';

/** A transition that has not been written yet. Without entries, nothing changed. */
export interface Change<R extends Request = Request> {
  readonly request: R;
  readonly entries: readonly Entry[];
}

export function unchanged<R extends Request>(request: R): Change<R> {
  return { request, entries: [] };
}

/**
 * The image to write: the next revision, with the journal record of this change. Entries always set a check, because
 * only a check removes the journal. Without one, keys turned and withdrawn for hours would make the item too large for
 * the store, and then the request could not even expire.
 */
export function sealChange(change: Change, writeId: string): Request {
  const { request, entries } = change;
  const revision = request.revision + 1;
  const checkAtMs = request.checkAtMs ?? (entries.length === 0 ? null : request.updatedAtMs + CHECK_AFTER_MS);
  return { ...request, revision, writeId, checkAtMs, journal: [...request.journal, { revision, entries }] };
}

/** Two changes, made one after the other, as one change. */
export function followedBy(first: Change, second: Change): Change {
  return { request: second.request, entries: [...first.entries, ...second.entries] };
}
