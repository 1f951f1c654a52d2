/** What is wrong with a policy before it is saved. Shapes and lengths are the OpenAPI document's; this is the sense. */
import { compareDecimals } from '../../protocol/decimal';
import type { Condition, Policy, RosterMember } from './policy';
import { RESERVED_PARAM_PREFIX } from './resolve';

const NUMERIC_OPS = new Set(['gt', 'gte', 'lt', 'lte']);

/** One sentence for each problem, each saying what to mend; empty when the policy can be saved. */
export function policyProblems(
  policy: Omit<Policy, 'version'>,
  operators: readonly RosterMember[],
  integrations: readonly string[],
): string[] {
  return [
    ...rosterProblems(policy, operators),
    ...quorumProblems(policy),
    ...policy.paramRules.flatMap((rule, index) => ruleProblems(policy, rule, index)),
    ...policy.requiredParams
      .filter((param) => param.startsWith(RESERVED_PARAM_PREFIX))
      .map(
        (param) => `required_params: "${param}" is reserved: no request can carry a param that starts with "service."`,
      ),
    ...(policy.integration !== null && !integrations.includes(policy.integration)
      ? [`integration: "${policy.integration}" is not declared by this deployment`]
      : []),
  ];
}

function rosterProblems(policy: Omit<Policy, 'version'>, operators: readonly RosterMember[]): string[] {
  const known = new Set(operators.map((operator) => operator.id));
  const unknown = policy.roster.filter((operator) => !known.has(operator));
  return [
    ...(policy.roster.length === 0 ? ['roster: name at least one operator'] : []),
    ...(new Set(policy.roster).size < policy.roster.length ? ['roster: name each operator once'] : []),
    ...unknown.map((operator) => `roster: "${operator}" is no operator of this organization`),
  ];
}

function quorumProblems(policy: Omit<Policy, 'version'>): string[] {
  const { default: fallback, min, max } = policy.quorum;
  const members = new Set(policy.roster).size;
  return [
    ...(min < 1 ? ['quorum.min: at least 1; a quorum of 0 would authorize everything'] : []),
    ...(fallback < min || fallback > max ? [`quorum.default: between min (${min}) and max (${max})`] : []),
    ...(max > members ? [`quorum.max: the roster has ${members} operators, so at most ${members}`] : []),
  ];
}

function ruleProblems(policy: Omit<Policy, 'version'>, rule: Policy['paramRules'][number], index: number): string[] {
  const at = `param_rules[${index}]`;
  const members = new Set(policy.roster).size;
  return [
    ...(rule.when.length === 0 ? [`${at}.when: name at least one condition`] : []),
    ...(rule.quorum < 1 ? [`${at}.quorum: at least 1`] : []),
    ...(rule.quorum > members ? [`${at}.quorum: the roster has ${members} operators, so at most ${members}`] : []),
    ...rule.when.flatMap((condition, position) => conditionProblems(condition, `${at}.when[${position}]`)),
  ];
}

function conditionProblems(condition: Condition, at: string): string[] {
  const { op, value } = condition;
  if (op === 'present') return value === undefined ? [] : [`${at}.value: "present" takes none`];
  if (op === 'in') {
    return Array.isArray(value) && value.length > 0 ? [] : [`${at}.value: "in" takes a list of strings`];
  }
  if (typeof value !== 'string') return [`${at}.value: "${op}" takes one string`];
  if (NUMERIC_OPS.has(op) && compareDecimals(value, '0') === null) {
    return [`${at}.value: "${op}" takes a plain decimal such as "1000" or "0.5"`];
  }
  return op === 'prefix' && value === '' ? [`${at}.value: an empty prefix matches every value; name one`] : [];
}
