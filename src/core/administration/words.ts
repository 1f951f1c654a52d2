/**
 * The text of an edit that can wait, for all readers: what is approved, the title of its request, and what a refused
 * attempt tried (docs/decisions/four-eyes.md).
 */

import { LIMITS } from '../../../generated/limits';
import { digestOf } from '../../protocol/hash';
import { IDENTITY_PROVIDER, type Provider } from '../access/company-sign-in';
import { MAILED_LINKS } from '../access/mailed-link';
import { membershipText } from '../policy/groups';
import type { Policy } from '../policy/policy';
import { idsOf } from '../policy/validate-group';
import { MAX_REISSUES } from '../request/limits';
import type { Params } from '../request/request';
import {
  type Base,
  type BaseAction,
  DOCUMENT_PARAM,
  documentText,
  KEY_TITLE,
  ROTATE_TITLE,
  TITLE_PARAM,
} from './change';
import { type ApiKey, changedFields, fieldName, type NewOperator, type Operator, type OperatorPatch } from './config';
import { differenceLines, type GroupNames, type PolicyField, policyLines } from './differences';
import type { Edit, EditOf, WaitingKind } from './edits';
import { ORGANIZATION } from './organization';
import { CHANGES_TURN } from './signed-changes';

type Line = readonly [field: string, text: string];

interface Words<E> {
  /** The item that the edit concerns. For a new API key its name, because it has no id yet. */
  readonly subject: (edit: E) => string;
  /** `An attempt to … SUBJECT was refused.` */
  readonly attempt: string;
  /** The change in one line. */
  readonly title: (edit: E, base: Base) => string;
  /** The subject and the difference in one line, for the title of the change's request. */
  readonly headline: (edit: E, base: Base) => string;
  /** The name of each changed field and the change. This is what the second admin approves. */
  readonly lines: (edit: E, base: Base) => readonly Line[];
}

