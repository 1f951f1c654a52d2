/** For each action: who alone can make it happen, which pairs can, and without whom nobody can (docs/decisions/powers.md). */
import type { ActionId } from '../../protocol/identifiers';
import { casesOf } from './cases';
import { canReach, closureOf, goalOf, type Held } from './closure';
import { missingIn } from './missing';
import { type Organization, type Person, pairsOf, peopleIn } from './organization';
import type { Step } from './step';
import { stepsTo } from './steps';

export interface ActionAnswer {
  readonly action: ActionId;
  readonly title: string;
  readonly cases: readonly CaseAnswer[];
}

export interface CaseAnswer {
  /** The number of the rule; null where no rule matches. */
  readonly rule: number | null;
  readonly alone: readonly Found[];
  /** Pairs of people of whom neither can do it alone. */
  readonly pairs: readonly Found[];
  /** One or two people. While they are away, nobody can approve a request. Empty people: nobody can even now. */
  readonly missing: readonly (readonly Person[])[];
}

export interface Found {
  readonly people: readonly Person[];
  /** One shortest list of steps. It is computed only when it is read. */
  readonly steps: () => readonly Step[];
}

interface Group {
  readonly people: readonly Person[];
  readonly held: Held;
}

export function answersFor(organization: Organization): ActionAnswer[] {
  const people = peopleIn(organization);
  const singles = people.map((person) => closed(organization, [person]));
  const pairs = pairsOf(people).map((pair) => closed(organization, pair));
  return organization.policies.map((policy) => ({
    action: policy.id,
    title: policy.title,
    cases: casesOf(policy).map(({ rule, needs }) => {
      const goal = goalOf(organization, policy, needs);
      const found = (groups: readonly Group[]) =>
        groups
          .filter(({ held }) => canReach(goal, held))
          .map((group) => ({ people: group.people, steps: () => stepsTo(goal, group.held) ?? [] }));
      const alone = found(singles);
      const able = new Set(alone.map((each) => each.people[0]!));
      const others = able.size === 0 ? pairs : pairs.filter(({ people: both }) => !both.some((one) => able.has(one)));
      return { rule, alone, pairs: found(others), missing: missingIn(organization, goal, people) };
    }),
  }));
}

const closed = (organization: Organization, people: readonly Person[]): Group => ({
  people,
  held: closureOf(organization, people),
});
