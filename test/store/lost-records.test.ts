/**
 * Lost stream records: the check hands over what follows from them within two minutes of a create or a verdict, whenever
 * the sweeps of that time run (docs/design.md#the-request-item-is-the-outbox).
 */

import { createSweepHandler, createTimerHandler } from '../../src/lambda/events/timer';
import { DEMO_ORG } from '../../src/local/demo';
import type { RequestId } from '../../src/protocol/identifiers';
import type { AuditMessage } from '../../src/service/audit/ports';
import { possibleDeliveryIds } from '../../src/service/delivery/rules/owed-deliveries';
import type { QueueMessage } from '../../src/service/system/ports';
import type { DueTimer } from '../../src/service/transport/ports';
import { openLedger } from '../support/ledger';
import { queued } from '../support/messages';
import { openedOnce } from '../support/opened';

const SECOND = 1000;

describe('a record of the stream that is lost', () => {
  const ledger = openedOnce(() => openLedger({ memory: true }));
  beforeAll(async () => {
    await Promise.all(['op_bravo', 'op_charlie'].map((operator) => ledger.signIn(operator)));
  });

  /**
   * Sweeps every minute for two minutes, for the first time after this many seconds. Returns what was handed over by then, and
   * when timers fired.
   */
  async function swept(firstSeconds: number) {
    const { ports, clock } = ledger;
    const sent = { audit: [] as AuditMessage[], notices: [] as unknown[], events: [] as unknown[] };
    const fired: { readonly timer: DueTimer; readonly atMs: number }[] = [];
    const waiting: { readonly timer: DueTimer; readonly atMs: number }[] = [];
    const queues = {
      audit: {
        send: async (some: readonly { body: AuditMessage }[]) => void sent.audit.push(...some.map(({ body }) => body)),
      },
      notices: { send: async (some: readonly unknown[]) => void sent.notices.push(...some) },
      events: { send: async (some: readonly unknown[]) => void sent.events.push(...some) },
      timers: {
        send: async (some: readonly QueueMessage<DueTimer>[]) =>
          void waiting.push(
            ...some.map(({ body, delaySeconds = 0 }) => ({ timer: body, atMs: clock.nowMs() + delaySeconds * SECOND })),
          ),
      },
    };
    const fire = createTimerHandler({ ...ports, queues: { ...ports.queues, ...queues } });
    const sweep = createSweepHandler({ ...ports, queues: { ...ports.queues, ...queues } });
    const passTo = async (untilMs: number) => {
      for (;;) {
        const next = [...waiting].sort((a, b) => a.atMs - b.atMs).find(({ atMs }) => atMs <= untilMs);
        if (next === undefined) break;
        waiting.splice(waiting.indexOf(next), 1);
        clock.advance(Math.max(0, next.atMs - clock.nowMs()));
        fired.push({ timer: next.timer, atMs: clock.nowMs() });
        await fire(queued(next.timer));
      }
      clock.advance(Math.max(0, untilMs - clock.nowMs()));
    };
    const fromMs = clock.nowMs();
    await passTo(fromMs + firstSeconds * SECOND);
    await sweep();
    await passTo(fromMs + (firstSeconds + 60) * SECOND);
    await sweep();
    // An SQS delay has whole seconds.
    await passTo(fromMs + 121 * SECOND);
    return { ...sent, fired };
  }

  /** Earlier requests are in the tables, too. */
  const named = (messages: readonly unknown[], ...ids: readonly string[]) =>
    messages.filter((message) => ids.some((id) => JSON.stringify(message).includes(id)));
  const revisionsOf = (messages: readonly AuditMessage[], id: string) =>
    messages
      .flatMap(({ journals }) => journals)
      .filter(({ subject }) => subject === id)
      .flatMap(({ revisions }) => revisions);
  const created = async () => {
    const body = {
      action: 'demo.deploy',
      requester: 'op_alpha',
      params: {},
      callback_url: 'http://127.0.0.1:9/',
    };
    const { id } = (await ledger.propose(body)).body.request;
    return id as RequestId;
  };
  const turned = async (id: string, operator: string) => {
    expect((await ledger.turn(operator, id)).status).toBe(200);
  };

  test.each([0, 20, 59])(
    'a lost stream record is found within two minutes of a create, with sweeps %i s after it',
    async (seconds) => {
      const id = await created();
      const sent = await swept(seconds);
      expect(revisionsOf(sent.audit, id).map(({ revision }) => revision)).toContain(1);
      expect(named(sent.notices, id)).not.toEqual([]);
    },
  );

  test.each([0, 20, 59])(
    'a lost stream record is found within two minutes of a verdict, with sweeps %i s after it, and with the turn before it',
    async (seconds) => {
      const id = await created();
      await swept(0);
      await turned(id, 'op_bravo');
      await turned(id, 'op_charlie');
      const sent = await swept(seconds);
      expect(revisionsOf(sent.audit, id).flatMap(({ facts }) => facts.map(({ kind }) => kind))).toEqual(
        expect.arrayContaining(['key.turned', 'request.authorized']),
      );
      const { request } = (await ledger.requests.load(DEMO_ORG, id))!;
      expect(named(sent.events, ...possibleDeliveryIds(request, []))).not.toEqual([]);
    },
  );

  test.each([0, 20, 59])(
    'a lost stream record is found without any timer that fires early, with sweeps %i s after it',
    async (seconds) => {
      await created();
      const { fired } = await swept(seconds);
      expect(fired).not.toEqual([]);
      expect(fired.filter(({ timer, atMs }) => atMs < timer.due_at)).toEqual([]);
    },
  );
});

describe('a timer', () => {
  const ledger = openedOnce(() => openLedger({ memory: true }));

  test('a timer that comes early, because the clock of an instance is behind, waits in the queue for its instant', async () => {
    const { ports, clock } = ledger;
    const body = { action: 'demo.deploy', requester: 'op_alpha', params: {} };
    const { id } = (await ledger.propose(body)).body.request;
    const { request } = (await ledger.requests.load(DEMO_ORG, id))!;
    const sent: QueueMessage<DueTimer>[] = [];
    const timers = { send: async (some: readonly QueueMessage<DueTimer>[]) => void sent.push(...some) };
    const fire = createTimerHandler({ ...ports, queues: { ...ports.queues, timers } });
    const timer: DueTimer = { kind: 'request', org: DEMO_ORG, id, due_at: clock.nowMs() + 1500 };
    await fire(queued(timer));
    expect(sent).toMatchObject([{ body: timer, delaySeconds: 2 }]);
    expect((await ledger.requests.load(DEMO_ORG, id))!.request).toEqual(request);
  });
});
