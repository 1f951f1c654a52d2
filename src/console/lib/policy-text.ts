/** A policy in words, and what an edit changes. */
import { listed, OPS, valueText } from './conditions';
import type { NameOf } from './history-text';
import type { Schemas } from './schemas';

type Policy = Schemas['PolicyBody'];

export interface Line {
  readonly label: string;
  readonly text: string;
}

export interface Change {
  readonly label: string;
  readonly before: string;
  readonly after: string;
}

/** Every field of a policy: a new one does not compile before it is told here. */
const LINES: Readonly<
  Record<keyof Policy, readonly [label: string, text: (policy: Policy, nameOf: NameOf) => string]>
> = {
  title: ['Title', ({ title }) => title],
  roster: ['Operators who are asked', ({ roster }, nameOf) => listed(roster.map(nameOf)) || 'nobody'],
  quorum: ['Keys needed', ({ quorum }) => quorumText(quorum)],
  mode: ['How keys are turned', ({ mode = 'independent' }) => (mode === 'coincident' ? 'Together' : 'At any time')],
  coincidence_seconds: [
    'Time for all keys',
    ({ mode, coincidence_seconds = 60 }) =>
      mode === 'coincident' ? `${coincidence_seconds} seconds from the first` : 'no limit',
  ],
  turn: [
    'What a key takes',
    ({ turn = 'code' }) => (turn === 'code' ? 'The code' : 'The code and a signature by the operator’s passkey'),
  ],
  deny_self_approval: [
    'Requester may turn a key',
    ({ deny_self_approval = false }) => (deny_self_approval ? 'No' : 'Yes, if they are asked'),
  ],
  required_params: ['Required params', ({ required_params = [] }) => listed(required_params) || 'none'],
  param_rules: ['Rules', ({ param_rules = [] }) => param_rules.map(ruleText).join('; ') || 'none'],
  ttl_seconds: ['Ends after', ({ ttl_seconds = 3600 }) => `${ttl_seconds / 60} minutes`],
  max_open: ['Limit of open requests', ({ max_open = null }) => (max_open === null ? 'no limit' : String(max_open))],
  integration: [
    'Integration',
    ({ integration = null }) => integration ?? 'none: the program that requested it acts on the answer',
  ],
};

export function policyLines(policy: Policy, nameOf: NameOf): Line[] {
  return Object.values(LINES).map(([label, text]) => ({ label, text: text(policy, nameOf) }));
}

/** Two policies that differ have a line that differs: operators who share a name are shown with their ids. */
export function comparedLines(before: Policy, after: Policy, nameOf: NameOf): Change[] {
  const named = withIdsWhereNamesRepeat([...before.roster, ...after.roster], nameOf);
  return Object.values(LINES).map(([label, text]) => ({
    label,
    before: text(before, named),
    after: text(after, named),
  }));
}

export function changesOf(before: Policy, after: Policy, nameOf: NameOf): Change[] {
  return comparedLines(before, after, nameOf).filter((line) => line.before !== line.after);
}

function withIdsWhereNamesRepeat(ids: readonly string[], nameOf: NameOf): NameOf {
  return (id) => {
    const name = nameOf(id);
    return ids.some((other) => other !== id && nameOf(other) === name) ? `${name} (${id})` : name;
  };
}

function quorumText({ default: needed, min, max, selectable }: Policy['quorum']): string {
  const keys = needed === 1 ? '1 key' : `${needed} keys`;
  return selectable ? `${keys}; a program may ask for ${min} to ${max}` : `${keys}, with rules ${min} to ${max}`;
}

function ruleText({ when, quorum }: Schemas['ParamRule']): string {
  const conditions = when.map(({ param, op, value }) => [param, OPS[op], valueText(value)].join(' ').trim());
  return `${conditions.join(' and ')}: ${quorum === 1 ? '1 key' : `${quorum} keys`}`;
}
