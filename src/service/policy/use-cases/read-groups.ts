/** Groups are read only for a policy that names one, so that every other policy costs what it cost. */

import type { GroupId, OrgId } from '../../../protocol/identifiers';
import type { ConfigStore } from '../../configuration/ports';
import type { BaseGroup } from '../rules/edits/group';
import { affectedBy, type Group, namedGroups } from '../rules/groups';
import type { Draft } from '../rules/policy';

export type GroupsReader = Pick<ConfigStore, 'groups'>;

export async function liveGroups(config: GroupsReader, org: OrgId): Promise<Group[]> {
  return (await config.groups(org)).filter(isNotDeleted);
}

const isNotDeleted = ({ deletedAtMs }: Group): boolean => deletedAtMs === null;

export async function groupsFor(config: GroupsReader, org: OrgId, ...policies: readonly Draft[]): Promise<Group[]> {
  return (await everyGroupFor(config, org, ...policies)).filter(isNotDeleted);
}

/** Also those that were deleted: an earlier version of a policy can name one. */
export async function everyGroupFor(config: GroupsReader, org: OrgId, ...policies: readonly Draft[]): Promise<Group[]> {
  return policies.some((policy) => namedGroups(policy).size > 0) ? config.groups(org) : [];
}

/** The stored group, the policies that name it, and the other groups of their rosters. */
export async function baseGroup(
  config: Pick<ConfigStore, 'groups' | 'group' | 'actions'>,
  org: OrgId,
  id: GroupId,
): Promise<BaseGroup> {
  const [group, groups, actions] = await Promise.all([
    config.group(org, id),
    liveGroups(config, org),
    config.actions(org),
  ]);
  const live = actions.filter(({ deletedAtMs }) => deletedAtMs === null).map(({ policy }) => policy);
  return { revision: group?.revision ?? 0, group, groups, affected: affectedBy(id, live) };
}
