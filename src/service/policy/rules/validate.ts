/** Checks a policy before it is saved, whatever client sent it. */
import { LIMITS } from '../../../../generated/limits';
import { compareDecimals } from '../../../protocol/decimal';
import { displayProblems } from '../../../protocol/display/display';
import { isGroupId, type OperatorId } from '../../../protocol/identifiers';
import { combinedRequirements, keysNeeded, MAX_REQUIREMENTS, type Requirement } from '../../../protocol/requirements';
import { PRINCIPAL } from '../../../protocol/ssh/allowed-signers';
import { nameProblems } from '../../configuration/rules/names';
import { SERVICE_ACTION_PREFIX } from '../../request/rules/administrative';
import { allMembers, type GroupBody, namedGroups, peopleOf } from './groups';
import {
  type Condition,
  type Draft,
  isDeclared,
  type ParamRule,
  type PlatformActions,
  type RosterMember,
} from './policy';
import { RESERVED_PARAM_PREFIX } from './resolve';

const NUMERIC_OPS = new Set(['gt', 'gte', 'lt', 'lte']);

/** One sentence for each problem that says what to change. Empty if the policy can be saved. */
export function policyProblems(
  policy: Draft,
  operators: readonly RosterMember[],
  platformActions: PlatformActions,
  groups: readonly GroupBody[] = [],
): string[] {
  const { paramRules, integration } = policy;
  const people = peopleOf(policy.roster, groups.map(allMembers));
  const members = keysAllowedBy(people, operators);
  return [
    ...(policy.id.startsWith(SERVICE_ACTION_PREFIX)
      ? [`id: names that start with "${SERVICE_ACTION_PREFIX}" belong to the service; choose another name`]
      : []),
    ...nameProblems('id', policy.id),
    ...nameProblems('title', policy.title),
    ...rosterProblems(policy, operators, people),
    ...unknownGroupProblems(policy, groups),
    ...signerProblems(policy, people),
    ...quorumProblems(policy.quorum, members),
    ...requirementProblems(policy),
    ...wholeProblems('ttl_seconds', policy.ttlSeconds, LIMITS.ttlSeconds),
    ...wholeProblems('coincidence_seconds', policy.coincidenceSeconds, LIMITS.coincidenceSeconds),
    ...(policy.maxOpen === null ? [] : wholeProblems('max_open', policy.maxOpen, LIMITS.maxOpen)),
    ...requiredParamProblems(policy.requiredParams),
    ...(paramRules.length > LIMITS.paramRules.max
      ? [`param_rules: can have at most ${LIMITS.paramRules.max} rules`]
      : []),
    ...paramRules.flatMap((rule, index) => ruleProblems(policy.quorum, members, rule, `param_rules[${index}]`)),
    ...(policy.display === null ? [] : displayProblems(policy.display).map((problem) => `display.${problem}`)),
    ...(isDeclared(platformActions, policy.id, integration)
      ? []
      : [`integration: this deployment does not declare "${policy.id}" as a platform action with "${integration}"`]),
  ];
}

function rosterProblems(
  { roster }: Draft,
  operators: readonly RosterMember[],
  people: readonly OperatorId[],
): string[] {
  const known = new Set<string>(operators.map((operator) => operator.id));
  const unknown = roster.filter((one) => !isGroupId(one) && !known.has(one));
  return [
    ...(roster.length === 0 ? ['roster: must name at least one operator'] : []),
    ...(Math.max(roster.length, people.length) > LIMITS.roster.max
      ? [`roster: can have at most ${LIMITS.roster.max} operators`]
      : []),
    ...(new Set(roster).size < roster.length ? ['roster: must name each operator only once'] : []),
    ...unknown.map((operator) => `roster: "${operator}" is not an operator of this organization`),
  ];
}

function unknownGroupProblems(policy: Draft, groups: readonly GroupBody[]): string[] {
  const known = new Set(groups.map(({ id }) => id));
  return [...namedGroups(policy)]
    .filter((id) => !known.has(id))
    .map((id) => `roster, requires: "${id}" is not a group of this organization`);
}

/** Checks what is required if every rule matches, because any of them can. */
function requirementProblems({ requires = [], paramRules, quorum }: Draft): string[] {
  const lists = [requires, ...paramRules.map((rule) => rule.requires ?? [])];
  const most = combinedRequirements(lists);
  const needed = keysNeeded(most);
  return [
    ...lists.flatMap((list, index) =>
      listProblems(list, index === 0 ? 'requires' : `param_rules[${index - 1}].requires`),
    ),
    ...(most.length > MAX_REQUIREMENTS
      ? [`requires: can name at most ${MAX_REQUIREMENTS} groups, those of all rules included`]
      : []),
    ...(needed > quorum.max
      ? [`requires: needs ${needed} keys, those of all rules included, but quorum.max is ${quorum.max}`]
      : []),
  ];
}

function listProblems(requires: readonly Requirement[], at: string): string[] {
  return [
    ...(new Set(requires.map(({ group }) => group)).size < requires.length
      ? [`${at}: must name each group only once`]
      : []),
    ...(requires.every(({ keys }) => Number.isInteger(keys) && keys >= 1)
      ? []
      : [`${at}: keys must be a whole number and at least 1`]),
  ];
}

