/** The posts that the canary's receiver keeps. */

/** A post as a receiver got it: the headers that begin with `service-`, in lower case, and the raw body. */
export interface ReceivedPost {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What the canary's receiver keeps, for ten minutes. */
export interface Mailbox {
  keep(name: string, post: ReceivedPost, nowMs: number): Promise<'kept' | 'full'>;
  posts(name: string, nowMs: number): Promise<readonly ReceivedPost[]>;
}
