/** Makes several operators in one edit, and mails each a sign-in link (operation inviteOperators). */
import type { HowEdited, NewOperator, Operator } from '../../core/administration/config';
import type { EditOf } from '../../core/administration/edits';
import type { IdsTaken } from '../../core/administration/invitation';
import { pendingEntry } from '../../core/audit/chain';
import type { OrgId } from '../../protocol/identifiers';
import type { Result } from '../../protocol/result';
import type { EditDeps, EditedMeanwhile, Editor } from '../administration/edit-config';
import type { Permit } from '../ports';
import { makeOperators, newOperator } from './edit-operator';

export function inviteOperators(
  deps: EditDeps,
  { org, by }: Editor,
  edit: EditOf<'invite_operators'>,
  permit: Permit,
): Promise<Result<readonly Operator[], IdsTaken | EditedMeanwhile>> {
  const at = deps.clock.nowMs();
  const invited = edit.operators.map((operator) => invitedOperator(org, operator, { at, by }));
  return makeOperators(deps, org, invited, permit);
}

/** The mail with the link is sent from the entry, so nobody else ever has the link. */
export function invitedOperator(org: OrgId, invited: NewOperator, how: HowEdited): Operator {
  const { at, by, more = {} } = how;
  const link = { ...more, by_mail: true, access_epoch: 0 };
  return newOperator(org, invited, how, [pendingEntry(at, 'operator.sign_in_link_made', invited.id, by, link)]);
}
