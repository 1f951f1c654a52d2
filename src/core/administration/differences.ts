/** What two versions of a policy differ in, in words for people. */
import { canonicalJson } from '../../protocol/canonical-json';
import type { Condition, ParamRule, Policy } from '../policy/policy';

type Draft = Omit<Policy, 'version'>;

/** Each field of a policy that an admin can edit, with its text. */
const FIELDS = {
  title: ({ title }) => title,
  roster: ({ roster }) => listed([...roster].sort()),
  quorum: ({ quorum }) => String(quorum.default),
  'minimum quorum': ({ quorum }) => String(quorum.min),
  'maximum quorum': ({ quorum }) => String(quorum.max),
  'proposer selects the quorum': ({ quorum }) => (quorum.selectable ? 'allowed' : 'not allowed'),
  'a turn needs': ({ turn = 'code' }) => turn.replaceAll('_', ' '),
  mode: ({ mode }) => mode,
  'coincidence window': ({ coincidenceSeconds }) => `${coincidenceSeconds} s`,
  'self approval': ({ denySelfApproval }) => (denySelfApproval ? 'denied' : 'allowed'),
  'required params': ({ requiredParams }) => listed([...requiredParams].sort()),
  rules: ({ paramRules }) => listed(paramRules.map(ruleText), '; '),
  'time to live': ({ ttlSeconds }) => `${ttlSeconds} s`,
  'open requests at most': ({ maxOpen }) => (maxOpen == null ? 'no limit' : String(maxOpen)),
  integration: ({ integration }) => integration ?? 'none',
} as const satisfies Readonly<Record<string, (policy: Draft) => string>>;

export type PolicyField = keyof typeof FIELDS;
const NAMES = Object.keys(FIELDS) as PolicyField[];

/** The fields whose meaning differs. A list of operators or params in another order is the same. */
export function policyDifferences(before: Draft, after: Draft): PolicyField[] {
  return NAMES.filter((name) =>
    name === 'rules'
      ? canonicalJson(plain(before.paramRules)) !== canonicalJson(plain(after.paramRules))
      : FIELDS[name](before) !== FIELDS[name](after),
  );
}

/** `2 → 1`. Of lists, what is added and what is removed. */
export function policyDifference(field: PolicyField, before: Draft, after: Draft): string {
  switch (field) {
    case 'roster':
      return setDifference(before.roster, after.roster);
    case 'required params':
      return setDifference(before.requiredParams, after.requiredParams);
    default:
      return `${FIELDS[field](before)} → ${FIELDS[field](after)}`;
  }
}

/** Of a new action. */
export function policyText(policy: Draft): readonly (readonly [PolicyField, string])[] {
  return NAMES.map((name) => [name, FIELDS[name](policy)] as const);
}

function setDifference(before: readonly string[], after: readonly string[]): string {
  const added = after.filter((one) => !before.includes(one));
  const removed = before.filter((one) => !after.includes(one));
  return [
    ...(added.length === 0 ? [] : [`added: ${added.join(', ')}`]),
    ...(removed.length === 0 ? [] : [`removed: ${removed.join(', ')}`]),
  ].join('; ');
}

function ruleText({ when, quorum }: ParamRule): string {
  return `if ${when.map(conditionText).join(' and ')}: quorum ${quorum}`;
}

function conditionText({ param, op, value }: Condition): string {
  if (value === undefined) return `${param} ${op}`;
  return `${param} ${op} ${typeof value === 'string' ? JSON.stringify(value) : value.map((one) => JSON.stringify(one)).join(', ')}`;
}

function listed(all: readonly string[], separator = ', '): string {
  return all.length === 0 ? 'none' : all.join(separator);
}

/** Without fields that are undefined, which have no canonical form. */
function plain(value: unknown) {
  return JSON.parse(JSON.stringify(value));
}
