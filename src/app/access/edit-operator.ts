/**
 * Edits of operators, their sign-in links and their access, called by `changeConfiguration` and by the door for set-up.
 */

import {
  accessEnded,
  changedFields,
  edited,
  fieldName,
  type HowEdited,
  type NewOperator,
  type Operator,
  type OperatorPatch,
} from '../../core/administration/config';
import type { EditOf } from '../../core/administration/edits';
import { type IdsTaken, takenIds } from '../../core/administration/invitation';
import { beginsRule, isEnabledAdmin, newOperatorsBeginRule } from '../../core/administration/rule';
import { pendingEntry } from '../../core/audit/chain';
import type { ConfigurationEntry } from '../../core/audit/kinds';
import type { OperatorId, OrgId } from '../../protocol/identifiers';
import { err, ok, type Result } from '../../protocol/result';
import {
  type EditDeps,
  type EditedMeanwhile,
  type Editor,
  type EditRefusal,
  editConfig,
  isJudgedFrom,
} from '../administration/edit-config';
import type { CommandDeps } from '../ceremony/run-command';
import { takeSeatsOut } from '../ceremony/take-seats-out';
import type { OperatorWriteOptions, PasskeyStore, Permit, SessionStore } from '../ports';
import { createSignInLink } from './edit-link';
import { isMailLinkAllowed } from './identities';
import { deletePasskey, livePasskeys } from './passkeys';

export interface EditOperatorDeps extends CommandDeps, EditDeps {
  readonly sessions: SessionStore;
  readonly passkeys: PasskeyStore;
}

export type IdTaken = { readonly reason: 'id_taken' };

export async function createOperator(
  deps: EditDeps,
  { org, by }: Editor,
  { operator }: EditOf<'create_operator'>,
  permit: Permit,
): Promise<Result<Operator, IdTaken | EditedMeanwhile>> {
  const created = newOperator(org, operator, { at: deps.clock.nowMs(), by });
  const made = await makeOperators(deps, org, [created], permit);
  if (made.ok) return ok(created);
  return made.error.reason === 'ids_taken' ? err({ reason: 'id_taken' }) : err(made.error);
}

/** All or none. A write that loses says nothing about the ids, so the stored operators are read again. */
export function makeOperators(
  { config }: EditDeps,
  org: OrgId,
  made: readonly Operator[],
  permit: Permit,
): Promise<Result<readonly Operator[], IdsTaken | EditedMeanwhile>> {
  let existing: readonly Operator[] = [];
  return editConfig<readonly Operator[], IdsTaken>({
    load: async () => {
      existing = await config.operators(org);
      return made.flatMap(({ id }) => existing.find((operator) => operator.id === id) ?? []);
    },
    decide: () => {
      const ids = takenIds(made, existing);
      return ids.length > 0 ? err({ reason: 'ids_taken', ids }) : ok(made);
    },
    save: () => config.saveNewOperators(made, permit, { beginsRule: newOperatorsBeginRule(existing, made) }),
  });
}

export function newOperator(
  org: OrgId,
  operator: NewOperator,
  { at, by, more = {} }: HowEdited,
  also: readonly ConfigurationEntry[] = [],
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
  const data = { role: operator.role, ...more };
  return edited(blank, {}, [pendingEntry(at, 'operator.created', operator.id, by, data), ...also]);
}

export type LastAdmin = { readonly reason: 'last_admin' };

/** How many open requests are settled before the answer. The stream settles the others. */
const SETTLED_AT_ONCE = 25;

/**
 * After the answer, no verdict can count on the operator, because every command removes lost seats before it decides.
 * The oldest requests show this at once, the others after the stream has settled them.
 */
export async function updateOperator(
  deps: EditOperatorDeps,
  editor: Editor,
  edit: EditOf<'update_operator'>,
  permit: Permit,
): Promise<Result<Operator, EditRefusal | LastAdmin>> {
  const saved = await editOperator(deps, editor, edit, permit);
  if (!saved.ok) return saved;
  const { enabled, role, email } = edit.patch;
  // A demoted admin loses seats in changes of the configuration; a changed address strikes all seats.
  if (enabled === false || role === 'operator' || email !== undefined)
    await takeSeatsOut(deps, editor.org, SETTLED_AT_ONCE);
  return saved;
}