const WORDS: { readonly [Kind in WaitingKind]: Words<EditOf<Kind>> } = {
  put_action: {
    subject: ({ policy }) => policy.id,
    attempt: 'save the action',
    title: ({ policy }, { action = null }) => policyTitle(action, policy),
    headline: ({ policy }, { action = null, groups }) => policyHeadline(action, policy, groups),
    lines: ({ policy }, { action, groups }) =>
      action == null ? policyLines(policy, groups) : differenceLines(action.policy, policy, groups),
  },
  put_group: {
    subject: ({ group }) => group.id,
    attempt: 'save the group',
    title: ({ group }, { group: base }) => `${isGroup(base) ? 'Edit' : 'Create'} the group ${group.id}`,
    headline: ({ group }, base) =>
      isGroup(base.group) ? firstOf(group.name, groupLines(group, base)) : `New group: ${group.name}`,
    lines: ({ group }, base) => groupLines(group, base),
  },
  create_operator: {
    subject: ({ operator }) => operator.id,
    attempt: 'add the operator',
    title: ({ operator }) => `Add the operator ${operator.id}`,
    headline: ({ operator }) => `New ${operator.role}: ${operator.name}`,
    lines: ({ operator: { name, email, role } }) => [
      ['name', name],
      ['email', email],
      ['role', role],
    ],
  },
  invite_operators: {
    subject: ({ operators: [first, ...others] }) =>
      first === undefined ? 'nobody' : `${first.id}${andMore(others.length)}`,
    attempt: 'invite the operators',
    title: ({ operators }) => `Invite ${countOf(operators.length)}, with a sign-in link by mail`,
    headline: ({ operators }) => {
      const admins = operators.filter(({ role }) => role === 'admin').length;
      const named = operators.slice(0, 3).map(({ name }) => name);
      const who = `${named.join(', ')}${andMore(operators.length - named.length)}`;
      return `${countOf(operators.length)} invited${admins === 0 ? '' : `, ${admins} as admin`}: ${who}`;
    },
    lines: ({ operators }) => invitedLines(operators),
  },
  update_operator: {
    subject: ({ id }) => id,
    attempt: 'edit the operator',
    title: ({ id }) => `Edit the operator ${id}`,
    headline: ({ id, patch }, { operator = null }) => firstOf(operator?.name ?? id, operatorLines(operator, patch)),
    lines: ({ patch }, { operator = null }) => operatorLines(operator, patch),
  },
  send_sign_in_link: {
    subject: ({ id }) => id,
    attempt: 'make a sign-in link for the operator',
    title: ({ id }) => `Send a sign-in link to the operator ${id}`,
    headline: ({ id }, { operator }) => `Sign-in link for ${operator?.name ?? id}`,
    lines: (_, { operator }) => [['sent to', operator?.email ?? 'unknown']],
  },
  create_key: {
    subject: ({ name }) => name,
    attempt: 'create an API key',
    title: () => KEY_TITLE,
    headline: ({ name }) => `New API key: ${name}`,
    lines: ({ name, scopes, signingKey, maxOpen, holder }) => [
      ['name', name],
      ['scopes', scopes.join(', ')],
      ...(signingKey === undefined ? [] : [['signing key', signingKey] as const]),
      ...(maxOpen === undefined ? [] : [['open requests at most', String(maxOpen)] as const]),
      ...(holder === undefined ? [] : [['holder', holder] as const]),
    ],
  },
  update_key: {
    subject: ({ id }) => id,
    attempt: 'edit the API key',
    title: ({ id }) => `Edit the API key ${id}`,
    headline: (edit, { key = null }) => firstOf(key?.name ?? edit.id, keyLines(edit, key)),
    lines: (edit, { key = null }) => [['name', key?.name ?? 'unknown'], ...keyLines(edit, key)],
  },
  rotate_key: {
    subject: ({ id }) => id,
    attempt: 'rotate the API key',
    title: () => ROTATE_TITLE,
    headline: ({ id }, { key }) => `Second token for the API key ${key?.name ?? id}`,
    lines: ({ id }, { key }) => [
      ['name', key?.name ?? 'unknown'],
      ['key', id],
      ['effect', 'the key gets a second token, and the first one works until somebody ends it'],
    ],
  },
  reissue_code: {
    subject: ({ request }) => request,
    attempt: 'send a new code for the request',
    title: ({ seat }) => `Send the operator ${seat} a new code`,
    headline: ({ seat }) => `New code for ${seat}`,
    lines: (edit, { code = null }) => [
      ['request', edit.request],
      ['action', code?.request.action ?? 'unknown'],
      ['effect', effectOfCode(edit, code)],
    ],
  },
  set_changes_turn: {
    subject: () => CHANGES_TURN,
    attempt: 'change how changes are approved:',
    title: () => 'Change how changes are approved',
    headline: ({ turn }) => (turn === 'code' ? 'Approve changes with a code alone' : 'Approve changes with passkeys'),
    lines: ({ turn }, { changesTurn }) => {
      const [before, after] = [changesTurn?.turn ?? 'code', turn].map((each) => each.replaceAll('_', ' '));
      return [['a turn needs', `${before} → ${after}`]];
    },
  },
  rename_organization: {
    subject: () => ORGANIZATION,
    attempt: 'rename the organization:',
    title: () => 'Rename the organization',
    headline: ({ name }) => `Call the organization ${name}`,
    lines: ({ name }, { organization }) => [['name', organization == null ? name : `${organization.name} → ${name}`]],
  },
  set_mailed_links: {
    subject: () => MAILED_LINKS,
    attempt: 'change whether operators can sign in with a link that they request by mail:',
    title: () => 'Change how operators sign in',
    headline: ({ allowed }) =>
      allowed ? 'Let operators request a sign-in link by mail' : 'End sign-in links that operators request by mail',
    lines: ({ allowed }, { mailedLinks }) => [
      ['links requested by mail', `${permission(mailedLinks?.allowed ?? false)} → ${permission(allowed)}`],
    ],
  },
  set_identity_provider: {
    subject: () => IDENTITY_PROVIDER,
    attempt: 'change company sign-in:',
    title: ({ provider }) => (provider === null ? 'End company sign-in' : 'Change company sign-in'),
    headline: ({ provider }) => (provider === null ? 'No company sign-in' : `Company sign-in at ${provider.issuer}`),
    lines: ({ provider }, { identityProvider }) => providerLines(identityProvider?.provider ?? null, provider),
  },
  connect_identity: {
    subject: ({ id }) => id,
    attempt: 'connect a company account to the operator',
    title: ({ id }) => `Connect a company account to the operator ${id}`,
    headline: ({ id }, { operator }) => `Company account for ${operator?.name ?? id}`,
    lines: ({ issuer, subject }) => [
      ['identity provider', issuer],
      ['account', subject],
      ['effect', 'this account can sign in as the operator, whose keys in open requests are taken out'],
    ],
  },
};

