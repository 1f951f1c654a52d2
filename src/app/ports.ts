/**
 * What the use cases need from outside. Adapters implement these; nothing here knows AWS.
 *
 * Times are epoch milliseconds (`…Ms`) unless the name says otherwise.
 */

import type { AuditEntry, AuditHead, PendingEntry } from '../core/audit/chain';
import type { ApiKey, Endpoint, Journaled, Operator, PendingRevision, Scope } from '../core/config/config';
import type { Passkey } from '../core/config/passkey';
import type { Attempt, Delivery } from '../core/delivery/delivery';
import type { Report } from '../core/execution/claim';
import type { Notice, NoticeKind } from '../core/notice/notices';
import type { Policy } from '../core/policy/policy';
import type { Change } from '../core/request/journal';
import type { Lease, Notified, Request } from '../core/request/request';
import type { ActionId, ApiKeyId, DeliveryId, EndpointId, OperatorId, OrgId, RequestId } from '../protocol/identifiers';
import type { Envelope } from '../protocol/sealed-envelope';

export interface Clock {
  /** Epoch milliseconds. */
  nowMs(): number;
}

export interface Random {
  /** `bytes` random bytes as lower-case hex (2 × `bytes` characters). */
  hex(bytes: number): string;
  /** `bytes` random bytes as base64url without padding. */
  base64url(bytes: number): string;
  /** A number in [0, 1). Only for jitter and sharding, never for secrets. */
  fraction(): number;
}

export interface QueueMessage<Body> {
  readonly body: Body;
  /** Fairness group on a standard queue; ordering group on a FIFO queue. */
  readonly groupId?: string;
  /** FIFO queues only. */
  readonly deduplicationId?: string;
  /** 0–900 s; standard queues only. */
  readonly delaySeconds?: number;
}

export interface Queue<Body> {
  /** Resolves when every message was accepted; throws if any was not, after having sent what it could. */
  send(messages: readonly QueueMessage<Body>[]): Promise<void>;
}

/** What names one attempt of one delivery; the input of the retry loop and of its task. */
export interface DeliveryTask {
  readonly org: string;
  readonly delivery_id: string;
  readonly generation: number;
  /** RFC 3339, a whole second, `Z`: the instant the loop waits for. */
  readonly next_attempt_at: string;
}

export interface DeliveryLoop {
  /**
   * Starts the retry loop under a name of its own (`<delivery id>-<generation>`).
   * `running`: an execution of that name is running already, which is as good as started.
   * `closed`: the name was used by an execution that has ended; the caller raises the generation.
   */
  start(name: string, input: DeliveryTask): Promise<'started' | 'running' | 'closed'>;
}

