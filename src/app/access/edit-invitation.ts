/** Makes several operators in one edit, and mails each a sign-in link (operation inviteOperators). */
import type { HowEdited, NewOperator, Operator } from '../../core/administration/config';
import type { EditOf } from '../../core/administration/edits';
import { type IdsTaken, takenIds } from '../../core/administration/invitation';
import { beginsRule } from '../../core/administration/rule';
import { pendingEntry } from '../../core/audit/chain';
import type { OrgId } from '../../protocol/identifiers';
import { err, ok, type Result } from '../../protocol/result';
import type { Editor } from '../administration/edit-config';
import type { Clock, ConfigStore, Permit } from '../ports';
import { newOperator } from './edit-operator';

export async function inviteOperators(
  deps: { readonly clock: Clock; readonly config: Pick<ConfigStore, 'operators' | 'saveNewOperators'> },
  { org, by }: Editor,
  edit: EditOf<'invite_operators'>,
  permit: Permit,
): Promise<Result<readonly Operator[], IdsTaken>> {
  const existing = await deps.config.operators(org);
  const taken = takenIds(edit, existing);
  if (taken.length > 0) return err({ reason: 'ids_taken', ids: taken });
  const invited = edit.operators.map((operator) => invitedOperator(org, operator, { at: deps.clock.nowMs(), by }));
  const options = { beginsRule: invitationBeginsRule(existing, invited) };
  const saved = await deps.config.saveNewOperators(invited, permit, options);
  return saved === 'saved' ? ok(invited) : err({ reason: 'ids_taken', ids: edit.operators.map(({ id }) => id) });
}

/** The mail with the link is sent from the entry, so nobody else ever has the link. */
export function invitedOperator(org: OrgId, invited: NewOperator, how: HowEdited): Operator {
  const { at, by, more = {} } = how;
  const link = { ...more, by_mail: true, access_epoch: 0 };
  return newOperator(org, invited, how, [pendingEntry(at, 'operator.sign_in_link_made', invited.id, by, link)]);
}

export function invitationBeginsRule(existing: readonly Operator[], invited: readonly Operator[]): boolean {
  return invited.some((operator) => beginsRule([...existing, ...invited], null, operator));
}
