/**
 * What the use cases need from outside. The adapters implement these interfaces; nothing here depends on AWS.
 *
 * Times are epoch milliseconds (`…Ms`) unless the name says otherwise.
 */

import type { AuditEntry, AuditHead, PendingEntry } from '../core/audit/chain';
import type { PublishedHead } from '../core/audit/heads';
import type { ApiKey, Endpoint, Journaled, Operator, PendingRevision, Rescue, Scope } from '../core/config/config';
import type { Passkey } from '../core/config/passkey';
import type { Attempt, Delivery, Posted } from '../core/delivery/delivery';
import type { Report } from '../core/execution/claim';
import type { Notice, NoticeKind } from '../core/notice/notices';
import type { Policy } from '../core/policy/policy';
import type { Change } from '../core/request/journal';
import type { Lease, Notified, Request } from '../core/request/request';
import type { SignedDecision } from '../core/request/signed';
import type { ActionId, ApiKeyId, DeliveryId, EndpointId, OperatorId, OrgId, RequestId } from '../protocol/identifiers';
import type { Envelope } from '../protocol/sealed-envelope';
import type { SshPublicKey } from '../protocol/ssh/public-key';

export interface Clock {
  /** Epoch milliseconds. */
  nowMs(): number;
}

export interface Random {
  /** `bytes` random bytes as lower-case hex (2 × `bytes` characters). */
  hex(bytes: number): string;
  /** `bytes` random bytes as base64url without padding. */
  base64url(bytes: number): string;
  /** A number in [0, 1). Use it for jitter and sharding, but never for secrets. */
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
  /** Resolves when every message was accepted. Throws if any was not, after it sent those that it could. */
  send(messages: readonly QueueMessage<Body>[]): Promise<void>;
}

/** Names one attempt of one delivery. The input of the retry loop and of its task. */
export interface DeliveryTask {
  readonly org: string;
  readonly delivery_id: string;
  readonly generation: number;
  /** RFC 3339, a whole second, `Z`: the loop waits until this instant. */
  readonly next_attempt_at: string;
}

export interface DeliveryLoop {
  /**
   * Starts the retry loop under its own name (`<delivery id>-<generation>`).
   * `running`: an execution with that name is running already, which is as good as started.
   * `closed`: an execution with that name has ended. The caller raises the generation.
   */
  start(name: string, input: DeliveryTask): Promise<'started' | 'running' | 'closed'>;
}

