/**
 * Every instant that the gate keeps, and every list that it keeps, where the answer comes late or something has changed while
 * it was on its way: from when each counts, and at which instant it is over.
 */
import { createClient } from '../../src/client';
import type { JsonObject } from '../../src/gate/core';
import { callTool } from '../../src/gate/mcp/calls';
import { openLists } from '../../src/gate/mcp/lists';
import { createSealer } from '../../src/gate/mcp/sealed';
import { asked, faceOf } from './support/face';
import { AGENT, aCall, aConfig, inWorld, MemoryLedger, OTHER } from './world';

const SECOND = 1000;
/** `call_timeout` of the configuration is 60 seconds, and 30 are for what is around the call. */
const LEASE_MS = 90 * SECOND;

describe('an instant of a call', () => {
  const { world, opened, read } = inWorld();

  /** The gate's own clock, which a test moves. The service's goes its own way, as on two machines. */
  function aClock() {
    const beganMs = world.service.clock.nowMs();
    const clock = {
      aheadMs: 0,
      nowMs: () => beganMs + clock.aheadMs,
      // No test waits: what sleeps is later at once.
      async sleep(ms: number) {
        clock.aheadMs += ms;
      },
    };
    return clock;
  }
  const late =
    <A extends unknown[], R>(clock: { aheadMs: number }, ms: number, act: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      const answer = await act(...args);
      clock.aheadMs += ms;
      return answer;
    };
  const client = (apiKey: string) =>
    createClient({ baseUrl: world.service.baseUrl, apiKey, retries: 0, nowMs: world.service.clock.nowMs });

  /** A call that began under a claim whose answer was 40 seconds late. The process was killed after that. */
  async function begunLate() {
    const clock = aClock();
    const claim = late(clock, 40 * SECOND, client(world.service.keys.worker).claim);
    const state = await opened(aCall());
    await world.service.approve(state.requestId);
    const sentAtMs = clock.nowMs();
    const killed = world.instance({ kill: { at: 'begun', when: 'after' }, clock, worker: { claim } });
    await killed.advance(state.taskId);
    const stored = (await world.ledger.read(state.taskId))!;
    const stateAt = async (atMs: number) => {
      clock.aheadMs += atMs - clock.nowMs();
      const other = world.instance({ clock, report: async () => Promise.reject(new Error('not now')) });
      await other.advance(state.taskId);
      return (await other.state(state.taskId, AGENT))!.kind;
    };
    return { sentAtMs, stored, stateAt };
  }

  it('the end of a lease counts from when the claim was sent, and not from when it was answered', async () => {
    const { sentAtMs, stored, stateAt } = await begunLate();
    const { leaseEndsMs } = (stored.stage as { claim: { leaseEndsMs: number } }).claim;
    // The service's clock goes on between its two instants.
    expect(leaseEndsMs - sentAtMs).toBeLessThanOrEqual(LEASE_MS);
    expect(leaseEndsMs - sentAtMs).toBeGreaterThan(LEASE_MS - 5 * SECOND);
    expect([await stateAt(leaseEndsMs - 1), await stateAt(leaseEndsMs)]).toEqual(['running', 'uncertain']);
  });

  it('a run begins when its claim was answered, and was approved when people decided', async () => {
    const { sentAtMs, stored } = await begunLate();
    const { run } = stored.stage as { run: { approvedAtMs: number; atMs: number } };
    expect(run.atMs - sentAtMs).toBe(40 * SECOND);
    expect(run.approvedAtMs).toBe((await read((stored.stage as { requestId: string }).requestId)).decided_at);
  });

  it.each<readonly [string, object, number]>([
    ['a refusal is given again for `max_age`', { max_age: 60, retention: 3600 }, 60],
    ['a refusal for good is given again for `retention`', { max_age: 60, retention: 3600 }, 3600],
  ])('%s after its ending was written, however late the gate heard of it', async (_, config, seconds) => {
    const clock = aClock();
    const [call, ledger] = [aCall(), new MemoryLedger()];
    const own = world.instance({ clock, ledger, config: aConfig(config) });
    const { taskId, requestId } = await opened(call, own);
    await world.service.refuse(requestId, seconds === 3600 ? { outcomeReason: 'never' } : {});
    clock.aheadMs += 25 * SECOND;
    await own.advance(taskId);
    const endedAtMs = (await own.state(taskId, AGENT))!.updatedAtMs;
    expect(endedAtMs).toBe(clock.nowMs());
    const joinedAt = async (ms: number) => {
      clock.aheadMs += endedAtMs + ms - clock.nowMs();
      return (await opened(call, own)).taskId === taskId;
    };
    expect([await joinedAt(seconds * SECOND - 1), await joinedAt(seconds * SECOND)]).toEqual([true, false]);
  });

  it('a call is opened when it was made, however late the service answers its create', async () => {
    const clock = aClock();
    const { createRequest } = client(world.service.keys.proposer);
    const madeAtMs = clock.nowMs();
    const own = world.instance({ clock, proposer: { createRequest: late(clock, 30 * SECOND, createRequest) } });
    const { createdAtMs, updatedAtMs } = await opened(aCall(), own);
    expect([createdAtMs - madeAtMs, updatedAtMs - madeAtMs]).toEqual([0, 30 * SECOND]);
  });

  /** Each read of the ledger takes 700 ms. */
  function slowly() {
    const clock = aClock();
    const ledger = new MemoryLedger();
    const { read } = ledger;
    const slow = Object.assign(ledger, { read: async (id: string) => read(id) });
    const own = world.instance({ clock, ledger: slow });
    const beginSlowReads = () => {
      slow.read = late(clock, 700, read);
    };
    return { clock, own, beginSlowReads };
  }

  it('a wait counts from when it began, whatever its reads take', async () => {
    const { clock, own, beginSlowReads } = slowly();
    const { taskId } = await opened(aCall(), own);
    beginSlowReads();
    const fromMs = clock.nowMs();
    await own.wait(taskId, AGENT, 3 * SECOND);
    expect(clock.nowMs() - fromMs).toBeGreaterThanOrEqual(3 * SECOND);
    expect(clock.nowMs() - fromMs).toBeLessThanOrEqual(3700);
  });

  it('a client that can only wait is answered within 45 seconds and one look, whatever the looks take', async () => {
    const { clock, own, beginSlowReads } = slowly();
    const call = aCall();
    await opened(call, own);
    beginSlowReads();
    const fromMs = clock.nowMs();
    await callTool(faceOf(own, clock.nowMs), asked({}), call.tool, call.arguments);
    expect(clock.nowMs() - fromMs).toBeGreaterThanOrEqual(45 * SECOND);
    expect(clock.nowMs() - fromMs).toBeLessThanOrEqual(50 * SECOND);
  });

  it('what is sealed for a client works until its instant, and not at it', async () => {
    let nowMs = 1_000_000_000;
    const sealer = createSealer(Buffer.alloc(32, 1), () => nowMs);
    const sealed = await sealer.seal('request', AGENT, { round: 1 }, nowMs + 60 * SECOND);
    const opensAfter = async (ms: number) => {
      nowMs = 1_000_000_000 + ms;
      return (await sealer.open('request', AGENT, sealed)) !== null;
    };
    expect([await opensAfter(60 * SECOND - 1), await opensAfter(60 * SECOND)]).toEqual([true, false]);
    nowMs = 1_000_000_000;
    expect(await sealer.open('request', OTHER, sealed)).toBeNull();
  });
});

