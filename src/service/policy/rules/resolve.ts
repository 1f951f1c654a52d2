/** Resolves a policy and a proposal to the seats and the quorum, or to the reason for a refusal. */
import { malformedEvidence } from '../../../protocol/evidence';
import type { GroupId, OperatorId } from '../../../protocol/identifiers';
import {
  combinedRequirements,
  keysNeeded,
  type Member,
  type Requirement,
  unmetSubset,
} from '../../../protocol/requirements';
import { err, ok, type Result } from '../../../protocol/result';
import { isBlank } from '../../../protocol/visible-text';
import type { Params } from '../../request/rules/request';
import { namedGroups, type PresentGroup, peopleOf } from './groups';
import { decidingRule, judgeRules, type RuleVerdict } from './param-rules';
import type { Policy, RosterMember } from './policy';

export interface Proposal {
  readonly requester: OperatorId;
  readonly params: Params;
  /** The quorum that the proposer selects; null for the policy's default. */
  readonly quorum: number | null;
}

export type PolicyRefusal =
  | { readonly reason: 'requester_unknown'; readonly requester: string }
  | { readonly reason: 'required_param'; readonly param: string }
  | { readonly reason: 'reserved_param'; readonly param: string }
  /** The display declares a document by this param, and the value is no digest. */
  | { readonly reason: 'evidence_malformed'; readonly param: string }
  | { readonly reason: 'quorum_not_selectable' }
  | { readonly reason: 'quorum_out_of_bounds'; readonly asked: number; readonly min: number; readonly max: number }
  | {
      readonly reason: 'quorum_below_rules';
      readonly asked: number;
      readonly floor: number;
      readonly rule: number | null;
    }
  | { readonly reason: 'roster_too_short'; readonly seats: number; readonly quorum: number }
  /** The seats cannot meet these requirements together. The names are those of the groups. */
  | {
      readonly reason: 'requirement_unmet';
      readonly groups: readonly string[];
      readonly keys: number;
      readonly available: number;
    };

export interface QuorumAnswer {
  readonly quorum: number;
  readonly decidedBy: 'default' | 'rule' | 'requirements' | 'requested';
  /** The rule that decided the floor, if a rule matched. */
  readonly rule: number | null;
  /** If the policy has rules or requirements, the lowest quorum that may be selected. */
  readonly floor: number | null;
}

export type StruckReason = 'self_approval_denied' | 'disabled' | 'unknown';

export interface Roster {
  readonly seats: readonly OperatorId[];
  readonly struck: readonly { readonly operator: OperatorId; readonly reason: StruckReason }[];
}

export interface Resolution extends QuorumAnswer, Roster {
  readonly rules: readonly RuleVerdict[];
  /** The requirements of the policy and of every rule that matched. */
  readonly requires: readonly Requirement[];
  /** The groups that the policy names. */
  readonly groups: readonly PresentGroup[];
  readonly refusal: PolicyRefusal | null;
}

/** A param with this prefix is answered with 422 (operation createRequest). */
export const RESERVED_PARAM_PREFIX = 'service.';

/**
 * Everything that the policy says about a proposal. A refusal does not hide the rest: the preview explains all of it,
 * and a create is refused with it.
 */
export function resolve(
  policy: Policy,
  operators: readonly RosterMember[],
  proposal: Proposal,
  present: readonly PresentGroup[] = [],
): Resolution {
  const named = namedGroups(policy);
  const rules = judgeRules(policy.paramRules, proposal.params);
  const requires = requirementsOf(policy, rules);
  const groups = present.filter(({ id }) => named.has(id));
  const quorum = resolveQuorum(policy, rules, proposal.quorum);
  const roster = resolveRoster(policy, operators, proposal.requester, groups);
  const answer = quorum.ok ? quorum.value : fallback(policy, rules);
  const refusal =
    proposalRefusal(policy, operators, proposal) ??
    (quorum.ok ? null : quorum.error) ??
    unmetRequirement(requires, roster, groups) ??
    shortRoster(roster, answer.quorum);
  return { ...answer, ...roster, rules, requires, groups, refusal };
}

/** Also a rule that matched because a value could not be read adds its requirements. */
function requirementsOf({ requires = [] }: Policy, rules: readonly RuleVerdict[]): Requirement[] {
  return combinedRequirements([requires, ...rules.filter(({ matched }) => matched).map((rule) => rule.requires)]);
}

/** Operators with their groups, in the order of the groups' ids. */
export function withGroups(operators: readonly OperatorId[], groups: readonly PresentGroup[]): Member[] {
  const ordered = [...groups].sort((one, other) => (one.id < other.id ? -1 : 1));
  return operators.map((operator) => ({
    operator,
    groups: ordered.filter(({ members }) => members.includes(operator)).map(({ id }) => id),
  }));
}