export interface OutgoingPost {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type PostOutcome =
  /** Any HTTP answer, redirects included (they are never followed). */
  | { readonly kind: 'answered'; readonly status: number; readonly retryAfterSeconds: number | null }
  /** The guard will not connect there. Final: not retried. */
  | { readonly kind: 'refused_address'; readonly reason: string }
  /** No answer: DNS, connect, TLS, reset, malformed answer. */
  | { readonly kind: 'unreachable'; readonly error: string }
  /** The 10 s over the whole attempt ran out. */
  | { readonly kind: 'timed_out'; readonly error: string };

export interface WebhookSender {
  /** One POST, guarded, without redirects, within 10 s. Never throws for what a receiver does. */
  post(request: OutgoingPost): Promise<PostOutcome>;
  /**
   * Whole check of an endpoint's URL when it is saved: syntax, literal addresses and every address its name resolves
   * to.
   */
  validateEndpoint(url: string): Promise<{ readonly ok: true } | { readonly ok: false; readonly reason: string }>;
}

// ---------------------------------------------------------------------------------------------------------------------
// The ledger

/** A request with its sealed intent, which lives beside it. */
export interface Loaded {
  readonly request: Request;
  readonly intent: Envelope | null;
}

export type Saved =
  | { readonly kind: 'saved'; readonly request: Request }
  /** Somebody else's write came first; this is the image it left. */
  | { readonly kind: 'conflict'; readonly current: Request }
  /** The turner was disabled, or their access revoked. */
  | { readonly kind: 'access_ended' }
  /** Conflict or throttle: nothing was written as far as is known; read again. */
  | { readonly kind: 'contention' };

/** `null`: no such request. `conflict`: the condition did not hold on `current`. */
export type LedgerWrite =
  | { readonly kind: 'written'; readonly request: Request; readonly intent: Envelope | null }
  | { readonly kind: 'conflict'; readonly current: Request; readonly intent: Envelope | null }
  | null;

/** Who turns a key: the write holds only while they are enabled and still in the access epoch that they signed in under. */
export interface Turner {
  readonly operator: OperatorId;
  readonly accessEpoch: number;
}

export interface RequestStore {
  /** One conditional write. `exists`: the id is taken, by an earlier create or by this very one. */
  create(
    change: Change<Notified>,
    intent: Envelope | null,
    writeId: string,
  ): Promise<'created' | 'exists' | 'contention'>;
  /** Strongly consistent. */
  load(org: OrgId, id: RequestId): Promise<Loaded | null>;
  /** Strongly consistent, without intents, in no order; what does not exist is left out. */
  loadMany(org: OrgId, ids: readonly RequestId[]): Promise<Request[]>;
  /** Strongly consistent, with intents, in no order. */
  hydrate(org: OrgId, ids: readonly RequestId[]): Promise<Loaded[]>;
  /** Writes `change` over exactly the revision it was made from. */
  save(change: Change, writeId: string, options?: { readonly turner?: Turner }): Promise<Saved>;
  /** The claim as one blind conditional write, the intent read at the same time. */
  claim(org: OrgId, id: RequestId, lease: Lease): Promise<LedgerWrite>;
  /** The report as one blind conditional write, the intent read at the same time. */
  report(org: OrgId, id: RequestId, report: Report, writeId: string, nowMs: number): Promise<LedgerWrite>;
  /** Ids of requests that may be executable at `nowMs`, oldest first; to be hydrated and judged again. */
  executableCandidates(org: OrgId, nowMs: number, pageSize: number): AsyncIterable<RequestId>;
  /** Ids of an organization's open requests, oldest first. */
  openIds(org: OrgId): AsyncIterable<RequestId>;
  /** An organization's requests, newest first. */
  recent(
    org: OrgId,
    query: RecentQuery,
  ): Promise<{ readonly ids: readonly RequestId[]; readonly cursor: string | null }>;
  /** Clears the check and the journal of the image that was verified; false if it has moved on. */
  completeCheck(request: Request): Promise<boolean>;
  /** Puts the check off to `checkAtMs`; no transition, no new revision. */
  postponeCheck(request: Request, checkAtMs: number | null): Promise<void>;
}

export interface RecentQuery {
  readonly action?: string;
  readonly requester?: string;
  /** Epoch ms, inclusive. */
  readonly sinceMs?: number;
  readonly untilMs?: number;
  readonly limit: number;
  readonly cursor: string | null;
}

// ---------------------------------------------------------------------------------------------------------------------
// Configuration

export interface ConfigStore {
  /** Strongly consistent reads, all of them. */
  operator(org: OrgId, id: OperatorId): Promise<Operator | null>;
  operators(org: OrgId): Promise<Operator[]>;
  /** `whileUnchanged`: another operator who must still be exactly as read; checked in the same write. */
  saveOperator(
    operator: Operator,
    options?: { readonly whileUnchanged?: Operator | undefined },
  ): Promise<'saved' | 'conflict'>;

  action(org: OrgId, id: ActionId): Promise<StoredPolicy | null>;
  actions(org: OrgId): Promise<StoredPolicy[]>;
  actionVersion(org: OrgId, id: ActionId, version: number): Promise<Policy | null>;
  saveAction(org: OrgId, action: StoredPolicy): Promise<'saved' | 'conflict'>;