/** The ids are written to files that OpenSSH and a shell script read. */
function signerProblems({ turn }: Draft, people: readonly OperatorId[]): string[] {
  if (turn !== 'code_and_passkey') return [];
  return people
    .filter((operator) => !PRINCIPAL.test(operator))
    .map(
      (operator) =>
        `roster: "${operator}" cannot sign turns; an id may have letters, digits, ".", "_", "@", "+" and "-"`,
    );
}

/** The most keys that the roster allows, and why. A name that is no operator of the organization adds none. */
interface KeysAllowed {
  readonly most: number;
  readonly because: string;
}

function keysAllowedBy(people: readonly OperatorId[], operators: readonly RosterMember[]): KeysAllowed {
  const known = new Set(operators.map((operator) => operator.id));
  const most = people.filter((operator) => known.has(operator)).length;
  const of = most < people.length ? ' of this organization' : '';
  return { most, because: `the roster has ${most === 1 ? '1 operator' : `${most} operators`}${of}` };
}

function quorumProblems({ default: fallback, min, max }: Draft['quorum'], members: KeysAllowed): string[] {
  const fractional = Object.entries({ default: fallback, min, max }).filter(([, value]) => !Number.isInteger(value));
  if (fractional.length > 0) return fractional.map(([name]) => `quorum.${name}: must be a whole number`);
  return [
    ...(min < 1 ? ['quorum.min: must be at least 1, because a quorum of 0 would authorize everything'] : []),
    ...(min > max ? [`quorum.min: must be at most quorum.max (${max})`] : []),
    ...(fallback < min || fallback > max
      ? [`quorum.default: must be between quorum.min (${min}) and quorum.max (${max})`]
      : []),
    ...tooMany('quorum.max', max, members),
  ];
}

/** If the roster has nobody, that is the problem to solve. */
function tooMany(field: string, keys: number, { most, because }: KeysAllowed): string[] {
  return most > 0 && keys > most ? [`${field}: can be at most ${most}, because ${because}`] : [];
}

function wholeProblems(field: string, value: number, { min, max }: { min: number; max: number }): string[] {
  return Number.isInteger(value) && value >= min && value <= max
    ? []
    : [`${field}: must be a whole number between ${min} and ${max}`];
}

function requiredParamProblems(required: readonly string[]): string[] {
  return [
    ...(required.length > LIMITS.params.max
      ? [`required_params: can name at most ${LIMITS.params.max} params, because a request cannot have more`]
      : []),
    ...(new Set(required).size < required.length ? ['required_params: must name each param only once'] : []),
    ...required.flatMap((param) => paramKeyProblems(param, 'required_params')),
  ];
}

/** In the text of a policy, a name with these characters could look like several names. */
const MISLEADING = /[\p{C}\p{Zl}\p{Zp}\p{Pi}\p{Pf}"'`„‚,;]/u;

function paramKeyProblems(param: string, at: string): string[] {
  const { min, max } = LIMITS.paramKey;
  if (param.length < min || param.length > max)
    return [`${at}: the name of a param must have ${min} to ${max} characters`];
  if (MISLEADING.test(param)) {
    return [`${at}: the name of a param must not have control characters, quotes, "," or ";"`];
  }
  return param.startsWith(RESERVED_PARAM_PREFIX)
    ? [`${at}: "${param}" is reserved: a request cannot have a param that starts with "${RESERVED_PARAM_PREFIX}"`]
    : [];
}

function ruleProblems(quorum: Draft['quorum'], members: KeysAllowed, rule: ParamRule, at: string): string[] {
  return [
    ...(rule.when.length === 0 ? [`${at}.when: must have at least one condition`] : []),
    ...(Number.isInteger(rule.quorum) ? [] : [`${at}.quorum: must be a whole number`]),
    ...(rule.quorum < Math.max(1, quorum.min) ? [`${at}.quorum: must be at least quorum.min (${quorum.min})`] : []),
    ...tooMany(`${at}.quorum`, rule.quorum, members),
    ...rule.when.flatMap((condition, position) => [
      ...paramKeyProblems(condition.param, `${at}.when[${position}].param`),
      ...conditionProblems(condition, `${at}.when[${position}]`),
    ]),
  ];
}

function conditionProblems(condition: Condition, at: string): string[] {
  const { op, value } = condition;
  if (op === 'present') return value === undefined ? [] : [`${at}.value: "present" has no value; leave it out`];
  if (op === 'in') {
    const listed = Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string');
    return listed ? [] : [`${at}.value: "in" needs a list of strings`];
  }
  if (typeof value !== 'string') return [`${at}.value: "${op}" needs one string`];
  if (NUMERIC_OPS.has(op) && compareDecimals(value, '0') === null) {
    return [`${at}.value: "${op}" needs a plain decimal such as "1000" or "0.5"`];
  }
  return op === 'prefix' && value === ''
    ? [`${at}.value: must not be empty, because an empty prefix matches every value`]
    : [];
}
