/** What a held answer reads, and when it ends, in simulated time (docs/decisions/events-feed.md). */

import { person } from '../../src/protocol/actor';
import type { ActionId, OrgId, RequestId } from '../../src/protocol/identifiers';
import { type AuditEntry, append, genesis, pendingEntry } from '../../src/service/audit/rules/chain';
import { type EventsStart, holdEvents, listEvents } from '../../src/service/delivery/use-cases/list-events';
import { type Caller, everyAction } from '../../src/service/request/rules/caller';
import { aRequest, ORG, REQUEST_ID, refusedBy } from '../support/builders';
import { aLog } from '../support/log';
import { SimulatedTime } from '../support/simulated-time';
import { ENVELOPE } from '../support/verbs';

const WAIT_MS = 20_000;
const sealed = (bytes: number) => (bytes === 0 ? null : { ...ENVELOPE, ciphertext: 'A'.repeat(bytes) });

describe('a held answer', () => {
  let time: SimulatedTime;
  let chain: AuditEntry[];
  let read: { grew: number; entries: number };
  let held: string[];
  /** How many bytes the intent of each request has. */
  let large: number;
  let holdsAre: 'free' | 'full' | 'unknown' | 'stuck';
  beforeEach(() => {
    time = new SimulatedTime(0);
    chain = [];
    read = { grew: 0, entries: 0 };
    held = [];
    large = 0;
    holdsAre = 'free';
  });

  const happen = (...kinds: readonly string[]) => {
    const pending = kinds.map((kind) => pendingEntry(0, kind, REQUEST_ID, person('op_bravo')));
    chain.push(...append(chain.at(-1) ?? genesis(ORG), pending));
  };
  const deps = () => ({
    clock: { nowMs: () => 0 },
    requests: { hydrate: async () => [{ request: aRequest({}, refusedBy('op_bravo')), intent: sealed(large) }] },
    audit: {
      tail: async () => ({ head: chain.at(-1) ?? genesis(ORG), block: [] }),
      entries: async (_: string, after: number, limit: number) => {
        read.entries++;
        return chain.slice(after, after + limit);
      },
      grew: async (_: string, after: number) => {
        read.grew++;
        return chain.length > after;
      },
    },
    holds: {
      begin: async ({ id }: { id: string }) => {
        if (holdsAre === 'unknown') throw new Error('no answer');
        if (holdsAre !== 'full') held.push(id);
        return holdsAre !== 'full';
      },
      end: async (_: string, id: string) => {
        if (holdsAre === 'stuck') throw new Error('no answer');
        held = held.filter((each) => each !== id);
      },
    },
    realTime: {
      elapsedMs: () => time.nowMs,
      sleep: (ms: number, signal?: AbortSignal) => time.sleep(ms, signal).catch(() => undefined),
    },
    random: { hex: () => 'h1' },
    log: aLog().log,
  });
  /** When it was answered, and with what. */
  type Asking = { waitMs?: number; gone?: AbortSignal; caller?: Caller };
  const ask = (start: EventsStart, { waitMs = WAIT_MS, gone, caller = everyAction(ORG) }: Asking = {}) =>
    holdEvents(deps(), caller, start, 25, { waitMs, gone }).then((page) => {
      if (!page.ok) throw new Error(page.error.reason);
      return { atMs: time.nowMs, events: page.value.events.length, seq: page.value.next.seq };
    });
  const atEnd = () => chain.at(-1) ?? genesis(ORG);
  const later = (ms: number, act: () => void) => void time.sleep(ms).then(act);

  it('a held answer costs one small read a second, and reads the chain only once until its time is over', async () => {
    happen('key.turned');
    const answer = ask(atEnd());
    await time.run();
    expect(await answer).toEqual({ atMs: WAIT_MS, events: 0, seq: 1 });
    expect(read).toEqual({ grew: 20, entries: 1 });
  });

  it.each(['latest', 'oldest', 'the last place'] as const)(
    'a held answer ends within a second of an event, after %s',
    async (from) => {
      const answer = ask(from === 'the last place' ? atEnd() : from);
      later(7300, () => happen('key.turned', 'request.denied'));
      await time.run();
      expect(await answer).toEqual({ atMs: 8000, events: 1, seq: 2 });
      expect(held).toEqual([]);
    },
  );

  it('a held answer continues after entries that are not events, and says how far it came', async () => {
    const answer = ask(atEnd());
    later(2500, () => happen('key.turned'));
    await time.run();
    expect(await answer).toEqual({ atMs: WAIT_MS, events: 0, seq: 1 });
    expect(read.entries).toBe(2);
  });

  it('an answer is not held if there is already an event, or if the call does not want to wait', async () => {
    happen('request.denied');
    expect(await ask('oldest')).toEqual({ atMs: 0, events: 1, seq: 1 });
    expect(await ask(atEnd(), { waitMs: 0 })).toEqual({ atMs: 0, events: 0, seq: 1 });
    expect([held, read.grew]).toEqual([[], 0]);
  });

  it('an answer reads on at once if its page ended because of its length', async () => {
    happen(...Array.from({ length: 2500 }, () => 'key.turned'), 'request.denied');
    expect(await ask('oldest')).toEqual({ atMs: 0, events: 1, seq: 2501 });
  });

  it('an answer is held over events of other actions, whose place it answers, and ends with its own', async () => {
    const own = aRequest({}, refusedBy('op_bravo'));
    const caller = (action: ActionId): Caller => ({ org: ORG, actions: [action] });
    const [others, theirs] = [`${own.action}.too`, own.action].map((action) =>
      ask(atEnd(), { caller: caller(action as ActionId) }),
    );
    later(2500, () => happen('request.denied'));
    await time.run();
    expect([await others, await theirs]).toEqual([
      { atMs: WAIT_MS, events: 0, seq: 1 },
      { atMs: 3000, events: 1, seq: 1 },
    ]);
  });

  it('a page that ended because of what it read of other actions is followed at once, also inside a block', async () => {
    large = 2 * 1024 * 1024;
    happen(...Array.from({ length: 9 }, () => 'request.denied'));
    const whole = deps().audit;
    // The place is inside a block, which never grows.
    const audit = { ...whole, grew: async () => false };
    const caller: Caller = { org: ORG, actions: ['another' as ActionId] };
    const page = holdEvents({ ...deps(), audit }, caller, 'oldest', 2, { waitMs: WAIT_MS });
    await time.run();
    expect(await page).toMatchObject({ value: { events: [], next: { seq: 9 } } });
    // A page ends before 4 MiB.
    expect(read.entries).toBe(9);
  });

  it.each(['full', 'unknown'] as const)(
    'an answer is given at once if the number of held answers is %s',
    async (state) => {
      holdsAre = state;
      expect(await ask(atEnd())).toEqual({ atMs: 0, events: 0, seq: 0 });
    },
  );

  it('a held answer has its events although its end cannot be recorded', async () => {
    holdsAre = 'stuck';
    const answer = ask(atEnd());
    later(2500, () => happen('request.denied'));
    await time.run();
    expect(await answer).toEqual({ atMs: 3000, events: 1, seq: 1 });
  });

  it('a held answer ends when its caller is gone, and its place is free', async () => {
    const gone = new AbortController();
    const answer = ask(atEnd(), { gone: gone.signal });
    later(3500, () => gone.abort());
    await time.run();
    expect((await answer).atMs).toBe(3500);
    expect(held).toEqual([]);
  });
});

/** Long parts of the chain without an event (docs/decisions/events-feed.md). */
const CHAIN = append(
  genesis(ORG),
  Array.from({ length: 4500 }, (_, n) => pendingEntry(n, 'key.turned', `req_${'0'.repeat(24)}`, person('op_bravo'))),
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
        const page = await listEvents(deps, everyAction(ORG), start, limit);
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
