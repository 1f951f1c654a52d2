/** Requests, what operators and the service signed about them, and documents (evidence). */

import type { EvidenceDigest } from '../../protocol/evidence';
import type { ActionId, ApiKeyId, OperatorId, OrgId, RequestId } from '../../protocol/identifiers';
import type { Envelope } from '../../protocol/sealed-envelope';
import type { SshPublicKey } from '../../protocol/ssh/public-key';
import type { Caller } from './rules/caller';
import type { Change, RunReport } from './rules/journal';
import type { Lease, Notified, Request } from './rules/request';
import type { SignedDecision } from './rules/signed';

/** A request with its sealed intent, which is stored beside it. */
export interface Loaded {
  readonly request: Request;
  readonly intent: Envelope | null;
}

/** The stored text of a request's intent as read before the write; null if there was none. */
export interface StoredIntent {
  readonly text: string | null;
}

export type Saved =
  | { readonly kind: 'saved'; readonly request: Request }
  /** Another write came first. `current` is the image after it. */
  | { readonly kind: 'conflict'; readonly current: Request }
  /** The operator was disabled, or their access was revoked. */
  | { readonly kind: 'access_ended' }
  /** The operator has entered too many wrong codes. No code is compared before `untilMs`, in any request. */
  | { readonly kind: 'too_many_wrong_codes'; readonly untilMs: number }
  /** The passkey that signed the change was used or removed in the meantime. */
  | { readonly kind: 'passkey_changed' }
  /** A conflict or throttling. Probably nothing was written; read again. */
  | { readonly kind: 'contention' };

/** `null`: there is no such request. `conflict`: the condition failed on `current`. */
export type LedgerWrite =
  | { readonly kind: 'written'; readonly request: Request; readonly intent: Envelope | null }
  | { readonly kind: 'conflict'; readonly current: Request; readonly intent: Envelope | null }
  | null;

/** Who turns a key. The write succeeds only while they are enabled and in the access epoch of their sign-in. */
export interface Turner {
  readonly operator: OperatorId;
  readonly accessEpoch: number;
}

/**
 * A turn with a right or wrong code. The write succeeds only if the operator's record allows it, and counts a wrong
 * code there.
 */
export interface TurnGuard extends Turner {
  readonly isWrongCode: boolean;
  readonly nowMs: number;
}

export interface RequestStore {
  /**
   * Makes one conditional write. `exists`: the id is taken, by an earlier create or by an earlier attempt of this one.
   */
  create(
    change: Change<Notified>,
    intent: Envelope | null,
    writeId: string,
  ): Promise<'created' | 'exists' | 'contention'>;
  /** Strongly consistent. */
  load(org: OrgId, id: RequestId): Promise<Loaded | null>;
  /** Strongly consistent, without intents, in the order of `ids`. Requests that do not exist are left out. */
  loadMany(org: OrgId, ids: readonly RequestId[]): Promise<Request[]>;
  /** The same at half the price. What was written within the last second may be missing. */
  glanceMany(org: OrgId, ids: readonly RequestId[]): Promise<Request[]>;
  /** Strongly consistent, with intents, in the order of `ids`. */
  hydrate(org: OrgId, ids: readonly RequestId[]): Promise<Loaded[]>;
  /**
   * Writes `change` only if the revision has not changed since it was read. The same write stores the operator's
   * signature, if there is one.
   */
  save(change: Change, writeId: string, options?: { readonly turn?: TurnGuard }): Promise<Saved>;
  /**
   * Makes the claim with one conditional write, without reading the request first. The intent is read at the same time
   * if the key check did not read it.
   */
  claim(caller: Caller, id: RequestId, lease: Lease, intent?: StoredIntent): Promise<LedgerWrite>;
  /** Makes the report in the same way. */
  report(
    org: OrgId,
    id: RequestId,
    report: RunReport,
    write: { readonly id: string; readonly nowMs: number; readonly intent?: StoredIntent | undefined },
  ): Promise<LedgerWrite>;
  /** The organization's first request with an intent of this digest; null if an index does not know one. */
  firstWithDigest(org: OrgId, digest: string): Promise<RequestId | null>;
  /**
   * Requests that may be executable at `nowMs`, oldest first. Load them and evaluate them again. With `after`, it reads at
   * most 3 MB of the index, and returns where it stopped, or null at the end.
   */
  executableCandidates(caller: Caller, query: ExecutableQuery): AsyncGenerator<ExecutablePlace, ExecutablePlace | null>;
  /** An organization's open requests, oldest first, from an index that is slightly behind. */
  openEntries(org: OrgId): AsyncIterable<OpenEntry>;
  /**
   * How many requests are open at `nowMs`, with one query. Null if there are more than one query reads, about 4,000.
   */
  countOpen(org: OrgId, of: OpenOf, nowMs: number): Promise<number | null>;
  /** An organization's requests, newest first. */
  recent(org: OrgId, query: RecentQuery): Promise<RecentPage>;
  /** Clears the check and the journal of the verified image. False if the request has changed since. */
  completeCheck(request: Request): Promise<boolean>;
  /** Postpones the check until `checkAtMs`. This is not a transition and makes no revision. */
  postponeCheck(request: Request, checkAtMs: number | null): Promise<void>;
}

