/**
 * Groups: named sets of operators. A membership can have a start and an end (docs/decisions/groups.md). What can be
 * wrong with a group before it is saved.
 */

import { LIMITS } from '../../../../generated/limits';
import {
  type ActionId,
  GROUP_PREFIX,
  type GroupId,
  isGroupId,
  type OperatorId,
  type OrgId,
} from '../../../protocol/identifiers';
import { PRINCIPAL } from '../../../protocol/ssh/allowed-signers';
import { idWords, said, type Words } from '../../../protocol/words';
import type { Journaled } from '../../configuration/rules/items';
import { nameProblems } from '../../configuration/rules/names';
import type { Draft, Policy, RosterMember } from './policy';

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
export function namedGroups({ roster, requires = [], paramRules }: Draft): ReadonlySet<GroupId> {
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

/** What else a group concerns: the policies that name it, and all groups of the organization. */
export interface GroupUse {
  readonly affected: readonly Policy[];
  readonly groups: readonly Group[];
}

/** The policies that name the group, in the order of their ids. */
export function affectedBy(id: GroupId, policies: readonly Policy[]): Policy[] {
  return policies.filter((policy) => namedGroups(policy).has(id)).sort((one, other) => (one.id < other.id ? -1 : 1));
}

export const idsOf = (policies: readonly Policy[]): ActionId[] => policies.map(({ id }) => id);

/**
 * Checks a group before it is saved, whatever client sent it. One sentence for each problem; empty if the group can be
 * saved.
 */
export function groupProblems(group: GroupBody, operators: readonly RosterMember[], use: GroupUse): string[] {
  return [
    ...(isGroupId(group.id) ? [] : [`id: must start with "${GROUP_PREFIX}", as the ids of all groups do`]),
    ...nameProblems('name', group.name),
    ...memberProblems(group, operators),
    ...use.affected.flatMap((policy) => actionProblems(group, policy, use.groups)),
  ];
}

function memberProblems({ members }: GroupBody, operators: readonly RosterMember[]): string[] {
  const known = new Set(operators.map(({ id }) => id));
  const ids = members.map(({ operator }) => operator);
  return [
    ...(members.length > LIMITS.groupMembers.max
      ? [`members: can have at most ${LIMITS.groupMembers.max} operators`]
      : []),
    ...(new Set(ids).size < ids.length ? ['members: must name each operator only once'] : []),
    ...ids.filter((id) => !known.has(id)).map((id) => `members: "${id}" is not an operator of this organization`),
    ...members
      .filter(({ startsAtMs, endsAtMs }) => startsAtMs !== null && endsAtMs !== null && endsAtMs <= startsAtMs)
      .map(({ operator }) => `members: the membership of "${operator}" must end after it starts`),
  ];
}

function actionProblems(group: GroupBody, { id, roster, turn }: Policy, groups: readonly Group[]): string[] {
  const after = [...groups.filter((other) => other.id !== group.id), group].map(allMembers);
  const people = peopleOf(roster, after);
  return [
    ...(people.length > LIMITS.roster.max
      ? [`members: the action "${id}" would ask ${people.length} operators; at most ${LIMITS.roster.max} are allowed`]
      : []),
    ...(turn === 'code_and_passkey' ? people.filter((operator) => !PRINCIPAL.test(operator)) : []).map(
      (operator) => `members: "${operator}" cannot sign turns, as the action "${id}" requires`,
    ),
  ];
}