export interface OutgoingPost {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type PostOutcome =
  /** Any HTTP answer. Redirects are never followed. */
  | { readonly kind: 'answered'; readonly status: number; readonly retryAfterSeconds: number | null }
  /** The guard refuses the address. This is not retried. */
  | { readonly kind: 'refused_address'; readonly reason: string }
  /** No answer: DNS, connect, TLS, reset, malformed answer. */
  | { readonly kind: 'unreachable'; readonly error: string }
  /** The 10 s for the complete attempt are over. */
  | { readonly kind: 'timed_out'; readonly error: string };

export interface WebhookSender {
  /** One POST through the guard, without redirects, within 10 s. Never throws because of what a receiver does. */
  post(request: OutgoingPost): Promise<PostOutcome>;
  /**
   * The complete check of an endpoint's URL when it is saved: syntax, literal addresses, and every address to which its
   * name resolves.
   */
  validateEndpoint(url: string): Promise<{ readonly ok: true } | { readonly ok: false; readonly reason: string }>;
}

// ---------------------------------------------------------------------------------------------------------------------
// The ledger

/** A request with its sealed intent, which is stored beside it. */
export interface Loaded {
  readonly request: Request;
  readonly intent: Envelope | null;
}

export type Saved =
  | { readonly kind: 'saved'; readonly request: Request }
  /** Another write came first. `current` is the image after it. */
  | { readonly kind: 'conflict'; readonly current: Request }
  /** The operator who turns the key was disabled, or their access was revoked. */
  | { readonly kind: 'access_ended' }
  /** The operator has typed too many wrong codes; none is judged before `untilMs`, in any request. */
  | { readonly kind: 'too_many_wrong_codes'; readonly untilMs: number }
  /** The passkey that signed the change was used or removed in the meantime. */
  | { readonly kind: 'passkey_changed' }
  /** A conflict or throttling. As far as is known, nothing was written; read again. */
  | { readonly kind: 'contention' };

/** `null`: there is no such request. `conflict`: the condition did not hold for `current`. */
export type LedgerWrite =
  | { readonly kind: 'written'; readonly request: Request; readonly intent: Envelope | null }
  | { readonly kind: 'conflict'; readonly current: Request; readonly intent: Envelope | null }
  | null;

/** Who turns a key. The write holds only while they are enabled and in the access epoch in which they signed in. */
export interface Turner {
  readonly operator: OperatorId;
  readonly accessEpoch: number;
}

/** A turn, right or wrong, whose write holds only if the operator's record allows it. A wrong code is counted there. */
export interface TurnGuard extends Turner {
  readonly isWrongCode: boolean;
  readonly nowMs: number;
}

export interface RequestStore {
  /** One conditional write. `exists`: an earlier create, or this very one, has taken the id. */
  create(
    change: Change<Notified>,
    intent: Envelope | null,
    writeId: string,
  ): Promise<'created' | 'exists' | 'contention'>;
  /** Strongly consistent. */
  load(org: OrgId, id: RequestId): Promise<Loaded | null>;
  /** Strongly consistent, without intents, in no order. Requests that do not exist are left out. */
  loadMany(org: OrgId, ids: readonly RequestId[]): Promise<Request[]>;
  /** Strongly consistent, with intents, in no order. */
  hydrate(org: OrgId, ids: readonly RequestId[]): Promise<Loaded[]>;
  /** Writes `change` only over the revision from which it was made; with it what the operator signed, if they did. */
  save(change: Change, writeId: string, options?: { readonly turn?: TurnGuard }): Promise<Saved>;
  /** The claim as one conditional write without a read before it. The intent is read at the same time. */
  claim(org: OrgId, id: RequestId, lease: Lease): Promise<LedgerWrite>;
  /** The report as one conditional write without a read before it. The intent is read at the same time. */
  report(org: OrgId, id: RequestId, report: Report, writeId: string, nowMs: number): Promise<LedgerWrite>;
  /** The first request of the organization that carried an intent with this digest; null if an index knows of none. */
  firstWithDigest(org: OrgId, digest: string): Promise<RequestId | null>;
  /** Ids of requests that may be executable at `nowMs`, oldest first. Load them and evaluate them again. */
  executableCandidates(org: OrgId, nowMs: number, pageSize: number): AsyncIterable<RequestId>;
  /** Ids of an organization's open requests, oldest first. */
  openIds(org: OrgId): AsyncIterable<RequestId>;
  /** An organization's requests, newest first. */
  recent(
    org: OrgId,
    query: RecentQuery,
  ): Promise<{ readonly ids: readonly RequestId[]; readonly cursor: string | null }>;
  /** Clears the check and the journal of the image that was verified. False if the request has changed since. */
  completeCheck(request: Request): Promise<boolean>;
  /** Puts the check off until `checkAtMs`. This is no transition and makes no new revision. */
  postponeCheck(request: Request, checkAtMs: number | null): Promise<void>;
}

/** What operators signed, beside the requests. `RequestStore.save` writes it. */
export interface SignedDecisionStore {
  /** Of one request: the decisions in the order of rounds, and the verdict's receipt if it was signed. Strongly consistent. */
  ofRequest(
    org: OrgId,
    request: RequestId,
  ): Promise<{ readonly decisions: readonly SignedDecision[]; readonly receipt: SignedText | null }>;
  /** Keeps the first receipt of a verdict, and returns the one that is kept. */
  keepReceipt(org: OrgId, request: RequestId, receipt: SignedText): Promise<SignedText>;
}

/** A statement and its SSH signature, armoured. */
export interface SignedText {
  readonly statement: string;
  readonly signature: string;
}

/** The service's own key for verdicts, which signs nothing else (docs/decisions/signed-turns.md). */
export interface VerdictSigner {
  publicKey(): Promise<SshPublicKey>;
  /** P-256 with SHA-256: r and s, 32 bytes each. */
  sign(bytes: Uint8Array): Promise<Uint8Array>;
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
  /** All reads are strongly consistent. */
  operator(org: OrgId, id: OperatorId): Promise<Operator | null>;
  operators(org: OrgId): Promise<Operator[]>;
  saveOperator(operator: Operator, options?: OperatorWriteOptions): Promise<'saved' | 'conflict'>;
  /** Whether the organization ever had two enabled admins, as far as the mark says (docs/decisions/four-eyes.md). */
  ruleBegan(org: OrgId): Promise<boolean>;

