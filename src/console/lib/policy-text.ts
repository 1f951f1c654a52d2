/** A policy in words, and what an edit changes. */

import { CONDITIONS, listed } from './conditions';
import { counted } from './count';
import { MODES } from './modes';
import type { NameOf } from './name-of';
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

type Text = (policy: Policy, nameOf: NameOf) => string;

/**
 * Every field of a policy. A new field does not compile until it has words here. Each rule and each part of a display has
 * its own line.
 */
const LINES: Readonly<Record<Exclude<keyof Policy, 'param_rules' | 'display'>, readonly [label: string, text: Text]>> =
  {
    title: ['Title', ({ title }) => title],
    roster: ['Operators who are asked', ({ roster }, nameOf) => listed(roster.map(nameOf)) || 'nobody'],
    quorum: ['Keys needed', ({ quorum }) => quorumText(quorum)],
    requires: ['Keys of groups', ({ requires = [] }, nameOf) => requirementsText(requires, nameOf)],
    mode: ['How keys are turned', ({ mode = 'independent' }) => MODES[mode].how],
    coincidence_seconds: [
      'Time for all keys',
      ({ mode = 'independent', coincidence_seconds = 60 }) =>
        MODES[mode].hasRounds ? `${coincidence_seconds} seconds from the first` : 'no limit',
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
    ttl_seconds: ['Ends after', ({ ttl_seconds = 3600 }) => `${ttl_seconds / 60} minutes`],
    max_open: ['Limit of open requests', ({ max_open = null }) => (max_open === null ? 'no limit' : String(max_open))],
    integration: [
      'Integration',
      ({ integration = null }) => integration ?? 'none: the program that requested it acts on the answer',
    ],
  };

export function policyLines(policy: Policy, nameOf: NameOf): Line[] {
  const { param_rules: rules = [], display = null } = policy;
  const told = rules.map((rule, index) => ({ label: `Rule ${index + 1}`, text: ruleText(rule, nameOf) }));
  return [
    ...Object.entries(LINES)
      .filter(([field]) => field !== 'requires' || (policy.requires ?? []).length > 0)
      .map(([, line]) => line)
      .map(([label, text]) => ({ label, text: text(policy, nameOf) })),
    ...(told.length === 0 ? [{ label: 'Rules', text: 'none' }] : told),
    ...displayLines(display),
  ];
}

function displayLines(display: Schemas['Display'] | null): Line[] {
  if (display === null) return [{ label: 'Display', text: 'none: params are shown as they were sent' }];
  const { title, params, hosts, v, renderer } = display;
  return [
    { label: 'Display', text: JSON.stringify(title) },
    ...params.map(({ param, label, format }) => ({
      label: `Display of ${JSON.stringify(param)}`,
      text: `${JSON.stringify(label)}, ${formatText(format)}`,
    })),
    { label: 'Order of the display', text: listed(params.map(({ param }) => JSON.stringify(param))) || 'none' },
    {
      label: 'Hosts of the display',
      text: listed(hosts.map(({ host, words }) => `${JSON.stringify(words)} (${host})`)) || 'none',
    },
    { label: 'Renderer', text: `${renderer}, form ${v}` },
  ];
}

/** `money, currency EUR, unit minor` */
function formatText({ type, ...fields }: Schemas['DisplayFormat']): string {
  const told = Object.entries(fields).map(([name, value]) => {
    const text = typeof value === 'string' ? value : (value.code ?? `from ${JSON.stringify(value.param)}`);
    return `${name} ${text}`;
  });
  return [type, ...told].join(', ');
}

/** Two policies that differ have a line that differs: operators who share a name are shown with their ids. */
export function comparedLines(before: Policy, after: Policy, nameOf: NameOf): Change[] {
  const named = withIdsWhereNamesRepeat([...idsIn(before), ...idsIn(after)], nameOf);
  const [was, will] = [before, after].map(
    (policy) => new Map(policyLines(policy, named).map(({ label, text }) => [label, text])),
  );
  const labels = [...new Set([...was!.keys(), ...will!.keys()])];
  return (
    labels
      // Where one of them has rules, each has a line of its own.
      .filter((label) => label !== 'Rules' || (was!.has(label) && will!.has(label)))
      .map((label) => ({ label, before: was!.get(label) ?? 'none', after: will!.get(label) ?? 'none' }))
  );
}

export function changesOf(before: Policy, after: Policy, nameOf: NameOf): Change[] {
  return comparedLines(before, after, nameOf).filter((line) => line.before !== line.after);
}

function idsIn({ roster, requires = [], param_rules: rules = [] }: Policy): string[] {
  const required = [...requires, ...rules.flatMap((rule) => rule.requires ?? [])];
  return [...roster, ...required.map(({ group }) => group)];
}

function withIdsWhereNamesRepeat(ids: readonly string[], nameOf: NameOf): NameOf {
  return (id) => {
    const name = nameOf(id);
    return ids.some((other) => other !== id && nameOf(other) === name) ? `${name} (${id})` : name;
  };
}

function quorumText({ default: needed, min, max, selectable }: Policy['quorum']): string {
  const keys = counted(needed, 'key');
  if (!selectable && min === max) return `${keys}, and no other number by a rule`;
  return selectable
    ? `${keys}; a program may ask for ${min} to ${max}`
    : `${keys}; a rule may ask for ${min} to ${max}`;
}

/** "2 of Finance and 1 of Security". Empty if nothing is required. */
export function requirementsText(requires: readonly Schemas['Requirement'][], nameOf: NameOf): string {
  return requires.map(({ group, keys }) => `${keys} of ${nameOf(group)}`).join(' and ');
}

/** Names and values stand in quotation marks, so that none can look like more than one. */
function ruleText({ when, quorum, requires = [] }: Schemas['ParamRule'], nameOf: NameOf): string {
  const conditions = when.map(({ param, op, value = [] }) => {
    const values = [value].flat().map((one) => JSON.stringify(one));
    return [JSON.stringify(param), CONDITIONS[op].sign, values.join(', ')].join(' ').trim();
  });
  const groups = requires.length === 0 ? '' : `, with ${requirementsText(requires, nameOf)}`;
  return `${conditions.join(' and ')}: ${counted(quorum, 'key')}${groups}`;
}
