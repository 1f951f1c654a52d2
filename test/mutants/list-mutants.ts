/** Mistakes in the lists of a busy organization, which would hide a request, name it twice, or out of its order. */
import type { Mutant } from './mutant';

const store = (file: string, name: string, find: string, replace: string, test: string): Mutant => ({
  name,
  file: `src/adapters/dynamodb/${file}`,
  find,
  replace,
  tests: [`test/${test}`],
});

const MERGE = 'adapters/merge.test.ts';
const LISTS = 'store/conformance.test.ts';

export const LIST_MUTANTS: readonly Mutant[] = [
  store('request/merge.ts', 'lists are merged backwards', 'best.value as T) < 0', 'best.value as T) > 0', MERGE),
  store('request/merge.ts', 'an entry that moves is named twice', 'if (seen.has(key)) continue;', '', MERGE),
  store(
    'busy-organizations.ts',
    'only the shards that are written are read',
    'busy?.get(org)?.readShards ?? 1',
    'busy?.get(org)?.shards ?? 1',
    LISTS,
  ),
  store(
    'request/request-store.ts',
    'a claim is always in the first shard',
    'leasedPk(org, shardWritten(tables, org, id))',
    'leasedPk(org)',
    LISTS,
  ),
  store(
    'request/recent-shards.ts',
    'a page begins with the last request of the page before',
    '(entry.pk as string) <= place.passed',
    '(entry.pk as string) < place.passed',
    LISTS,
  ),
  store(
    'request/recent-shards.ts',
    'a cursor from before the shards names one millisecond from its start',
    'const after = atMs === from?.atMs ? from.after : null;',
    'const after = null as Place["after"];',
    LISTS,
  ),
];
