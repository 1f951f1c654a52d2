/** Whose requests a policy would never let anybody approve: an editor says so before the policy is saved. */
import type { OperatorId } from '../../../protocol/identifiers';
import { combinedRequirements, keysNeeded, unmetSubset } from '../../../protocol/requirements';
import { type PresentGroup, peopleOf } from './groups';
import type { Policy, RosterMember } from './policy';
import { membersOf, resolveRoster } from './resolve';

export interface Unapprovable {
  readonly requester: OperatorId;
  /** How many operators would be asked: of the groups that cannot turn enough keys, or all. */
  readonly seats: number;
  readonly quorum: number;
  /** The rule that needs so many keys; null if every request does. */
  readonly rule: number | null;
}

/** The operators on the roster whose requests have fewer seats than keys, always or if a rule matches. */
export function unapprovableRequesters(
  policy: Omit<Policy, 'version'>,
  operators: readonly RosterMember[],
  groups: readonly PresentGroup[] = [],
): Unapprovable[] {
  const enabled = new Set(operators.filter((operator) => operator.enabled).map((operator) => operator.id));
  const needs = [
    { quorum: policy.quorum.default, requires: policy.requires ?? [], rule: null },
    ...policy.paramRules.map(({ quorum, requires = [] }, rule) => ({
      quorum,
      requires: combinedRequirements([policy.requires ?? [], requires]),
      rule,
    })),
  ];
  return peopleOf(policy.roster, groups)
    .filter((requester) => enabled.has(requester))
    .flatMap((requester) => {
      const { seats } = resolveRoster(policy, operators, requester, groups);
      const members = membersOf(seats, groups);
      for (const { quorum, requires, rule } of needs) {
        if (quorum > seats.length) return [{ requester, seats: seats.length, quorum, rule }];
        const unmet = unmetSubset(requires, members);
        if (unmet !== null) return [{ requester, seats: unmet.available, quorum: keysNeeded(unmet.requires), rule }];
      }
      return [];
    });
}
