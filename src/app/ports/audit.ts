/** The audit chain and its published heads. */
import type { AuditEntry, AuditHead, PendingEntry } from '../../core/audit/chain';
import type { PublishedHead } from '../../core/audit/heads';
import type { OrgId } from '../../protocol/identifiers';
import type { Queue } from './queue';

/** The pending entries of one revision of one subject, for the chain. */
export interface AuditMessage {
  readonly org: OrgId;
  readonly subject: string;
  readonly revision: number;
  /** The queue and the stored journals use this name, and messages outlive a deployment. */
  readonly facts: readonly PendingEntry[];
}

/** Entries of several causes of one organization: a message of the queue (docs/decisions/large-audit-blocks.md). */
export interface AuditMessages {
  readonly org: OrgId;
  /** Of each subject in order. */
  readonly causes: readonly Omit<AuditMessage, 'org'>[];
  /** Sent by one of many at once: to be combined with others before it reaches the writer. */
  readonly crowd?: true;
}

/** Where entries of the audit chains are sent. */
export interface AuditQueue extends Queue<AuditMessage> {
  /** For what many instances send at once: it is combined again before it reaches the writer. */
  readonly crowd?: Queue<AuditMessage>;
}

/** What a direct call of the chain's writer has: entries of one organization or several, of each subject in order. */
export interface AuditEvent {
  readonly entries: readonly AuditMessage[];
}

/** A revision of a subject. Its entries are added to the chain once. */
export interface Cause {
  readonly subject: string;
  readonly revision: number;
}

/** The end of a chain. */
export interface AuditTail {
  readonly head: AuditHead;
  /** The causes of its last block. They are in the chain, whether they are marked or not. */
  readonly block: readonly CauseLocation[];
}

/** Which entries of the chain belong to a cause. */
export interface CauseLocation extends Cause {
  /** The `seq` of the first entry of the block. */
  readonly block: number;
  readonly first: number;
  readonly count: number;
}

/**
 * The chain is stored as blocks of entries, with a mark for each cause. One conditional write adds a block, so two
 * writers that saw the same end compete for one key. The causes of every block but the last are marked.
 */
export interface AuditStore {
  tail(org: OrgId): Promise<AuditTail>;
  /** Which of these causes are marked. */
  recorded(org: OrgId, causes: readonly Cause[]): Promise<ReadonlySet<string>>;
  /** False: the write lost a race, or met itself. Read the end of the chain again. */
  append(org: OrgId, entries: readonly AuditEntry[], shares: readonly CauseLocation[]): Promise<boolean>;
  mark(org: OrgId, shares: readonly CauseLocation[]): Promise<void>;
  entries(org: OrgId, afterSeq: number, limit: number): Promise<AuditEntry[]>;
  /**
   * Whether a block begins after this entry: a read of nothing, while there is none. For what waits at the end of a
   * chain. It may answer late, because it reads without consistency.
   */
  grew(org: OrgId, afterSeq: number): Promise<boolean>;
  /** Every entry about a subject whose cause is marked, oldest first. */
  ofSubject(org: OrgId, subject: string): Promise<AuditEntry[]>;
}

export interface HeadSigner {
  /** Compact JWS (RFC 7515, ES256) over the payload, and the public key that verifies it. */
  sign(
    payload: Readonly<Record<string, string | number>>,
  ): Promise<{ readonly jws: string; readonly jwk: Readonly<Record<string, unknown>> }>;
}

/** The end of a chain as it was published. `jws` covers `{org, seq, hash, at}`; `at` is epoch milliseconds. */
export interface SignedHead extends PublishedHead {
  readonly org: OrgId;
  readonly at: number;
  readonly jws: string;
  readonly jwk: Readonly<Record<string, unknown>>;
}

/**
 * Where signed heads are published: outside the table, and write-once. Nothing here can change or remove a head, so a
 * writer of the table cannot rewrite what a published head covers without being noticed.
 */
export interface HeadStore {
  /** The published head with the highest `seq`; null before the first. */
  last(org: OrgId): Promise<SignedHead | null>;
  /** Keeps the head for good. No effect if a head of this `seq` is published already. */
  publish(head: SignedHead): Promise<void>;
}
