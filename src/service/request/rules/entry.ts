/** The entries of a request's history, as the audit chain records them. */
import type { Actor } from '../../../protocol/actor';
import type { Reason } from '../../../protocol/shown/reasons';

export type EntryKind =
  | 'request.proposed'
  | 'request.notified'
  | 'key.turned'
  | 'key.withdrawn'
  | 'code.wrong'
  | 'code.reissued'
  | 'seat.disabled'
  | 'seat.struck'
  | 'round.collapsed'
  | 'request.reminded'
  | 'request.warned'
  | 'request.authorized'
  | 'request.executing'
  | 'request.succeeded'
  | 'request.failed'
  | 'request.denied'
  | 'request.aborted'
  | 'request.expired'
  | 'intent.claimed'
  | 'intent.reported'
  | 'intent.stopped'
  | 'intent.window_closed';

/** The reason of a request that ended because the operator in whose name it was made did not make it. */
export const MISUSE = 'misuse_reported' satisfies Reason;

export interface Entry extends Actor {
  readonly kind: EntryKind;
  readonly atMs: number;
  readonly data?: Readonly<Record<string, string | number | boolean | null | readonly string[]>>;
}

/** The entries of one revision. */
export interface RevisionEntries {
  readonly revision: number;
  readonly entries: readonly Entry[];
}
