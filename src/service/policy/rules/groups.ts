/** Groups: named sets of operators. A membership can have a start and an end (docs/decisions/groups.md). */
import { type GroupId, isGroupId, type OperatorId, type OrgId } from '../../../protocol/identifiers';
import { idWords, said, type Words } from '../../../protocol/words';
import type { Journaled } from '../../configuration/rules/items';
import type { Policy } from './policy';

export interface Membership {
  readonly operator: OperatorId;
  /** The membership counts in requests that are created from then on. Null means always. */
  readonly startsAtMs: number | null;
  /** Exclusive. Null means that it does not end. */
  readonly endsAtMs: number | null;
}

/** The fields of a group that an admin edits. */
export interface GroupBody {
  readonly id: GroupId;
  readonly name: string;
  /** At most one membership for each operator. */
  readonly members: readonly Membership[];
}

export interface Group extends Journaled, GroupBody {
  readonly org: OrgId;
  readonly updatedAtMs: number;
  /** A deleted group keeps its item, so that its revisions continue. */
  readonly deletedAtMs: number | null;
}

/** 0 for a group that does not exist or was deleted. */
export const currentRevision = ({ revision, deletedAtMs }: Group): number => (deletedAtMs === null ? revision : 0);

/** A group at one instant. */
export interface PresentGroup {
  readonly id: GroupId;
  readonly name: string;
  readonly revision: number;
  readonly members: readonly OperatorId[];
}

export function groupsAt(groups: readonly Group[], atMs: number): PresentGroup[] {
  return groups
    .filter(({ deletedAtMs }) => deletedAtMs === null)
    .map(({ id, name, revision, members }) => ({
      id,
      name,
      revision,
      members: members.filter((member) => isMemberAt(member, atMs)).map(({ operator }) => operator),
    }));
}

export function isMemberAt({ startsAtMs, endsAtMs }: Membership, atMs: number): boolean {
  return (startsAtMs === null || atMs >= startsAtMs) && (endsAtMs === null || atMs < endsAtMs);
}

/** The groups that a policy names: in its roster, its requirements and its rules. */
export function namedGroups({ roster, requires = [], paramRules }: Omit<Policy, 'version'>): ReadonlySet<GroupId> {
  const required = [...requires, ...paramRules.flatMap((rule) => rule.requires ?? [])];
  return new Set([...roster.filter(isGroupId), ...required.map(({ group }) => group)]);
}

/** Everybody on a roster, each once: its operators, and the members of its groups. */
export function peopleOf(
  roster: Policy['roster'],
  groups: readonly { readonly id: GroupId; readonly members: readonly OperatorId[] }[],
): OperatorId[] {
  const members = new Map(groups.map((group) => [group.id, group.members]));
  return [...new Set(roster.flatMap((one) => (isGroupId(one) ? (members.get(one) ?? []) : [one])))];
}

/** Every member, whenever the membership counts. */
export const allMembers = ({ id, members }: GroupBody) => ({ id, members: members.map(({ operator }) => operator) });

/** For people: whose membership it is, and when it counts. */
export function membershipWords({ operator, startsAtMs, endsAtMs }: Membership): Words {
  const from = startsAtMs === null ? [] : said` from ${{ at: startsAtMs }}`;
  const until = endsAtMs === null ? [] : said` until ${{ at: endsAtMs }}`;
  return said`${idWords('operator', operator)}${from}${until}`;
}