export interface MadeLink {
  readonly token: string;
  readonly expiresAtMs: number;
}

/** Anyone with the link can act as this operator, so the audit chain records the link before it exists. */
export async function makeSignInLink(
  deps: EditOperatorDeps,
  { org, by }: Editor,
  { id }: EditOf<'send_sign_in_link'>,
  permit: Permit,
): Promise<Result<MadeLink, EditRefusal | { readonly reason: 'operator_disabled' | 'mail_links_forbidden' }>> {
  if (!(await isMailLinkAllowed(deps.config, org, id))) return err({ reason: 'mail_links_forbidden' });
  const noted = await noteLink(deps, { org, by }, id, permit);
  if (!noted.ok) return noted;
  await takeSeatsOut(deps, org, SETTLED_AT_ONCE);
  return ok(await createSignInLink(deps, noted.value, permit));
}

/** The audit entry of a link. It also strikes the operator's seats in open requests. */
export function noteLink(
  deps: EditDeps,
  { org, by }: Editor,
  id: OperatorId,
  permit: Permit,
): Promise<Result<Operator, EditRefusal | { readonly reason: 'operator_disabled' }>> {
  const at = deps.clock.nowMs();
  return editConfig({
    load: () => deps.config.operator(org, id),
    decide: (operator) =>
      operator.enabled ? ok(linkNoted(operator, { at, by })) : err({ reason: 'operator_disabled' }),
    save: (operator) => deps.config.saveOperator(operator, permit),
  });
}

const MAX_FORMER_EMAILS = 10;

/** An operator's own changes strike no seat. */
function identityChange({ id }: Operator, by: string, at: number): Partial<Operator> {
  return by === id ? {} : { identityChangedAtMs: at };
}

/**
 * Deletes another operator's passkey. The operator's seats are struck first: if this process dies in between, the
 * passkey can be deleted again.
 */
export async function deleteOperatorPasskey(
  deps: EditDeps & Pick<EditOperatorDeps, 'passkeys'>,
  { org, by }: Editor,
  { owner: id, passkey }: EditOf<'delete_passkey'>,
  permit: Permit,
): Promise<Result<null, EditRefusal>> {
  const owner = await deps.config.operator(org, id);
  if (owner === null) return err({ reason: 'not_found' });
  if (by !== id && (await livePasskeys(deps, owner)).some((each) => each.id === passkey)) {
    const noted = await noteIdentityChange(deps, { org, by }, id, permit, 'passkeys');
    if (!noted.ok) return noted;
  }
  const deleted = await deletePasskey(deps, owner, passkey, by);
  return deleted.ok ? ok(null) : deleted;
}

/** Strikes the operator's seats in open requests, unless it is their own edit. */
export function noteIdentityChange(
  deps: EditDeps,
  { org, by }: Editor,
  id: OperatorId,
  permit: Permit,
  what: string,
): Promise<Result<Operator, EditRefusal>> {
  const at = deps.clock.nowMs();
  return editConfig<Operator, EditRefusal>({
    load: () => deps.config.operator(org, id),
    decide: (operator) => ok(identityChanged(operator, what, { at, by })),
    save: (operator) => deps.config.saveOperator(operator, permit),
  });
}

export function identityChanged(operator: Operator, what: string, { at, by, more = {} }: HowEdited): Operator {
  const entry = pendingEntry(at, 'operator.identity_changed', operator.id, by, { changed: [what], ...more });
  return edited<Operator>(operator, identityChange(operator, by, at), [entry]);
}

export function linkNoted(operator: Operator, { at, by, more = {} }: HowEdited): Operator {
  return edited(operator, identityChange(operator, by, at), [
    pendingEntry(at, 'operator.sign_in_link_made', operator.id, by, more),
  ]);
}

/**
 * Ends everything that signs the operator in: sessions, unused links, passkeys, and challenges for new passkeys.
 * Someone with a stolen link may have added a passkey, so all passkeys are removed.
 */
