/** Saves or deletes a group of operators (docs/decisions/groups.md). */

import type { ActionId, GroupId, OrgId } from '../../../../protocol/identifiers';
import { joined, listOf, named, plainText, said, type Words } from '../../../../protocol/words';
import type { AuditData, EntryWords, PendingEntry } from '../../../audit/rules/chain';
import {
  atOnce,
  changed,
  headlineText,
  type Line,
  OPERATORS,
  readable,
  refuse,
  stated,
  waiting,
  write,
} from '../../../configuration/rules/declaration';
import { edited } from '../../../configuration/rules/items';
import {
  currentRevision,
  type Group,
  type GroupBody,
  type GroupUse,
  groupProblems,
  idsOf,
  isMemberAt,
  membershipWords,
} from '../groups';
import { type Organization, replaced } from '../organization';

/** The stored group, the policies that name it, and the other groups of their rosters. */
export interface BaseGroup extends GroupUse {
  readonly revision: number;
  /** Null if there is none yet. It may be deleted. */
  readonly group: Group | null;
}

const noGroup: BaseGroup = { revision: 0, group: null, groups: [], affected: [] };
export const GROUP = /* @__PURE__ */ readable<GroupId, BaseGroup>()('group', noGroup);

const affectsWords = ({ affects }: AuditData): Words =>
  Array.isArray(affects) && affects.length > 0 ? said` It affects these actions: ${listOf('action', affects)}.` : [];

const members = ({ data }: PendingEntry): Words => {
  const people = listOf('operator', data.members);
  return said`Members: ${people.length === 0 ? 'nobody' : people}`;
};

export const GROUP_ENTRIES = {
  'group.created': {
    audience: 'admins',
    told: ({ subject, data }) => said`The group ${named('group', subject)} was created.${affectsWords(data)}`,
    detail: members,
  },
  'group.updated': {
    audience: 'admins',
    told: ({ subject, data }) => said`The group ${named('group', subject)} was changed.${affectsWords(data)}`,
    detail: members,
  },
  'group.deleted': {
    audience: 'admins',
    told: ({ subject }) => said`The group ${named('group', subject)} was deleted.`,
  },
} as const satisfies Readonly<Record<string, EntryWords>>;

export const PUT_GROUP_ATTEMPT = 'save the group';

interface PutGroup {
  readonly group: GroupBody;
  /** The revision that the edit was made from. Null or absent: it replaces any revision. */
  readonly ifRevision?: number | null;
}

export const putGroup = /* @__PURE__ */ waiting<PutGroup>()({
  entries: GROUP_ENTRIES,
  reads: ({ group }) => [GROUP.of(group.id), OPERATORS.of(true)],
  decide: ({ group: base, operators }, { group, ifRevision = null }, { org, at, entry }) => {
    const problems = groupProblems(group, operators, base);
    if (problems.length > 0) return refuse('invalid_group', { problems });
    const stored = base.group ?? blankGroup(org, group);
    const current = currentRevision(stored);
    if (ifRevision !== null && ifRevision !== current) return refuse('version_moved', { current });
    const { name, members } = group;
    const data = {
      revision: stored.revision + 1,
      members: members.map(({ operator }) => operator),
      affects: idsOf(base.affected),
    };
    const saved = entry(current === 0 ? 'group.created' : 'group.updated', stored.id, data);
    return write('group', {
      item: edited<Group>(stored, { name, members, updatedAtMs: at, deletedAtMs: null }, [saved]),
    });
  },
  // It changes who decides, like an edit of a roster.
  waits: 'always',
  seen: ({ group }) => group,
  affects: ({ group }) => idsOf(group.affected),
  subject: ({ group }) => group.id,
  attempt: PUT_GROUP_ATTEMPT,
  title: ({ group }, { group: base }) => `${isStored(base) ? 'Edit' : 'Create'} the group ${group.id}`,
  headline: ({ group }, { group: base }) =>
    isStored(base) ? headlineText(group.name, groupLines(group, base)) : `New group: ${group.name}`,
  lines: ({ group }, { group: base }) => groupLines(group, base),
  effect: () => 'changes_who',
  gives: 'seat',
  after: (organization: Organization, { group: { id, name, members } }, nowMs) => {
    const present = members.filter((member) => isMemberAt(member, nowMs)).map(({ operator }) => operator);
    return { ...organization, groups: replaced(organization.groups, { id, name, revision: 0, members: present }) };
  },
});

/** A group that an action names cannot be deleted: its requests would have nobody to ask. */
export const deleteGroup = /* @__PURE__ */ atOnce<{ readonly id: GroupId }>()({
  entries: GROUP_ENTRIES,
  reads: ({ id }) => [GROUP.of(id)],
  decide: ({ group: { group, affected } }, { id }, { at, entry }) => {
    if (affected.length > 0) return refuse('group_in_use', { actions: idsOf(affected) as readonly ActionId[] });
    if (group === null || group.deletedAtMs !== null) return refuse('not_found');
    const deleted = entry('group.deleted', id, { revision: group.revision });
    return write('group', { item: edited<Group>(group, { deletedAtMs: at, updatedAtMs: at }, [deleted]) });
  },
  waits: 'never',
});

function blankGroup(org: OrgId, group: GroupBody): Group {
  return { org, ...group, updatedAtMs: 0, deletedAtMs: null, revision: 0, journal: [] };
}

const isStored = ({ group }: BaseGroup): boolean => group?.deletedAtMs === null;

/** The difference, and every action that it affects. */
function groupLines({ name, members }: GroupBody, { group, affected }: BaseGroup): Line[] {
  const before = group?.deletedAtMs === null ? group : null;
  const was = before?.members.map(membershipWords) ?? [];
  const will = members.map(membershipWords);
  const line = (field: string, all: readonly Words[]): Line[] =>
    all.length === 0 ? [] : [stated(field, joined(all, ', '))];
  return [
    ...(before?.name === name ? [] : [before === null ? stated('name', name) : changed('name', before.name, name)]),
    ...line('members removed', without(was, will)),
    ...line(before === null ? 'members' : 'members added', without(will, was)),
    stated('actions affected', affected.length === 0 ? 'none' : idsOf(affected).join(', ')),
  ];
}

function without(all: readonly Words[], others: readonly Words[]): Words[] {
  const known = new Set(others.map((one) => plainText(one)));
  return all.filter((one) => !known.has(plainText(one)));
}
