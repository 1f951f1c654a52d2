/**
 * The sweep over the real due index: everything gets its timer, once while it is still to come
 * (docs/design.md#one-due-time).
 */

import { DUE_SHARDS } from '../../src/adapters/dynamodb/table';
import { createSweepHandler } from '../../src/lambda/events/timer';
import type { EndpointId, EventId, OrgId, RequestId } from '../../src/protocol/identifiers';
import type { Delivery } from '../../src/service/delivery/rules/delivery';
import { createDeliveryStore } from '../../src/service/delivery/store/delivery-store';
import type { RetryMessage } from '../../src/service/delivery/use-cases/hand-over';
import type { QueueMessage } from '../../src/service/system/ports';
import type { TimerMessage } from '../../src/service/transport/ports';
import { createDueStore } from '../../src/service/transport/store/due-store';
import { openLedger } from '../support/ledger';
import { openedOnce } from '../support/opened';

const logged: unknown[] = [];
const log = {
  info: (message: string, fields?: object) => void logged.push([message, fields]),
  warn: () => undefined,
  error: () => undefined,
};

const NONE = { send: async () => undefined };

describe('a sweep every minute', () => {
  let startMs: number;
  let aheadMs = 0;
  let timers: QueueMessage<TimerMessage>[] = [];
  const instance = () =>
    createSweepHandler({
      clock: { nowMs: () => startMs + aheadMs },
      due: createDueStore(ledger.tables),
      queues: { timers: { send: async (messages) => void timers.push(...messages) }, retries: NONE },
      shards: DUE_SHARDS,
      log,
    });
  /** Delays of the timers that a sweep at this many seconds sends for the request, in s. */
  async function delaysAt(seconds: number, sweep: () => Promise<unknown>): Promise<number[]> {
    aheadMs = seconds * 1000;
    timers = [];
    await sweep();
    return timers.filter(({ body }) => 'id' in body && body.id === request).map(({ delaySeconds }) => delaySeconds!);
  }
  let request: string;

  const ledger = openedOnce(() => openLedger({ memory: true }));
  beforeEach(async () => {
    const body = { action: 'demo.solo', requester: 'op_alpha', params: {} };
    const created = await ledger.propose(body);
    request = created.body.request.id;
    startMs = created.body.request.created_at;
  });

  test('the sweep sends one timer for a check, and another only when it is overdue', async () => {
    const sweep = instance();
    expect(await delaysAt(1, sweep)).toEqual([]);
    expect(await delaysAt(61, sweep)).toEqual([59]);
    expect(await delaysAt(119, sweep)).toEqual([]);
    expect(await delaysAt(121, sweep)).toEqual([0]);
    expect(await delaysAt(181, sweep)).toEqual([0]);
  });

  test('the sweep sends a timer again from an instance that knows nothing of the sweep before', async () => {
    expect(await delaysAt(61, instance())).toEqual([59]);
    expect(await delaysAt(71, instance())).toEqual([49]);
  });

  test('the sweep sends a timer in its next run when a run could not send', async () => {
    let down = true;
    const sweep = createSweepHandler({
      clock: { nowMs: () => startMs + aheadMs },
      due: createDueStore(ledger.tables),
      queues: {
        timers: {
          send: async (messages) => {
            if (down && messages.length > 0) throw new Error('SQS is down');
            timers.push(...messages);
          },
        },
        retries: NONE,
      },
      shards: DUE_SHARDS,
      log,
    });
    await expect(delaysAt(61, sweep)).rejects.toThrow('SQS is down');
    down = false;
    expect(await delaysAt(71, sweep)).toEqual([49]);
  });
});

