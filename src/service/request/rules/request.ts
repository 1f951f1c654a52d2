/**
 * A request and the states it can be in (docs/contract.md#request-object; docs/design.md#states-and-transitions).
 *
 * The state is a closed union. Fields that only a decided request has (a verdict, approvers, an execution) do not exist
 * on the other types, so no code can use them too early. Times are epoch milliseconds.
 */
import type { Actor, ActorKind } from '../../../protocol/actor';
import type { EvidenceDocument } from '../../../protocol/evidence';
import type { ActionId, ApiKeyId, ClaimId, GroupId, OperatorId, OrgId, RequestId } from '../../../protocol/identifiers';
import type { OutcomeReason } from '../../../protocol/outcome-reasons';
import type { Requirement } from '../../../protocol/requirements';
import type { ShownDigests } from '../../../protocol/statements/texts';
import type { Mode, TurnNeeds } from '../../policy/rules/policy';
import type { RevisionEntries } from './entry';
import type { RequestedChange } from './requested-change';
import type { KeptReceipt } from './signed';

export type Params = Readonly<Record<string, string>>;

/** The part of the policy that a request keeps. Editing the policy never changes it. */
export interface PolicySnapshot {
  readonly version: number;
  readonly title: string;
  readonly mode: Mode;
  readonly coincidenceMs: number;
  /** The number of distinct operators who must turn a key: the resolved quorum, not the default. */
  readonly quorum: number;
  /** Index of the param rule that decided the quorum; null if none did. */
  readonly rule: number | null;
  readonly denySelfApproval: boolean;
  readonly turn: TurnNeeds;
  readonly ttlMs: number;
  /** For platform actions, the integration of the deployment that is called once. */
  readonly integration: string | null;
  /** What members of groups must turn, beside the quorum. Absent means nothing. */
  readonly requires?: readonly Requirement[];
  /** The groups that the policy names, as they were when the request was created. Absent means none. */
  readonly groups?: readonly NamedGroup[];
  /** The documents that its display declares. Absent means none. */
  readonly evidence?: readonly EvidenceDocument[];
}

export interface NamedGroup {
  readonly id: GroupId;
  readonly name: string;
  readonly revision: number;
}

/** One operator who was asked. Seats are fixed at creation. The requester has none if self approval is denied. */
export interface Seat {
  readonly operator: OperatorId;
  /** The groups of the policy in which the operator was when the request was created. Absent means none. */
  readonly groups?: readonly GroupId[];
  /** How often an admin re-issued this seat's code. */
  readonly issue: number;
  /** Wrong codes in this round, or since the last re-issue. */
  readonly wrongCodes: number;
  /**
   * How many signed turns the operator took back in this request. Their signatures no longer count. Absent means none.
   */
  readonly takenBack?: number;
  /** The operator was disabled after the request was created, so the seat no longer counts. */
  readonly disabled: boolean;
  /** The seat no longer counts because somebody else changed the operator's identity. `disabled` is true too. */
  readonly struck?: true;
}

export interface Turn {
  readonly operator: OperatorId;
  readonly atMs: number;
}

export interface Callback {
  readonly url: string;
  /** The API key of the create call. */
  readonly keyId: ApiKeyId;
  /** The number of the token. The callback key derived from it signs the posts (docs/contract.md#authentication). */
  readonly token: number;
}

/** The fields of a create besides the operation. They are kept to compare a create with another API key. */
export interface Sent {
  readonly keyId: ApiKeyId;
  /** The quorum as sent; null if absent. */
  readonly quorum: number | null;
  readonly executeWithinSeconds: number | null;
}

interface Common {
  /** The oldest form whose code may decide on this request (`REQUEST_FORM` in fields.ts). */
  readonly minForm: number;
  readonly org: OrgId;
  readonly id: RequestId;
  readonly action: ActionId;
  readonly requester: OperatorId;
  readonly summary: string | null;
  readonly params: Params;
  readonly operationHash: string;
  readonly policy: PolicySnapshot;
  /** The digests of the display of its policy version and of the lines. Null if the version has no display. */
  readonly digests: ShownDigests | null;
  readonly seats: readonly Seat[];
  readonly callback: Callback | null;
  /** Null if no program sent the request: changes of the configuration and test events. */
  readonly sent: Sent | null;
  /** Absent unless the request is a change of the configuration. */
  readonly change?: RequestedChange;
  /** How long after the verdict a worker may claim; null if there is no intent. */
  readonly executeWithinMs: number | null;
  readonly createdAtMs: number;
  /** The end of the request's TTL; exclusive. */
  readonly expiresAtMs: number;
  /** Names the server secret of the codes, so that open requests survive a rotation of the secret. */
  readonly codeKeyId: string;
  /** Starts at 1. Every collapse of a coincident round adds one. */
  readonly round: number;
  readonly reminded: boolean;
  /** Whether operators were warned shortly before the end. */
  readonly warned: boolean;
  readonly updatedAtMs: number;
  /** Every transition adds one. Each write requires the previous value, and audit entries name it as their cause. */
  readonly revision: number;
  /** Random and new for each HTTP request. A retried write recognizes itself by it. */
  readonly writeId: string;
  /** The records since the last completed check, one for each revision. The audit chain gets them from here. */
  readonly journal: readonly RevisionEntries[];
  /** When to check that all events, notices and audit entries have been handed over. */
  readonly checkAtMs: number | null;
}

export interface Notified extends Common {
  readonly state: 'notified';
}

export interface Staging extends Common {
  readonly state: 'staging';
  /** In the order of turning; never empty. */
  readonly turns: readonly [Turn, ...Turn[]];
  /** Coincident mode: when the round collapses; exclusive. Null in independent mode. */
  readonly windowEndsAtMs: number | null;
}

