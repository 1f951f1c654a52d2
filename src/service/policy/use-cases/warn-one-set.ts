/**
 * Tells the admins once when only one set of operators can meet an action's policy: nobody is left if one of them is
 * missing (docs/decisions/groups.md). The id of the record comes from the set and from what the policy says of keys, so that an
 * edit of its title or its display tells nobody again.
 */

import { POLICIES } from '../../../protocol/actor';
import { taggedHashHex } from '../../../protocol/hash';
import type { OrgId } from '../../../protocol/identifiers';
import { entryIn, type PendingEntry } from '../../audit/rules/chain';
import { incident } from '../../configuration/rules/items';
import type { EditDeps } from '../../configuration/use-cases/edit-config';
import { groupsAt } from '../rules/groups';
import { hasRequirements, ONE_SET_ENTRIES, onlySetOf } from '../rules/one-set';

export async function warnOfOneSet({ clock, config }: EditDeps, org: OrgId): Promise<void> {
  const actions = await config.actions(org);
  const policies = actions
    .filter(({ deletedAtMs, policy }) => deletedAtMs === null && hasRequirements(policy))
    .map(({ policy }) => policy);
  if (policies.length === 0) return;
  const [operators, groups] = await Promise.all([config.operators(org), config.groups(org)]);
  const nowMs = clock.nowMs();
  const present = groupsAt(groups, nowMs);
  for (const policy of policies) {
    const set = onlySetOf(policy, operators, present);
    if (set === null) continue;
    const { roster, quorum, requires, paramRules } = policy;
    const named = [org, policy.id, JSON.stringify([roster, quorum, requires, paramRules]), ...set];
    const id = `one_set_${taggedHashHex('service.one-set.v1', ...named).slice(0, 24)}`;
    const data = { action: policy.id, version: policy.version, operators: set };
    // `conflict` means that the admins have been told.
    await config.saveIncident(incident(org, id, entryIn(ONE_SET_ENTRIES)(nowMs, 'action.one_set', id, POLICIES, data)));
  }
}

/** A policy can only name groups and operators that are there, so a new one changes nothing by itself. */
const CHANGES = new Set(['action.created', 'action.updated', 'group.updated', 'operator.updated']);

/** Whether an edit can change who can meet a policy. */
export const changesWhoCan = ({ kind }: PendingEntry): boolean => CHANGES.has(kind);
