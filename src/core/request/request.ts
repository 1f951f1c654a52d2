/**
 * A request and the states it can be in (docs/contract.md#request-object; docs/design.md#states-and-transitions).
 *
 * The state is a closed union: what only a decided request has (a verdict, approvers, an execution) does not exist on
 * the types of the others, so no code can act on it too early. Times are epoch milliseconds.
 */
import type { ActionId, ApiKeyId, ClaimId, OperatorId, OrgId, RequestId } from '../../protocol/identifiers';
import type { Revision } from './entry';

export type Params = Readonly<Record<string, string>>;

/** What of the policy a live request keeps. Editing the policy never changes it. */
export interface PolicySnapshot {
  readonly version: number;
  readonly title: string;
  readonly mode: 'independent' | 'coincident';
  readonly coincidenceMs: number;
  /** Distinct operators that must turn a key: the resolved quorum, not the default. */
  readonly quorum: number;
  /** Index of the param rule that decided the quorum, null when none did. */
  readonly rule: number | null;
  readonly denySelfApproval: boolean;
  readonly ttlMs: number;
  /** Platform actions: the deployment's integration that makes the one call. */
  readonly integration: string | null;
}

/** One operator who was asked. Seats are fixed at creation; the requester has none where self approval is denied. */
export interface Seat {
  readonly operator: OperatorId;
  /** How often an admin re-issued this seat's code. */
  readonly issue: number;
  /** Wrong codes in this round, or since the last re-issue. */
  readonly wrongCodes: number;
  /** The operator was disabled after the request was created: the seat is out for good. */
  readonly disabled: boolean;
}

export interface Turn {
  readonly operator: OperatorId;
  readonly atMs: number;
}

export interface Callback {
  readonly url: string;
  /** The key the request arrived with; its derived callback key signs the posts (docs/contract.md#authentication). */
  readonly keyId: ApiKeyId;
}

interface Common {
  readonly org: OrgId;
  readonly id: RequestId;
  readonly action: ActionId;
  readonly requester: OperatorId;
  readonly summary: string | null;
  readonly params: Params;
  readonly operationHash: string;
  readonly policy: PolicySnapshot;
  readonly seats: readonly Seat[];
  readonly callback: Callback | null;
  /** How long after the verdict a worker may claim; null on a request without an intent. */
  readonly executeWithinMs: number | null;
  readonly createdAtMs: number;
  /** The request's TTL as an instant; exclusive. */
  readonly expiresAtMs: number;
  /** Names the server secret the codes are made with, so that rotating it leaves live requests alone. */
  readonly codeKeyId: string;
  /** 1-based; every collapse of a coincident round adds one. */
  readonly round: number;
  readonly reminded: boolean;
  readonly updatedAtMs: number;
  /**
   * One higher with every transition: the version every write is conditioned on, and the cause of its audit entries.
   */
  readonly revision: number;
  /** Random, made once for each HTTP request: by it a retried write recognises itself. */
  readonly writeId: string;
  /** What has happened since the last completed check, one record for each revision: the audit chain's outbox. */
  readonly journal: readonly Revision[];
  /** When to verify that everything owed (events, notices, audit entries) has been handed over. */
  readonly checkAtMs: number | null;
}

export interface Notified extends Common {
  readonly state: 'notified';
}

export interface Staging extends Common {
  readonly state: 'staging';
  /** In the order of the turns; never empty. */
  readonly turns: readonly [Turn, ...Turn[]];
  /** Coincident mode: when the round collapses; exclusive. Null in independent mode. */
  readonly windowEndsAtMs: number | null;
}

interface Verdict extends Common {
  /** When the verdict was reached; an expiry's is its deadline. Dates the event and starts `execute_within`. */
  readonly verdictAtMs: number;
  /** Who decided: the approvers, the one who stopped it, or nobody (the system, the clock). */
  readonly decidedBy: readonly OperatorId[];
  readonly reason: string | null;
}

export interface Stopped extends Verdict {
  readonly state: 'denied' | 'expired' | 'aborted';
}

export type Execution =
  | { readonly state: 'none' }
  | { readonly state: 'pending'; readonly executeByMs: number; readonly closed: boolean }
  | (Lease & { readonly state: 'claimed'; readonly executeByMs: number; readonly closed: boolean })
  | (Lease & {
      readonly state: 'reported';
      readonly executeByMs: number;
      readonly status: 'succeeded' | 'failed';
      readonly reportedAtMs: number;
      readonly reference: string | null;
      readonly error: string | null;
    });

export interface Lease {
  readonly claimId: ClaimId;
  readonly claimedAtMs: number;
  /** When the claim stops being exclusive; exclusive instant. */
  readonly leaseExpiresAtMs: number;
}

interface Authorization extends Verdict {
  readonly approvers: readonly OperatorId[];
  readonly execution: Execution;
}

/** The verdict is in; an integration is about to make, or is making, its one call. */
export interface Running extends Authorization {
  readonly state: 'authorized' | 'executing';
  /** End of the integration's retry window (docs/contract.md#event-types); exclusive. */
  readonly integrationUntilMs: number;
}

export interface Finished extends Authorization {
  readonly state: 'succeeded' | 'failed';
  readonly endedAtMs: number;
}

export type Open = Notified | Staging;
export type Authorized = Running | Finished;
export type Decided = Stopped | Authorized;
export type Request = Open | Decided;
export type Outcome = 'authorized' | 'denied' | 'expired' | 'aborted';

export function isOpen(request: Request): request is Open {
  return request.state === 'notified' || request.state === 'staging';
}

export function isAuthorized(request: Request): request is Authorized {
  return !isOpen(request) && !isStopped(request);
}

export function isRunning(request: Authorized): request is Running {
  return request.state === 'authorized' || request.state === 'executing';
}

export function isStopped(request: Request): request is Stopped {
  return request.state === 'denied' || request.state === 'expired' || request.state === 'aborted';
}

/** Null until there is a verdict; `authorized` also while an integration is still making its call. */
export function outcomeOf(request: Request): Outcome | null {
  if (isOpen(request)) return null;
  return isStopped(request) ? request.state : 'authorized';
}

/** Whether the request can still transition (docs/contract.md#request-object). */
export function isLive(request: Request): boolean {
  return isOpen(request) || request.state === 'authorized' || request.state === 'executing';
}

export function turnsOf(request: Request): readonly Turn[] {
  return request.state === 'staging' ? request.turns : [];
}
