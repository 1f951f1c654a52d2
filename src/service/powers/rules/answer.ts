/** For each action: who alone can make it happen, which pairs can, and without whom nobody can (docs/decisions/powers.md). */

import type { ActionId, OperatorId } from '../../../protocol/identifiers';
import { isEnabledAdmin } from '../../configuration/rules/two-admins';
import { type Organization, type Person, type ProposingKey, pairsOf, peopleIn } from '../../policy/rules/organization';
import { mayUse } from '../../request/rules/caller';
import { casesOf } from './cases';
import { canReach, closureOf, type Goal, goalOf } from './closure';
import type { Step } from './powers';
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
  return organization.policies.map((policy) => {
    const { id: action, title } = policy;
    const able = { ...organization, keys: keysFor(organization, action) };
    const cases = casesOf(policy).map(({ rule, needs }) => {
      const goal = goalOf(able, policy, needs);
      return { rule, ...reachedIn(able, goal, people), missing: missingIn(able, goal, people) };
    });
    return { action, title, cases };
  });
}

/** The keys with which requests of the action can be created. */
const keysFor = ({ keys }: Organization, action: ActionId): readonly ProposingKey[] =>
  keys.filter((key) => mayUse(key, action));

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

/**
 * People of one kind are interchangeable for a goal: what they can do, alone and with anybody else, is the same. So an
 * organization of 1,000 operators is judged by a few of them (docs/decisions/powers.md).
 */
export interface KindsFor {
  /** Everybody who alone can reach the goal. */
  readonly able: readonly Person[];
  /** Who cannot, and can do something, by their kind. */
  readonly others: ReadonlyMap<string, readonly Person[]>;
  /** Whether two people of `others`, of these kinds, can reach it together. */
  readonly canTogether: (one: string, other: string) => boolean;
}

function kindsFor(organization: Organization, goal: Goal, people: readonly Person[]): KindsFor {
  const kindOf = kindsOf(organization, goal);
  const kinds = new Map<string, Person[]>();
  for (const person of people) {
    const kind = kindOf(person);
    const found = kinds.get(kind);
    if (found !== undefined) found.push(person);
    else if (kind !== NOTHING) kinds.set(kind, [person]);
  }
  const reach = (...group: readonly Person[]): boolean => canReach(goal, closureOf(organization, group));
  const able = new Set([...kinds].filter(([, [one]]) => reach(one!)).flatMap(([, all]) => all));
  const others = new Map([...kinds].filter(([, [one]]) => !able.has(one!)));
  const judged = new Map<string, boolean>();
  return {
    able: people.filter((person) => able.has(person)),
    others,
    canTogether: (one, other) => {
      const name = [one, other].sort().join(' + ');
      const can = judged.get(name) ?? reach(others.get(one)![0]!, others.get(other)!.at(-1)!);
      judged.set(name, can);
      return can;
    },
  };
}

/** No seat, no API key and no admin: nobody can do more with them than alone. */
const NOTHING = '';

/** Everything that `closureOf` and `canReach` read of a person. */
function kindsOf({ keys, inBootstrap, signers }: Organization, { asked, needs }: Goal): (person: Person) => string {
  const isAnybodys = keys.some(({ holder }) => holder === null);
  const holders = new Set(keys.map(({ holder }) => holder));
  // A disabled operator may hold an API key, and do nothing else.
  const holds = ({ operators }: Person) => !isAnybodys && operators.some(({ id }) => holders.has(id));
  const seatOf = (id: OperatorId) => (asked.has(id) ? `seat ${needs.map(({ bitsOf }) => bitsOf(id)).join()}` : '');
  return (person) => {
    const accounts = person.operators
      .filter(({ enabled }) => enabled)
      .map((account) => [isEnabledAdmin(account) ? 'admin' : '', seatOf(account.id), account] as const)
      .filter(([admin, seat]) => admin !== '' || seat !== '')
      .map(([admin, seat, { id }]) => `${admin} ${seat} ${inBootstrap || signers.has(id) ? 'signs' : ''}`)
      .sort();
    return [...(holds(person) ? ['key'] : []), ...accounts].join('; ');
  };
}

/**
 * The people without whom nobody can approve a request of an action. Single people first. Then pairs of people of whom
 * neither is needed alone.
 */
function missingIn(
  { operators, inBootstrap, signers }: Organization,
  { policy, asked, needs }: Goal,
  people: readonly Person[],
): (readonly Person[])[] {
  const counts = operators
    .filter(({ id, enabled }) => enabled && asked.has(id))
    .filter(({ id }) => policy.turn === 'code' || inBootstrap || signers.has(id));
  const bits = needs.map(({ bitsOf }) => counts.map(({ id }) => bitsOf(id)));
  const placeOf = new Map(counts.map(({ id }, place) => [id, place]));
  const placesOf = new Map(
    people
      .map((person) => [person, person.operators.flatMap(({ id }) => placeOf.get(id) ?? [])] as const)
      .filter(([, places]) => places.length > 0),
  );
  const seated = [...placesOf.keys()];
  // People in the same groups are interchangeable here, so only a few pairs must be checked.
  const kindOf = (place: number): string => bits.map((each) => each[place]).join();
  const kinds = new Map([...placesOf].map(([person, places]) => [person, places.map(kindOf).sort().join(' ')]));
  const judged = new Map<string, boolean>();
  const isMetWithout = (away: readonly Person[]): boolean => {
    const kind = away
      .map((person) => kinds.get(person)!)
      .sort()
      .join(' + ');
    const known = judged.get(kind);
    if (known !== undefined) return known;
    const gone = away.flatMap((person) => placesOf.get(person)!);
    const isMet = needs.some((need, index) => need.isMet(bits[index]!.filter((_, place) => !gone.includes(place))));
    judged.set(kind, isMet);
    return isMet;
  };
  if (!isMetWithout([])) return [[]];
  const alone = seated.filter((person) => !isMetWithout([person]));
  const others = seated.filter((person) => !alone.includes(person));
  // Two people of each kind are enough to check all pairs.
  const some = others.filter(
    (one, index) => others.slice(0, index).filter((other) => kinds.get(other) === kinds.get(one)).length < 2,
  );
  const pairs = pairsOf(some).every(isMetWithout) ? [] : pairsOf(others).filter((pair) => !isMetWithout(pair));
  return [...alone.map((person) => [person]), ...pairs];
}