interface Verdict extends Common {
  /**
   * When the verdict was reached; for an expiry, its deadline. Events have this date, and `execute_within` starts here.
   */
  readonly verdictAtMs: number;
  /** Who decided: the approvers, the operator who refused or aborted it, or nobody (the system, the clock or its program). */
  readonly decidedBy: readonly OperatorId[];
  /** Why the service ended it. People write notes, never this. */
  readonly reason: string | null;
}

/** `restore`: the service was taken back to an earlier instant. */
export type EndedBy = Extract<ActorKind, 'person' | 'program' | 'service'> | 'restore';

/** The verdict is not an authorization. Nothing runs, and nobody approved. */
export interface NotAuthorized extends Verdict {
  readonly state: 'denied' | 'expired' | 'aborted';
  readonly endedBy: EndedBy;
  /** What the operator who ended it wrote. It is for people, and never compared with anything. */
  readonly note: string | null;
  /** The operator in whose name it was made did not make it. */
  readonly misuse?: true;
  /** What the operator who refused has the program told, beside the `note` that people read. Null if nothing. */
  readonly outcomeReason: OutcomeReason | null;
  /** Whose keys counted until then, so that they are told. Absent means nobody's. */
  readonly turned?: readonly OperatorId[];
}

export type Execution =
  | { readonly state: 'none' }
  | { readonly state: 'pending'; readonly executeByMs: number; readonly closed: boolean }
  | (KeptLease & { readonly state: 'claimed'; readonly executeByMs: number; readonly closed: boolean })
  | (KeptLease & {
      readonly state: 'reported';
      readonly executeByMs: number;
      readonly status: 'succeeded' | 'failed';
      readonly reportedAtMs: number;
      readonly reference: string | null;
      readonly error: string | null;
      /** Absent if the worker signed nothing. */
      readonly receipt?: KeptReceipt;
    });

/** `execute_by` is the last instant at which a worker may claim (docs/contract.md#execution-record-requestexecution). */
export function isAfterExecuteBy({ executeByMs }: { readonly executeByMs: number }, nowMs: number): boolean {
  return nowMs > executeByMs;
}

export interface Lease {
  readonly claimId: ClaimId;
  readonly claimedAtMs: number;
  /** When the claim stops being exclusive. At this time it no longer is. */
  readonly leaseExpiresAtMs: number;
}

export interface KeptLease extends Lease {
  /** When the claim before this one was made; null if this is the first. */
  readonly previousClaimAtMs: number | null;
}

interface Authorization extends Verdict {
  readonly approvers: readonly OperatorId[];
  /** When each approver turned their key, in the order of `approvers`. Null in test events. */
  readonly turnedAtMs: readonly number[] | null;
  readonly execution: Execution;
  /** Null unless somebody stopped it. */
  readonly stopped: Stopped | null;
  /** A restore took back what the service knew of its run, so it never runs again. */
  readonly restored?: true;
}

/**
 * The authorization no longer stands: no claim and no attempt of the integration's call begins after this
 * (docs/decisions/stop.md).
 */
export interface Stopped {
  readonly atMs: number;
  /** An operator, or the program that made the request. */
  readonly by: Stopper;
  /** Whether the integration's call had begun, so that it may have been made. */
  readonly calling: boolean;
}

export interface Stopper extends Actor {
  readonly actor_kind: 'person' | 'program';
}

/** An authorized request whose integration call has not ended yet. */
export interface Running extends Authorization {
  readonly state: 'authorized' | 'executing';
  /** End of the integration's window (docs/contract.md#event-types); exclusive. */
  readonly integrationUntilMs: number;
}

export interface Finished extends Authorization {
  readonly state: 'succeeded' | 'failed';
  readonly endedAtMs: number;
}

export type Open = Notified | Staging;
export type Authorized = Running | Finished;
export type Decided = NotAuthorized | Authorized;
export type Request = Open | Decided;
export type Outcome = 'authorized' | 'denied' | 'expired' | 'aborted';

export function isOpen(request: Request): request is Open {
  return request.state === 'notified' || request.state === 'staging';
}

export function isAuthorized(request: Request): request is Authorized {
  return !isOpen(request) && !isNotAuthorized(request);
}

export function isRunning(request: Authorized): request is Running {
  return request.state === 'authorized' || request.state === 'executing';
}

export function isNotAuthorized(request: Request): request is NotAuthorized {
  return request.state === 'denied' || request.state === 'expired' || request.state === 'aborted';
}

/** Null until there is a verdict. `authorized` also while an integration's call is in progress. */
export function outcomeOf(request: Request): Outcome | null {
  if (isOpen(request)) return null;
  return isNotAuthorized(request) ? request.state : 'authorized';
}

/** Who ended it without an approval, or took back what was approved. Null if nobody did. */
export function endedBy(request: Request): EndedBy | null {
  if (isNotAuthorized(request)) return request.endedBy;
  return isAuthorized(request) && request.restored ? 'restore' : null;
}

/** What people call the end of a request (docs/glossary.md). */
export function outcomeText(request: Request): string {
  const outcome = outcomeOf(request);
  return outcome === null ? 'settled' : OUTCOME_TEXTS[outcome];
}

const OUTCOME_TEXTS: Readonly<Record<Outcome, string>> = {
  authorized: 'approved',
  denied: 'refused',
  aborted: 'aborted',
  expired: 'expired',
};

/** Whether the request can still change its state (docs/contract.md#request-object). */
export function isLive(request: Request): boolean {
  return isOpen(request) || request.state === 'authorized' || request.state === 'executing';
}

export function turnsOf(request: Request): readonly Turn[] {
  return request.state === 'staging' ? request.turns : [];
}
