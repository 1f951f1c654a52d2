/**
 * The differences between two versions of a policy. Fields are compared as canonical JSON. The text is only for people;
 * it puts names in quotation marks, so that one name cannot look like several (docs/decisions/four-eyes.md).
 */
import { canonicalJson } from '../../protocol/canonical-json';
import type { Display } from '../../protocol/display/display';
import { digestOf } from '../../protocol/hash';
import type { Requirement } from '../../protocol/requirements';
import { changed, type Line, stated } from '../configuration/declaration';
import type { Group } from './groups';
import type { Condition, ParamRule, Policy } from './policy';

type Draft = Omit<Policy, 'version'>;

interface Field {
  /** The value to compare. Two lists of operators or params that differ only in order have the same value. */
  readonly value: (policy: Draft) => unknown;
  readonly text: (policy: Draft, shown: Shown) => string;
}

/** An operator or a group as people read it. */
type Shown = (id: string) => string;
export type GroupNames = readonly Pick<Group, 'id' | 'name'>[];

/** A group has its name and its id, because two groups can have one name. */
function shownWith(groups: GroupNames): Shown {
  const called = new Map<string, string>(groups.map(({ id, name }) => [id, name]));
  return (id) => (called.has(id) ? `${quoted(called.get(id)!)} (${id})` : quoted(id));
}

const field = <T>(value: (policy: Draft) => T, text: (value: T, shown: Shown) => string = String): Field => ({
  value,
  text: (policy, shown) => text(value(policy), shown),
});

const seconds = (value: number): string => `${value} s`;
const named = (all: readonly string[], shown: Shown): string => (all.length === 0 ? 'none' : all.map(shown).join(', '));
const names = (all: readonly string[]): string => named(all, quoted);
const displayWords = (display: Display | null): string => (display === null ? 'none' : quoted(display.title));
const byGroup = (all: readonly Requirement[]): readonly Requirement[] =>
  [...all].sort((one, other) => (one.group < other.group ? -1 : 1));
const requirementsText = (all: readonly Requirement[], shown: Shown): string =>
  all.length === 0 ? 'none' : all.map(({ group, keys }) => `${keys} of ${shown(group)}`).join(' and ');
const sorted = (all: readonly string[]): readonly string[] => [...all].sort();

/** Every field of a policy that an admin can edit. */
const FIELDS = {
  title: field(({ title }) => title),
  roster: field(({ roster }) => sorted(roster), named),
  quorum: field(({ quorum }) => quorum.default),
  'minimum quorum': field(({ quorum }) => quorum.min),
  'maximum quorum': field(({ quorum }) => quorum.max),
  'proposer selects the quorum': field(
    ({ quorum }) => quorum.selectable,
    (value) => (value ? 'allowed' : 'not allowed'),
  ),
  requirements: field(({ requires = [] }) => byGroup(requires), requirementsText),
  'a turn needs': field(
    ({ turn }) => turn,
    (value) => value.replaceAll('_', ' '),
  ),
  mode: field(({ mode }) => mode),
  'coincidence window': field(({ coincidenceSeconds }) => coincidenceSeconds, seconds),
  'self approval': field(
    ({ denySelfApproval }) => denySelfApproval,
    (value) => (value ? 'denied' : 'allowed'),
  ),
  'required params': field(({ requiredParams }) => sorted(requiredParams), names),
  rules: field(({ paramRules }) => paramRules, rulesText),
  'time to live': field(({ ttlSeconds }) => ttlSeconds, seconds),
  'open requests at most': field(
    ({ maxOpen }) => maxOpen,
    (value) => (value === null ? 'no limit' : String(value)),
  ),
  integration: field(
    ({ integration }) => integration,
    (value) => value ?? 'none',
  ),
  display: field(({ display }) => display, displayWords),
} as const satisfies Readonly<Record<string, Field>>;

export type PolicyField = keyof typeof FIELDS;
const NAMES = Object.keys(FIELDS) as PolicyField[];

/** The fields with different values. */
export function policyDifferences(before: Draft, after: Draft): PolicyField[] {
  return NAMES.filter((name) => canonical(FIELDS[name].value(before)) !== canonical(FIELDS[name].value(after)));
}

/** Whether every requirement of `before` is kept, with at least as many keys. */
export function requiresAsMuch({ requires: before = [] }: Draft, { requires: after = [] }: Draft): boolean {
  return before.every(({ group, keys }) => after.some((one) => one.group === group && one.keys >= keys));
}

/** Whether the stored documents differ although no field shows it, for example in the order of a list. */
export function differUnseen(before: Draft, after: Draft): boolean {
  const plain = (policy: Draft) => canonical({ ...policy, version: null });
  return policyDifferences(before, after).length === 0 && plain(before) !== plain(after);
}