  action(org: OrgId, id: ActionId): Promise<StoredPolicy | null>;
  actions(org: OrgId): Promise<StoredPolicy[]>;
  actionVersion(org: OrgId, id: ActionId, version: number): Promise<Policy | null>;
  saveAction(org: OrgId, action: StoredPolicy, options?: WriteOptions): Promise<'saved' | 'conflict'>;

  apiKeys(org: OrgId): Promise<ApiKey[]>;
  apiKey(org: OrgId, id: ApiKeyId): Promise<ApiKey | null>;
  saveApiKey(key: ApiKey, options?: WriteOptions): Promise<'saved' | 'conflict'>;
  /** The only read of the key check. Revoked keys are not found. */
  liveKey(tokenHash: string): Promise<LiveKey | null>;
  /** To the day. This is no transition, so it makes no revision. */
  touchApiKey(org: OrgId, id: ApiKeyId, tokenHash: string, nowMs: number): Promise<void>;

  saveRescue(rescue: Rescue): Promise<'saved' | 'conflict'>;

  endpoints(org: OrgId): Promise<Endpoint[]>;
  endpoint(org: OrgId, id: EndpointId): Promise<Endpoint | null>;
  saveEndpoint(endpoint: Endpoint): Promise<'saved' | 'conflict'>;
}

/** What else must hold when an edit is written. The same write checks it. */
export interface WriteOptions {
  /** The organization never had two enabled admins, so that the edit needs no second key. */
  readonly whileRuleIsOff?: boolean;
}

export interface OperatorWriteOptions extends WriteOptions {
  /** Another operator who must be exactly as it was read. */
  readonly whileUnchanged?: Operator | undefined;
  /** There are, or were before this edit, two enabled admins: the mark is written with it. */
  readonly beginsRule?: boolean;
}

/** An edit that is written together with the end of the request that approved it. */
export type ConfigEdit =
  | { readonly kind: 'action'; readonly action: StoredPolicy }
  | { readonly kind: 'operator'; readonly operator: Operator; readonly options: OperatorWriteOptions };

/** Changes of the configuration that wait for a second admin, or were approved by one. */
export interface ChangeStore {
  /** Writes the request and, beside it, the complete document of the change. */
  propose(change: Change<Notified>, document: string, writeId: string): Promise<'created' | 'exists' | 'contention'>;
  /** Strongly consistent. */
  document(org: OrgId, id: RequestId): Promise<string | null>;
  /**
   * Ends the request and makes the edit, or does neither. `base_moved`: the edited item, or what the edit relies on, is
   * not as it was read.
   */
  apply(
    ended: Change,
    edit: ConfigEdit | null,
    writeId: string,
  ): Promise<Extract<Saved, { kind: 'saved' | 'conflict' | 'contention' }> | { readonly kind: 'base_moved' }>;
}

/** A policy as the store keeps it. Deleted actions stay, so that their version numbers continue. */
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

/**
 * Seals secrets that must be read again: callback keys and endpoint secrets. `place` binds the sealed text to its item.
 */
export interface SecretBox {
  seal(org: OrgId, place: string, secret: Uint8Array): Promise<string>;
  open(org: OrgId, place: string, sealed: string): Promise<Uint8Array>;
}

/** The server secrets from which operator codes are computed. */
export interface CodeKeys {
  /** The id of the secret for new requests. */
  currentId(): Promise<string>;
  secret(id: string): Promise<Uint8Array>;
}

// ---------------------------------------------------------------------------------------------------------------------
// Sessions and peers

export interface Session {
  readonly org: OrgId;
  readonly operator: OperatorId;
  /** The public name of the session, for listing and revoking. It is not the token. */
  readonly id: string;
  /** The operator's access epoch when the session was opened. The session is not valid in any other. */
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
  /** Only one caller succeeds: the link is gone when this answers. Null: unknown, used, or expired at `nowMs`. */
  spendSignInLink(tokenHash: string, nowMs: number): Promise<SignInLink | null>;
  /** Also stores when the operator last signed in. */
  create(tokenHash: string, session: Session): Promise<void>;
  /** Of the operators who have ever signed in. */
  lastSignIns(org: OrgId): Promise<ReadonlyMap<OperatorId, number>>;
  find(tokenHash: string, nowMs: number): Promise<Session | null>;
  /** The session of this token has ended when this answers. */
  end(tokenHash: string): Promise<void>;
  /** Of every access epoch. */
  list(org: OrgId, operator: OperatorId, nowMs: number): Promise<Session[]>;
  /** Moves a session into the operator's new access epoch. A session that has ended stays ended. */
  carryOver(tokenHash: string, accessEpoch: number): Promise<void>;
  revoke(org: OrgId, operator: OperatorId, id: string): Promise<boolean>;
}

export interface PeerLimiter {
  /** Counts one refused attempt. Returns the seconds that a lock lasts, or null if the peer is not locked. */
  refused(peer: string, nowMs: number): Promise<number | null>;
}

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

export interface CallMeter {
  /** Counts one call of the organization in the window that ends then. Returns the calls counted in it so far. */
  count(org: OrgId, windowEndsAtMs: number): Promise<number>;
}

// ---------------------------------------------------------------------------------------------------------------------
// Passkeys

export interface PasskeyStore {
  /** Including deleted ones; strongly consistent. */
  ofOrganization(org: OrgId): Promise<Passkey[]>;
  /** Strongly consistent. */
  ofOperator(org: OrgId, operator: OperatorId): Promise<Passkey[]>;
  passkey(org: OrgId, id: string): Promise<Passkey | null>;
  /** In any organization, because the browser does not say which one. Deleted passkeys are not found. */
  byCredential(credentialId: string): Promise<Passkey | null>;
  /** How many passkeys were ever enrolled for the operator; strongly consistent. */
  enrolments(org: OrgId, operator: OperatorId): Promise<number>;
  /**
   * Stores a new passkey, if none was enrolled since `enrolments` answered `after`. `taken`: the credential is enrolled
   * already, by whomever.
   */
  enrol(passkey: Passkey, after: number): Promise<'saved' | 'taken' | 'overtaken'>;
  /** An edit of a passkey that is stored. */
  save(passkey: Passkey): Promise<'saved' | 'conflict'>;
  /** True for only one caller. `usedBy` is the caller's own id for this attempt. Kept until the challenge has expired. */
  useChallenge(challenge: string, expiresAtMs: number, usedBy: string): Promise<boolean>;
}

/** What a browser sends back. Only the names of the challenge and the credential are read here. */
export interface CredentialResponse {
  readonly id: string;
  readonly response: { readonly clientDataJSON: string };
}

export interface PasskeyVerifier {
  creationOptions(input: {
    readonly rpId: string;
    readonly challenge: string;
    /** 32 bytes, hex: always the same for an operator, and without a name in it. */
    readonly userHandle: string;
    readonly userName: string;
    readonly displayName: string;
    readonly exclude: readonly Passkey[];
  }): Promise<object>;
  requestOptions(input: { readonly rpId: string; readonly challenge: string }): Promise<object>;
  /** The challenge that the browser says it signed; null if it cannot be read. */
  challengeOf(response: CredentialResponse): string | null;
  /** Null if it is not authentic, not for this origin, or the user was not verified. */
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
  /** `exists` carries the stored delivery. */
  create(
    delivery: Delivery,
  ): Promise<{ readonly kind: 'created' } | { readonly kind: 'exists'; readonly delivery: Delivery }>;
  load(org: OrgId, id: DeliveryId): Promise<Delivery | null>;
  attempts(org: OrgId, id: DeliveryId): Promise<Attempt[]>;
  /** What attempt `n` posted. Null if it posted nothing, or if an earlier release made it. */
  posted(org: OrgId, id: DeliveryId, n: number): Promise<Posted | null>;
  exists(org: OrgId, ids: readonly DeliveryId[]): Promise<ReadonlySet<DeliveryId>>;
  /**
   * Takes the next attempt for one actor. Null if the attempt is not this actor's: another one holds it, the generation
   * is another, or the delivery is not pending or not due yet.
   */
  takeAttempt(task: {
    org: OrgId;
    id: DeliveryId;
    generation: number;
    nowMs: number;
    holdMs: number;
  }): Promise<Delivery | null>;
  /** Records a finished attempt and its consequences if the attempt is still held. False if it is not. */
  finishAttempt(
    after: Delivery,
    attempt: Attempt,
    entries: readonly PendingEntry[],
    posted: Posted | null,
  ): Promise<boolean>;
  /** Restarts a delivery under the next generation, due now. Null if it has changed since `from`, or is held. */
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
  /**
   * `taken` for exactly one caller. `takenBy` is the caller's own id, made for this attempt. `about`: a request, or an item
   * of the configuration.
   */
  take(org: OrgId, about: string, cause: string, takenBy: string, nowMs: number): Promise<NoticeTaken>;
  /** Releases a notice that was certainly not sent, if the caller still holds it. */
  release(org: OrgId, about: string, cause: string, takenBy: string): Promise<void>;
  taken(org: OrgId, about: string): Promise<ReadonlySet<string>>;
}

/** `waits`: the notice was taken for a digest. */
export type NoticeTaken = 'taken' | 'lost' | 'waits';

/** A notice that waits for its operator's next mail digest. */
export interface WaitingNotice {
  /** Its place among those that wait, oldest first. */
  readonly place: string;
  readonly requestId: RequestId;
  readonly notice: Notice;
}

/** The digests of one operator. */
export interface MailDigests {
  /** Goes up with every notice that is about to wait. */
  readonly queued: number;
  readonly lastAtMs: number | null;
  /** The places that the last digest stands for, while it may not have been sent yet. */
  readonly sending: readonly string[];
  /** Strongly consistent, oldest first. */
  readonly waiting: readonly WaitingNotice[];
}

/** Messages that wait for a digest (docs/decisions/mail-digests.md). */
export interface MailDigestStore {
  /** Takes the notice and lets it wait, in one write. */
  wait(org: OrgId, request: RequestId, notice: Notice, takenBy: string, nowMs: number): Promise<NoticeTaken>;
  /** Makes the operator's next digest due. To be called after every `wait`, again if that is not known. */
  makeDue(org: OrgId, operator: OperatorId, nowMs: number): Promise<void>;
  read(org: OrgId, operator: OperatorId, atMost: number): Promise<MailDigests>;
  /** Takes a digest for one caller, if none was taken since `lastAtMs`. */
  take(
    org: OrgId,
    operator: OperatorId,
    digest: { places: readonly string[]; takenBy: string; lastAtMs: number | null; nowMs: number },
  ): Promise<boolean>;
  /** Gives back a digest that was certainly not sent, if the caller still holds it. */
  release(org: OrgId, operator: OperatorId, takenBy: string): Promise<void>;
  /** Removes what a digest stands for. */
  finish(org: OrgId, operator: OperatorId, places: readonly string[]): Promise<void>;
  /** Nothing waits: no digest is due, unless another notice was queued since. */
  rest(org: OrgId, operator: OperatorId, queued: number): Promise<void>;
}

export interface MailCounter {
  /** Counts mails to an operator. Answers how many there were in the window that runs now. */
  count(org: OrgId, operator: OperatorId, mails: number, nowMs: number): Promise<number>;
}

export interface MailMessage {
  readonly org: OrgId;
  readonly to: { readonly operator: OperatorId; readonly name: string; readonly email: string };
  /** Null: the message is about the configuration. */
  readonly requestId: RequestId | null;
  readonly kind: NoticeKind | 'changed' | 'sign_in_link';
  readonly round: number;
  readonly code: string | null;
  readonly subject: string;
  readonly text: string;
}

/** One mail for several messages. */
export interface DigestMail {
  readonly to: MailMessage['to'];
  readonly subject: string;
  readonly text: string;
}

export interface Mailer {
  /** Throws `MailNotSent` if certainly nothing was sent, and any other error if that is not known. */
  send(message: MailMessage, nowMs: number): Promise<void>;
  /** Throws as `send` does. */
  sendDigest(digest: DigestMail, nowMs: number): Promise<void>;
}

export class MailNotSent extends Error {}

/** The pending entries of one revision of one subject, for the chain. */
export interface AuditMessage {
  readonly org: OrgId;
  readonly subject: string;
  readonly revision: number;
  /** The queue and the stored journals use this name, and messages outlive a deployment. */
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

/** Due items of all organizations. */
export interface DueStore {
  due(
    shard: number,
    untilMs: number,
    limit: number,
    cursor: string | null,
  ): Promise<{ readonly items: readonly DueItem[]; readonly cursor: string | null }>;
  /** Puts off an item that keeps failing, so that it does not hold up others. */
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

/** What an item is, and how its store finds it again. */
export interface DueSubject {
  readonly kind: 'request' | 'delivery' | 'config' | 'digest';
  readonly org: OrgId;
  /** Of a request or a delivery, its id. Of a mail digest, its operator. Of a configuration item, what its store calls it. */
  readonly id: string;
}

export interface DueItem extends DueSubject {
  readonly dueAtMs: number;
}

export interface TimerMessage extends DueSubject {
  /** The deadline for which the timer was set, epoch ms. */
  readonly due_at: number;
}

/** Entries of one edit of the configuration, to be told to the people whom they concern. */
export interface Announcement {
  readonly org: OrgId;
  readonly subject: string;
  readonly revision: number;
  readonly announced: readonly PendingEntry[];
}

export type NoticeMessage = RequestNotices | Announcement;

/** Some notices of one request, which is read once for all of them. */
export interface RequestNotices {
  readonly org: OrgId;
  readonly request_id: RequestId;
  readonly notices: readonly Notice[];
}

/** The next mail digest of an operator is due. */
export interface DigestMessage {
  readonly org: OrgId;
  readonly digest_for: OperatorId;
}

/** Refuses to decide with a clock that cannot be trusted (docs/design.md#time-is-decided-once-for-each-item). */
export interface ClockGuard {
  /** Throws if this instance's clock differs from the store's by more than 2 s. */
  assertTrusted(): void;
}

/** Waits between two attempts of the same write. */
export interface Pause {
  /** With jitter, growing with `attempt` (which starts at 0), and well below a second. */
  beforeRetry(attempt: number): Promise<void>;
}

export interface Log {
  info(message: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void;
  error(message: string, fields?: Readonly<Record<string, unknown>>): void;
}
