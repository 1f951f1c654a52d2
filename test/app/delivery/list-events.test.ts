/** Long parts of the chain without an event (docs/decisions/events-feed.md). */
import { listEvents } from '../../../src/app/delivery/list-events';
import { append, genesis, pendingEntry } from '../../../src/core/audit/chain';
import type { OrgId, RequestId } from '../../../src/protocol/identifiers';

const ORG = 'org_demo' as OrgId;
const CHAIN = append(
  genesis(ORG),
  Array.from({ length: 4500 }, (_, n) => pendingEntry(n, 'key.turned', `req_${'0'.repeat(24)}`, 'op_bravo')),
);

describe('a page of the feed over entries that are no events', () => {
  let read: number;
  const deps = {
    clock: { nowMs: () => 0 },
    requests: {
      hydrate: async (_: OrgId, ids: readonly RequestId[]) => {
        if (ids.length > 0) throw new Error('there is nothing to render');
        return [];
      },
    },
    audit: {
      tail: async () => ({ head: CHAIN.at(-1)!, block: [] }),
      entries: async (_: OrgId, afterSeq: number, limit: number) => {
        const some = CHAIN.slice(afterSeq, afterSeq + limit);
        read += some.length;
        return some;
      },
    },
  };

  it.each([1, 25, 100])(
    'a page of the feed ends after about 2000 entries that are not events, and the next one continues there (limit %i)',
    async (limit) => {
      const places: number[] = [];
      for (let start = genesis(ORG), last = -1; start.seq !== last; ) {
        read = 0;
        last = start.seq;
        const page = await listEvents(deps, ORG, start, limit);
        if (!page.ok) throw new Error(page.error.reason);
        expect(page.value.events).toEqual([]);
        // Not a batch more, because nobody would read it.
        expect(read).toBeLessThanOrEqual(2001);
        start = page.value.next;
        places.push(start.seq);
      }
      expect(places).toEqual([2000, 4000, 4500, 4500]);
    },
  );
});
