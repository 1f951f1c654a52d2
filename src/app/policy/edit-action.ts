/** Edits of actions, called by `changeConfiguration` and by the door for set-up. */
import { edited, type HowEdited } from '../../core/administration/config';
import { differUnseen, policyFingerprint } from '../../core/administration/differences';
import type { EditOf } from '../../core/administration/edits';
import { loosenedFields } from '../../core/administration/sensitive';
import { type AuditData, pendingEntry } from '../../core/audit/chain';
import type { PlatformActions } from '../../core/policy/platform-actions';
import type { Policy } from '../../core/policy/policy';
import { policyProblems } from '../../core/policy/validate';
import { err, ok, type Result } from '../../protocol/result';
import { type EditDeps, type Editor, type EditRefusal, editConfig, isJudgedFrom } from '../administration/edit-config';
import type { Permit, StoredPolicy } from '../ports';
import { groupsFor } from './read-groups';

export interface EditActionDeps extends EditDeps {
  readonly platformActions: PlatformActions;
}

export type PutRefusal =
  | { readonly reason: 'invalid_policy'; readonly problems: readonly string[] }
  /** The edit was based on a version that is no longer current. */
  | { readonly reason: 'version_moved'; readonly current: number }
  | { readonly reason: 'edited_meanwhile' };

/** Saves the next or first version of the action. With `ifVersion` null, it replaces any version. */
export async function putAction(
  deps: EditActionDeps,
  { org, by }: Editor,
  { policy, ifVersion = null }: EditOf<'put_action'>,
  permit: Permit,
): Promise<Result<StoredPolicy, PutRefusal>> {
  const [operators, groups] = await Promise.all([deps.config.operators(org), groupsFor(deps.config, org, policy)]);
  const problems = policyProblems(policy, operators, deps.platformActions, groups);
  if (problems.length > 0) return err({ reason: 'invalid_policy', problems });
  const at = deps.clock.nowMs();
  return editConfig<StoredPolicy, PutRefusal>({
    load: async () => (await deps.config.action(org, policy.id)) ?? blankAction(policy, at),
    decide: (stored) => {
      const current = stored.deletedAtMs === null ? stored.policy.version : 0;
      if (ifVersion !== null && ifVersion !== current) return err({ reason: 'version_moved', current });
      if (!isJudgedFrom(stored, permit)) return err({ reason: 'edited_meanwhile' });
      return ok(nextVersion(stored, policy, { at, by }));
    },
    save: (stored) => deps.config.saveAction(org, stored, permit),
  });
}

export function deleteAction(
  deps: EditDeps,
  { org, by }: Editor,
  { id }: EditOf<'delete_action'>,
  permit: Permit,
): Promise<Result<StoredPolicy, EditRefusal>> {
  const at = deps.clock.nowMs();
  return editConfig<StoredPolicy, EditRefusal>({
    load: () => deps.config.action(org, id),
    decide: (stored) => {
      if (stored.deletedAtMs !== null) return err({ reason: 'not_found' });
      const data = { version: stored.policy.version };
      const entry = pendingEntry(at, 'action.deleted', id, by, data);
      return ok(edited<StoredPolicy>(stored, { deletedAtMs: at, updatedAtMs: at }, [entry]));
    },
    save: (stored) => deps.config.saveAction(org, stored, permit),
  });
}

/** An action that is not stored yet. The edit makes it version 1. */
export function blankAction(policy: Omit<Policy, 'version'>, at: number): StoredPolicy {
  return {
    policy: { ...policy, version: 0 },
    createdAtMs: at,
    updatedAtMs: at,
    deletedAtMs: null,
    revision: 0,
    journal: [],
  };
}

export function nextVersion(
  stored: StoredPolicy,
  policy: Omit<Policy, 'version'>,
  { at, by, more = {} }: HowEdited,
): StoredPolicy {
  const version = stored.policy.version + 1;
  const isNew = stored.revision === 0 || stored.deletedAtMs !== null;
  const next: Policy = { ...policy, version };
  const compared: AuditData = isNew
    ? {}
    : { ...loosenedBy(stored.policy, policy), before: policyFingerprint(stored.policy) };
  const data = {
    version,
    roster: policy.roster,
    quorum: policy.quorum.default,
    mode: policy.mode,
    ...compared,
    after: policyFingerprint(next),
    ...more,
  };
  const entry = pendingEntry(at, isNew ? 'action.created' : 'action.updated', policy.id, by, data);
  return edited<StoredPolicy>(stored, { policy: next, updatedAtMs: at, deletedAtMs: null }, [entry]);
}

/** The fields in which the policy requires less than before. */
function loosenedBy(before: Policy, after: Omit<Policy, 'version'>): AuditData {
  const loosened = differUnseen(before, after) ? ['fields without a name'] : loosenedFields(before, after);
  return loosened.length === 0 ? {} : { loosened };
}
