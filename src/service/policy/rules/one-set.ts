/** Finds policies that only one set of operators can still meet (docs/decisions/groups.md). */

import type { OperatorId } from '../../../protocol/identifiers';
import { combinedRequirements, meetsRequirements, type Requirement } from '../../../protocol/requirements';
import { listOf, named, said } from '../../../protocol/words';
import type { EntryWords } from '../../audit/rules/chain';
import { type PresentGroup, peopleOf } from './groups';
import type { Draft, Policy, RosterMember } from './policy';
import { withGroups } from './resolve';

export const ONE_SET_ENTRIES = {
  'action.one_set': {
    audience: 'admins',
    deed: 'Found',
    title: 'Only one set of operators can approve an action',
    told: ({ data }) =>
      said`Only these operators together can meet the policy of the action ${named('action', data.action)}: ${listOf('operator', data.operators)}. If one of them is missing, its requests cannot be approved. Let it ask more operators, or add members to its groups.`,
  },
} as const satisfies Readonly<Record<string, EntryWords>>;

export const hasRequirements = ({ requires, paramRules }: Draft): boolean =>
  requires !== undefined || paramRules.some((rule) => rule.requires !== undefined);

/**
 * The only operators who can meet the policy, by itself or with one of its rules. Null if there are several such sets,
 * or none. A policy without requirements is not looked at.
 */
export function onlySetOf(
  policy: Policy,
  operators: readonly RosterMember[],
  groups: readonly PresentGroup[],
): OperatorId[] | null {
  if (!hasRequirements(policy)) return null;
  const enabled = new Set(operators.filter((operator) => operator.enabled).map(({ id }) => id));
  const people = peopleOf(policy.roster, groups).filter((operator) => enabled.has(operator));
  const { requires = [], quorum, paramRules } = policy;
  const cases = [
    { requires, quorum: quorum.default },
    ...paramRules.map((rule) => ({
      requires: combinedRequirements([requires, rule.requires ?? []]),
      quorum: rule.quorum,
    })),
  ];
  const sets = cases.map((each) => onlySetFor(each, people, groups));
  return sets.find((set) => set !== null) ?? null;
}

/** An operator without whom the others are not enough is in every set. If these alone are enough, there is one set. */
function onlySetFor(
  { requires, quorum }: { readonly requires: readonly Requirement[]; readonly quorum: number },
  people: readonly OperatorId[],
  groups: readonly PresentGroup[],
): OperatorId[] | null {
  const isEnough = (some: readonly OperatorId[]) =>
    some.length >= quorum && meetsRequirements(requires, withGroups(some, groups));
  if (requires.length === 0 || !isEnough(people)) return null;
  const needed = people.filter((one) => !isEnough(people.filter((other) => other !== one)));
  return isEnough(needed) ? needed.sort() : null;
}