const permission = (allowed: boolean): string => (allowed ? 'allowed' : 'not allowed');

export interface WordedChange {
  readonly title: string;
  readonly lines: readonly Line[];
}

export function inWords(edit: Edit, base: Base): WordedChange {
  const { title, lines } = wordsOf(edit);
  return { title: title(edit, base), lines: lines(edit, base) };
}

export const headlineOf = (edit: Edit, base: Base): string => wordsOf(edit).headline(edit, base);

export const subjectOf = (edit: Edit): string => wordsOf(edit).subject(edit);

/** An entry of a later release may name a kind that this release does not know. */
export function attemptOf(kind: string): string | null {
  return Object.hasOwn(WORDS, kind) ? WORDS[kind as WaitingKind].attempt : null;
}

/** The words for an edit's kind also fit the edit's type. */
const wordsOf = (edit: Edit): Words<Edit> => WORDS[edit.kind] as Words<Edit>;

export function paramsOf(edit: Edit, base: Base): Params {
  const { title, lines } = inWords(edit, base);
  return Object.fromEntries([[TITLE_PARAM, title], ...lines, [DOCUMENT_PARAM, digestOf(documentText(edit, base))]]);
}

function policyTitle(base: BaseAction | null, policy: Omit<Policy, 'version'>): string {
  if (base === null) return `Create the action ${policy.id}`;
  const { version } = base.policy;
  return base.deletedAtMs === null
    ? `Edit the action ${policy.id}, version ${version}`
    : `Create the deleted action ${policy.id} again, from version ${version}`;
}

/** The names that people use, if they differ from the field's name. */
const CALLED: ReadonlyMap<string, string> = new Map<PolicyField, string>([
  ['roster', 'operators asked'],
  ['quorum', 'keys needed'],
  ['minimum quorum', 'fewest keys'],
  ['maximum quorum', 'most keys'],
  ['a turn needs', 'a key takes'],
]);

function policyHeadline(base: BaseAction | null, policy: Omit<Policy, 'version'>, groups?: GroupNames): string {
  if (base === null || base.deletedAtMs !== null) return `New action: ${policy.title}`;
  const lines = differenceLines(base.policy, policy, groups).map(
    ([field, text]) => [CALLED.get(field) ?? field, text] as const,
  );
  return firstOf(base.policy.title, lines);
}

function firstOf(subject: string, [first, ...others]: readonly Line[]): string {
  if (first === undefined) return `${subject}: no difference`;
  const more = others.length === 0 ? '' : `, and ${others.length} more`;
  return `${subject}: ${first.join(' ')}${more}`;
}

function operatorLines(operator: Operator | null, patch: OperatorPatch): Line[] {
  return changedFields(operator, patch).map(
    (field) => [fieldName(field), `${valueText(operator?.[field])} → ${valueText(patch[field])}`] as const,
  );
}

/** Only what differs. A secret is never shown. */
function providerLines(before: Provider | null, after: Provider | null): Line[] {
  const [was, will] = [before, after].map(providerText) as [Record<string, string>, Record<string, string>];
  const secret = before?.sealedSecret !== after?.sealedSecret && was['client secret'] === will['client secret'];
  return [
    ...Object.keys(will)
      .filter((field) => was[field] !== will[field])
      .map((field): Line => [field, `${was[field]} → ${will[field]}`]),
    ...(secret ? [['client secret', 'another one'] as const] : []),
  ];
}

