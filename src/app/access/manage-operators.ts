/**
 * PATCH /api/operators/{id} and its sign-in link: updateOperator, createSignInLink. Operators are made by provision.ts.
 */

import { accessEnded, edited, incident, type Operator, type OperatorPatch } from '../../core/administration/config';
import { beginsRule, isEnabledAdmin } from '../../core/administration/rule';
import { type AuditData, pendingEntry } from '../../core/audit/chain';
import type { OperatorId, OrgId } from '../../protocol/identifiers';
import { err, ok, type Result } from '../../protocol/result';
import { type EditRefusal, editConfig } from '../administration/edit-config';
import { AT_ONCE, isFromGuard, optionsOf, type WriteGuard } from '../administration/write-guard';
import type { CommandDeps } from '../ceremony/run-command';
import { takeSeatsOut } from '../ceremony/take-seats-out';
import type { ConfigStore, OperatorWriteOptions, Random, SessionStore } from '../ports';
import { createSignInLink } from './sign-in';

export interface ManageOperatorsDeps extends CommandDeps {
  readonly random: Random;
  readonly config: ConfigStore;
  readonly sessions: SessionStore;
}

export type OperatorEditRefusal = EditRefusal | { readonly reason: 'last_admin' };

/** This many open requests are settled before the answer. The stream settles the others. */
const SETTLED_AT_ONCE = 25;

/**
 * When this answers, no verdict can count on the operator any more, because every command takes lost seats out before it
 * judges. The oldest requests also show it at once, and the others after the stream has settled them.
 */
export async function updateOperator(
  deps: ManageOperatorsDeps,
  org: OrgId,
  id: OperatorId,
  patch: OperatorPatch,
  by: string,
  guard: WriteGuard = AT_ONCE,
): Promise<Result<Operator, OperatorEditRefusal>> {
  const saved = await editOperator(deps, org, id, patch, by, guard);
  if (!saved.ok) return saved;
  // A demoted admin has no seat in changes of the configuration any more; a changed address strikes all seats.
  if (patch.enabled === false || patch.role === 'operator' || patch.email !== undefined)
    await takeSeatsOut(deps, org, SETTLED_AT_ONCE);
  return saved;
}

export type LinkRefusal = EditRefusal | { readonly reason: 'operator_disabled' };

/** Anyone with the link acts as this operator, so the audit chain records the link before it exists. */
export async function makeSignInLink(
  deps: ManageOperatorsDeps,
  org: OrgId,
  id: OperatorId,
  by: string,
  guard: WriteGuard = AT_ONCE,
): Promise<Result<{ readonly token: string; readonly expiresAtMs: number }, LinkRefusal>> {
  const at = deps.clock.nowMs();
  const noted = await editConfig<Operator, LinkRefusal>({
    load: () => deps.config.operator(org, id),
    decide: (operator) => {
      if (!operator.enabled) return err({ reason: 'operator_disabled' });
      return ok(linkNoted(operator, at, by));
    },
    save: (operator) => deps.config.saveOperator(operator, optionsOf(guard)),
  });
  if (!noted.ok) return noted;
  await takeSeatsOut(deps, org, SETTLED_AT_ONCE);
  return ok(await createSignInLink(deps, noted.value));
}

const MAX_FORMER_EMAILS = 10;

/** What operators change in their own session strikes nothing. */
function identityChange({ id }: Operator, by: string, at: number): Partial<Operator> {
  return by === id ? {} : { identityChangedAtMs: at };
}

/** An admin deletes a passkey of the operator: written before the passkey is deleted. */
export function noteIdentityChange(
  deps: Pick<ManageOperatorsDeps, 'clock' | 'config'>,
  org: OrgId,
  id: OperatorId,
  by: string,
): Promise<Result<Operator, EditRefusal>> {
  const at = deps.clock.nowMs();
  return editConfig<Operator, EditRefusal>({
    load: () => deps.config.operator(org, id),
    decide: (operator) => {
      const entry = { at, kind: 'operator.identity_changed', subject: id, actor: by, data: { changed: ['passkeys'] } };
      return ok(edited<Operator>(operator, identityChange(operator, by, at), [entry]));
    },
    save: (operator) => deps.config.saveOperator(operator),
  });
}

