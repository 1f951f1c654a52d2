/** What is reported about a receiver of posts: an endpoint, or the chat of an organization. */

/** The chat among the receivers of its organization; also the name of its setting, and the subject of its entries. */
export const CHAT = 'chat';

/** What an attempt at an endpoint reports. */
export type AttemptReport = 'succeeded' | 'failed';

/** Why a chat did not take a post. `not_now`: it certainly did not, and a later one may be. `unknown`: perhaps it did. */
export interface NotTaken {
  readonly kind: 'refused' | 'not_now' | 'refused_address' | 'unknown';
  /** Null if there was no answer. */
  readonly status: number | null;
}

export interface GivenUp extends NotTaken {
  readonly atMs: number;
}