function unmetRequirement(
  requires: readonly Requirement[],
  { seats }: Roster,
  groups: readonly PresentGroup[],
): PolicyRefusal | null {
  const unmet = unmetSubset(requires, withGroups(seats, groups));
  if (unmet === null) return null;
  const nameOf = (id: GroupId) => groups.find((group) => group.id === id)?.name ?? id;
  return {
    reason: 'requirement_unmet',
    groups: unmet.requires.map(({ group }) => nameOf(group)),
    keys: keysNeeded(unmet.requires),
    available: unmet.available,
  };
}

function proposalRefusal(policy: Policy, operators: readonly RosterMember[], proposal: Proposal): PolicyRefusal | null {
  if (!operators.some((operator) => operator.enabled && operator.id === proposal.requester)) {
    return { reason: 'requester_unknown', requester: proposal.requester };
  }
  const reserved = Object.keys(proposal.params).find((key) => key.startsWith(RESERVED_PARAM_PREFIX));
  if (reserved !== undefined) return { reason: 'reserved_param', param: reserved };
  const missing = policy.requiredParams.find((key) => isMissing(proposal.params, key));
  if (missing !== undefined) return { reason: 'required_param', param: missing };
  const malformed = malformedEvidence(policy.display?.evidence ?? [], proposal.params);
  return malformed === null ? null : { reason: 'evidence_malformed', param: malformed };
}

function isMissing(params: Params, key: string): boolean {
  return !Object.hasOwn(params, key) || isBlank(params[key]!);
}

/**
 * The result of the rules is the highest quorum of those that match, or else the default. If the policy has rules, a
 * proposer may raise the result but not lower it.
 */
export function resolveQuorum(
  policy: Policy,
  rules: readonly RuleVerdict[],
  asked: number | null,
): Result<QuorumAnswer, PolicyRefusal> {
  const answer = fallback(policy, rules);
  if (asked === null) return ok(answer);
  const { min, max, selectable } = policy.quorum;
  if (!selectable) return err({ reason: 'quorum_not_selectable' });
  if (answer.floor !== null && asked < answer.floor) {
    return err({ reason: 'quorum_below_rules', asked, floor: answer.floor, rule: answer.rule });
  }
  // A rule may require more than the bounds. Then selecting exactly that quorum is allowed.
  const ceiling = Math.max(max, answer.floor ?? max);
  if (!Number.isInteger(asked) || asked < min || asked > ceiling)
    return err({ reason: 'quorum_out_of_bounds', asked, min, max: ceiling });
  return ok({ ...answer, quorum: asked, decidedBy: 'requested' });
}

/**
 * A rule that matched only because a value could not be read counts if it requires more keys. It never replaces the
 * default: "below 100: one key" must not give one key to an amount that cannot be read.
 */
function fallback(policy: Policy, rules: readonly RuleVerdict[]): QuorumAnswer {
  const deciding = decidingRule(rules);
  const byDefault = policy.quorum.default;
  const unread = !rules.some((rule) => rule.matched && !rule.failedClosed);
  const decides = deciding !== null && !(unread && deciding.quorum < byDefault);
  const quorum = decides ? deciding.quorum : byDefault;
  const answer = {
    quorum,
    decidedBy: decides ? ('rule' as const) : ('default' as const),
    rule: decides ? deciding.index : null,
    floor: policy.paramRules.length > 0 ? quorum : null,
  };
  const needed = keysNeeded(requirementsOf(policy, rules));
  if (needed === 0) return answer;
  const floor = Math.max(needed, answer.floor ?? 0);
  return needed > quorum ? { quorum: needed, decidedBy: 'requirements', rule: null, floor } : { ...answer, floor };
}

/** Each enabled operator of the roster is asked once. If self approval is denied, the requester is left out. */
export function resolveRoster(
  policy: Pick<Policy, 'roster' | 'denySelfApproval'>,
  operators: readonly RosterMember[],
  requester: OperatorId,
  groups: readonly PresentGroup[] = [],
): Roster {
  const known = new Map(operators.map((operator) => [operator.id, operator]));
  const seats: OperatorId[] = [];
  const struck: { operator: OperatorId; reason: StruckReason }[] = [];
  for (const operator of peopleOf(policy.roster, groups)) {
    const member = known.get(operator);
    if (member === undefined) struck.push({ operator, reason: 'unknown' });
    else if (!member.enabled) struck.push({ operator, reason: 'disabled' });
    else if (policy.denySelfApproval && operator === requester)
      struck.push({ operator, reason: 'self_approval_denied' });
    else seats.push(operator);
  }
  return { seats, struck };
}

/** A quorum that cannot be met is refused at creation, because the request could only expire. */
function shortRoster(roster: Roster, quorum: number): PolicyRefusal | null {
  return roster.seats.length < quorum ? { reason: 'roster_too_short', seats: roster.seats.length, quorum } : null;
}
