/** What one instance remembers, and how much it reads at once. */

import { openMemoryTables } from '../../src/local/memory/tables';
import { SET_UP } from '../../src/protocol/actor';
import type { OrgId } from '../../src/protocol/identifiers';
import { append, genesis, pendingEntry } from '../../src/service/audit/rules/chain';
import { recentHeads } from '../../src/service/audit/use-cases/read-audit';
import { createChatStore } from '../../src/service/chat/store';
import { type Chats, currentChats, rememberedChats } from '../../src/service/notice/use-cases/chat-settings';
import { createMailPace } from '../../src/service/notice/use-cases/mail-pace';
import { batchesOf } from '../../src/service/support/grouped';
import { ORG, op } from '../support/builders';
import { headsOver } from '../support/heads';
import { PERMIT } from '../support/permit';

const clockOf = (startMs = 1_000_000) => {
  let nowMs = startMs;
  return {
    nowMs: () => nowMs,
    pass(ms: number) {
      nowMs += ms;
    },
  };
};

const otherOrg = (name: string | number) => `org_${name}` as OrgId;

describe('the chats that an instance remembers', () => {
  const target = { format: 'slack', host: 'x', sealedUrl: 'sealed', atMs: 1, failing: null } as const;
  const world = () => {
    const clock = clockOf();
    const store = createChatStore(openMemoryTables(() => undefined).tables);
    const reads = jest.spyOn(store, 'load');
    let revision = 0;
    const set = (isSet = true) =>
      store.save({ org: ORG, target: isSet ? target : null, revision: ++revision, journal: [] }, PERMIT);
    const hostOf = async (chats: Chats) => (await chats.of(ORG))?.host ?? null;
    return { clock, reads, store, set, hostOf };
  };

  it('an instance reads the chats again after a minute, or when they have changed', async () => {
    const { clock, reads, store, set, hostOf } = world();
    const chats = rememberedChats(store, clock);
    expect(await hostOf(chats)).toBeNull();
    await set();
    clock.pass(59_999);
    expect([await hostOf(chats), reads.mock.calls.length]).toEqual([null, 1]);
    clock.pass(1);
    expect([await hostOf(chats), reads.mock.calls.length]).toEqual(['x', 2]);
    await set(false);
    expect(await hostOf(chats)).toBe('x');
    chats.changed(ORG);
    expect([await hostOf(chats), reads.mock.calls.length]).toEqual([null, 3]);
  });

  it('an instance does not remember chats that changed while it read them', async () => {
    const { clock, reads, store, set, hostOf } = world();
    const chats = rememberedChats(store, clock);
    const before = hostOf(chats);
    await set();
    chats.changed(ORG);
    await before;
    expect([await hostOf(chats), await hostOf(chats), reads.mock.calls.length]).toEqual(['x', 'x', 2]);
  });

  it('an instance remembers the chats of ten thousand organizations', async () => {
    const { clock, reads, store } = world();
    const chats = rememberedChats(store, clock);
    for (let n = 0; n < 10_000; n++) await chats.of(otherOrg(n));
    await chats.of(otherOrg(0));
    expect(reads).toHaveBeenCalledTimes(10_000);
    await chats.of(otherOrg('new'));
    await chats.of(otherOrg(0));
    expect(reads).toHaveBeenCalledTimes(10_002);
  });

  it('chats are read every time where a change must apply at once', async () => {
    const { store, set, hostOf } = world();
    const chats = currentChats(store);
    expect(await hostOf(chats)).toBeNull();
    await set();
    chats.changed(ORG);
    expect(await hostOf(chats)).toBe('x');
  });
});

