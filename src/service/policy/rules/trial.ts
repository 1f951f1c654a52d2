/**
 * What a policy would do before it is saved: what it would have required for past requests (operation backtestAction),
 * and whose requests it would never let anybody approve.
 */

import type { OperatorId } from '../../../protocol/identifiers';
import { combinedRequirements, keysNeeded, type Requirement, unmetSubset } from '../../../protocol/requirements';
import type { Request } from '../../request/rules/request';
import { type PresentGroup, peopleOf } from './groups';
import type { Draft, Policy, RosterMember, TurnNeeds } from './policy';
import { type PolicyRefusal, resolve, resolveRoster, withGroups } from './resolve';

export interface Required {
  readonly quorum: number;
  readonly mode: Policy['mode'];
  readonly turn: TurnNeeds;
  readonly seats: readonly OperatorId[];
  readonly requires: readonly Requirement[];
}

export interface Difference {
  readonly request: Request;
  readonly was: Required;
  readonly wouldBe: Required;
  /** Why the request would have been refused, or null. */
  readonly refusal: PolicyRefusal | null;
}

export interface Past {
  readonly request: Request;
  /** The version under which the request was created; null if unknown. */
  readonly policy: Policy | null;
}

/** Null if the request would have been accepted. `groups` are those of the time when the request was created. */
export function differenceUnder(
  policy: Policy,
  { request, policy: made }: Past,
  operators: readonly RosterMember[],
  groups: readonly PresentGroup[] = [],
): Difference | null {
  const then = operatorsThen(operators, request);
  const proposal = { requester: request.requester, params: request.params };
  const quorum = quorumAsked(request, made, then, groups);
  const resolution = resolve(policy, then, { ...proposal, quorum }, groups);
  const was: Required = {
    quorum: request.policy.quorum,
    mode: request.policy.mode,
    turn: request.policy.turn,
    seats: request.seats.map((seat) => seat.operator),
    requires: request.policy.requires ?? [],
  };
  const { mode, turn } = policy;
  const { quorum: needed, seats, requires, refusal } = resolution;
  const wouldBe: Required = { quorum: needed, mode, turn, seats, requires };
  return refusal === null && isSame(was, wouldBe) ? null : { request, was, wouldBe, refusal };
}

/**
 * Everyone who took part counts as enabled, because the question is what the policy changes and not who has left since.
 */
function operatorsThen(operators: readonly RosterMember[], request: Request): RosterMember[] {
  const present = new Set([request.requester, ...request.seats.map((seat) => seat.operator)]);
  return operators.map(({ id, enabled }) => ({ id, enabled: enabled || present.has(id) }));
}

/** The record has only the resolved quorum. If the policy alone gives a different one, the proposer selected it. */
function quorumAsked(
  request: Request,
  made: Policy | null,
  then: readonly RosterMember[],
  groups: readonly PresentGroup[],
): number | null {
  if (made === null) return null;
  const { requester, params } = request;
  const unasked = resolve(made, then, { requester, params, quorum: null }, groups).quorum;
  return unasked === request.policy.quorum ? null : request.policy.quorum;
}

function isSame(a: Required, b: Required): boolean {
  const seats = new Set(a.seats);
  return (
    a.quorum === b.quorum &&
    a.mode === b.mode &&
    a.turn === b.turn &&
    a.seats.length === b.seats.length &&
    b.seats.every((seat) => seats.has(seat)) &&
    requirementsText(a) === requirementsText(b)
  );
}

const requirementsText = ({ requires }: Required): string =>
  JSON.stringify(requires.map(({ group, keys }) => `${group}:${keys}`).sort());

/** Whose requests a policy would never let anybody approve: an editor says so before the policy is saved. */
export interface Unapprovable {
  readonly requester: OperatorId;
  /** How many operators would be asked: of the groups that cannot turn enough keys, or all. */
  readonly seats: number;
  readonly quorum: number;
  /** The rule that needs so many keys; null if every request does. */
  readonly rule: number | null;
}

/** The operators on the roster whose requests have fewer seats than keys, always or if a rule matches. */
export function unapprovableRequesters(
  policy: Draft,
  operators: readonly RosterMember[],
  groups: readonly PresentGroup[] = [],
): Unapprovable[] {
  const enabled = new Set(operators.filter((operator) => operator.enabled).map((operator) => operator.id));
  const needs = [
    { quorum: policy.quorum.default, requires: policy.requires ?? [], rule: null },
    ...policy.paramRules.map(({ quorum, requires = [] }, rule) => ({
      quorum,
      requires: combinedRequirements([policy.requires ?? [], requires]),
      rule,
    })),
  ];
  return peopleOf(policy.roster, groups)
    .filter((requester) => enabled.has(requester))
    .flatMap((requester) => {
      const { seats } = resolveRoster(policy, operators, requester, groups);
      const members = withGroups(seats, groups);
      for (const { quorum, requires, rule } of needs) {
        if (quorum > seats.length) return [{ requester, seats: seats.length, quorum, rule }];
        const unmet = unmetSubset(requires, members);
        if (unmet !== null) return [{ requester, seats: unmet.available, quorum: keysNeeded(unmet.requires), rule }];
      }
      return [];
    });
}
