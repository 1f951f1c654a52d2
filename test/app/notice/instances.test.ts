/** What one instance remembers, and how much it reads at once. */

import { recentHeads } from '../../../src/app/audit/recent-heads';
import { currentChats, rememberedChats } from '../../../src/app/chat/settings';
import { createMailPace } from '../../../src/app/notice/mail-pace';
import { batchesOf } from '../../../src/app/support/batches';
import { BRAVO, ORG } from '../../support/builders';

const clockOf = (startMs = 1_000_000) => {
  let nowMs = startMs;
  return {
    nowMs: () => nowMs,
    pass(ms: number) {
      nowMs += ms;
    },
  };
};

describe('the chats that an instance remembers', () => {
  const world = () => {
    const clock = clockOf();
    const reads: string[] = [];
    let settings: object[] = [];
    const config = {
      chats: async (org: string) => {
        reads.push(org);
        return settings;
      },
    };
    const set = (...all: object[]) => {
      settings = all;
    };
    return { clock, reads, config: config as never, set };
  };
  const NONE = { target: null, operators: new Map() };
  const OURS = { target: { host: 'x' } };

  it('are read again after a minute, or when they have changed', async () => {
    const { clock, reads, config, set } = world();
    const chats = rememberedChats(config, clock);
    expect(await chats.of(ORG)).toEqual(NONE);
    set(OURS);
    clock.pass(59_999);
    expect([await chats.of(ORG), reads.length]).toEqual([NONE, 1]);
    clock.pass(1);
    expect([await chats.of(ORG), reads.length]).toEqual([{ ...NONE, ...OURS }, 2]);
    set();
    expect(await chats.of(ORG)).toEqual({ ...NONE, ...OURS });
    chats.changed(ORG);
    expect([await chats.of(ORG), reads.length]).toEqual([NONE, 3]);
  });

  it('are not remembered if they changed while they were read', async () => {
    const { reads, config, set } = world();
    const chats = rememberedChats(config, clockOf());
    const before = chats.of(ORG);
    set(OURS);
    chats.changed(ORG);
    await before;
    expect([await chats.of(ORG), reads.length]).toEqual([{ ...NONE, ...OURS }, 2]);
    await chats.of(ORG);
    expect(reads.length).toBe(2);
  });

  it('are the organization’s and those of its operators, as far as they are set', async () => {
    const { config, set } = world();
    const bravos = { operator: BRAVO, target: { host: 'y' } };
    set({ operator: 'op_charlie', target: null }, bravos, OURS);
    expect(await currentChats(config).of(ORG)).toEqual({ ...OURS, operators: new Map([[BRAVO, bravos]]) });
    set(bravos, { target: null });
    expect((await currentChats(config).of(ORG)).target).toBeNull();
  });

  it('are ten thousand, and then the memory starts anew', async () => {
    const { clock, reads, config } = world();
    const chats = rememberedChats(config, clock);
    for (let n = 0; n < 10_000; n++) await chats.of(`org_${n}` as never);
    await chats.of('org_0' as never);
    expect(reads).toHaveLength(10_000);
    await chats.of('org_new' as never);
    await chats.of('org_0' as never);
    expect(reads).toHaveLength(10_002);
  });

  it('are not remembered where a change counts at once', async () => {
    const { reads, config, set } = world();
    const chats = currentChats(config);
    expect(await chats.of(ORG)).toEqual(NONE);
    set(OURS);
    expect(await chats.of(ORG)).toEqual({ ...NONE, ...OURS });
    expect([chats.changed(ORG), reads.length]).toEqual([undefined, 2]);
  });
});

describe('the heads that an instance remembers', () => {
  const world = (answers: (string | null | Error)[]) => {
    const clock = clockOf();
    const asked: string[] = [];
    const heads = recentHeads(
      {
        last: async (org) => {
          asked.push(org);
          const next = answers.length > 1 ? answers.shift()! : answers[0]!;
          if (next instanceof Error) throw next;
          return (next === null ? null : { jws: next }) as never;
        },
      },
      clock,
    );
    return { clock, asked, heads };
  };

  it('are asked for once in five minutes, by however many posts', async () => {
    const { clock, asked, heads } = world(['one', 'two', null]);
    expect(await Promise.all([heads(ORG), heads(ORG)])).toEqual(['one', 'one']);
    clock.pass(299_999);
    expect([await heads(ORG), asked.length]).toEqual(['one', 1]);
    clock.pass(1);
    expect([await heads(ORG), asked.length]).toEqual(['two', 2]);
    clock.pass(300_000);
    expect(await heads(ORG)).toBeNull();
  });

  it('are asked for again after a failure, and beyond ten thousand organizations', async () => {
    const { asked, heads } = world([new Error('down'), 'one']);
    await expect(heads(ORG)).rejects.toThrow('down');
    expect(await heads(ORG)).toBe('one');
    for (let n = 1; n < 10_000; n++) await heads(`org_${n}` as never);
    await heads(ORG);
    expect(asked).toHaveLength(10_001);
    await heads('org_new' as never);
    await heads(ORG);
    expect(asked).toHaveLength(10_003);
  });
});

describe('the pace of mails', () => {
  const world = () => {
    const counted: number[] = [];
    let total = 0;
    const pace = createMailPace({
      count: async (_org, _operator, mails) => {
        counted.push(mails);
        total += mails;
        return total;
      },
    });
    const wait = (nowMs: number, operator = 'op_a', org: string = ORG) =>
      pace.mustWait(org as never, operator as never, nowMs);
    return { counted, wait };
  };

  it('writes nothing for the first four of ten minutes, and lets ten go at once', async () => {
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

  it('is that of each organization apart, although both have an operator of this id', async () => {
    const { counted, wait } = world();
    for (let n = 0; n < 4; n++) await wait(0);
    for (let n = 0; n < 4; n++) await wait(0, 'op_a', 'org_other');
    expect(counted).toEqual([]);
  });

  it('remembers ten thousand operators', async () => {
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
  ])('of three hold %i in order', async (count, sizes) => {
    const batches: number[][] = [];
    for await (const batch of batchesOf(numbers(count), 3)) batches.push(batch);
    expect(batches.map(({ length }) => length)).toEqual(sizes);
    expect(batches.flat()).toEqual(Array.from({ length: count }, (_, n) => n));
  });
});
