/** The operator's view of a request: the state of the ceremony, and what the caller can do. */

import type { components } from '../../../generated/console';
import type { Shown } from '../../protocol/display/render';
import type { OperatorId } from '../../protocol/identifiers';
import { assertNever } from '../../protocol/result';
import type { Envelope } from '../../protocol/sealed-envelope';
import { type Asking, type CommandOption, optionsOf } from '../../service/ceremony/rules/explain';
import {
  countedKeys,
  eligible,
  keysMissing,
  keysMissingAfter,
  progressAfter,
  progressOf,
  seatState,
  waitingFor,
} from '../../service/ceremony/rules/requirements';
import { begunOf } from '../../service/ceremony/rules/stop';
import type { Operator } from '../../service/configuration/rules/items';
import { ownRemarks } from '../../service/remark/rules/remark';
import { onPage } from '../../service/remark/rules/words';
import { isAdministrative } from '../../service/request/rules/administrative';
import { declaredEvidence, type Evidence } from '../../service/request/rules/evidence';
import { renderRequest } from '../../service/request/rules/render';
import {
  type Decided,
  endedBy,
  isAuthorized,
  isNotAuthorized,
  isOpen,
  type PolicySnapshot,
  type Request,
  type Seat,
  turnsOf,
} from '../../service/request/rules/request';
import { shortSummary } from '../../service/request/rules/texts';
import type { DeepReadonly } from '../http/typed';

type Schemas = components['schemas'];

export interface Viewer {
  readonly id: OperatorId;
  readonly isAdmin: boolean;
  /** Why the operator cannot sign a request that needs a signature. Absent if it was not looked up, as in lists. */
  readonly cannotSign?: Asking['cannotSign'];
}

export interface Viewed {
  readonly request: Request;
  readonly intent: Envelope | null;
  readonly operators: readonly Operator[];
  readonly nowMs: number;
  /** The lines of its display; null if it has none. */
  readonly shown: Shown | null;
  /** Absent if nobody looked, as in lists. */
  readonly evidence?: readonly Evidence[];
}

/** What only the answer for a single request has. */
export interface ViewedAlone extends Viewed {
  /** The API key with which it was made. Null if no program made it. */
  readonly program: Schemas['ProgramView'] | null;
}

/** `request` must be settled. `server_now` is never behind the record in the same answer. */
export function viewAnswer(viewed: ViewedAlone, viewer: Viewer): DeepReadonly<Schemas['RequestViewAnswer']> {
  const { request, shown, operators, program } = viewed;
  const naming = { request, shownOf: () => shown, nameOf: namesOf(operators) };
  const row = requestWithView(viewed, viewer);
  return {
    server_now: instantOf(viewed),
    request: row.request,
    view: { ...row.view, program },
    remarks: onPage(ownRemarks(request, viewer.id), naming).map(fullRemark),
    comparison: null,
  };
}

export const fullRemark = ({ short: _, ...remark }: ReturnType<typeof onPage>[number]): Schemas['FullRemark'] => remark;

export function requestWithView(viewed: Viewed, viewer: Viewer): DeepReadonly<Schemas['RequestWithView']> {
  const { request, intent, shown, evidence = declaredEvidence(request) } = viewed;
  const nowMs = instantOf(viewed);
  return {
    request: renderRequest(request, intent, nowMs),
    view: { ...ceremonyView({ ...viewed, evidence, nowMs }, viewer), shown, evidence },
  };
}

const instantOf = ({ request, nowMs }: Viewed): number => Math.max(nowMs, request.updatedAtMs);

function ceremonyView(
  { request, operators, evidence = [], nowMs }: Viewed,
  viewer: Viewer,
): DeepReadonly<Omit<Schemas['CeremonyView'], 'shown' | 'evidence'>> {
  const { policy } = request;
  const nameOf = namesOf(operators);
  const turned = countedKeys(request);
  return {
    summary: request.summary === null ? null : shortSummary(request.summary),
    title: policy.title,
    requester_name: nameOf(request.requester),
    quorum: policy.quorum,
    mode: policy.mode,
    coincidence_seconds: coincidenceSeconds(policy),
    round: request.round,
    window_ends_at: request.state === 'staging' ? request.windowEndsAtMs : null,
    expires_at: request.expiresAtMs,
    rule: policy.rule,
    policy_version: policy.version,
    turn: policy.turn,
    integration: isAdministrative(request) ? null : policy.integration,
    has_intent: request.executeWithinMs !== null,
    seats: request.seats.map((seat) => seatView(request, seat, turned, nameOf)),
    turned: turned.length,
    needed: isOpen(request) ? keysMissing(request) : 0,
    groups: policy.groups ?? [],
    requirements: progressOf(request),
    eligible: eligible(request),
    waiting_for: waitingFor(request),
    you: {
      seat: eligible(request).includes(viewer.id),
      needed_after: keysMissingAfter(request, viewer.id),
      requirements_after: progressAfter(request, viewer.id) ?? [],
      options: optionsOf(request, { ...askingOf(viewer), evidence }, nowMs).map(optionView),
    },
    decided: isOpen(request) ? null : decisionView(request),
    ...begunView(request),
    ...stoppedView(request),
    ...(request.change === undefined ? {} : { change: request.change }),
  };
}

function decisionView(request: Decided): DeepReadonly<Schemas['DecisionView']> {
  return {
    by: request.decidedBy,
    at: request.verdictAtMs,
    ended_by: endedBy(request),
    note: isNotAuthorized(request) ? request.note : null,
    reason: request.reason,
  };
}

function stoppedView(request: Request): Pick<Schemas['CeremonyView'], 'stopped_by'> {
  const stopped = isAuthorized(request) ? request.stopped : null;
  return stopped === null ? {} : { stopped_by: stopped.by.actor_kind };
}

function begunView(request: Request): Pick<Schemas['CeremonyView'], 'begun'> {
  const begun = begunOf(request);
  return begun === null ? {} : { begun: { from: begun.fromMs, until: begun.untilMs } };
}

function askingOf({ id: operator, isAdmin, cannotSign = null }: Viewer): Asking {
  return { operator, isAdmin, cannotSign };
}

function seatView(
  request: Request,
  seat: Seat,
  turned: readonly OperatorId[],
  nameOf: (id: OperatorId) => string,
): DeepReadonly<Schemas['SeatView']> {
  return {
    operator: seat.operator,
    name: nameOf(seat.operator),
    groups: seat.groups ?? [],
    state: seatState(request, seat, turned),
    turned_at: turnedAtMs(request, seat.operator),
    issue: seat.issue,
  };
}

function turnedAtMs(request: Request, operator: OperatorId): number | null {
  if (isAuthorized(request)) return request.turnedAtMs?.[request.approvers.indexOf(operator)] ?? null;
  return turnsOf(request).find((turn) => turn.operator === operator)?.atMs ?? null;
}

function optionView({ command, allowed, reason }: CommandOption): Schemas['OptionView'] {
  return { action: command, allowed, why: reason };
}

export function namesOf(operators: readonly Operator[]): (id: string) => string {
  const names = new Map<string, string>(operators.map((operator) => [operator.id, operator.name]));
  return (id) => names.get(id) ?? id;
}

function coincidenceSeconds({ mode, coincidenceMs }: PolicySnapshot): number | null {
  switch (mode) {
    case 'independent':
      return null;
    case 'coincident':
      return coincidenceMs / 1000;
    default:
      return assertNever(mode);
  }
}
