import fc from 'fast-check';
import {
  busyOrganizationsText,
  isShards,
  MAX_SHARDS,
  readBusyOrganizations,
} from '../../src/adapters/dynamodb/busy-organizations';
import { listShardOf } from '../../src/adapters/dynamodb/keys';
import { firstPage, merged, onceEach } from '../../src/adapters/dynamodb/request/merge';
import { runs } from '../support/effort';

const check = <T>(property: fc.IAsyncProperty<T>) => fc.assert(property, { numRuns: runs('FUZZ_RUNS', 200) });

interface Entry {
  readonly at: number;
  readonly list: number;
  readonly n: number;
}

/** Sorted lists with many equal items, as a list of one millisecond has. */
const LISTS = fc
  .array(fc.array(fc.nat(6), { maxLength: 8 }), { maxLength: 7 })
  .map((lists) => lists.map((times, list) => times.sort((a, b) => a - b).map((at, n): Entry => ({ at, list, n }))));

async function taken<T>(all: AsyncIterable<T>, count = Number.POSITIVE_INFINITY): Promise<T[]> {
  const found: T[] = [];
  if (count === 0) return found;
  for await (const one of all) {
    found.push(one);
    if (found.length === count) break;
  }
  return found;
}

describe('several sorted lists as one', () => {
  it('are all of their items in order; equal ones in the order of their lists', async () => {
    await check(
      fc.asyncProperty(LISTS, async (lists) => {
        const sources = lists.map(
          (list) =>
            async function* () {
              yield* list;
            },
        );
        const found = await taken(
          merged(
            sources.map((source) => source()),
            (a, b) => a.at - b.at,
          ),
        );
        const expected = lists.flat().sort((a, b) => a.at - b.at || a.list - b.list || a.n - b.n);
        expect(found).toEqual(expected);
      }),
    );
  });

  it('are read no further than one item beyond what was taken', async () => {
    await check(
      fc.asyncProperty(LISTS, fc.nat(20), async (lists, count) => {
        const read = lists.map(() => 0);
        const sources = lists.map(async function* (list, index) {
          for (const one of list) {
            read[index]! += 1;
            yield one;
          }
        });
        const found = await taken(
          merged(sources, (a, b) => a.at - b.at),
          count,
        );
        for (const [index, list] of lists.entries()) {
          const own = found.filter((one) => one.list === index).length;
          expect(read[index]).toBeLessThanOrEqual(Math.min(list.length, own + 1));
        }
      }),
    );
  });

  it('begin at the same time', async () => {
    let begun = 0;
    const waiting = [1, 2, 3].map(() => ({
      next: () => {
        begun += 1;
        return new Promise<IteratorResult<number>>(() => undefined);
      },
    }));
    void merged(waiting, (a, b) => a - b).next();
    expect(begun).toBe(3);
  });

  it('fail when one of them fails', async () => {
    const failing = {
      next: async () => {
        throw new Error('throttled');
      },
    };
    const working = (async function* () {
      yield 1;
    })();
    await expect(taken(merged<number>([working, failing], (a, b) => a - b))).rejects.toThrow('throttled');
  });

  it('may name an item once that is in two of them', async () => {
    const all = async function* () {
      yield* ['a', 'b', 'a', 'c', 'b'];
    };
    expect(await taken(onceEach(all(), (one) => one))).toEqual(['a', 'b', 'c']);
  });

  it('are read by their share and some more, and never more than is wanted', () => {
    expect([firstPage(100, 8), firstPage(25, 8), firstPage(1, 64), firstPage(100, 1)]).toEqual([21, 8, 1, 100]);
  });
});

describe('the list of busy organizations', () => {
  const counts = fc
    .tuple(fc.integer({ min: 1, max: MAX_SHARDS }), fc.integer({ min: 1, max: MAX_SHARDS }))
    .map(([a, b]) => ({ shards: Math.min(a, b), readShards: Math.max(a, b) }));

  it('is read as it was written', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.stringMatching(/^[a-z][a-z0-9_.-]{0,63}$/), counts)), (entries) => {
        const busy = new Map(entries);
        expect(readBusyOrganizations(busyOrganizationsText(busy))).toEqual(busy);
      }),
    );
  });

  it.each(['org', 'org=4', 'org=4/2', 'org=0/2', 'org=4/65', 'org=4/8/9', 'Org=4/8', 'org#OPEN=4/8', 'org=-1/2'])(
    'is refused with an entry such as %s: fewer shards would hide requests',
    (text) => expect(() => readBusyOrganizations(`org_a=2/2,${text}`)).toThrow(`${text} is not valid`),
  );

  it('has whole numbers of shards, and reads as many as it writes or more', () => {
    const valid = [
      [1, 1],
      [3, 8],
      [64, 64],
    ];
    const invalid = [
      [0, 1],
      [2, 1],
      [1.5, 2],
      [2, 65],
      [Number.NaN, 2],
    ];
    const judged = (pairs: readonly number[][]) =>
      pairs.map(([shards, readShards]) => isShards({ shards: shards!, readShards: readShards! }));
    expect([judged(valid), judged(invalid)]).toEqual([valid.map(() => true), invalid.map(() => false)]);
  });
});

describe('the shard of a request', () => {
  it('is spread evenly, whatever the number of shards', () => {
    for (const shards of [2, 3, 8, 64]) {
      const counts = new Array<number>(shards).fill(0);
      const all = shards * 500;
      for (let n = 0; n < all; n++) counts[listShardOf(`req_${n.toString(16).padStart(24, '0')}`, shards)]! += 1;
      // 500 each, with a standard deviation of 22.
      expect([Math.min(...counts) > 400, Math.max(...counts) < 600]).toEqual([true, true]);
    }
    expect(listShardOf('req_1', 1)).toBe(0);
  });
});
