/** The audit chain and its published heads. */

import type { OrgId } from '../../protocol/identifiers';
import type { HeadPayload, PublishedHead } from '../../protocol/statements/head';
import type { AuditEntry, AuditHead, ChainFault, PendingEntry } from './rules/chain';

/** A message of the audit queue: journals of items of one organization (audit-messages.ts). */
export interface AuditMessage {
  readonly org: OrgId;
  /** In order. */
  readonly journals: readonly Journal[];
  /** Handed out again by itself, because a message with it failed twice. */
  readonly alone?: true;
}

/**
 * The journal of one item. It is in a single message, so its revisions reach the chain in order, no matter how messages
 * are sent, batched or repeated.
 */
export interface Journal {
  readonly subject: string;
  /** In order. */
  readonly revisions: readonly Omit<PendingCause, 'subject'>[];
}

/** A revision of a subject. Its entries are added to the chain only once. */
export interface Cause {
  readonly subject: string;
  readonly revision: number;
}

/** A cause with its entries, for the chain. */
export interface PendingCause extends Cause {
  /** The queue and the stored journals use this name. */
  readonly facts: readonly PendingEntry[];
}

/** The end of a chain. */
export interface AuditTail {
  readonly head: AuditHead;
  /** The causes of the last block. They are in the chain even if they are not marked. */
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
 * writers that saw the same end compete for one key. All causes are marked except perhaps those of the last block.
 */
export interface AuditStore {
  tail(org: OrgId): Promise<AuditTail>;
  /** Which of these causes are marked. */
  recorded(org: OrgId, causes: readonly Cause[]): Promise<ReadonlySet<string>>;
  /** False if another writer was first, possibly an earlier attempt of this write. Read the end of the chain again. */
  append(org: OrgId, entries: readonly AuditEntry[], shares: readonly CauseLocation[]): Promise<boolean>;
  mark(org: OrgId, shares: readonly CauseLocation[]): Promise<void>;
  entries(org: OrgId, afterSeq: number, limit: number): Promise<AuditEntry[]>;
  /**
   * Whether a block begins after this entry. While there is none, the read costs almost nothing. Used to wait at the
   * end of a chain. The result may be late, because the read is not strongly consistent.
   */
  grew(org: OrgId, afterSeq: number): Promise<boolean>;
  /** Every entry about a subject whose cause is marked, oldest first. */
  ofSubject(org: OrgId, subject: string): Promise<AuditEntry[]>;
}

/** An organization whose entries need a head, up to `up_to` or else to the end of the chain. */
export interface HeadMessage {
  readonly org: OrgId;
  readonly up_to?: number;
}

export interface HeadSigner {
  /** Compact JWS (RFC 7515, ES256) over the payload in canonical JSON, and the public key that verifies it. */
  sign(payload: HeadPayload): Promise<Pick<PublishedHead, 'jws' | 'jwk'>>;
}

/**
 * Where signed heads are published: outside the table, and write-once. Nothing here can change or remove a head, so a
 * writer of the table cannot rewrite entries that a published head covers without being detected.
 */
export interface HeadStore {
  /** The published head with the highest `n`; null before the first. */
  last(org: OrgId): Promise<PublishedHead | null>;
  /** Keeps the head for good. False, without effect, if a head with this `n` is already published. */
  publish(head: PublishedHead): Promise<boolean>;
}

/** An audit chain got no head. The function behind the timers writes the entry (docs/decisions/published-heads.md). */
export interface RefusedHead {
  readonly kind: 'refused_head';
  readonly org: OrgId;
  /** The first entry that does not fit, its fault, and the last entry that a published head covers. */
  readonly seq: number;
  readonly fault: ChainFault['fault'];
  readonly published_seq: number;
  /** Epoch ms. */
  readonly at: number;
}