describe('the heads that an instance remembers', () => {
  const world = async (answers: (string | null | Error)[]) => {
    const [head] = await headsOver(ORG, append(genesis(ORG), [pendingEntry(1, 'made', 'x', SET_UP)]));
    const clock = clockOf();
    const asked: string[] = [];
    const heads = recentHeads(
      {
        last: async (org) => {
          asked.push(org);
          const next = answers.length > 1 ? answers.shift()! : answers[0]!;
          if (next instanceof Error) throw next;
          return next === null ? null : { ...head!, jws: next };
        },
      },
      clock,
    );
    return { clock, asked, heads };
  };

  it('an instance asks for the published head once in five minutes, however many posts it makes', async () => {
    const { clock, asked, heads } = await world(['one', 'two', null]);
    expect(await Promise.all([heads(ORG), heads(ORG)])).toEqual(['one', 'one']);
    clock.pass(299_999);
    expect([await heads(ORG), asked.length]).toEqual(['one', 1]);
    clock.pass(1);
    expect([await heads(ORG), asked.length]).toEqual(['two', 2]);
    clock.pass(300_000);
    expect(await heads(ORG)).toBeNull();
  });

  it('an instance asks for a head again after a failure, and remembers ten thousand organizations', async () => {
    const { asked, heads } = await world([new Error('down'), 'one']);
    await expect(heads(ORG)).rejects.toThrow('down');
    expect(await heads(ORG)).toBe('one');
    for (let n = 1; n < 10_000; n++) await heads(otherOrg(n));
    await heads(ORG);
    expect(asked).toHaveLength(10_001);
    await heads(otherOrg('new'));
    await heads(ORG);
    expect(asked).toHaveLength(10_003);
  });
});

describe('the pace of mails', () => {
  const world = () => {
    const counted: number[] = [];
    let total = 0;
    const pace = createMailPace({
      count: async (_limited, endsAtMs, mails = 1) => {
        counted.push(mails);
        total += mails;
        return { count: total, endsAtMs };
      },
    });
    const wait = (nowMs: number, operator = 'op_a', org = ORG) => pace.mustWait(org, op(operator), nowMs);
    return { counted, wait };
  };

  it('an instance counts nothing for the first four mails of ten minutes, and ten mails go at once', async () => {
    const { counted, wait } = world();
    for (let n = 0; n < 4; n++) expect(await wait(0)).toBe(false);
    expect(counted).toEqual([]);
    expect(await wait(1)).toBe(false);
    expect(counted).toEqual([5]);
    for (let n = 6; n <= 10; n++) expect(await wait(599_999)).toBe(false);
    expect(await wait(599_999)).toBe(true);
    expect(counted).toEqual([5, 1, 1, 1, 1, 1, 1]);
    // Another operator, and a new window.
    expect([await wait(599_999, 'op_b'), counted.length]).toEqual([false, 7]);
    expect([await wait(600_000), counted.length]).toEqual([false, 7]);
  });

  it('mails are counted separately for operators with the same id in two organizations', async () => {
    const { counted, wait } = world();
    for (let n = 0; n < 4; n++) await wait(0);
    for (let n = 0; n < 4; n++) await wait(0, 'op_a', otherOrg('other'));
    expect(counted).toEqual([]);
  });

  it('an instance remembers the mails of ten thousand operators', async () => {
    const { counted, wait } = world();
    for (let n = 0; n < 10_000; n++) await wait(0, `op_${n}`);
    for (let n = 0; n < 3; n++) await wait(0, 'op_0');
    expect(counted).toEqual([]);
    await wait(0, 'op_new');
    for (let n = 0; n < 4; n++) await wait(0, 'op_0');
    expect(counted).toEqual([]);
    await wait(0, 'op_0');
    expect(counted).toEqual([5]);
  });
});

describe('batches', () => {
  async function* numbers(count: number) {
    for (let n = 0; n < count; n++) yield n;
  }
  it.each([
    [0, []],
    [1, [1]],
    [3, [3]],
    [4, [3, 1]],
    [6, [3, 3]],
  ])('batches of three have all %i items in order', async (count, sizes) => {
    const batches: number[][] = [];
    for await (const batch of batchesOf(numbers(count), 3)) batches.push(batch);
    expect(batches.map(({ length }) => length)).toEqual(sizes);
    expect(batches.flat()).toEqual(Array.from({ length: count }, (_, n) => n));
  });
});