/** Identifies a policy in an audit entry. */
export function policyFingerprint(policy: Policy): string {
  return digestOf(canonical(policy));
}

/** One line for each difference: `2 → 1`. For lists, the lines show what is added and removed. */
export function differenceLines(before: Draft, after: Draft, groups: GroupNames = []): Line[] {
  const shown = shownWith(groups);
  if (differUnseen(before, after))
    return [stated('fields', 'the same in words; the order of a list or a field without a name differs')];
  return policyDifferences(before, after).flatMap((name): Line[] => {
    if (name === 'rules') return ruleDifferences(before, after, shown);
    return name === 'display' ? displayDifferences(before, after) : [policyDifference(name, before, after, shown)];
  });
}

/** One difference as one line. */
function policyDifference(name: PolicyField, before: Draft, after: Draft, shown: Shown): Line {
  switch (name) {
    case 'roster':
      return stated(name, setDifference(before.roster, after.roster, shown));
    case 'required params':
      return stated(name, setDifference(before.requiredParams, after.requiredParams, quoted));
    default:
      return changed(name, FIELDS[name].text(before, shown), FIELDS[name].text(after, shown));
  }
}

/** The lines of a new action. */
export function policyLines(policy: Draft, groups: GroupNames = []): Line[] {
  const shown = shownWith(groups);
  return NAMES.flatMap((name): Line[] =>
    name === 'rules' && policy.paramRules.length > 0
      ? policy.paramRules.map((rule, index) => stated(`rule ${index + 1}`, ruleText(rule, shown)))
      : name === 'requirements' && policy.requires === undefined
        ? []
        : [stated(name, FIELDS[name].text(policy, shown))],
  );
}

function rulesText(rules: readonly ParamRule[]): string {
  return rules.length === 0 ? 'none' : `${rules.length} ${rules.length === 1 ? 'rule' : 'rules'}`;
}

/** A rule keeps its number, so that nobody confuses two rules. */
function ruleDifferences({ paramRules: before }: Draft, { paramRules: after }: Draft, shown: Shown): Line[] {
  const without = (rules: readonly ParamRule[], others: readonly ParamRule[], what: string): Line[] => {
    const known = new Set(others.map(canonical));
    return rules.flatMap((rule, index) =>
      known.has(canonical(rule)) ? [] : [stated(`rule ${index + 1}, ${what}`, ruleText(rule, shown))],
    );
  };
  const lines = [...without(before, after, 'removed'), ...without(after, before, 'added')];
  return lines.length > 0
    ? lines
    : [stated('rules', `in another order or number: ${rulesText(before)} → ${rulesText(after)}`)];
}

/** The title, each param that is listed in another way, their order, and the hosts. */
function displayDifferences({ display: before }: Draft, { display: after }: Draft): Line[] {
  const parts = [partsOf(before), partsOf(after)] as const;
  return [...new Set([...parts[0].keys(), ...parts[1].keys()])].flatMap((name): Line[] => {
    const [was, is] = parts.map((part) => part.get(name) ?? 'none') as [string, string];
    return was === is ? [] : [changed(name, was, is)];
  });
}

const partsOf = (display: Display | null): ReadonlyMap<string, string> =>
  new Map([
    ['display', displayWords(display)],
    ...(display?.params ?? []).map(
      ({ param, label, format }) =>
        [`display of ${quoted(param)}`, `${quoted(label)} as ${canonical(format)}`] as const,
    ),
    ['order of the display', names((display?.params ?? []).map(({ param }) => param))],
    ['hosts of the display', names((display?.hosts ?? []).map(({ host, words }) => `${words} (${host})`))],
    ['renderer of the display', display === null ? 'none' : String(display.renderer)],
  ]);

function setDifference(before: readonly string[], after: readonly string[], shown: Shown): string {
  const added = after.filter((one) => !before.includes(one));
  const removed = before.filter((one) => !after.includes(one));
  return [
    ...(added.length === 0 ? [] : [`added: ${named(added, shown)}`]),
    ...(removed.length === 0 ? [] : [`removed: ${named(removed, shown)}`]),
  ].join('; ');
}

function ruleText({ when, quorum, requires = [] }: ParamRule, shown: Shown): string {
  const groups = requires.length === 0 ? '' : `, with ${requirementsText(byGroup(requires), shown)}`;
  return `if ${when.map(conditionText).join(' and ')}: quorum ${quorum}${groups}`;
}

function conditionText({ param, op, value }: Condition): string {
  if (value === undefined) return `${quoted(param)} ${op}`;
  return `${quoted(param)} ${op} ${typeof value === 'string' ? quoted(value) : value.map(quoted).join(', ')}`;
}

function quoted(name: string): string {
  return JSON.stringify(name);
}

/** Omits undefined fields, which have no canonical form. */
function canonical(value: unknown): string {
  return canonicalJson(JSON.parse(JSON.stringify(value)));
}