  apiKeys(org: OrgId): Promise<ApiKey[]>;
  apiKey(org: OrgId, id: ApiKeyId): Promise<ApiKey | null>;
  saveApiKey(key: ApiKey): Promise<'saved' | 'conflict'>;
  /** The key check's one read. Revoked keys are not found. */
  liveKey(tokenHash: string): Promise<LiveKey | null>;
  /** To the day; no transition, so no revision. */
  touchApiKey(org: OrgId, id: ApiKeyId, tokenHash: string, nowMs: number): Promise<void>;

  endpoints(org: OrgId): Promise<Endpoint[]>;
  endpoint(org: OrgId, id: EndpointId): Promise<Endpoint | null>;
  saveEndpoint(endpoint: Endpoint): Promise<'saved' | 'conflict'>;
}

/** A policy with what the store keeps of it. Deleted actions stay, so that versions go on where they ended. */
export interface StoredPolicy extends Journaled {
  readonly policy: Policy;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly deletedAtMs: number | null;
}

export interface LiveKey {
  readonly org: OrgId;
  readonly id: ApiKeyId;
  readonly scopes: readonly Scope[];
  readonly lastUsedAtMs: number | null;
}

/** Seals what must be read again: callback keys and endpoint secrets. `place` binds the sealed text to its item. */
export interface SecretBox {
  seal(org: OrgId, place: string, secret: Uint8Array): Promise<string>;
  open(org: OrgId, place: string, sealed: string): Promise<Uint8Array>;
}

/** The server secrets that operator codes are made with. */
export interface CodeKeys {
  /** The id new requests are created under. */
  currentId(): Promise<string>;
  secret(id: string): Promise<Uint8Array>;
}

// ---------------------------------------------------------------------------------------------------------------------
// Sessions and peers

export interface Session {
  readonly org: OrgId;
  readonly operator: OperatorId;
  /** Public name of the session, for listing and revoking; not the token. */
  readonly id: string;
  /** The operator's when the session was opened; it is dead in any other. */
  readonly accessEpoch: number;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
}

export interface SignInLink {
  readonly org: OrgId;
  readonly operator: OperatorId;
  readonly accessEpoch: number;
}

export interface SessionStore {
  createSignInLink(tokenHash: string, link: SignInLink, expiresAtMs: number): Promise<void>;
  /** One winner: the link is gone when this answers. Null: unknown, spent or run out at `nowMs`. */
  spendSignInLink(tokenHash: string, nowMs: number): Promise<SignInLink | null>;
  create(tokenHash: string, session: Session): Promise<void>;
  find(tokenHash: string, nowMs: number): Promise<Session | null>;
  /** The session of this token is dead when this answers. */
  end(tokenHash: string): Promise<void>;
  /** Of every access epoch. */
  list(org: OrgId, operator: OperatorId, nowMs: number): Promise<Session[]>;
  /** Takes a session along into the operator's new access epoch; a session that has ended stays ended. */
  carryOver(tokenHash: string, accessEpoch: number): Promise<void>;
  revoke(org: OrgId, operator: OperatorId, id: string): Promise<boolean>;
}

export interface PeerLimiter {
  /** Counts one refused attempt; answers how many seconds are left of a lock-out, null while it is not locked. */
  refused(peer: string, nowMs: number): Promise<number | null>;
}

// ---------------------------------------------------------------------------------------------------------------------
// Passkeys

export interface PasskeyStore {
  /** Strongly consistent. */
  ofOperator(org: OrgId, operator: OperatorId): Promise<Passkey[]>;
  passkey(org: OrgId, id: string): Promise<Passkey | null>;
  /** Of whatever organization: who signs in has not said which. Deleted ones are not found. */
  byCredential(credentialId: string): Promise<Passkey | null>;
  save(passkey: Passkey): Promise<'saved' | 'conflict'>;
  putChallenge(challenge: string, purpose: string, expiresAtMs: number): Promise<void>;
  /** One winner: the challenge is gone when this answers. Its purpose, or null: unknown, spent or run out. */
  takeChallenge(challenge: string, nowMs: number): Promise<string | null>;
}

/** What a browser sends back, unread but for what names the challenge and the credential. */
export interface CredentialResponse {
  readonly id: string;
  readonly response: { readonly clientDataJSON: string };
}

export interface PasskeyVerifier {
  creationOptions(input: {
    readonly rpId: string;
    readonly challenge: string;
    /** 32 bytes, hex: the same for an operator always, and nobody's name. */
    readonly userHandle: string;
    readonly userName: string;
    readonly displayName: string;
    readonly exclude: readonly Passkey[];
  }): Promise<object>;
  requestOptions(input: { readonly rpId: string; readonly challenge: string }): Promise<object>;
  /** The challenge that the browser signed, as it says; null where it cannot be read. */
  challengeOf(response: CredentialResponse): string | null;
  /** Null: not authentic, not for this origin, or the user was not verified. */
  verifyCreation(
    response: CredentialResponse,
    expected: PasskeyExpectation,
  ): Promise<Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'transports'> | null>;
  verifyUse(
    response: CredentialResponse,
    passkey: Passkey,
    expected: PasskeyExpectation,
  ): Promise<{ readonly counter: number } | null>;
}

export interface PasskeyExpectation {
  readonly challenge: string;
  readonly origin: string;
  readonly rpId: string;
}

// ---------------------------------------------------------------------------------------------------------------------
// Deliveries, notices, audit

export interface DeliveryStore {
  /** `exists` carries what is there. */
  create(
    delivery: Delivery,
  ): Promise<{ readonly kind: 'created' } | { readonly kind: 'exists'; readonly delivery: Delivery }>;
  load(org: OrgId, id: DeliveryId): Promise<Delivery | null>;
  attempts(org: OrgId, id: DeliveryId): Promise<Attempt[]>;
  exists(org: OrgId, ids: readonly DeliveryId[]): Promise<ReadonlySet<DeliveryId>>;
  /**
   * Takes the next attempt for one actor. Null: not this one's to make (another holds it, another generation, not
   * pending, not due yet).
   */
  takeAttempt(task: {
    org: OrgId;
    id: DeliveryId;
    generation: number;
    nowMs: number;
    holdMs: number;
  }): Promise<Delivery | null>;
  /** Records a finished attempt, and what follows from it if the attempt is still held; false if it is not. */
  finishAttempt(after: Delivery, attempt: Attempt, entries: readonly PendingEntry[]): Promise<boolean>;
  /** Starts a delivery again under the next generation, due now; null if it has changed since `from`, or is held. */
  restart(
    from: Delivery,
    patch: Pick<Delivery, 'trigger' | 'untilMs' | 'failures'>,
    nowMs: number,
  ): Promise<Delivery | null>;
  ofEndpoint(org: OrgId, endpoint: EndpointId, query: PageQuery): Promise<Page<Delivery>>;
  ofRequest(org: OrgId, request: RequestId, query: PageQuery): Promise<Page<Delivery>>;
}

export interface PageQuery {
  readonly limit: number;
  readonly cursor: string | null;
}

export interface Page<T> {
  readonly items: readonly T[];
  readonly cursor: string | null;
}

export interface NoticeStore {
  /** True for exactly one caller; `takenBy` is the caller's own, made for this attempt. */
  take(org: OrgId, request: RequestId, cause: string, takenBy: string, nowMs: number): Promise<boolean>;
  /** Gives back a notice that is known not to have been sent, if it is still the caller's. */
  release(org: OrgId, request: RequestId, cause: string, takenBy: string): Promise<void>;
  taken(org: OrgId, request: RequestId): Promise<ReadonlySet<string>>;
}

export interface MailMessage {
  readonly org: OrgId;
  readonly to: { readonly operator: OperatorId; readonly name: string; readonly email: string };
  readonly requestId: RequestId;
  readonly kind: NoticeKind;
  readonly round: number;
  readonly code: string | null;
  readonly subject: string;
  readonly text: string;
}

export interface Mailer {
  /** Throws `MailNotSent` when it is certain that nothing was sent, anything else when it is not known. */
  send(message: MailMessage, nowMs: number): Promise<void>;
}

export class MailNotSent extends Error {}

/** The entries of one revision of one subject, on their way to the chain. */
export interface AuditMessage {
  readonly org: OrgId;
  readonly subject: string;
  readonly revision: number;
  /** The queue and the stored journals call them so; messages outlive a deployment. */
  readonly facts: readonly PendingEntry[];
}

/** A revision of a subject. Its entries are added to the chain once. */
export interface Cause {
  readonly subject: string;
  readonly revision: number;
}

/** The end of a chain. */
export interface AuditTail {
  readonly head: AuditHead;
  /** What its last block was written for: in the chain, whether it is marked or not. */
  readonly block: readonly CauseLocation[];
}

/** What a cause brought into the chain, and where. */
export interface CauseLocation extends Cause {
  /** `seq` of the first entry of the block that holds it. */
  readonly block: number;
  readonly first: number;
  readonly count: number;
}

/**
 * The chain is kept as blocks of entries, and a mark for each cause. One conditional write adds a block: two writers
 * who saw the same end compete for one key. Every block but the last has its causes marked.
 */
export interface AuditStore {
  tail(org: OrgId): Promise<AuditTail>;
  /** Which of these causes are marked. */
  recorded(org: OrgId, causes: readonly Cause[]): Promise<ReadonlySet<string>>;
  /** False: lost a race, or met its own write again; read the end anew. */
  append(org: OrgId, entries: readonly AuditEntry[], shares: readonly CauseLocation[]): Promise<boolean>;
  mark(org: OrgId, shares: readonly CauseLocation[]): Promise<void>;
  entries(org: OrgId, afterSeq: number, limit: number): Promise<AuditEntry[]>;
  /** Every entry about a subject that is marked, oldest first. */
  ofSubject(org: OrgId, subject: string): Promise<AuditEntry[]>;
}

export interface HeadSigner {
  /** Compact JWS (RFC 7515, ES256) over the payload, and the public key that verifies it. */
  sign(
    payload: Readonly<Record<string, string | number>>,
  ): Promise<{ readonly jws: string; readonly jwk: Readonly<Record<string, unknown>> }>;
}

/** Items that fall due, of every organization. */
export interface DueStore {
  due(
    shard: number,
    untilMs: number,
    limit: number,
    cursor: string | null,
  ): Promise<{ readonly items: readonly DueItem[]; readonly cursor: string | null }>;
  /** Puts an item that keeps failing off, so that it does not hold up the others. */
  backOff(item: DueItem, toMs: number): Promise<void>;
  /** Config items: clears the journal of the revision that was verified. */
  completeConfigCheck(item: DueItem, revision: number): Promise<boolean>;
  configJournal(item: DueItem): Promise<{
    readonly org: OrgId;
    readonly subject: string;
    readonly revision: number;
    readonly unchecked: readonly PendingRevision[];
  } | null>;
}

export interface DueItem {
  readonly pk: string;
  readonly sk: string;
  readonly dueAtMs: number;
}

export interface TimerMessage {
  readonly pk: string;
  readonly sk: string;
  /** The deadline the timer was set for, epoch ms. */
  readonly due_at: number;
}

/** A few notices of one request, which is read once for all of them. */
export interface NoticeMessage {
  readonly org: OrgId;
  readonly request_id: RequestId;
  readonly notices: readonly Notice[];
}

/** Refuses to decide on a clock that cannot be trusted (docs/design.md#time-is-decided-once-for-each-item). */
export interface ClockGuard {
  /** Throws when this instance is more than 2 s off the store's own clock. */
  assertTrusted(): void;
}

/** Waits between two attempts of the same write. */
export interface Pause {
  /** Jittered, growing with `attempt` (0-based); well below a second. */
  beforeRetry(attempt: number): Promise<void>;
}

export interface Log {
  info(message: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void;
  error(message: string, fields?: Readonly<Record<string, unknown>>): void;
}
