/** Who can make an action happen, in words (docs/decisions/powers.md). */
import { useQuery } from '@tanstack/react-query';
import { answer, api, type Schemas } from './api';
import { listed } from './conditions';
import type { NameOf } from './names';

type Case = Schemas['PowersCase'];

/** With `change`, as if that change were made. */
export function usePowers(change?: string) {
  return useQuery({
    queryKey: ['powers', change ?? null],
    queryFn: () => answer(api.GET('/api/powers', { params: { query: change === undefined ? {} : { change } } })),
    retry: false,
  });
}

const NAMED_PAIRS = 4;

/** "Nobody alone. 4 pairs: Alpha and Echo, …" */
export function whoText({ alone, pairs, pair_count }: Case, nameOf: NameOf): string {
  const names = alone.map(({ people }) => nameOf(people[0]!));
  const single =
    names.length === 0 ? 'Nobody alone.' : `${names.length === 1 ? '' : 'Each of '}${listed(names)} alone.`;
  if (pair_count === 0) return alone.length === 0 ? `${single} No pair.` : single;
  const named = pairs.slice(0, NAMED_PAIRS).map(({ people }) => people.map(nameOf).join(' and '));
  const more = pair_count > named.length ? ', …' : '';
  return `${single} ${pair_count === 1 ? '1 pair' : `${pair_count} pairs`}: ${named.join(', ')}${more}`;
}

/** The case in which the fewest people are enough. */
export function weakestCase(cases: readonly Case[]): Case | undefined {
  return cases.toSorted((one, other) => other.alone.length - one.alone.length || other.pair_count - one.pair_count)[0];
}

export const caseText = ({ rule }: Case): string =>
  rule === null ? 'Requests that no rule matches' : `Requests that rule ${rule + 1} matches`;

/** "If Bravo and Charlie are away, nobody can approve it." */
export function missingText(people: readonly string[], nameOf: NameOf): string {
  if (people.length === 0) return 'Nobody can approve it now.';
  return `If ${people.map(nameOf).join(' and ')} ${people.length === 1 ? 'is' : 'are'} away, nobody can approve it.`;
}
