/**
 * The differences between two versions of a policy. Fields are compared as canonical JSON. The text is only for people;
 * it puts names in quotation marks, so that one name cannot look like several (docs/decisions/four-eyes.md).
 */
import { canonicalJson } from '../../../protocol/canonical-json';
import type { Display } from '../../../protocol/display/display';
import { digestOf } from '../../../protocol/hash';
import { isGroupId } from '../../../protocol/identifiers';
import type { Requirement } from '../../../protocol/requirements';
import { CONDITIONS } from '../../../protocol/shown/conditions';
import { idWords, joined, named, said, type Words } from '../../../protocol/words';
import { changed, type Line, stated } from '../../configuration/rules/declaration';
import type { Group } from './groups';
import type { Condition, Draft, ParamRule, Policy } from './policy';

interface Field {
  /** The value to compare. Two lists of operators or params that differ only in order have the same value. */
  readonly value: (policy: Draft) => unknown;
  readonly text: (policy: Draft, shown: NameOf) => Words;
  /** What people call it, if that is not the name of its param. */
  readonly called?: string;
}

/** An operator or a group as people read it. */
type NameOf = (id: string) => Words;
export type GroupNames = readonly Pick<Group, 'id' | 'name'>[];

/** A group has its name and its id, because two groups can have one name. */
function shownWith(groups: GroupNames): NameOf {
  const called = new Map<string, string>(groups.map(({ id, name }) => [id, name]));
  return (id) => {
    const name = called.get(id);
    if (name !== undefined) return said`${quoted(name)} (${named('group', id)})`;
    return idWords(isGroupId(id) ? 'group' : 'operator', id);
  };
}

const field = <T>(
  value: (policy: Draft) => T,
  text: (value: T, shown: NameOf) => string | Words = String,
  called?: string,
): Field => ({
  value,
  text: (policy, shown) => said`${text(value(policy), shown)}`,
  ...(called === undefined ? {} : { called }),
});

const seconds = (value: number): string => `${value} s`;
const listed = (all: readonly string[], shown: NameOf): Words =>
  all.length === 0 ? said`none` : joined(all.map(shown), ', ');
const names = (all: readonly string[]): string => (all.length === 0 ? 'none' : all.map(quoted).join(', '));
const displayWords = (display: Display | null): string => (display === null ? 'none' : quoted(display.title));
const byGroup = (all: readonly Requirement[]): readonly Requirement[] =>
  [...all].sort((one, other) => (one.group < other.group ? -1 : 1));
const requirementsText = (all: readonly Requirement[], shown: NameOf): Words =>
  all.length === 0
    ? said`none`
    : joined(
        all.map(({ group, keys }) => said`${keys} of ${shown(group)}`),
        ' and ',
      );
const sorted = (all: readonly string[]): readonly string[] => [...all].sort();

/** Every field of a policy that an admin can edit. */
const FIELDS = {
  title: field(({ title }) => title),
  roster: field(({ roster }) => sorted(roster), listed, 'operators asked'),
  quorum: field(({ quorum }) => quorum.default, String, 'keys needed'),
  'minimum quorum': field(({ quorum }) => quorum.min, String, 'fewest keys'),
  'maximum quorum': field(({ quorum }) => quorum.max, String, 'most keys'),
  'proposer selects the quorum': field(
    ({ quorum }) => quorum.selectable,
    (value) => (value ? 'allowed' : 'not allowed'),
    'proposer chooses the keys needed',
  ),
  requirements: field(({ requires = [] }) => byGroup(requires), requirementsText),
  'a turn needs': field(
    ({ turn }) => turn,
    (value) => value.replaceAll('_', ' '),
    'a key takes',
  ),
  mode: field(({ mode }) => mode),
  'coincidence window': field(({ coincidenceSeconds }) => coincidenceSeconds, seconds),
  'self approval': field(
    ({ denySelfApproval }) => denySelfApproval,
    (value) => (value ? 'not allowed' : 'allowed'),
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

/** A line under the name that people use. The params of a change have the names of the fields. */
export function asPeopleSay(line: Line): Line {
  const { called = line.field }: Partial<Field> = Object.hasOwn(FIELDS, line.field)
    ? FIELDS[line.field as PolicyField]
    : {};
  return { ...line, field: called };
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
function policyDifference(name: PolicyField, before: Draft, after: Draft, shown: NameOf): Line {
  switch (name) {
    case 'roster':
      return stated(name, setDifference(before.roster, after.roster, shown));
    case 'required params':
      return stated(
        name,
        setDifference(before.requiredParams, after.requiredParams, (param) => said`${quoted(param)}`),
      );
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
function ruleDifferences({ paramRules: before }: Draft, { paramRules: after }: Draft, shown: NameOf): Line[] {
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

function setDifference(before: readonly string[], after: readonly string[], shown: NameOf): Words {
  const added = after.filter((one) => !before.includes(one));
  const removed = before.filter((one) => !after.includes(one));
  const parts = [
    ...(added.length === 0 ? [] : [said`added: ${listed(added, shown)}`]),
    ...(removed.length === 0 ? [] : [said`removed: ${listed(removed, shown)}`]),
  ];
  return parts.length === 0 ? [] : joined(parts, '; ');
}

function ruleText({ when, quorum, requires = [] }: ParamRule, shown: NameOf): Words {
  const groups = requires.length === 0 ? [] : said`, with ${requirementsText(byGroup(requires), shown)}`;
  return said`if ${when.map(conditionText).join(' and ')}: ${quorum} ${quorum === 1 ? 'key' : 'keys'}${groups}`;
}

function conditionText({ param, op, value }: Condition): string {
  const { sign } = CONDITIONS[op];
  if (value === undefined) return `${quoted(param)} ${sign}`;
  return `${quoted(param)} ${sign} ${typeof value === 'string' ? quoted(value) : value.map(quoted).join(', ')}`;
}

function quoted(name: string): string {
  return JSON.stringify(name);
}

/** Omits undefined fields, which have no canonical form. */
function canonical(value: unknown): string {
  return canonicalJson(JSON.parse(JSON.stringify(value)));
}
