/** PATCH /api/operators/{id} and its sign-in link: updateOperator, createSignInLink. Operators are made by provision.ts. */
import { disableSeats } from '../core/ceremony/disable-seat';
import { edited, type Operator } from '../core/config/config';
import type { OperatorId, OrgId } from '../protocol/identifiers';
import { err, ok, type Result } from '../protocol/result';
import type { ConfigStore, Random, SessionStore } from './ports';
import { createSignInLink } from './sign-in';
import { type EditRefusal, editConfig } from './support/edit-config';
import { type CommandDeps, runCommand } from './support/run-command';

export interface ManageOperatorsDeps extends CommandDeps {
  readonly random: Random;
  readonly config: ConfigStore;
  readonly sessions: SessionStore;
}

export type OperatorPatch = Partial<Pick<Operator, 'name' | 'email' | 'role' | 'enabled'>>;
export type OperatorEditRefusal = EditRefusal | { readonly reason: 'last_admin' };

/** Before a disabling is answered, no open request counts on the operator any more. */
export async function updateOperator(
  deps: ManageOperatorsDeps,
  org: OrgId,
  id: OperatorId,
  patch: OperatorPatch,
  by: string,
): Promise<Result<Operator, OperatorEditRefusal>> {
  const losesAdmin = patch.enabled === false || patch.role === 'operator';
  if (losesAdmin && !(await hasAnotherAdmin(deps, org, id))) {
    const operator = await deps.config.operator(org, id);
    if (operator !== null && isAdmin(operator)) return err({ reason: 'last_admin' });
  }
  const saved = await editOperator(deps, org, id, patch, by);
  if (!saved.ok) return saved;
  if (losesAdmin && !(await keepsAnAdmin(deps, org))) {
    // Two admins took each other out at the same moment: both edits are taken back rather than nobody being left.
    await editOperator(deps, org, id, { role: 'admin', enabled: true }, 'system');
    return err({ reason: 'last_admin' });
  }
  if (patch.enabled === false) await takeSeatsOut(deps, org, id);
  return saved;
}

export type LinkRefusal = EditRefusal | { readonly reason: 'operator_disabled' };

/** Whoever holds the link acts as this operator, so that it was made is in the audit chain before it exists. */
export async function makeSignInLink(
  deps: ManageOperatorsDeps,
  org: OrgId,
  id: OperatorId,
  by: string,
): Promise<Result<{ readonly token: string; readonly expiresAtMs: number }, LinkRefusal>> {
  const at = deps.clock.nowMs();
  const noted = await editConfig<Operator, LinkRefusal>({
    load: () => deps.config.operator(org, id),
    decide: (operator) => {
      if (!operator.enabled) return err({ reason: 'operator_disabled' });
      return ok(edited(operator, {}, [{ at, kind: 'operator.sign_in_link_made', subject: id, actor: by, data: {} }]));
    },
    save: (operator) => deps.config.saveOperator(operator),
  });
  return noted.ok ? ok(await createSignInLink(deps, org, id)) : noted;
}

function editOperator(deps: ManageOperatorsDeps, org: OrgId, id: OperatorId, patch: OperatorPatch, by: string) {
  const at = deps.clock.nowMs();
  return editConfig<Operator, never>({
    load: () => deps.config.operator(org, id),
    decide: (operator) => {
      const changed = Object.entries(patch).filter(
        ([field, value]) => operator[field as keyof OperatorPatch] !== value,
      );
      if (changed.length === 0) return ok(operator);
      // What people are called and where they are written to is nobody's business for ever: the chain says that it changed.
      const data = {
        changed: changed.map(([field]) => field),
        ...(patch.role === undefined ? {} : { role: patch.role }),
        ...(patch.enabled === undefined ? {} : { enabled: patch.enabled }),
      };
      return ok(edited<Operator>(operator, patch, [{ at, kind: 'operator.updated', subject: id, actor: by, data }]));
    },
    save: (operator) => deps.config.saveOperator(operator),
  });
}

const isAdmin = (operator: Operator): boolean => operator.enabled && operator.role === 'admin';

async function hasAnotherAdmin(deps: ManageOperatorsDeps, org: OrgId, id: OperatorId): Promise<boolean> {
  return (await deps.config.operators(org)).some((operator) => operator.id !== id && isAdmin(operator));
}

async function keepsAnAdmin(deps: ManageOperatorsDeps, org: OrgId): Promise<boolean> {
  return (await deps.config.operators(org)).some(isAdmin);
}

/** A request made at this very moment may be missed here; every turn checks the operators again. */
async function takeSeatsOut(deps: ManageOperatorsDeps, org: OrgId, id: OperatorId): Promise<void> {
  const disabled = new Set([id]);
  for await (const requestId of deps.requests.openIds(org)) {
    const loaded = await deps.requests.load(org, requestId);
    if (loaded === null) continue;
    await runCommand<null, never>(deps, loaded.request, {
      writeId: deps.random.hex(12),
      decide: (request, nowMs) => ok({ change: disableSeats(request, disabled, nowMs), value: null }),
    });
  }
}
