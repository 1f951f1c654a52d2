/** The cases of a policy: a request that no rule matches, and for each rule a request that it matches. */
import { compareDecimals } from '../../../protocol/decimal';
import { combinedRequirements, keysNeeded, type Requirement } from '../../../protocol/requirements';
import { judgeRules, type RuleVerdict } from '../../policy/rules/param-rules';
import type { Policy } from '../../policy/rules/policy';
import { resolveQuorum } from '../../policy/rules/resolve';
import type { Params } from '../../request/rules/request';

/** What a request needs, with an example of a request that needs exactly this. */
export interface Need {
  readonly quorum: number;
  readonly requires: readonly Requirement[];
  readonly params: Params;
  /** The quorum to select; null for the one that the policy gives. */
  readonly selected: number | null;
  /** Whether a rule matches the request. */
  readonly isByRule: boolean;
}

export interface Case {
  /** The number of the rule; null where no rule matches. */
  readonly rule: number | null;
  /** The weakest needs of the case. More than one if they cannot be compared. */
  readonly needs: readonly Need[];
}

/** Leaves out cases that no request can have. */
export function casesOf(policy: Policy): Case[] {
  const kinds = new Map(paramsIn(policy).map((param) => [param, kindsOf(policy, param)]));
  const fixed = Object.fromEntries(policy.requiredParams.filter((param) => !kinds.has(param)).map((key) => [key, '1']));
  const rules = [null, ...policy.paramRules.keys()];
  const count = [...kinds.values()].reduce((product, { length }) => product * length, 1);
  if (count > MOST) return rules.map((rule) => ({ rule, needs: [leastOf(policy, rule)] }));
  const tried = combined(fixed, [...kinds]).map((params) => {
    const verdicts = judgeRules(policy.paramRules, params);
    return { matched: verdicts.filter(({ matched }) => matched), need: needOf(policy, verdicts, params) };
  });
  return rules
    .map((rule) => {
      const fits = tried.filter(({ matched }) =>
        rule === null ? matched.length === 0 : matched.some(({ index }) => index === rule),
      );
      return { rule, needs: weakest(fits.map(({ need }) => need)) };
    })
    .filter((each) => each.needs.length > 0);
}

/** With more combinations of params, other rules are ignored. The answer may then warn without need. */
const MOST = 512;

function leastOf(policy: Policy, rule: number | null): Need {
  const verdicts = policy.paramRules.map(({ quorum, requires = [] }, index): RuleVerdict => {
    return { index, quorum, requires, matched: index === rule, failedClosed: false, firstUnmet: null };
  });
  return needOf(policy, verdicts, {});
}

function needOf(policy: Policy, verdicts: readonly RuleVerdict[], params: Params): Need {
  const matched = verdicts.filter((verdict) => verdict.matched);
  const requires = combinedRequirements([policy.requires ?? [], ...matched.map((rule) => rule.requires)]);
  const lowest = [null, ...(policy.quorum.selectable ? upTo(policy.quorum.max) : [])]
    .map((selected) => ({ selected, answer: resolveQuorum(policy, verdicts, selected) }))
    .flatMap(({ selected, answer }) => (answer.ok ? [{ selected, quorum: answer.value.quorum }] : []))
    .reduce((best, each) => (each.quorum < best.quorum ? each : best));
  return {
    ...lowest,
    quorum: Math.max(lowest.quorum, keysNeeded(requires)),
    requires,
    params,
    isByRule: matched.length > 0,
  };
}

const upTo = (max: number): number[] => Array.from({ length: max }, (_, index) => index + 1);

function weakest(needs: readonly Need[]): Need[] {
  const kept: Need[] = [];
  for (const need of needs) {
    if (kept.some((other) => isAsWeak(other, need))) continue;
    kept.splice(0, kept.length, ...kept.filter((other) => !isAsWeak(need, other)), need);
  }
  return kept;
}

function isAsWeak(one: Need, other: Need): boolean {
  return (
    one.quorum <= other.quorum &&
    one.requires.every(({ group, keys }) => other.requires.some((each) => each.group === group && each.keys >= keys))
  );
}

const paramsIn = ({ paramRules }: Policy): string[] => [
  ...new Set(paramRules.flatMap(({ when }) => when.map(({ param }) => param))),
];

function combined(fixed: Params, kinds: readonly (readonly [string, readonly (string | null)[]])[]): Params[] {
  return kinds.reduce<Params[]>(
    (all, [param, values]) =>
      all.flatMap((params) => values.map((value) => (value === null ? params : { ...params, [param]: value }))),
    [fixed],
  );
}

/** One value of each kind that the conditions treat differently. Null: the param is absent. */
function kindsOf({ paramRules, requiredParams }: Policy, param: string): (string | null)[] {
  const conditions = paramRules.flatMap(({ when }) => when.filter((each) => each.param === param));
  const values = conditions.flatMap(({ value = [] }) => (typeof value === 'string' ? [value] : [...value]));
  const tried = [...values.flatMap(around), ...ELSEWHERE, ...(requiredParams.includes(param) ? [] : [null])];
  const kinds = new Map<string, string | null>();
  for (const value of tried.filter((each) => each === null || each.trim() !== '')) {
    const rules = conditions.map((condition) => ({ when: [condition], quorum: 1 }));
    const verdicts = judgeRules(rules, value === null ? {} : { [param]: value });
    const kind = verdicts.map(({ matched, failedClosed }) => (matched ? (failedClosed ? '?' : 'y') : 'n')).join('');
    if (!kinds.has(kind)) kinds.set(kind, value);
  }
  return [...kinds.values()];
}

/** Numbers below, between and above those of the conditions, and a text that is not a number. */
const ELSEWHERE = ['0', `1${'0'.repeat(40)}`, `-1${'0'.repeat(40)}`, 'other'];

/** The value, a longer value that begins with it, and the next number. */
function around(value: string): string[] {
  const beside = compareDecimals(value, '0') === null ? [] : [`${value}${value.includes('.') ? '' : '.'}000000000001`];
  return [value, `${value}x`, ...beside];
}
