/**
 * What two versions of a policy differ in. What is compared is each field as canonical JSON; text is for people alone, and
 * names stand in quotation marks, so that no name can look like more than one (docs/decisions/four-eyes.md).
 */
import { canonicalJson } from '../../protocol/canonical-json';
import { sha256Hex } from '../../protocol/hash';
import type { Condition, ParamRule, Policy } from '../policy/policy';

type Draft = Omit<Policy, 'version'>;
type Line = readonly [field: string, text: string];

interface Field {
  /** What is compared. A list of operators or params in another order has the same value. */
  readonly value: (policy: Draft) => unknown;
  readonly text: (policy: Draft) => string;
}

const field = <T>(value: (policy: Draft) => T, text: (value: T) => string = String): Field => ({
  value,
  text: (policy) => text(value(policy)),
});

const seconds = (value: number): string => `${value} s`;
const names = (all: readonly string[]): string => (all.length === 0 ? 'none' : all.map(quoted).join(', '));
const sorted = (all: readonly string[]): readonly string[] => [...all].sort();

/** Each field of a policy that an admin can edit. */
const FIELDS = {
  title: field(({ title }) => title),
  roster: field(({ roster }) => sorted(roster), names),
  quorum: field(({ quorum }) => quorum.default),
  'minimum quorum': field(({ quorum }) => quorum.min),
  'maximum quorum': field(({ quorum }) => quorum.max),
  'proposer selects the quorum': field(
    ({ quorum }) => quorum.selectable,
    (value) => (value ? 'allowed' : 'not allowed'),
  ),
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
} as const satisfies Readonly<Record<string, Field>>;

export type PolicyField = keyof typeof FIELDS;
const NAMES = Object.keys(FIELDS) as PolicyField[];

/** The fields whose value differs. */
export function policyDifferences(before: Draft, after: Draft): PolicyField[] {
  return NAMES.filter((name) => canonical(FIELDS[name].value(before)) !== canonical(FIELDS[name].value(after)));
}

/** Whether the stored documents differ, although no field shows it: in the order of a list, for example. */
export function differUnseen(before: Draft, after: Draft): boolean {
  const plain = (policy: Draft) => canonical({ ...policy, version: null });
  return policyDifferences(before, after).length === 0 && plain(before) !== plain(after);
}

/** What an audit entry names a policy by. */
export function policyFingerprint(policy: Policy): string {
  return `sha256:${sha256Hex(canonical(policy))}`;
}

/** Each difference, one for each line: `2 → 1`. Of lists, what is added and what is removed. */
export function differenceLines(before: Draft, after: Draft): Line[] {
  if (differUnseen(before, after))
    return [['fields', 'the same in words; the order of a list or a field without a name differs']];
  return policyDifferences(before, after).flatMap((name): Line[] =>
    name === 'rules' ? ruleDifferences(before, after) : [[name, policyDifference(name, before, after)]],
  );
}

/** One difference in one line. */
function policyDifference(name: PolicyField, before: Draft, after: Draft): string {
  switch (name) {
    case 'roster':
      return setDifference(before.roster, after.roster);
    case 'required params':
      return setDifference(before.requiredParams, after.requiredParams);
    default:
      return `${FIELDS[name].text(before)} → ${FIELDS[name].text(after)}`;
  }
}

/** Of a new action. */
export function policyLines(policy: Draft): Line[] {
  return NAMES.flatMap((name): Line[] =>
    name === 'rules' && policy.paramRules.length > 0
      ? policy.paramRules.map((rule, index) => [`rule ${index + 1}`, ruleText(rule)] as const)
      : [[name, FIELDS[name].text(policy)]],
  );
}

function rulesText(rules: readonly ParamRule[]): string {
  return rules.length === 0 ? 'none' : `${rules.length} ${rules.length === 1 ? 'rule' : 'rules'}`;
}

/** A rule keeps its number, so that nobody takes one for another. */
function ruleDifferences({ paramRules: before }: Draft, { paramRules: after }: Draft): Line[] {
  const without = (rules: readonly ParamRule[], others: readonly ParamRule[], what: string): Line[] => {
    const known = new Set(others.map(canonical));
    return rules.flatMap((rule, index) =>
      known.has(canonical(rule)) ? [] : [[`rule ${index + 1}, ${what}`, ruleText(rule)] as const],
    );
  };
  const lines = [...without(before, after, 'removed'), ...without(after, before, 'added')];
  return lines.length > 0
    ? lines
    : [['rules', `in another order or number: ${rulesText(before)} → ${rulesText(after)}`]];
}

function setDifference(before: readonly string[], after: readonly string[]): string {
  const added = after.filter((one) => !before.includes(one));
  const removed = before.filter((one) => !after.includes(one));
  return [
    ...(added.length === 0 ? [] : [`added: ${names(added)}`]),
    ...(removed.length === 0 ? [] : [`removed: ${names(removed)}`]),
  ].join('; ');
}

function ruleText({ when, quorum }: ParamRule): string {
  return `if ${when.map(conditionText).join(' and ')}: quorum ${quorum}`;
}

function conditionText({ param, op, value }: Condition): string {
  if (value === undefined) return `${quoted(param)} ${op}`;
  return `${quoted(param)} ${op} ${typeof value === 'string' ? quoted(value) : value.map(quoted).join(', ')}`;
}

function quoted(name: string): string {
  return JSON.stringify(name);
}

/** Without fields that are undefined, which have no canonical form. */
function canonical(value: unknown): string {
  return canonicalJson(JSON.parse(JSON.stringify(value)));
}