describe('hourly attempts', () => {
  const org = 'org_hourly' as OrgId;
  const startMs = Date.UTC(2026, 10, 20, 12);
  const ledger = openedOnce(() => openLedger({ memory: true }));
  let [aheadMs, made] = [0, 0];
  let retries: QueueMessage<RetryMessage>[] = [];
  let timers: QueueMessage<TimerMessage>[] = [];

  const instance = () =>
    createSweepHandler({
      clock: { nowMs: () => startMs + aheadMs },
      due: createDueStore(ledger.tables),
      queues: {
        timers: { send: async (messages) => void timers.push(...messages) },
        retries: { send: async (messages) => void retries.push(...messages) },
      },
      shards: DUE_SHARDS,
      log,
    });
  /** A delivery after so many failures, whose next attempt comes this many seconds after the start. */
  const pending = async (failures: number, seconds: number): Promise<Delivery> => {
    const delivery: Delivery = {
      ...{ org, id: `dlv_${++made}` as Delivery['id'], eventId: 'evt_1' as EventId, eventType: 'request.denied' },
      ...{ requestId: 'req_1' as RequestId, receiver: 'whe_1' as EndpointId, state: 'pending', reason: null },
      ...{ test: false, createdAtMs: startMs, eventAtMs: startMs, untilMs: startMs + 72 * 3600_000 },
      ...{ attempts: failures, failures, generation: 1, trigger: 'first', heldUntilMs: null, revision: 0 },
      nextAttemptAtMs: startMs + seconds * 1000,
    };
    await createDeliveryStore(ledger.tables).create(delivery);
    return delivery;
  };
  /** What a sweep at this many seconds sends for the delivery: to which queue, and with which delay. */
  const sentAt = async (seconds: number, sweep: () => Promise<unknown>, { id }: Delivery) => {
    aheadMs = seconds * 1000;
    [retries, timers] = [[], []];
    await sweep();
    return [
      ...retries.filter(({ body }) => body.delivery_id === id).map(({ delaySeconds }) => ['retries', delaySeconds]),
      ...timers
        .filter(({ body }) => 'id' in body && body.id === id)
        .map(({ delaySeconds }) => ['timers', delaySeconds]),
    ];
  };

  test('the sweep sends an hourly attempt once, with its exact delay, to its own queue alone', async () => {
    const sweep = instance();
    const delivery = await pending(11, 3600);
    expect(await sentAt(3520, sweep, delivery)).toEqual([]);
    expect(await sentAt(3530, sweep, delivery)).toEqual([['retries', 70]]);
    expect(retries).toMatchObject([
      { groupId: org, body: { org, delivery_id: delivery.id, due_at: delivery.nextAttemptAtMs } },
    ]);
    expect(await sentAt(3590, sweep, delivery)).toEqual([]);
    expect(await sentAt(3660, sweep, delivery)).toEqual([]);
  });

  test('the sweep sends an attempt below an hour nowhere: it is a timer when its loop must have been lost', async () => {
    const sweep = instance();
    const delivery = await pending(10, 7200);
    expect(await sentAt(7200, sweep, delivery)).toEqual([]);
    expect(await sentAt(7500, sweep, delivery)).toEqual([['timers', 0]]);
  });

  test('the sweep sends an hourly attempt that was not made again each five minutes, so that a queue that is behind is not doubled by each sweep', async () => {
    const sweep = instance();
    const delivery = await pending(80, 10_000);
    const sent: number[] = [];
    for (let seconds = 9960; seconds <= 10_660; seconds += 60)
      sent.push((await sentAt(seconds, sweep, delivery)).length);
    expect(sent).toEqual([1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
  });

  test('the sweep does not say that it is late when only hourly attempts wait for their turn', async () => {
    await pending(10, 100);
    await pending(11, 50);
    aheadMs = 30_000_000;
    // The loop of the first one must have been lost by 400 s.
    expect((await instance()()).oldestLatenessMs).toBe(30_000_000 - 400_000);
  });
});

describe('a sweep of more than it has time for', () => {
  const SECOND = 1000;

  /** Shards with the given numbers of due items. Each page takes ten seconds of the common clock. */
  function opened(items: readonly number[]) {
    let nowMs = 1_000_000;
    const fired: string[] = [];
    const failing = new Set<number>();
    const sweep = createSweepHandler({
      clock: { nowMs: () => nowMs },
      due: {
        due: async (shard: number, _untilMs: number, limit: number, cursor: string | null) => {
          if (failing.has(shard)) throw new Error('the store is down');
          nowMs += 10 * SECOND;
          const from = cursor === null ? 0 : Number(cursor);
          const to = Math.min(from + limit, items[shard]!);
          const page = Array.from({ length: to - from }, (_, n) => ({
            kind: 'request',
            org: 'org_demo',
            id: `${shard}/${from + n}`,
            dueAtMs: 0,
          }));
          return { items: page, cursor: to < items[shard]! ? String(to) : null };
        },
        retries: async () => ({ items: [], cursor: null }),
      } as unknown as Parameters<typeof createSweepHandler>[0]['due'],
      queues: {
        timers: {
          send: async (messages) => void fired.push(...messages.map(({ body }) => ('id' in body ? body.id : ''))),
        },
        retries: NONE,
      },
      shards: items.length,
      log,
    });
    return { sweep, fired, failing };
  }

  test('a long sweep stops in time, and continues where it stopped until everything has had its timer', async () => {
    const { sweep, fired } = opened([1000, 50]);
    logged.length = 0;
    const { sent, oldestLatenessMs } = await sweep();
    expect([sent, oldestLatenessMs > 1_000_000]).toEqual([fired.length, true]);
    expect(logged).toEqual([['swept', { sent, oldest_lateness_ms: oldestLatenessMs, unfinished_shards: 1 }]]);
    expect(fired.length).toBeLessThan(1050);
    for (let n = 0; n < 3; n++) await sweep();
    expect(new Set(fired).size).toBe(1050);
  });

  test('the sweep of a shard does not wait for another shard that fails', async () => {
    const { sweep, fired, failing } = opened([10, 10]);
    failing.add(0);
    await expect(sweep()).rejects.toThrow('the store is down');
    expect(fired).toHaveLength(10);
    failing.delete(0);
    await sweep();
    expect(fired).toContain('0/9');
  });
});
