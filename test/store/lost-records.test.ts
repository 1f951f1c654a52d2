/**
 * A record of the stream that never comes: what it would have handed over is handed over by the check, within two minutes
 * of a create and of a verdict, whenever the sweeps of that time run (docs/design.md#the-request-item-is-the-outbox).
 */
import type { AuditMessage, DueTimer, QueueMessage, TimerEvent } from '../../src/app/ports';
import { timerRoute } from '../../src/app/transport/timer-route';
import { possibleDeliveryIds } from '../../src/core/delivery/owed-deliveries';
import { createSweepHandler, createTimerHandler } from '../../src/lambda/events/handlers';
import { DEMO_ORG } from '../../src/local/demo';
import type { RequestId } from '../../src/protocol/identifiers';
import { type Ledger, openLedger } from '../support/ledger';

const SECOND = 1000;

describe('a record of the stream that is lost', () => {
  let ledger: Ledger;
  beforeAll(async () => {
    ledger = await openLedger({ memory: true });
    await Promise.all(['op_bravo', 'op_charlie'].map((operator) => ledger.signIn(operator)));
  });
  afterAll(() => ledger?.stop());

  /** Sweeps every minute over two minutes, the first after so many seconds. What was handed over, and what waits. */
  async function swept(firstSeconds: number) {
    const { ports, clock } = ledger;
    const sent = {
      audit: [] as AuditMessage[],
      notices: [] as unknown[],
      events: [] as unknown[],
      timers: [] as QueueMessage<DueTimer>[],
    };
    const queues = {
      audit: {
        send: async (some: readonly { body: AuditMessage }[]) => void sent.audit.push(...some.map(({ body }) => body)),
      },
      notices: { send: async (some: readonly unknown[]) => void sent.notices.push(...some) },
      events: { send: async (some: readonly unknown[]) => void sent.events.push(...some) },
      timers: { send: async (some: readonly QueueMessage<DueTimer>[]) => void sent.timers.push(...some) },
    };
    const fire = createTimerHandler({ ...ports, queues } as never);
    const call = { start: (event: TimerEvent) => fire(event).then(() => undefined) };
    const timers = timerRoute({ clock, log: ports.log, call, queue: queues.timers as never });
    const sweep = createSweepHandler({ ...ports, queues: { timers } });
    clock.advance(firstSeconds * SECOND);
    await sweep();
    clock.advance(60 * SECOND);
    await sweep();
    return sent;
  }

  /** Earlier requests are in the tables, too. */
  const named = (messages: readonly unknown[], ...ids: readonly string[]) =>
    messages.filter((message) => ids.some((id) => JSON.stringify(message).includes(id)));
  const created = async () => {
    const body = {
      action: 'demo.deploy',
      requester: 'op_alpha',
      params: {},
      callback_url: 'http://127.0.0.1:9/',
    };
    const { id } = (await ledger.v1('proposer', 'POST', '/v1/requests', { body })).body.request;
    return id as RequestId;
  };
  const turned = async (id: string, operator: string) => {
    const code = await ledger.code(operator, id);
    expect((await ledger.api(operator, 'POST', `/api/requests/${id}/turn`, { code })).status).toBe(200);
  };

  test.each([0, 20, 59])('is found within two minutes of a create, with sweeps %i s after it', async (seconds) => {
    const id = await created();
    const sent = await swept(seconds);
    expect(sent.audit.filter(({ subject }) => subject === id).map(({ revision }) => revision)).toContain(1);
    expect(named(sent.notices, id)).not.toEqual([]);
  });

  test.each([0, 20, 59])(
    'is found within two minutes of a verdict, with sweeps %i s after it, and with the turn before it',
    async (seconds) => {
      const id = await created();
      await swept(0);
      await turned(id, 'op_bravo');
      await turned(id, 'op_charlie');
      const sent = await swept(seconds);
      expect(
        sent.audit.filter(({ subject }) => subject === id).flatMap(({ facts }) => facts.map(({ kind }) => kind)),
      ).toEqual(expect.arrayContaining(['key.turned', 'request.authorized']));
      const { request } = (await ledger.requests.load(DEMO_ORG, id))!;
      expect(named(sent.events, ...possibleDeliveryIds(request, []))).not.toEqual([]);
    },
  );

  test('does not make a deadline come early: a reminder that a direct call is too early for waits in the queue', async () => {
    const id = await created();
    await ledger.requests.completeCheck((await ledger.requests.load(DEMO_ORG, id))!.request);
    // At 1690 s and at 1750 s. Operators are reminded after 1800 s.
    const { timers } = await swept(1690);
    const own = timers.filter(({ body }) => body.id === id);
    expect(own.map(({ delaySeconds = 0 }) => Math.round(delaySeconds / 10))).toEqual([5]);
    const { journal } = (await ledger.requests.load(DEMO_ORG, id))!.request;
    expect(journal.flatMap(({ entries }) => entries.map(({ kind }) => kind))).not.toContain('request.reminded');
  });
});