export interface ExecutableQuery {
  readonly nowMs: number;
  readonly pageSize: number;
  readonly after?: 'oldest' | ExecutablePlace | undefined;
}

/** Of requests that were created in the same millisecond, those whose lease has expired come first. */
export interface ExecutablePlace {
  readonly createdAtMs: number;
  readonly id: RequestId;
  readonly isLapsed: boolean;
}

/** What the index knows about an open request. */
export interface OpenEntry {
  readonly id: RequestId;
  readonly action: ActionId;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  /** The operators who had a seat when it was created. */
  readonly asked: readonly OperatorId[];
}

export type OpenOf = { readonly action: ActionId } | { readonly keyId: ApiKeyId };

/** What operators signed about requests. `RequestStore.save` writes it. */
export interface SignedDecisionStore {
  /**
   * For one request: the decisions in the order of rounds, and the verdict if the service has signed it. Strongly
   * consistent.
   */
  ofRequest(
    org: OrgId,
    request: RequestId,
  ): Promise<{ readonly decisions: readonly SignedDecision[]; readonly verdict: SignedText | null }>;
  /** Keeps the first signed verdict, and returns the stored one. */
  keepVerdict(org: OrgId, request: RequestId, verdict: SignedText): Promise<SignedText>;
}

/** A statement and its SSH signature, armoured. */
export interface SignedText {
  readonly statement: string;
  readonly signature: string;
}

/** The service's own key for verdicts. It signs nothing else (docs/decisions/signed-turns.md). */
export interface VerdictSigner {
  publicKey(): Promise<SshPublicKey>;
  /** P-256 with SHA-256: r and s, 32 bytes each. */
  sign(bytes: Uint8Array): Promise<Uint8Array>;
}

export interface RecentEntry {
  readonly id: RequestId;
  readonly action: ActionId;
  readonly createdAtMs: number;
  /** The cursor of the page that begins after it. */
  readonly cursor: string;
}

export interface RecentPage {
  readonly ids: readonly RequestId[];
  /** The same requests, with what the index knows about them. */
  readonly entries: readonly RecentEntry[];
  /** How many requests were looked at, including those that do not match. */
  readonly looked: number;
  readonly cursor: string | null;
  /** When the last one that was looked at was created. Null if there is no next page. */
  readonly backToMs: number | null;
}

export interface RecentQuery {
  readonly action?: string;
  readonly requester?: string;
  /** Epoch ms, inclusive. */
  readonly sinceMs?: number;
  readonly untilMs?: number;
  /** How many requests to look at, at most. */
  readonly limit: number;
  readonly cursor: string | null;
}

/** The documents of an organization, each under its digest. No call reads those of another organization. */
export interface EvidenceStore {
  /** Stores the document or renews it: its retention begins again. */
  put(org: OrgId, digest: EvidenceDigest, bytes: Uint8Array): Promise<void>;
  /** The stored bytes, without a comparison. `expired`: it was stored, but its retention has ended. */
  read(org: OrgId, digest: EvidenceDigest): Promise<Uint8Array | 'missing' | 'expired'>;
  /** Compares the checksum that the store keeps, without reading the document. */
  check(org: OrgId, digest: EvidenceDigest): Promise<'stored' | 'missing' | 'expired' | 'changed'>;
}