describe('a list of an upstream', () => {
  const [OLD, NEW]: readonly JsonObject[][] = [[{ name: 'old' }], [{ name: 'new' }]];
  /** Reads of the list, in their order. Each is answered when the test says so. */
  function aReader() {
    const reads: { answer: (list: readonly JsonObject[]) => Promise<void>; fail: () => Promise<void> }[] = [];
    const news: (readonly JsonObject[])[] = [];
    const clock = { nowMs: 1_000_000 };
    const settled = () => new Promise<void>((resolve) => void setImmediate(resolve));
    const list = () =>
      new Promise<readonly JsonObject[]>((resolve, reject) => {
        reads.push({
          answer(found) {
            resolve(found);
            return settled();
          },
          fail() {
            reject(new Error('silent'));
            return settled();
          },
        });
      });
    const lists = openLists(
      list,
      () => clock.nowMs,
      (_, found) => void news.push(found),
    );
    return { lists, reads, news, clock };
  }
  type Reader = ReturnType<typeof aReader>;
  /** Whether the list, after its first read was answered so late, is used without another read at this time. */
  async function isFresh({ lists, reads }: Reader): Promise<boolean> {
    const before = reads.length;
    const renewing = lists.renew('bank');
    const wasRead = reads.length > before;
    if (wasRead) await reads.at(-1)!.answer(NEW!);
    await renewing;
    return !wasRead;
  }

  it.each([
    ['59.999 s after it was asked for', 59_999, true],
    ['60 s after it was asked for', 60_000, false],
  ])('whose answer took 4 seconds is fresh or not, %s: counted from the question', async (_, ms, fresh) => {
    const reader = aReader();
    const renewing = reader.lists.renew('bank');
    reader.clock.nowMs += 4 * SECOND;
    await reader.reads[0]!.answer(OLD!);
    await renewing;
    reader.clock.nowMs += ms - 4 * SECOND;
    expect(await isFresh(reader)).toBe(fresh);
  });

  it.each<readonly [string, (reader: Reader) => Promise<void>, boolean]>([
    [
      'before it was asked for',
      async ({ lists, reads }) => {
        lists.changed('bank');
        void lists.renew('bank');
        await reads[0]!.answer(OLD!);
      },
      true,
    ],
    [
      'while it was read',
      async ({ lists, reads }) => {
        void lists.renew('bank');
        lists.changed('bank');
        await reads[0]!.answer(OLD!);
      },
      false,
    ],
    [
      'after it was read',
      async ({ lists, reads }) => {
        void lists.renew('bank');
        await reads[0]!.answer(OLD!);
        lists.changed('bank');
      },
      false,
    ],
    [
      'of another upstream, while it was read',
      async ({ lists, reads }) => {
        void lists.renew('bank');
        lists.changed('shop');
        await reads[0]!.answer(OLD!);
      },
      true,
    ],
  ])('that has changed %s is fresh or not', async (_, happen, fresh) => {
    const reader = aReader();
    await happen(reader);
    expect(reader.lists.last('bank')).toEqual(OLD);
    expect(await isFresh(reader)).toBe(fresh);
  });

  it.each([0, 1])('that was asked for earlier, by %i ms, and answered later takes nothing back', async (ms) => {
    const reader = aReader();
    const first = reader.lists.read('bank');
    reader.clock.nowMs += ms;
    const second = reader.lists.read('bank');
    await reader.reads[1]!.answer(NEW!);
    await reader.reads[0]!.answer(OLD!);
    expect([await first, await second]).toEqual([OLD, NEW]);
    expect(reader.lists.last('bank')).toEqual(NEW);
    // Nobody is told of a list that is not the newest.
    expect(reader.news).toEqual([NEW]);
  });

  it('is read once for all who wait, and again by who comes after the answer of an old one', async () => {
    const { lists, reads, clock } = aReader();
    const waiting = [lists.renew('bank'), lists.renew('bank')];
    expect(reads).toHaveLength(1);
    await reads[0]!.answer(OLD!);
    await Promise.all(waiting);
    clock.nowMs += 60 * SECOND;
    void lists.renew('bank');
    expect(reads).toHaveLength(2);
    await reads[1]!.answer(NEW!);
    expect(lists.last('bank')).toEqual(NEW);
  });

  it('that could not be read stays as it was, and is read again at once', async () => {
    const reader = aReader();
    void reader.lists.renew('bank');
    await reader.reads[0]!.answer(OLD!);
    reader.clock.nowMs += 60 * SECOND;
    const failing = reader.lists.renew('bank');
    await reader.reads[1]!.fail();
    await failing;
    expect(reader.lists.last('bank')).toEqual(OLD);
    expect(await isFresh(reader)).toBe(false);
  });
});
