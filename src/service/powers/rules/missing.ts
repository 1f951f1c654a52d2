/** The people without whom nobody can approve a request of an action (docs/decisions/powers.md). */

import { type Organization, type Person, pairsOf } from '../../policy/rules/organization';
import type { Goal } from './closure';

/** Single people first. Then pairs of people of whom neither is needed alone. */
export function missingIn(
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
