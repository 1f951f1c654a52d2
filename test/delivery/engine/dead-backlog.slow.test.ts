/** A hundred thousand deliveries that wait for one dead endpoint, beside a healthy endpoint of the same organization. */

import { DUE_SHARDS } from '../../../src/adapters/dynamodb/table';
import { createSweepHandler } from '../../../src/lambda/events/timer';
import { DEMO_ORG, OTHER_ORG } from '../../../src/local/demo';
import { person } from '../../../src/protocol/actor';
import type { DeliveryId, EndpointId, OrgId } from '../../../src/protocol/identifiers';
import { makeEdit } from '../../../src/service/administration/use-cases/make-edit';
import type { Delivery } from '../../../src/service/delivery/rules/delivery';
import { retryMessage } from '../../../src/service/delivery/use-cases/hand-over';
import { testWebhook } from '../../../src/service/delivery/use-cases/send-by-hand';
import { type Ledger, openLedger } from '../../support/ledger';
import { PERMIT } from '../../support/permit';
import { openReceiver, type Receiver } from '../../support/receiver';

const WAITING = 100_000;
const HOUR = 3600_000;
const EVENTS = 30;

let engine: Ledger;
let hanging: Receiver;
let quick: Receiver;
beforeAll(async () => {
  // No post to the hanging receiver ends before the test.
  const opening = openLedger({ memory: true, postTimeoutMs: HOUR });
  [engine, hanging, quick] = await Promise.all([opening, openReceiver(), openReceiver()]);
  hanging.answer(() => {});
});
afterAll(async () => {
  const stopped = engine?.stop();
  await hanging?.close();
  await stopped;
  await quick?.close();
});

const endpointAt = async (org: OrgId, url: string): Promise<EndpointId> => {
  const by = { org, by: person('op_alpha') };
  const endpoint = { url, types: null, description: '' };
  const made = await makeEdit(engine.ports, by, { kind: 'create_endpoint', endpoint }, PERMIT);
  if (!made.ok) throw new Error(JSON.stringify(made.error));
  return made.value.endpoint.id;
};

/** A test event, whose attempts need no request, as it is stored. */
const stored = async (org: OrgId, endpoint: EndpointId): Promise<Delivery> => {
  const queues = { events: { send: async () => undefined } };
  const made = await testWebhook({ ...engine.ports, queues }, org, endpoint, 'request.denied');
  if (!made.ok) throw new Error(JSON.stringify(made.error));
  return made.value;
};
/** Waits for its hourly attempt since hours. */
const hourly = async (of: Delivery, n: number, nextAttemptAtMs: number): Promise<Delivery> => {
  const id = `dlv_${String(n).padStart(24, '0')}` as DeliveryId;
  const delivery = { ...of, id, failures: 20, attempts: 20, nextAttemptAtMs };
  await engine.ports.deliveries.create(delivery);
  return delivery;
};

/** The times from the send of events to their arrival at the healthy endpoint, in ms, the shortest first. */
const lags = async (endpoint: EndpointId): Promise<number[]> => {
  const found: number[] = [];
  for (let n = 0; n < EVENTS; n++) {
    const [before, from] = [quick.posts.length, performance.now()];
    await testWebhook(engine.ports, DEMO_ORG, endpoint, 'request.denied');
    await quick.got(before + 1);
    found.push(performance.now() - from);
  }
  return found.sort((a, b) => a - b);
};

it('the events of a healthy endpoint arrive as soon as before while 100,000 deliveries wait for a dead one that hangs', async () => {
  const [dead, healthy] = [await endpointAt(DEMO_ORG, hanging.url), await endpointAt(DEMO_ORG, quick.url)];
  const other = await endpointAt(OTHER_ORG, quick.url);
  const alone = await lags(healthy);

  const one = await stored(DEMO_ORG, dead);
  const nowMs = Date.now();
  for (let n = 0; n < WAITING; n++) await hourly(one, n, nowMs + (n / WAITING) * HOUR);
  const { ports, queues } = engine;
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const sweep = createSweepHandler({ ...ports, clock: { nowMs: () => Date.now() }, queues, shards: DUE_SHARDS, log });
  const { sent, oldestLatenessMs } = await sweep();
  // Those of the next 75 seconds and of the time that passed, and nobody is told that the sweep is late.
  expect(sent).toBeGreaterThan(2000);
  expect([sent < WAITING / 10, oldestLatenessMs]).toEqual([true, 0]);
  await queues.retries.send(
    Array.from({ length: 1000 }, (_, n) =>
      retryMessage({ org: DEMO_ORG, delivery_id: `dlv_${String(n).padStart(24, '0')}`, due_at: nowMs }, nowMs),
    ),
  );
  while (queues.retries.counts().ready === 0 || hanging.posts.length < 200)
    await new Promise((resolve) => setTimeout(resolve, 50));

  const beside = await lags(healthy);
  const median = (of: readonly number[]) => of[EVENTS / 2]!;
  // It shares the process with everything else: no queueing shows, which would be seconds.
  expect(median(beside)).toBeLessThan(median(alone) + 250);
  // Neither does an hourly attempt of another organization wait behind them.
  const delivery = await hourly(await stored(OTHER_ORG, other), WAITING, Date.now());
  const before = quick.posts.length;
  await queues.retries.send([
    retryMessage({ org: OTHER_ORG, delivery_id: delivery.id, due_at: Date.now() }, Date.now()),
  ]);
  await quick.got(before + 1);
  expect(queues.retries.counts().ready).toBeGreaterThan(0);
}, 180_000);
