/**
 * Requirements of a policy over groups: "two of finance and one of security", met by distinct operators
 * (docs/decisions/groups.md).
 */
import type { GroupId, OperatorId } from './identifiers';

/** The most requirements of one request, few enough to check every subset of them. */
export const MAX_REQUIREMENTS = 4;

export interface Requirement {
  readonly group: GroupId;
  /** How many distinct members of the group must turn a key. At least 1. */
  readonly keys: number;
}

/** An operator with the groups that count for one request. */
export interface Member {
  readonly operator: OperatorId;
  readonly groups: readonly GroupId[];
}

/** How many keys the requirements need together: a floor of the quorum. */
export function keysNeeded(requires: readonly Requirement[]): number {
  return requires.reduce((sum, { keys }) => sum + keys, 0);
}

/**
 * Whether these operators meet all requirements, each operator for one of them. Hall's condition: for every subset of the
 * requirements, the operators in at least one of its groups are at least as many as the keys that the subset needs.
 */
export function meetsRequirements(requires: readonly Requirement[], members: readonly Member[]): boolean {
  return unmetSubset(requires, members) === null;
}

/** The smallest subset of the requirements for which too few operators are there; null if all are met. */
export function unmetSubset(
  requires: readonly Requirement[],
  members: readonly Member[],
): { readonly requires: readonly Requirement[]; readonly available: number } | null {
  const subsets = subsetsOf(requires).sort((a, b) => a.length - b.length);
  for (const subset of subsets) {
    const groups = new Set(subset.map(({ group }) => group));
    const available = members.filter((member) => member.groups.some((group) => groups.has(group))).length;
    if (available < keysNeeded(subset)) return { requires: subset, available };
  }
  return null;
}

function subsetsOf(requires: readonly Requirement[]): Requirement[][] {
  return Array.from({ length: 2 ** requires.length }, (_, subset) =>
    requires.filter((_, index) => ((subset >> index) & 1) === 1),
  );
}

/** Combines several lists: the highest number for each group, in the order in which the groups first appear. */
export function combinedRequirements(lists: readonly (readonly Requirement[])[]): Requirement[] {
  const highest = new Map<GroupId, number>();
  for (const { group, keys } of lists.flat()) highest.set(group, Math.max(keys, highest.get(group) ?? 0));
  return [...highest].map(([group, keys]) => ({ group, keys }));
}

export interface RequirementProgress extends Requirement {
  /** How many of its keys are turned, with each operator counted for one requirement. */
  readonly turned: number;
}

/**
 * "Finance 1 of 2, Security 0 of 1": assigns operators to requirements so that as many keys as possible count (augmenting
 * paths). Operators are in the order of their turns, so that a key that counts now also counts later.
 */
export function requirementProgress(
  requires: readonly Requirement[],
  members: readonly Member[],
): RequirementProgress[] {
  const slots = requires.flatMap(({ group, keys }) => Array.from({ length: keys }, () => group));
  const holders = new Array<Member | undefined>(slots.length);
  for (const member of members) assign(member, slots, holders, new Set());
  return requires.map(({ group, keys }) => ({
    group,
    keys,
    turned: slots.filter((slot, index) => slot === group && holders[index] !== undefined).length,
  }));
}

function assign(
  member: Member,
  slots: readonly GroupId[],
  holders: (Member | undefined)[],
  seen: Set<number>,
): boolean {
  for (const [index, group] of slots.entries()) {
    if (seen.has(index) || !member.groups.includes(group)) continue;
    seen.add(index);
    const holder = holders[index];
    if (holder === undefined || assign(holder, slots, holders, seen)) {
      holders[index] = member;
      return true;
    }
  }
  return false;
}
