/** For each action: who alone can make it happen, which pairs can, and without whom nobody can (docs/decisions/powers.md). */
import type { ActionId } from '../../../protocol/identifiers';
import { type Organization, type Person, peopleIn } from '../../policy/rules/organization';
import { casesOf } from './cases';
import { closureOf, type Goal, goalOf } from './closure';
import { type KindsFor, kindsFor } from './kinds';
import { missingIn } from './missing';
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
  readonly pairs: Pairs;
  /** One or two people. While they are away, nobody can approve a request. Empty people: nobody can even now. */
  readonly missing: readonly (readonly Person[])[];
}

/** Half a million pairs of 1,000 admins can do everything, so pairs are counted and only the first ones are listed. */
export interface Pairs {
  readonly count: number;
  readonly first: (most: number) => readonly Found[];
}

export interface Found {
  readonly people: readonly Person[];
  /** One shortest list of steps. It is computed only when it is read. */
  readonly steps: () => readonly Step[];
}

export function answersFor(organization: Organization): ActionAnswer[] {
  const people = peopleIn(organization);
  return organization.policies.map((policy) => ({
    action: policy.id,
    title: policy.title,
    cases: casesOf(policy).map(({ rule, needs }) => {
      const goal = goalOf(organization, policy, needs);
      return { rule, ...reachedIn(organization, goal, people), missing: missingIn(organization, goal, people) };
    }),
  }));
}

function reachedIn(organization: Organization, goal: Goal, people: readonly Person[]) {
  const kinds = kindsFor(organization, goal, people);
  const found = (group: readonly Person[]): Found => ({
    people: group,
    steps: () => stepsTo(goal, closureOf(organization, group)) ?? [],
  });
  const pairs = { count: countPairs(kinds), first: (most: number) => firstPairs(kinds, most).map(found) };
  return { alone: kinds.able.map((person) => found([person])), pairs };
}

/** Pairs of kinds are judged, and the numbers of their people are multiplied. */
function countPairs({ others, canTogether }: KindsFor): number {
  const kinds = [...others].map(([kind, { length }]) => ({ kind, size: length }));
  return kinds
    .flatMap((one, index) =>
      kinds.slice(index).map((other) => {
        const pairs = one === other ? (one.size * (one.size - 1)) / 2 : one.size * other.size;
        return pairs > 0 && canTogether(one.kind, other.kind) ? pairs : 0;
      }),
    )
    .reduce((sum, pairs) => sum + pairs, 0);
}

/** In the order of the ids of their people. */
function firstPairs({ others, canTogether }: KindsFor, most: number): (readonly [Person, Person])[] {
  const all = [...others].flatMap(([kind, people]) => people.map((person) => ({ kind, person })));
  const sorted = all.sort((one, other) => (one.person.id < other.person.id ? -1 : 1));
  const pairs: (readonly [Person, Person])[] = [];
  for (const [index, one] of sorted.entries())
    for (const other of sorted.slice(index + 1)) {
      if (pairs.length >= most) return pairs;
      if (canTogether(one.kind, other.kind)) pairs.push([one.person, other.person]);
    }
  return pairs;
}
