/** Who can make an action happen, in words (docs/decisions/powers.md). */

import { useQuery } from '@tanstack/react-query';
import { answer, api, type Schemas } from './api';
import { counted } from './format';
import type { NameOfId } from './name-of';
import { commaSeparated } from './policy-words';

type Case = Schemas['PowersCase'];

/** With `change`, as if that change were made. `meta`: the page is shown before the answer. */
export function usePowers(change?: string, meta?: { readonly isLate: boolean }) {
  return useQuery({
    queryKey: ['powers', change ?? null],
    queryFn: () => answer(api.GET('/api/powers', { params: { query: change === undefined ? {} : { change } } })),
    retry: false,
    meta,
  });
}

/** The most that the matrix of the overview shows. */
const ACTIONS = 10;
const PEOPLE = 6;

/** The weakest actions, each in its weakest case, and the people who can make most of these happen alone. */
export function weakestOf(actions: readonly Schemas['PowersOfAction'][]) {
  const all = actions
    .flatMap(({ action, title, cases }) => {
      const weakest = weakestCase(cases);
      if (weakest === undefined) return [];
      return [{ action, title, alone: weakest.alone.map(({ people }) => people[0]!), pairs: weakest.pair_count }];
    })
    .sort((one, other) => other.alone.length - one.alone.length || other.pairs - one.pairs);
  const rows = all.slice(0, ACTIONS);
  const often = new Map<string, number>();
  for (const person of rows.flatMap(({ alone }) => alone)) often.set(person, (often.get(person) ?? 0) + 1);
  const people = [...often].sort(([, one], [, other]) => other - one).map(([person]) => person);
  return {
    rows,
    people: people.slice(0, PEOPLE),
    /** How many there are in all. */
    counts: { actions: all.length, people: people.length, alone: all.filter(({ alone }) => alone.length > 0).length },
  };
}

const NAMED_PAIRS = 4;

/** "Nobody alone. 4 pairs: Alpha and Echo, …" */
export function whoText({ alone, pairs, pair_count }: Case, nameOf: NameOfId): string {
  const names = alone.map(({ people }) => nameOf(people[0]!));
  const single =
    names.length === 0 ? 'Nobody alone.' : `${names.length === 1 ? '' : 'Each of '}${commaSeparated(names)} alone.`;
  if (pair_count === 0) return alone.length === 0 ? `${single} No pair.` : single;
  const named = pairs.slice(0, NAMED_PAIRS).map(({ people }) => people.map(nameOf).join(' and '));
  const more = pair_count > named.length ? ', …' : '';
  return `${single} ${counted(pair_count, 'pair')}: ${named.join(', ')}${more}`;
}

/** "Each of 4 people alone", for a list. */
export function whoInShort({ alone, pair_count }: Case, nameOf: NameOfId): string {
  const pairs = counted(pair_count, 'pair');
  if (alone.length > 1) return `Each of ${alone.length} people alone`;
  if (alone.length === 1) return `${nameOf(alone[0]!.people[0]!)} alone${pair_count === 0 ? '' : `, or ${pairs}`}`;
  return pair_count === 0 ? 'No one and no pair' : pairs;
}

/** The case in which the fewest people are enough. */
export function weakestCase(cases: readonly Case[]): Case | undefined {
  return cases.toSorted((one, other) => other.alone.length - one.alone.length || other.pair_count - one.pair_count)[0];
}

export const caseText = ({ rule }: Case): string =>
  rule === null ? 'Requests that no rule matches' : `Requests that rule ${rule + 1} matches`;

const OR = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** "Anna, Bob or Carla" */
export const orText = (names: readonly string[]): string => OR.format(names);

/** One sentence for each set of people who must not be away together, or one for all of them. */
export function missingTexts(missing: readonly (readonly string[])[], nameOf: NameOfId): string[] {
  const all = [...new Set(missing.flat())];
  const size = missing[0]?.length ?? 0;
  const isAny = missing.length > 1 && size > 1 && missing.every((each) => each.length === size);
  if (!isAny || missing.length !== choices(all.length, size)) return missing.map((each) => missingText(each, nameOf));
  return [`If any ${size} of ${commaSeparated(all.map(nameOf))} are away, nobody can approve it.`];
}

/** How many sets of `size` there are in `count`. */
const choices = (count: number, size: number): number =>
  Array.from({ length: size }, (_, n) => (count - n) / (n + 1)).reduce((product, each) => product * each, 1);

/** "If Bravo and Charlie are away, nobody can approve it." */
function missingText(people: readonly string[], nameOf: NameOfId): string {
  if (people.length === 0) return 'Nobody can approve it now.';
  return `If ${people.map(nameOf).join(' and ')} ${people.length === 1 ? 'is' : 'are'} away, nobody can approve it.`;
}
