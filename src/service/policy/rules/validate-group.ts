/** Checks a group before it is saved, whatever client sent it. */
import { LIMITS } from '../../../../generated/limits';
import { type ActionId, GROUP_PREFIX, type GroupId, isGroupId } from '../../../protocol/identifiers';
import { PRINCIPAL } from '../../../protocol/ssh/allowed-signers';
import { nameProblems } from '../../configuration/rules/names';
import { allMembers, type Group, type GroupBody, namedGroups, peopleOf } from './groups';
import type { Policy, RosterMember } from './policy';

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

/** One sentence for each problem. Empty if the group can be saved. */
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