export function endAccess(
  deps: EditDeps,
  { org, by }: Editor,
  { id }: EditOf<'end_access'>,
  permit: Permit,
): Promise<Result<Operator, EditRefusal>> {
  const at = deps.clock.nowMs();
  return editConfig<Operator, EditRefusal>({
    load: () => deps.config.operator(org, id),
    decide: (operator) => {
      const entry = pendingEntry(at, 'operator.access_revoked', id, by);
      const ended = { ...accessEnded(operator, at), ...identityChange(operator, by, at) };
      return ok(edited<Operator>(operator, ended, [entry]));
    },
    save: (operator) => deps.config.saveOperator(operator, permit),
  });
}

/**
 * The last-admin rule is in the condition of the write. An edit that takes the admin role from somebody holds only
 * while one other admin is exactly as it was read:
 *
 *   A demotes B, while A is as read ──► written
 *   B demotes A, while B is as read ──► refused: B has changed. Read again: no other admin is left, so 409
 *
 * However many such edits run at once, one admin is left, because the last edit found an admin who was not edited
 * since.
 */
export function editOperator(
  deps: EditDeps,
  { org, by }: Editor,
  { id, patch }: EditOf<'update_operator'>,
  permit: Permit,
): Promise<Result<Operator, EditRefusal | LastAdmin>> {
  const at = deps.clock.nowMs();
  let all: readonly Operator[] = [];
  let options: OperatorWriteOptions = {};
  return editConfig<Operator, EditRefusal | LastAdmin>({
    load: async () => {
      all = await deps.config.operators(org);
      return all.find((operator) => operator.id === id) ?? null;
    },
    decide: (operator) => {
      if (!isJudgedFrom(operator, permit)) return err({ reason: 'edited_meanwhile' });
      const decided = operatorEdit(all, operator, patch, { at, by });
      if (!decided.ok) return decided;
      options = decided.value.options;
      return ok(decided.value.operator);
    },
    save: (operator) => deps.config.saveOperator(operator, permit, options),
  });
}

export interface OperatorEdit {
  /** The same object if the patch changes nothing. */
  readonly operator: Operator;
  readonly options: OperatorWriteOptions;
}

export function operatorEdit(
  all: readonly Operator[],
  operator: Operator,
  patch: OperatorPatch,
  how: HowEdited,
): Result<OperatorEdit, LastAdmin> {
  const after = patched(operator, patch, how);
  const takesAdmin = isEnabledAdmin(operator) && !isEnabledAdmin(after);
  const witness = all.find((other) => other.id !== operator.id && isEnabledAdmin(other));
  if (takesAdmin && witness === undefined) return err({ reason: 'last_admin' });
  const whileUnchanged = takesAdmin ? witness : undefined;
  const changesAdmins = isEnabledAdmin(operator) !== isEnabledAdmin(after);
  return ok({
    operator: after,
    options: { whileUnchanged, beginsRule: changesAdmins && beginsRule(all, operator, after) },
  });
}

/** Returns the same object if the patch changes nothing. */
function patched(operator: Operator, patch: OperatorPatch, { at, by, more = {} }: HowEdited): Operator {
  const fields = changedFields(operator, patch);
  const changed = fields.map(fieldName);
  if (changed.length === 0) return operator;
  // Never write names or e-mail addresses into the append-only chain. The entry only says which of them changed.
  const data = {
    changed,
    ...(patch.role === undefined ? {} : { role: patch.role }),
    ...(patch.enabled === undefined ? {} : { enabled: patch.enabled }),
    ...more,
  };
  const entry = pendingEntry(at, 'operator.updated', operator.id, by, data);
  const isDisabled = operator.enabled && patch.enabled === false;
  const former = [...(operator.formerEmails ?? []), { email: operator.email, revision: operator.revision + 1 }];
  const moved = changed.includes('email')
    ? { ...identityChange(operator, by, at), formerEmails: former.slice(-MAX_FORMER_EMAILS) }
    : {};
  const ended = isDisabled ? { ...accessEnded(operator, at), lastDisabledAtMs: at } : {};
  return edited<Operator>(operator, { ...patch, ...moved, ...ended }, [entry]);
}
