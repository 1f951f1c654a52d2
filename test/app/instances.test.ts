/** What one instance remembers, how much it reads at once, and how often it attempts a write. */
import { currentChats, rememberedChats } from '../../src/app/chat/settings';
import { listExecutableRequests } from '../../src/app/list-executable-requests';
import { listRequests, listWaiting } from '../../src/app/list-requests';
import { createMailPace } from '../../src/app/mail-pace';
import type { AuditMessage, LedgerWrite, Saved } from '../../src/app/ports';
import { POLICY_LOOSENED, RESCUE_USED, recordAudit } from '../../src/app/record-audit';
import { batchesOf } from '../../src/app/support/batches';
import { recentHeads } from '../../src/app/support/recent-heads';
import { recentRequests } from '../../src/app/support/recent-requests';
import { readSettled, runCommand } from '../../src/app/support/run-command';
import { writeLedger } from '../../src/app/support/write-ledger';
import { genesis } from '../../src/core/audit/chain';
import { refuseRequest } from '../../src/core/ceremony/stop';
import { unchanged } from '../../src/core/request/journal';
import { isOpen, type Request } from '../../src/core/request/request';
import { err, ok } from '../../src/protocol/result';
import { aRequest, at, BRAVO, ORG, refusedBy, turnedBy } from '../support/builders';

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

  it('are asked for once a minute, by however many posts', async () => {
    const { clock, asked, heads } = world(['one', 'two', null]);
    expect(await Promise.all([heads(ORG), heads(ORG)])).toEqual(['one', 'one']);
    clock.pass(59_999);
    expect([await heads(ORG), asked.length]).toEqual(['one', 1]);
    clock.pass(1);
    expect([await heads(ORG), asked.length]).toEqual(['two', 2]);
    clock.pass(60_000);
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
    return { counted, wait: (nowMs: number, operator = 'op_a') => pace.mustWait(ORG, operator as never, nowMs) };
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

const aStored = (n: number, fields: Partial<Request> = {}): Request =>
  ({ ...aRequest(), id: `req_${String(n).padStart(24, '0')}`, ...fields }) as Request;

/** Pages of an index, newest first. */
const storeOf = (all: readonly Request[]) => {
  const queries: { limit: number; cursor: string | null }[] = [];
  return {
    queries,
    requests: {
      recent: async (_: string, query: { limit: number; cursor: string | null }) => {
        queries.push(query);
        const from = Number(query.cursor ?? 0);
        const page = all.slice(from, from + query.limit);
        const next = from + page.length;
        return { ids: page.map(({ id }) => id), cursor: next < all.length ? String(next) : null };
      },
      loadMany: async (_: string, ids: readonly string[]) => all.filter(({ id }) => ids.includes(id)).reverse(),
      openIds: async function* () {
        for (const { id } of all) yield id;
      },
    },
  };
};

describe('the newest requests', () => {
  it.each([
    [0, 5, 0, false],
    [5, 5, 5, false],
    [6, 5, 5, true],
    [250, 500, 250, false],
    [250, 150, 150, true],
  ])('of %i are read in pages of at most 100, up to %i', async (count, max, read, truncated) => {
    const { queries, requests } = storeOf(Array.from({ length: count }, (_, n) => aStored(n)));
    const found = await recentRequests(requests as never, ORG, { action: 'a', sinceMs: 7 }, max);
    expect(found.requests.map(({ id }) => Number(id.slice(4)))).toEqual(Array.from({ length: read }, (_, n) => n));
    expect(found.truncated).toBe(truncated);
    expect(queries.every(({ limit }) => limit <= 100)).toBe(true);
    expect(queries[0]).toEqual({ action: 'a', sinceMs: 7, limit: Math.min(100, max), cursor: null });
  });
});

describe('a list of requests', () => {
  const listing = (all: readonly Request[]) => {
    const { queries, requests } = storeOf(all);
    const deps = { clock: { nowMs: () => at('12:10') }, requests, random: { hex: () => 'w' }, pause: null };
    return { queries, deps: deps as never };
  };
  const idsOf = ({ requests }: { readonly requests: readonly Request[] }) =>
    requests.map(({ id }) => Number(id.slice(4)));

  it('reads 25 at a time, and never more than there is room for', async () => {
    const { queries, deps } = listing(Array.from({ length: 60 }, (_, n) => aStored(n)));
    const page = await listRequests(deps, ORG, { limit: 30, cursor: null });
    expect(idsOf(page)).toEqual(Array.from({ length: 30 }, (_, n) => n));
    expect(page.cursor).toBe('30');
    expect(queries.map(({ limit }) => limit)).toEqual([25, 5]);
  });

  it('ends after twelve reads with a cursor, where a filter matches little', async () => {
    const { queries, deps } = listing(Array.from({ length: 400 }, (_, n) => aStored(n)));
    const page = await listRequests(deps, ORG, { limit: 10, cursor: null, state: 'denied' });
    expect([page.requests.length, queries.length, page.cursor]).toEqual([0, 12, '120']);
  });

  it('ends before the answer grows too large', async () => {
    // With its seats and its policy, about as large as a request can be: 25 of them are 1.4 MB.
    const large = { params: { text: 'x'.repeat(52 * 1024) } };
    const { deps } = listing(Array.from({ length: 120 }, (_, n) => aStored(n, large)));
    const page = await listRequests(deps, ORG, { limit: 100, cursor: null });
    expect([page.requests.length, page.cursor]).toEqual([75, '75']);
    // What the gateway and the function pass on.
    expect(JSON.stringify(page.requests).length).toBeLessThan(6_000_000);
  });

  it('of those that wait begins with the earliest deadline, and goes on after the last one shown', async () => {
    const ends = [30, 10, 20, 10];
    const all = ends.map((minutes, n) => aStored(n, { expiresAtMs: at('12:20') + minutes * 60_000 } as never));
    const { deps } = listing(all);
    const wanted = { operator: BRAVO, where: () => true };
    const first = await listWaiting(deps, ORG, { ...wanted, limit: 2, after: null });
    expect([idsOf(first), first.next]).toEqual([[1, 3], { waitsUntilMs: at('12:30'), id: all[3]!.id }]);
    const second = await listWaiting(deps, ORG, { ...wanted, limit: 2, after: first.next });
    expect([idsOf(second), second.next]).toEqual([[2, 0], null]);
    const few = await listWaiting(deps, ORG, {
      ...wanted,
      limit: 9,
      after: null,
      where: ({ id }) => id === all[2]!.id,
    });
    expect([idsOf(few), few.next]).toEqual([[2], null]);
    const nobody = await listWaiting(deps, ORG, { ...wanted, operator: 'op_zulu' as never, limit: 9, after: null });
    expect([idsOf(nobody), nobody.next]).toEqual([[], null]);
  });

  it('of those that wait has as many as fit into an answer, and at least one', async () => {
    const large = { params: { text: 'x'.repeat(2 * 1024 * 1024) } };
    const { deps } = listing(Array.from({ length: 3 }, (_, n) => aStored(n, large)));
    const page = await listWaiting(deps, ORG, { operator: BRAVO, where: () => true, limit: 9, after: null });
    expect([idsOf(page), page.next?.id]).toEqual([[0], aStored(0).id]);
    const huge = { params: { text: 'x'.repeat(4 * 1024 * 1024) } };
    const one = await listWaiting(listing([aStored(0, huge)]).deps, ORG, {
      operator: BRAVO,
      where: () => true,
      limit: 9,
      after: null,
    });
    expect([idsOf(one), one.next]).toEqual([[0], null]);
  });
});

describe('a list of executable requests', () => {
  const authorized = (n: number, fields: object = {}) => {
    const decided = aRequest({ executeWithinSeconds: 3600 }, turnedBy('op_alpha'), turnedBy('op_bravo'));
    return { ...decided, id: `req_${String(n).padStart(24, '0')}`, ...fields } as Request;
  };
  const listing = async (all: readonly Request[], limit: number, bytes = 10) => {
    const hydrated: number[] = [];
    const requests = {
      executableCandidates: async function* () {
        for (const { id } of all) yield id;
      },
      hydrate: async (_: string, ids: readonly string[]) => {
        hydrated.push(ids.length);
        const found = all.filter(({ id }) => ids.includes(id));
        return found.map((request) => ({ request, intent: { ciphertext: 'A'.repeat(bytes) } })).reverse();
      },
    };
    const { loaded, nowMs } = await listExecutableRequests(
      { clock: { nowMs: () => at('12:10') }, requests: requests as never },
      ORG,
      limit,
    );
    expect(nowMs).toBe(at('12:10'));
    return { ids: loaded.map(({ request }) => Number(request.id.slice(4))), hydrated };
  };

  it('replaces candidates that are not executable by later ones, and stops when the page is full', async () => {
    const all = [authorized(0), aStored(1), aStored(2), authorized(3), authorized(4), authorized(5)];
    expect(await listing(all, 3)).toEqual({ ids: [0, 3, 4], hydrated: [3, 2] });
    expect((await listing(all, 9)).ids).toEqual([0, 3, 4, 5]);
    expect(await listing([], 3)).toEqual({ ids: [], hydrated: [] });
  });

  it('ends before the answer grows too large, and has at least one', async () => {
    const all = [0, 1, 2].map((n) => authorized(n));
    expect((await listing(all, 9, 2.5 * 1024 * 1024)).ids).toEqual([0]);
    expect((await listing(all, 9, 1.9 * 1024 * 1024)).ids).toEqual([0, 1]);
    expect((await listing(all, 9, 5 * 1024 * 1024)).ids).toEqual([0]);
  });
});

describe('a command that loses its writes', () => {
  const world = (answers: (Saved | 'accept')[]) => {
    const writes: { request: Request; options: object }[] = [];
    const pauses: unknown[][] = [];
    const deps = {
      clock: { nowMs: () => at('12:10') },
      pause: { beforeRetry: async (...args: unknown[]) => void pauses.push(args) },
      requests: {
        save: async (change: { request: Request }, _writeId: string, options: object) => {
          writes.push({ request: change.request, options });
          const next = answers.length > 1 ? answers.shift()! : answers[0]!;
          return next === 'accept' ? { kind: 'saved', request: change.request } : next;
        },
        load: async () => ({ request: { ...aRequest(), revision: 9 }, intent: null }),
      },
    };
    return { writes, pauses, deps: deps as never };
  };
  const refusing = {
    writeId: 'w',
    decide: (current: Request, nowMs: number) => {
      const refused = refuseRequest(current, { operator: BRAVO, note: null, sign: undefined } as never, nowMs);
      return refused.ok ? ok({ change: refused.value, value: 'done' }) : err('decided' as const);
    },
  };

  it('is decided again on the image that won, first without a pause, then with one', async () => {
    const current = { ...aRequest(), revision: 5 } as Request;
    const { writes, pauses, deps } = world([{ kind: 'conflict', current }, { kind: 'conflict', current }, 'accept']);
    expect(await runCommand(deps, aRequest(), refusing)).toMatchObject({ ok: true, value: { value: 'done' } });
    expect(writes.map(({ request }) => request.revision)).toEqual([1, 5, 9]);
    expect(pauses).toEqual([[1, undefined]]);
  });

  it('waits after contention, in the order of the seats if keys are turned', async () => {
    const turning = {
      ...refusing,
      decide: (current: Request, nowMs: number) => {
        const decided = refusing.decide(current, nowMs);
        const turn = { operator: BRAVO, accessEpoch: 3, isWrongCode: false };
        return decided.ok ? ok({ ...decided.value, turn }) : decided;
      },
    };
    const { writes, pauses, deps } = world([{ kind: 'contention' }, 'accept']);
    await runCommand(deps, aRequest(), turning);
    expect(pauses).toEqual([[0, { index: 1, count: 3 }]]);
    expect(writes[0]!.options).toEqual({
      turn: { operator: BRAVO, accessEpoch: 3, isWrongCode: false, nowMs: at('12:10') },
    });
    const elsewhere = world([{ kind: 'contention' }, 'accept']);
    await runCommand(elsewhere.deps, aRequest({}, turnedBy('op_alpha')), turning);
    expect(elsewhere.pauses).toEqual([[0, { index: 0, count: 2 }]]);
    const plain = world([{ kind: 'contention' }, 'accept']);
    await runCommand(plain.deps, aRequest(), refusing);
    expect(plain.pauses).toEqual([[0, undefined]]);
  });

  it('ends with the refusal of the operator’s record, and is a mistake of the service if it turns no key', async () => {
    const ended = world([{ kind: 'access_ended' }]);
    const whenTurnRefused = ({ kind }: { kind: string }, nowMs: number) => `${kind} ${nowMs}` as never;
    expect(await runCommand(ended.deps, aRequest(), { ...refusing, whenTurnRefused })).toEqual({
      ok: false,
      error: `access_ended ${at('12:10')}`,
    });
    await expect(runCommand(ended.deps, aRequest(), refusing)).rejects.toThrow('this command turns no key');
  });

  it('gives up after 64 writes', async () => {
    const { writes, deps } = world([{ kind: 'contention' }]);
    await expect(runCommand(deps, aRequest(), refusing)).rejects.toThrow(
      `request ${aRequest().id}: lost 64 writes in a row`,
    );
    expect(writes).toHaveLength(64);
  });

  it('writes nothing where nothing changes or the command is refused, and writes what fell due before it', async () => {
    const none = world(['accept']);
    const idle = { writeId: 'w', decide: (current: Request) => ok({ change: unchanged(current), value: 7 }) };
    expect(await runCommand(none.deps, aRequest(), idle)).toMatchObject({ ok: true, value: { value: 7 } });
    expect(await runCommand(none.deps, aRequest({}, refusedBy('op_alpha')), refusing)).toMatchObject({ ok: false });
    expect(none.writes).toEqual([]);
    // It expired at 12:05, so the refusal comes too late.
    const expired = world(['accept']);
    expect(await runCommand(expired.deps, aRequest({ ttlSeconds: 300 }), refusing)).toEqual({
      ok: false,
      error: 'decided',
    });
    expect(expired.writes.map(({ request }) => isOpen(request))).toEqual([false]);
    const read = world(['accept']);
    expect((await readSettled(read.deps, aRequest({ ttlSeconds: 300 }), 'w')).request.state).toBe('expired');
    const open = aRequest();
    expect(await readSettled(read.deps, open, 'w')).toEqual({ request: open, nowMs: at('12:10') });
    expect(read.writes).toHaveLength(1);
  });
});

describe('a write to the claim ledger', () => {
  const request = aRequest({}, turnedBy('op_alpha', '12:05'));
  const conflict = (current: Request): LedgerWrite => ({ kind: 'conflict', current, intent: null });
  const running = (write: LedgerWrite, judged: ('done' | 'again')[] | 'refused', nowMs = at('12:10')) => {
    const times: number[] = [];
    const judgedAt: number[] = [];
    const outcome = writeLedger<string>(
      { nowMs: () => nowMs },
      {
        write: async (writtenAt) => {
          times.push(writtenAt);
          return write;
        },
        judge: (_, judgedAtMs) => {
          judgedAt.push(judgedAtMs);
          if (judged === 'refused') return err('no');
          return ok(judged.length > 1 ? judged.shift()! : judged[0]!);
        },
      },
    );
    return { times, judgedAt, outcome };
  };

  it('answers what was written, and nothing for a request that does not exist or is a change of the configuration', async () => {
    const written = { kind: 'written', request, intent: null } as const;
    expect(await running(written, ['done']).outcome).toEqual({
      ok: true,
      value: { request, intent: null, nowMs: at('12:10') },
    });
    expect(await running(null, ['done']).outcome).toBeNull();
    const administrative = { ...request, action: 'service.admin' } as Request;
    expect(await running(conflict(administrative), ['done']).outcome).toBeNull();
  });

  it('is made again at the time of the item, where this clock is behind it, and not without end', async () => {
    const behind = running(conflict(request), ['again', 'done'], at('12:01'));
    expect(await behind.outcome).toMatchObject({ ok: true, value: { request, nowMs: at('12:05') } });
    expect([behind.times, behind.judgedAt]).toEqual([
      [at('12:01'), at('12:05')],
      [at('12:05'), at('12:05')],
    ]);
    const endless = running(conflict(request), ['again']);
    await expect(endless.outcome).rejects.toThrow('a write to the claim ledger did not get through in 8 attempts');
    expect(endless.times).toHaveLength(8);
    expect(await running(conflict(request), 'refused').outcome).toEqual({ ok: false, error: 'no' });
  });
});

describe('the writer of a chain', () => {
  const message = (revision: number, text = '', fields: object = {}): AuditMessage =>
    ({
      org: ORG,
      subject: 'req_1',
      revision,
      facts: [{ at: revision, kind: 'k', subject: 'req_1', actor: 'a', data: { text }, ...fields }],
    }) as never;
  const world = (recorded: string[] = [], block: object[] = []) => {
    const blocks: { entries: number; shares: object[] }[] = [];
    const marked: object[][] = [];
    const asked: object[][] = [];
    const warned: [string, object?][] = [];
    let head = genesis(ORG);
    const audit = {
      tail: async () => ({ head, block }),
      recorded: async (_: string, causes: object[]) => {
        asked.push(causes);
        return new Set(recorded);
      },
      mark: async (_: string, shares: object[]) => void marked.push(shares),
      append: async (_: string, entries: { seq: number; hash: string }[], shares: object[]) => {
        blocks.push({ entries: entries.length, shares });
        head = { seq: entries.at(-1)!.seq, hash: entries.at(-1)!.hash };
        return true;
      },
    };
    const log = {
      info: () => undefined,
      error: () => undefined,
      warn: (...said: [string, object?]) => void warned.push(said),
    };
    const deps = { audit, log, pause: { beforeRetry: async () => undefined } };
    return {
      blocks,
      marked,
      asked,
      warned,
      record: (...messages: AuditMessage[]) => recordAudit(deps as never, ORG, messages),
    };
  };

  it('puts entries into one block, with the place of each cause, and marks them', async () => {
    const { blocks, marked, asked, warned, record } = world();
    const two = { ...message(2), facts: [...message(2).facts, ...message(2).facts] };
    await record(message(1), two, message(1));
    const shares = [
      { subject: 'req_1', revision: 1, block: 1, first: 1, count: 1 },
      { subject: 'req_1', revision: 2, block: 1, first: 2, count: 2 },
    ];
    expect(blocks).toEqual([{ entries: 3, shares }]);
    expect(marked).toEqual([[], shares]);
    // The cause before each is asked for, to notice a gap. There is none before the first.
    expect(asked[0]).toEqual([
      { subject: 'req_1', revision: 1 },
      { subject: 'req_1', revision: 2 },
      { subject: 'req_1', revision: 1 },
    ]);
    expect(warned).toEqual([]);
  });

  it('adds nothing twice, and marks the causes of the last block that are not', async () => {
    const last = { subject: 'req_1', revision: 2, block: 1, first: 1, count: 1 };
    const { blocks, marked, record } = world(['req_1#1'], [last]);
    await record(message(1), message(2));
    expect([blocks, marked]).toEqual([[], [[last]]]);
    const all = world(['req_1#1', 'req_1#2'], [last]);
    await all.record(message(2));
    expect([all.blocks, all.marked]).toEqual([[], [[]]]);
  });

  it('begins another block where one would grow beyond 200 KiB, and has at least one message in each', async () => {
    const { blocks, record } = world();
    await record(message(1, 'x'.repeat(120_000)), message(2, 'x'.repeat(120_000)), message(3, 'x'.repeat(300_000)));
    expect(blocks.map(({ entries }) => entries)).toEqual([1, 1, 1]);
    const small = world();
    await small.record(message(1, 'x'.repeat(100_000)), message(2, 'x'.repeat(100_000)));
    expect(small.blocks.map(({ entries }) => entries)).toEqual([2]);
  });

  it('says that a revision comes before the one it follows', async () => {
    const { warned, record } = world();
    await record(message(3));
    expect(warned).toEqual([
      ['audit gap: a revision is recorded before the one it follows', { subject: 'req_1', revision: 3 }],
    ]);
    const known = world(['req_1#2']);
    await known.record(message(3));
    expect(known.warned).toEqual([]);
  });

  it('raises the alarms on a rescue and on a loosened policy, once', async () => {
    const { warned, record } = world();
    await record(
      message(1, '', { kind: 'rescue.used' }),
      message(2, '', { data: { loosened: true } }),
      message(3, '', { data: { loosened: false } }),
    );
    expect(warned).toEqual([
      [RESCUE_USED, { org: ORG, seq: 1, subject: 'req_1' }],
      [POLICY_LOOSENED, { org: ORG, seq: 2, subject: 'req_1' }],
    ]);
    const again = world(['req_1#1', 'req_1#2']);
    await again.record(message(1, '', { kind: 'rescue.used' }), message(2, '', { data: { loosened: true } }));
    expect(again.warned).toEqual([]);
    expect([RESCUE_USED, POLICY_LOOSENED]).toEqual([
      'a rescue changed the configuration without a second admin',
      'a policy was loosened',
    ]);
  });
});
