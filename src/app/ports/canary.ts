/** Posts that the canary's receiver keeps. */

/** A received post: the headers that begin with `service-`, in lower case, and the raw body. */
export interface ReceivedPost {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Keeps the posts to the canary's receiver for ten minutes. */
export interface Mailbox {
  keep(name: string, post: ReceivedPost, nowMs: number): Promise<'kept' | 'full'>;
  posts(name: string, nowMs: number): Promise<readonly ReceivedPost[]>;
}
