/** Edits an operator: name, address, role, whether the operator is enabled, and whose account it is. */

import type { OperatorId } from '../../../../protocol/identifiers';
import { named, said } from '../../../../protocol/words';
import type { EntryWords } from '../../../audit/rules/chain';
import {
  changed,
  type How,
  headlineText,
  type Line,
  nothing,
  OPERATOR,
  OPERATORS,
  refuse,
  waiting,
  write,
} from '../../../configuration/rules/declaration';
import {
  accessEnded,
  changedFields,
  edited,
  fieldName,
  type Operator,
  type OperatorPatch,
} from '../../../configuration/rules/items';
import { nameRefusal } from '../../../configuration/rules/names';
import { beginsRule, isEnabledAdmin } from '../../../configuration/rules/two-admins';
import { type Organization, withOperators } from '../../../policy/rules/organization';
import { identityChange } from './operator-access';

export const UPDATE_OPERATOR_ENTRIES = {
  'operator.updated': {
    audience: 'admins_and_concerned',
    told: ({ subject, data }) =>
      data.enabled === false
        ? said`The operator ${named('operator', subject)} was disabled.`
        : said`The operator ${named('operator', subject)} was edited: ${[data.changed].flat().join(', ')}.`,
    detail: ({ data }) => (data.role === undefined ? [] : said`Role: ${data.role}`),
  },
} as const satisfies Readonly<Record<string, EntryWords>>;

export const UPDATE_OPERATOR_ATTEMPT = 'edit the operator';

interface UpdateOperator {
  readonly id: OperatorId;
  readonly patch: OperatorPatch;
}

export const updateOperator = /* @__PURE__ */ waiting<UpdateOperator>()({
  entries: UPDATE_OPERATOR_ENTRIES,
  reads: ({ id }) => [OPERATORS.of(true), OPERATOR.of(id)],
  decide: ({ operators, operator }, { patch }, how) => {
    if (operator === null) return refuse('not_found');
    const unnamed = nameRefusal({ name: patch.name });
    if (unnamed !== null) return unnamed;
    const after = patched(operator, patch, how);
    if (after === operator) return nothing(operator);
    /*
     * The last-admin rule is in the condition of the write. An edit that takes the admin role from somebody holds only
     * while one other admin is exactly as it was read:
     *
     *   A demotes B, while A is as read ──► written
     *   B demotes A, while B is as read ──► refused: B has changed. Read again: no other admin is left, so 409
     *
     * However many such edits run at once, one admin is left, because the last edit found an admin who was not edited
     * since.
     */
    const takesAdmin = isEnabledAdmin(operator) && !isEnabledAdmin(after);
    const witness = operators.find((other) => other.id !== operator.id && isEnabledAdmin(other));
    if (takesAdmin && witness === undefined) return refuse('last_admin');
    const changesAdmins = isEnabledAdmin(operator) !== isEnabledAdmin(after);
    const options = {
      whileUnchanged: takesAdmin ? witness : undefined,
      beginsRule: changesAdmins && beginsRule(operators, operator, after),
    };
    return write('operator', { item: after, options });
  },
  // An edit that only disables or demotes makes things safer.
  waits: ({ patch }, { operator }) =>
    operator === null ||
    !changedFields(operator, patch).every(
      (field) => (field === 'enabled' && patch.enabled === false) || (field === 'role' && patch.role === 'operator'),
    ),
  seen: ({ operator }) => operator,
  subject: ({ id }) => id,
  attempt: UPDATE_OPERATOR_ATTEMPT,
  title: ({ id }) => `Edit the operator ${id}`,
  headline: ({ id, patch }, { operator }) => headlineText(operator?.name ?? id, operatorLines(operator, patch)),
  lines: ({ patch }, { operator }) => operatorLines(operator, patch),
  effect: ({ patch }, { operator }) =>
    Object.keys(patch).some((field) => field !== 'name' && field !== 'samePerson') || operator === null
      ? 'changes_who'
      : null,
  gives: 'account',
  after: (organization: Organization, { id, patch }) => {
    const known = organization.operators.find((operator) => operator.id === id);
    return known === undefined ? organization : withOperators(organization, [{ ...known, ...patch }]);
  },
});

const MAX_FORMER_EMAILS = 10;

/** Returns the same object if the patch changes nothing. */
function patched(operator: Operator, patch: OperatorPatch, { at, by, entry }: How<'operator.updated'>): Operator {
  const fields = changedFields(operator, patch);
  if (fields.length === 0) return operator;
  // Never write names or e-mail addresses into the append-only chain. The entry only says which of them changed.
  const data = {
    changed: fields.map(fieldName),
    ...(patch.role === undefined ? {} : { role: patch.role }),
    ...(patch.enabled === undefined ? {} : { enabled: patch.enabled }),
  };
  const isDisabled = operator.enabled && patch.enabled === false;
  const former = [...(operator.formerEmails ?? []), { email: operator.email, revision: operator.revision + 1 }];
  const moved = fields.includes('email')
    ? { ...identityChange(operator, by, at), formerEmails: former.slice(-MAX_FORMER_EMAILS) }
    : {};
  const ended = isDisabled ? { ...accessEnded(operator, at), lastDisabledAtMs: at } : {};
  return edited<Operator>(operator, { ...patch, ...moved, ...ended }, [entry('operator.updated', operator.id, data)]);
}

function operatorLines(operator: Operator | null, patch: OperatorPatch): Line[] {
  return changedFields(operator, patch).map((field) =>
    changed(fieldName(field), valueText(operator?.[field]), valueText(patch[field])),
  );
}

function valueText(value: string | boolean | null | undefined): string {
  if (value == null) return 'none';
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : value;
}
