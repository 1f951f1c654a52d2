/** Resolves a policy and a proposal to the seats and the quorum, or to the reason for a refusal. */
import type { OperatorId } from '../../protocol/identifiers';
import { err, ok, type Result } from '../../protocol/result';
import type { Params } from '../request/request';
import type { Policy, RosterMember } from './policy';
import { decidingRule, judgeRules, type RuleVerdict } from './rules';

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
  | { readonly reason: 'quorum_not_selectable' }
  | { readonly reason: 'quorum_out_of_bounds'; readonly asked: number; readonly min: number; readonly max: number }
  | {
      readonly reason: 'quorum_below_rules';
      readonly asked: number;
      readonly floor: number;
      readonly rule: number | null;
    }
  | { readonly reason: 'roster_too_short'; readonly seats: number; readonly quorum: number };

export interface QuorumAnswer {
  readonly quorum: number;
  readonly decidedBy: 'default' | 'rule' | 'requested';
  /** The rule that decided the floor, if a rule matched. */
  readonly rule: number | null;
  /** If the policy has rules, the lowest quorum that may be selected. */
  readonly floor: number | null;
}

export type StruckReason = 'self_approval_denied' | 'disabled' | 'unknown';

export interface Roster {
  readonly seats: readonly OperatorId[];
  readonly struck: readonly { readonly operator: OperatorId; readonly reason: StruckReason }[];
}

export interface Resolution extends QuorumAnswer, Roster {
  readonly rules: readonly RuleVerdict[];
  readonly refusal: PolicyRefusal | null;
}

/** A param with this prefix is answered with 422 (operation createRequest). */
export const RESERVED_PARAM_PREFIX = 'service.';

/**
 * Everything that the policy says about a proposal. A refusal does not hide the rest: the preview explains all of it,
 * and a create is refused with it.
 */
export function resolve(policy: Policy, operators: readonly RosterMember[], proposal: Proposal): Resolution {
  const rules = judgeRules(policy.paramRules, proposal.params);
  const quorum = resolveQuorum(policy, rules, proposal.quorum);
  const roster = resolveRoster(policy, operators, proposal.requester);
  const answer = quorum.ok ? quorum.value : fallback(policy, rules);
  const refusal =
    proposalRefusal(policy, operators, proposal) ??
    (quorum.ok ? null : quorum.error) ??
    shortRoster(roster, answer.quorum);
  return { ...answer, ...roster, rules, refusal };
}

function proposalRefusal(policy: Policy, operators: readonly RosterMember[], proposal: Proposal): PolicyRefusal | null {
  if (!operators.some((operator) => operator.enabled && operator.id === proposal.requester)) {
    return { reason: 'requester_unknown', requester: proposal.requester };
  }
  const reserved = Object.keys(proposal.params).find((key) => key.startsWith(RESERVED_PARAM_PREFIX));
  if (reserved !== undefined) return { reason: 'reserved_param', param: reserved };
  const missing = policy.requiredParams.find((key) => isBlank(proposal.params, key));
  return missing === undefined ? null : { reason: 'required_param', param: missing };
}

function isBlank(params: Params, key: string): boolean {
  return !Object.hasOwn(params, key) || params[key]!.trim() === '';
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
  return {
    quorum,
    decidedBy: decides ? 'rule' : 'default',
    rule: decides ? deciding.index : null,
    floor: policy.paramRules.length > 0 ? quorum : null,
  };
}

/** Each enabled operator of the roster is asked once. If self approval is denied, the requester is left out. */
export function resolveRoster(policy: Policy, operators: readonly RosterMember[], requester: OperatorId): Roster {
  const known = new Map(operators.map((operator) => [operator.id, operator]));
  const seats: OperatorId[] = [];
  const struck: { operator: OperatorId; reason: StruckReason }[] = [];
  for (const operator of new Set(policy.roster)) {
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