export function linkNoted(operator: Operator, at: number, by: string, more: AuditData = {}): Operator {
  return edited(operator, identityChange(operator, by, at), [
    { at, kind: 'operator.sign_in_link_made', subject: operator.id, actor: by, data: more },
  ]);
}

/**
 * Ends everything that signs the operator in: sessions, links that are not used yet, passkeys, and the challenges to
 * add one. A passkey is added in a session that a link or another passkey opened, so somebody with a link may have
 * added one. Therefore all passkeys are removed.
 */
export function revokeAccess(
  deps: ManageOperatorsDeps,
  org: OrgId,
  id: OperatorId,
  by: string,
): Promise<Result<Operator, EditRefusal>> {
  const at = deps.clock.nowMs();
  return editConfig<Operator, EditRefusal>({
    load: () => deps.config.operator(org, id),
    decide: (operator) => {
      const entry = { at, kind: 'operator.access_revoked', subject: id, actor: by, data: {} };
      const ended = { ...accessEnded(operator, at), ...identityChange(operator, by, at) };
      return ok(edited<Operator>(operator, ended, [entry]));
    },
    save: (operator) => deps.config.saveOperator(operator),
  });
}

/** False: there is no such session. An admin who ends somebody else's session leaves an entry first. */
export async function revokeSession(
  deps: ManageOperatorsDeps,
  { org, owner, id }: { readonly org: OrgId; readonly owner: OperatorId; readonly id: string },
  by: OperatorId,
): Promise<boolean> {
  const at = deps.clock.nowMs();
  if (owner !== by) {
    if (!(await deps.sessions.list(org, owner, at)).some((session) => session.id === id)) return false;
    const entry = pendingEntry(at, 'operator.session_revoked', owner, by);
    await deps.config.saveIncident(incident(org, `session_${deps.random.hex(12)}`, entry));
  }
  return deps.sessions.revoke(org, owner, id);
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
function editOperator(
  deps: ManageOperatorsDeps,
  org: OrgId,
  id: OperatorId,
  patch: OperatorPatch,
  by: string,
  guard: WriteGuard,
): Promise<Result<Operator, OperatorEditRefusal>> {
  const at = deps.clock.nowMs();
  let all: readonly Operator[] = [];
  let options: OperatorWriteOptions = {};
  return editConfig<Operator, OperatorEditRefusal>({
    load: async () => {
      all = await deps.config.operators(org);
      return all.find((operator) => operator.id === id) ?? null;
    },
    decide: (operator) => {
      if (!isFromGuard(operator, guard)) return err({ reason: 'edited_meanwhile' });
      const decided = operatorEdit(all, operator, patch, { at, by });
      if (!decided.ok) return decided;
      options = { ...decided.value.options, ...optionsOf(guard) };
      return ok(decided.value.operator);
    },
    save: (operator) => deps.config.saveOperator(operator, options),
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
  { at, by, more = {} }: { readonly at: number; readonly by: string; readonly more?: AuditData },
): Result<OperatorEdit, { readonly reason: 'last_admin' }> {
  const after = patched(operator, patch, by, at, more);
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
function patched(operator: Operator, patch: OperatorPatch, by: string, at: number, more: AuditData): Operator {
  const changed = Object.keys(patch).filter(
    (field) => operator[field as keyof OperatorPatch] !== patch[field as keyof OperatorPatch],
  );
  if (changed.length === 0) return operator;
  // Never write names or e-mail addresses into the append-only chain: it says which of them changed.
  const data = {
    changed,
    ...(patch.role === undefined ? {} : { role: patch.role }),
    ...(patch.enabled === undefined ? {} : { enabled: patch.enabled }),
    ...more,
  };
  const entry = { at, kind: 'operator.updated', subject: operator.id, actor: by, data };
  const isDisabled = operator.enabled && patch.enabled === false;
  const former = [...(operator.formerEmails ?? []), { email: operator.email, revision: operator.revision + 1 }];
  const moved = changed.includes('email')
    ? { ...identityChange(operator, by, at), formerEmails: former.slice(-MAX_FORMER_EMAILS) }
    : {};
  const ended = isDisabled ? { ...accessEnded(operator, at), lastDisabledAtMs: at } : {};
  return edited<Operator>(operator, { ...patch, ...moved, ...ended }, [entry]);
}
