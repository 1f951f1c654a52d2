/** New operators: one alone, or several at once with a sign-in link by mail. Each needs an id that nobody has. */

import { LIMITS } from '../../../../../generated/limits';
import type { OperatorId } from '../../../../protocol/identifiers';
import { named, said } from '../../../../protocol/words';
import type { EntryWords, PendingEntry } from '../../../audit/rules/chain';
import {
  fitsInOneChange,
  type How,
  type Line,
  OPERATORS,
  packed,
  refuse,
  stated,
  waiting,
  write,
} from '../../../configuration/rules/declaration';
import { edited, type NewOperator, type Operator } from '../../../configuration/rules/items';
import { nameRefusal } from '../../../configuration/rules/names';
import { newOperatorsBeginRule } from '../../../configuration/rules/two-admins';
import { type Organization, withOperators } from '../../../policy/rules/organization';
import { reservedIds } from '../reserved-ids';
import { LINK_ENTRIES } from './operator-access';

export const NEW_OPERATOR_ENTRIES = {
  'operator.created': {
    audience: 'admins',
    told: ({ subject, data }) => said`The operator ${named('operator', subject)} was added with the role ${data.role}.`,
  },
} as const satisfies Readonly<Record<string, EntryWords>>;

export const CREATE_OPERATOR_ATTEMPT = 'add the operator';
export const INVITE_OPERATORS_ATTEMPT = 'invite the operators';

export const createOperator = /* @__PURE__ */ waiting<{ readonly operator: NewOperator }>()({
  entries: NEW_OPERATOR_ENTRIES,
  reads: () => [OPERATORS.of(true)],
  decide: ({ operators }, { operator }, how) => {
    const reserved = reservedIds([operator]);
    if (reserved.length > 0) return refuse('id_reserved', { ids: reserved });
    const unnamed = nameRefusal({ name: operator.name });
    if (unnamed !== null) return unnamed;
    if (takenIds([operator], operators).length > 0) return refuse('id_taken');
    if (areTooMany([operator], operators)) return refuse('too_many_operators');
    return newOperators(operators, [newOperator(operator, how)]);
  },
  waits: 'always',
  seen: () => null,
  subject: ({ operator }) => operator.id,
  attempt: CREATE_OPERATOR_ATTEMPT,
  title: ({ operator }) => `Add the operator ${operator.id}`,
  headline: ({ operator }) => `New ${operator.role}: ${operator.name}`,
  lines: ({ operator: { name, email, role } }) => [stated('name', name), stated('email', email), stated('role', role)],
  effect: () => 'changes_who',
  gives: 'account',
  after: (organization: Organization, { operator }) => withOperators(organization, [accountOf(operator)]),
});

// Apart from the declaration, because a bundler cannot drop one in which entries are spread.
const INVITATION_ENTRIES = { ...NEW_OPERATOR_ENTRIES, ...LINK_ENTRIES };

type Invitation = { readonly operators: readonly NewOperator[] };

export const inviteOperators = /* @__PURE__ */ waiting<Invitation>()({
  entries: INVITATION_ENTRIES,
  reads: () => [OPERATORS.of(true)],
  decide: ({ operators }, edit, how) => {
    const reserved = reservedIds(edit.operators);
    if (reserved.length > 0) return refuse('id_reserved', { ids: reserved });
    const unnamed = nameRefusal(
      Object.fromEntries(edit.operators.map(({ name }, index) => [`operators[${index}].name`, name])),
    );
    if (unnamed !== null) return unnamed;
    const ids = takenIds(edit.operators, operators);
    if (ids.length > 0) return refuse('ids_taken', { ids });
    if (areTooMany(edit.operators, operators)) return refuse('too_many_operators');
    const isReadable = how.rule !== 'proposed' || fitsInOneChange(inviteTitle(edit), invitedLines(edit));
    // More people than one change can show to the admin who approves it.
    if (!isReadable) return refuse('too_many_people');
    // The mail with the link is sent from the entry, so nobody else ever has the link.
    const link = (id: OperatorId) => how.entry('operator.sign_in_link_made', id, { by_mail: true, access_epoch: 0 });
    return newOperators(
      operators,
      edit.operators.map((each) => newOperator(each, how, [link(each.id)])),
    );
  },
  waits: 'always',
  seen: () => null,
  subject: ({ operators: [first, ...others] }) =>
    first === undefined ? 'nobody' : `${first.id}${andMore(others.length)}`,
  attempt: INVITE_OPERATORS_ATTEMPT,
  title: (edit) => inviteTitle(edit),
  headline: ({ operators }) => {
    const admins = operators.filter(({ role }) => role === 'admin').length;
    const named = operators.slice(0, 3).map(({ name }) => name);
    const who = `${named.join(', ')}${andMore(operators.length - named.length)}`;
    return `${countOf(operators.length)} invited${admins === 0 ? '' : `, ${admins} as admin`}: ${who}`;
  },
  lines: (edit) => invitedLines(edit),
  effect: () => 'changes_who',
  gives: 'account',
  after: (organization: Organization, { operators }) => withOperators(organization, operators.map(accountOf)),
});

/** Every create, turn and inbox reads all operators of the organization, also those who are disabled. */
const areTooMany = (added: readonly NewOperator[], existing: readonly Operator[]): boolean =>
  existing.length + added.length > LIMITS.operators.max;

/** Used by an operator of the organization, or twice among those who are new. */
function takenIds(operators: readonly NewOperator[], existing: readonly Operator[]): OperatorId[] {
  const used = new Set<OperatorId>(existing.map(({ id }) => id));
  const taken = new Set<OperatorId>();
  for (const { id } of operators) {
    if (used.has(id)) taken.add(id);
    used.add(id);
  }
  return [...taken];
}

function newOperator(
  operator: NewOperator,
  { org, at, entry }: How<'operator.created'>,
  also: readonly PendingEntry[] = [],
): Operator {
  const blank: Operator = {
    org,
    ...operator,
    enabled: true,
    accessEpoch: 0,
    lastDisabledAtMs: null,
    createdAtMs: at,
    revision: 0,
    journal: [],
  };
  return edited(blank, {}, [entry('operator.created', operator.id, { role: operator.role }), ...also]);
}

const newOperators = (existing: readonly Operator[], item: readonly Operator[]) =>
  write('operators', { item, options: { beginsRule: newOperatorsBeginRule(existing, item) } });

const accountOf = ({ id, name, role }: NewOperator) => ({ id, name, role, enabled: true });

const countOf = (count: number): string => (count === 1 ? '1 operator' : `${count} operators`);
const andMore = (count: number): string => (count === 0 ? '' : ` and ${count} more`);
const inviteTitle = ({ operators }: Invitation): string =>
  `Invite ${countOf(operators.length)}, with a sign-in link by mail`;

/** Admins first, in lines of their own: nobody becomes an admin between fifty other people. */
function invitedLines({ operators }: Invitation): Line[] {
  return (['admin', 'operator'] as const).flatMap((role) =>
    packed(
      `new ${role}s`,
      operators.filter((operator) => operator.role === role).map((operator) => [invitedText(operator)]),
    ),
  );
}

/** The name is in quotation marks, so that it cannot look like another person. */
const invitedText = ({ id, name, email }: NewOperator): string => `${id} ${JSON.stringify(name)} <${email}>`;
