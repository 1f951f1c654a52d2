/** Edits of groups, called by `changeConfiguration` and by the door for set-up (docs/decisions/groups.md). */
import { edited, type HowEdited } from '../../core/administration/config';
import type { EditOf } from '../../core/administration/edits';
import { pendingEntry } from '../../core/audit/chain';
import { currentRevision, type Group, type GroupBody } from '../../core/policy/groups';
import { groupProblems, idsOf } from '../../core/policy/validate-group';
import type { ActionId, OrgId } from '../../protocol/identifiers';
import { err, ok, type Result } from '../../protocol/result';
import { type EditDeps, type Editor, type EditRefusal, editConfig } from '../administration/edit-config';
import type { Permit } from '../ports';
import { baseGroup } from './read-groups';

export type PutGroupRefusal =
  | { readonly reason: 'invalid_group'; readonly problems: readonly string[] }
  | { readonly reason: 'version_moved'; readonly current: number }
  | { readonly reason: 'edited_meanwhile' };

/** Saves the group. With `ifRevision` null, it replaces any revision. */
export async function putGroup(
  deps: EditDeps,
  { org, by }: Editor,
  { group, ifRevision = null }: EditOf<'put_group'>,
  permit: Permit,
): Promise<Result<Group, PutGroupRefusal>> {
  const [operators, base] = await Promise.all([deps.config.operators(org), baseGroup(deps.config, org, group.id)]);
  const problems = groupProblems(group, operators, base);
  if (problems.length > 0) return err({ reason: 'invalid_group', problems });
  const at = deps.clock.nowMs();
  return editConfig<Group, PutGroupRefusal>({
    load: async () => (await deps.config.group(org, group.id)) ?? blankGroup(org, group),
    decide: (stored) => {
      const current = currentRevision(stored);
      if (ifRevision !== null && ifRevision !== current) return err({ reason: 'version_moved', current });
      return ok(nextGroup(stored, group, { at, by, affects: idsOf(base.affected) }));
    },
    save: (stored) => deps.config.saveGroup(stored, permit),
  });
}

/** A group that an action names cannot be deleted: its requests would have nobody to ask. */
export async function deleteGroup(
  deps: EditDeps,
  { org, by }: Editor,
  { id }: EditOf<'delete_group'>,
  permit: Permit,
): Promise<Result<Group, EditRefusal | { readonly reason: 'group_in_use'; readonly actions: readonly ActionId[] }>> {
  const { affected } = await baseGroup(deps.config, org, id);
  if (affected.length > 0) return err({ reason: 'group_in_use', actions: idsOf(affected) });
  const at = deps.clock.nowMs();
  return editConfig<Group, EditRefusal>({
    load: () => deps.config.group(org, id),
    decide: (stored) => {
      if (stored.deletedAtMs !== null) return err({ reason: 'not_found' });
      const entry = pendingEntry(at, 'group.deleted', id, by, { revision: stored.revision });
      return ok(edited<Group>(stored, { deletedAtMs: at, updatedAtMs: at }, [entry]));
    },
    save: (stored) => deps.config.saveGroup(stored, permit),
  });
}

export function blankGroup(org: OrgId, group: GroupBody): Group {
  return { org, ...group, updatedAtMs: 0, deletedAtMs: null, revision: 0, journal: [] };
}

export function nextGroup(
  stored: Group,
  { name, members }: GroupBody,
  { at, by, affects, more = {} }: HowEdited & { readonly affects: readonly ActionId[] },
): Group {
  const isNew = currentRevision(stored) === 0;
  const data = { revision: stored.revision + 1, members: members.map(({ operator }) => operator), affects, ...more };
  const entry = pendingEntry(at, isNew ? 'group.created' : 'group.updated', stored.id, by, data);
  return edited<Group>(stored, { name, members, updatedAtMs: at, deletedAtMs: null }, [entry]);
}
