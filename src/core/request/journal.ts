/**
 * What a transition leaves for the audit chain.
 *
 * The record travels on the request item itself, in the same write as the transition, so there is no second write to
 * forget; the stream carries it to the chain and the check verifies that it arrived before it is taken off the item.
 */
import type { Request } from './request';

export type EntryKind =
  | 'request.proposed'
  | 'request.notified'
  | 'key.turned'
  | 'key.withdrawn'
  | 'code.wrong'
  | 'code.reissued'
  | 'seat.disabled'
  | 'round.collapsed'
  | 'request.reminded'
  | 'request.authorized'
  | 'request.executing'
  | 'request.succeeded'
  | 'request.failed'
  | 'request.denied'
  | 'request.aborted'
  | 'request.expired'
  | 'intent.claimed'
  | 'intent.reported'
  | 'intent.window_closed';

export interface Entry {
  readonly kind: EntryKind;
  readonly atMs: number;
  /** An operator id, an API key id, a claim id, or `system`. */
  readonly actor: string;
  readonly data?: Readonly<Record<string, string | number | boolean | null | readonly string[]>>;
}

/** The entries of one revision. */
export interface JournalRecord {
  readonly revision: number;
  readonly entries: readonly Entry[];
}

/** A transition that has not been written yet. No entries: nothing changed. */
export interface Change<R extends Request = Request> {
  readonly request: R;
  readonly entries: readonly Entry[];
}

export function unchanged<R extends Request>(request: R): Change<R> {
  return { request, entries: [] };
}

/** The image to write: one revision on, with this change's journal record. */
export function sealChange(change: Change, writeId: string): Request {
  const { request, entries } = change;
  const revision = request.revision + 1;
  return { ...request, revision, writeId, journal: [...request.journal, { revision, entries }] };
}

/** Two changes made one after the other, as one. */
export function followedBy(first: Change, second: Change): Change {
  return { request: second.request, entries: [...first.entries, ...second.entries] };
}