function providerText(provider: Provider | null): Record<string, string> {
  return {
    'identity provider': provider?.issuer ?? 'none',
    'client id': provider?.clientId ?? 'none',
    'client secret': provider?.sealedSecret == null ? 'none' : 'set',
    'required way of signing in': provider?.acrValues.join(' or ') || 'any',
    'a sign-in lasts': provider === null ? 'none' : `${provider.maxAgeSeconds} s`,
    'sign-in links by mail': provider?.forbidsMailLinks === true ? 'forbidden for connected operators' : 'allowed',
  };
}

const isGroup = (base: Base['group']): boolean => base?.group?.deletedAtMs === null;

/** The difference, and every action that it affects. */
function groupLines({ name, members }: EditOf<'put_group'>['group'], { group: base = null }: Base): Line[] {
  const before = base?.group?.deletedAtMs === null ? base.group : null;
  const was = before?.members.map(membershipText) ?? [];
  const will = members.map(membershipText);
  const line = (field: string, all: readonly string[]): Line[] => (all.length === 0 ? [] : [[field, all.join(', ')]]);
  const affected = idsOf(base?.affected ?? []);
  return [
    ...(before?.name === name ? [] : [['name', before === null ? name : `${before.name} → ${name}`] as const]),
    ...line('members removed', without(was, will)),
    ...line(before === null ? 'members' : 'members added', without(will, was)),
    ['actions affected', affected.length === 0 ? 'none' : affected.join(', ')],
  ];
}

const without = (all: readonly string[], others: readonly string[]): string[] =>
  all.filter((one) => !others.includes(one));

export const limitText = (maxOpen: number | null | undefined): string =>
  maxOpen == null ? 'no limit' : String(maxOpen);

export const holderText = (holder: string | null | undefined): string => holder ?? 'nobody named';

function keyLines({ maxOpen, holder }: EditOf<'update_key'>, key: ApiKey | null): Line[] {
  return [
    ...(maxOpen === undefined
      ? []
      : [['open requests at most', `${limitText(key?.maxOpen)} → ${limitText(maxOpen)}`] as const]),
    ...(holder === undefined ? [] : [['holder', `${holderText(key?.holder)} → ${holderText(holder)}`] as const]),
  ];
}

const countOf = (count: number): string => (count === 1 ? '1 operator' : `${count} operators`);
const andMore = (count: number): string => (count === 0 ? '' : ` and ${count} more`);

/** Admins first, in lines of their own: nobody becomes an admin between fifty other people. */
function invitedLines(operators: readonly NewOperator[]): Line[] {
  return (['admin', 'operator'] as const).flatMap((role) =>
    packed(operators.filter((operator) => operator.role === role).map(invitedText)).map(
      (text, index): Line => [`new ${role}s${index === 0 ? '' : ` ${index + 1}`}`, text],
    ),
  );
}

/** The name is in quotation marks, so that it cannot look like another person. */
const invitedText = ({ id, name, email }: NewOperator): string => `${id} ${JSON.stringify(name)} <${email}>`;

/** As many texts in a line as a param can hold. */
function packed(texts: readonly string[]): string[] {
  const lines: string[] = [];
  for (const text of texts) {
    const longer = lines.length === 0 ? text : `${lines.at(-1)}; ${text}`;
    if (lines.length > 0 && longer.length <= LIMITS.paramValue.max) lines.splice(-1, 1, longer);
    else lines.push(text);
  }
  return lines;
}

/** Whether people can read all of the change in the params of one request. */
export function fitsInOneChange(edit: Edit, base: Base): boolean {
  const params = Object.entries(paramsOf(edit, base));
  return params.length <= LIMITS.params.max && params.every(([, value]) => value.length <= LIMITS.paramValue.max);
}

function effectOfCode({ seat }: EditOf<'reissue_code'>, code: Base['code'] | null): string {
  const issue = code?.request.seats.find(({ operator }) => operator === seat)?.issue ?? 0;
  return issue >= MAX_REISSUES
    ? `the request is aborted, because the seat has had ${MAX_REISSUES} re-issues`
    : 'the old code stops working, and a locked seat is unlocked';
}

function valueText(value: string | boolean | null | undefined): string {
  if (value == null) return 'none';
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : value;
}
