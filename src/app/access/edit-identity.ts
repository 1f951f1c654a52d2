/** Edits of company sign-in: the identity provider, and accounts that are connected for somebody else. */
import type { Identity } from '../../core/access/company-sign-in';
import type { EditOf } from '../../core/administration/edits';
import { err, type Result } from '../../protocol/result';
import type { EditDeps, Editor, EditRefusal } from '../administration/edit-config';
import { takeSeatsOut } from '../ceremony/take-seats-out';
import type { Permit } from '../ports';
import { type EditOperatorDeps, noteIdentityChange } from './edit-operator';
import { accountsOf, type ConnectionRefusal, connect, connection, disconnectAccounts } from './identities';

/** How many open requests are settled before the answer. The stream settles the others. */
const SETTLED_AT_ONCE = 25;

/** Anyone who has the account can act as the operator, so their seats are struck first. */
export async function connectIdentity(
  deps: EditOperatorDeps,
  { org, by }: Editor,
  { id, ...account }: EditOf<'connect_identity'>,
  permit: Permit,
): Promise<Result<Identity, ConnectionRefusal | EditRefusal>> {
  const operator = await deps.config.operator(org, id);
  if (operator === null) return err({ reason: 'not_found' });
  const how = { at: deps.clock.nowMs(), by };
  const allowed = await connection(deps.config, operator, account, how);
  if (!allowed.ok) return allowed;
  const noted = await noteIdentityChange(deps, { org, by }, id, permit, 'company account');
  if (!noted.ok) return noted;
  await takeSeatsOut(deps, org, SETTLED_AT_ONCE);
  return connect(deps.config, operator, account, how);
}

/** If another person does it, the operator's seats are struck first. */
export async function disconnectIdentity(
  deps: EditDeps,
  { org, by }: Editor,
  { owner }: EditOf<'disconnect_identity'>,
  permit: Permit,
): Promise<Result<null, EditRefusal>> {
  if (by !== owner && (await accountsOf(deps.config, org, owner)).length > 0) {
    const noted = await noteIdentityChange(deps, { org, by }, owner, permit, 'company account');
    if (!noted.ok) return noted;
  }
  return disconnectAccounts(deps, org, owner, by);
}
