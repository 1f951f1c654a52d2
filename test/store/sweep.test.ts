/**
 * The sweep over the real due index: everything gets its timer, once while it is still to come
 * (docs/design.md#one-due-time).
 */
import { createDueStore } from '../../src/adapters/dynamodb/due-store';
import { DUE_SHARDS } from '../../src/adapters/dynamodb/table';
import type { QueueMessage, TimerMessage } from '../../src/app/ports';
import { createSweepHandler } from '../../src/lambda/events/handlers';
import { type Ledger, openLedger } from '../support/ledger';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

describe('a sweep every minute', () => {
  let ledger: Ledger;
  let startMs: number;
  let aheadMs = 0;
  let timers: QueueMessage<TimerMessage>[] = [];
  const instance = () =>
    createSweepHandler({
      clock: { nowMs: () => startMs + aheadMs },
      due: createDueStore(ledger.tables),
      queues: { timers: { send: async (messages) => void timers.push(...messages) } },
      shards: DUE_SHARDS,
      log,
    });
  /** Delays of the timers that a sweep at this many seconds sends for the request, in s. */
  async function delaysAt(seconds: number, sweep: () => Promise<unknown>): Promise<number[]> {
    aheadMs = seconds * 1000;
    timers = [];
    await sweep();
    return timers.filter(({ body }) => body.pk.endsWith(request)).map(({ delaySeconds }) => delaySeconds!);
  }
  let request: string;

  beforeAll(async () => {
    ledger = await openLedger();
  });
  beforeEach(async () => {
    const body = { action: 'demo.solo', requester: 'op_alpha', params: {} };
    const created = await ledger.v1('proposer', 'POST', '/v1/requests', { body });
    request = created.body.request.id;
    startMs = created.body.request.created_at;
  });
  afterAll(() => ledger?.stop());

  test('sends one timer for a check, and another only when it is overdue', async () => {
    const sweep = instance();
    expect(await delaysAt(1, sweep)).toEqual([119]);
    expect(await delaysAt(61, sweep)).toEqual([]);
    expect(await delaysAt(119, sweep)).toEqual([]);
    expect(await delaysAt(121, sweep)).toEqual([0]);
    expect(await delaysAt(181, sweep)).toEqual([0]);
  });

  test('sends it again from an instance that knows nothing of the sweep before', async () => {
    expect(await delaysAt(1, instance())).toEqual([119]);
    expect(await delaysAt(61, instance())).toEqual([59]);
  });

  test('sends it in the next sweep when a sweep could not send', async () => {
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
      },
      shards: DUE_SHARDS,
      log,
    });
    await expect(delaysAt(1, sweep)).rejects.toThrow('SQS is down');
    down = false;
    expect(await delaysAt(61, sweep)).toEqual([59]);
  });
});
