import { DUE_SHARDS } from '../../../src/adapters/dynamodb/table';
import { QUEUES } from '../../../src/adapters/sqs/queue-table';
import { deliveryView } from '../../../src/lambda/console/deliveries-view';
import { DEMO_ORG, OTHER_ORG } from '../../../src/local/demo';
import { person, SET_UP } from '../../../src/protocol/actor';
import type { DeliveryId, OrgId, RequestId } from '../../../src/protocol/identifiers';
import { makeEdit } from '../../../src/service/administration/use-cases/make-edit';
import type { AuditMessage } from '../../../src/service/audit/ports';
import { type PendingEntry, pendingEntry } from '../../../src/service/audit/rules/chain';
import type { DeliveryStore } from '../../../src/service/delivery/ports';
import { type Delivery, LOST_LOOP_AFTER_MS } from '../../../src/service/delivery/rules/delivery';
import { newDelivery } from '../../../src/service/delivery/rules/owed-deliveries';
import { createDeliveryStore } from '../../../src/service/delivery/store/delivery-store';
import type { DeliveryMessage } from '../../../src/service/delivery/use-cases/hand-over';
import { testWebhook } from '../../../src/service/delivery/use-cases/send-by-hand';
import { ATTEMPT_HOLD_MS, CHECK_AFTER_MS } from '../../../src/service/request/rules/limits';
import type { QueueMessage } from '../../../src/service/system/ports';
import type { DueStore } from '../../../src/service/transport/ports';
import { createDueStore } from '../../../src/service/transport/store/due-store';
import { type FireDueDeps, fireDue } from '../../../src/service/transport/use-cases/fire-due';
import { createFaults, type Faults, timedOut } from '../../support/faults';
import { type Ledger, openLedger } from '../../support/ledger';
import { openedOnce } from '../../support/opened';
import { PERMIT } from '../../support/permit';
import { openReceiver, type Receiver } from '../../support/receiver';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const MADE_AT = Date.UTC(2026, 0, 1);

interface Chain {
  /** Which causes are in the audit chain. */
  readonly recorded?: () => Promise<Set<string>>;
  /** What was sent to it. */
  readonly entries?: AuditMessage[];
  readonly store?: DeliveryStore;
}

describe('a delivery that is started again', () => {
  let deliveries: DeliveryStore;
  let due: DueStore;
  let faults: Faults;
  let count = 0;
  const ledger = openedOnce(openLedger);
  beforeAll(() => {
    deliveries = createDeliveryStore(ledger.tables);
    due = createDueStore(ledger.tables);
    faults = createFaults(ledger.tables);
  });

  const aDelivery = async (): Promise<Delivery> => {
    const id = `dlv_${String(++count).padStart(24, '0')}` as DeliveryId;
    const request = { org: DEMO_ORG, id: `req_${'0'.repeat(24)}` as RequestId };
    const delivery = { ...newDelivery(request, { type: 'request.denied', atMs: MADE_AT }, 'callback'), id };
    await deliveries.create(delivery);
    return delivery;
  };
  const take = async ({ org, id, generation }: Delivery, nowMs: number) =>
    (await deliveries.takeAttempt({ org, id, generation, nowMs, holdMs: ATTEMPT_HOLD_MS }))!;
  const fail = async (taken: Delivery, atMs: number, entries: readonly PendingEntry[] = []) => {
    const record = { n: taken.attempts, startedAtMs: atMs, finishedAtMs: atMs, trigger: 'first' } as const;
    const failed = { ...taken, state: 'failed', reason: 'gave_up', nextAttemptAtMs: null } as const;
    const attempt = { ...record, status: 503, outcome: 'refused', error: null } as const;
    expect(await deliveries.finishAttempt(failed, attempt, entries, null)).toBe(true);
  };
  /** A delivery that has failed for good, and whose entry no check has found in the chain yet. */
  const failedFor = async (): Promise<{ readonly failed: Delivery; readonly entry: PendingEntry }> => {
    const taken = await take(await aDelivery(), MADE_AT);
    const entry = pendingEntry(MADE_AT, 'delivery.failed', taken.id, SET_UP, { reason: 'gave_up' });
    await fail(taken, MADE_AT, [entry]);
    return { failed: (await deliveries.load(DEMO_ORG, taken.id))!, entry };
  };
  const patch = { trigger: 'manual', untilMs: MADE_AT + 9 * DAY, failures: 0 } as const;

  /** The item that the sweep finds at that time, and the messages that its timer then sends. */
  const swept = async (
    { id }: Delivery,
    nowMs: number,
    { recorded = async () => new Set<string>(), entries = [], store = deliveries }: Chain = {},
  ): Promise<DeliveryMessage[]> => {
    const sent: DeliveryMessage[] = [];
    const deps = {
      clock: { nowMs: () => nowMs },
      deliveries: store,
      due,
      audit: { recorded },
      log: { warn: () => undefined, error: (what: string, how: object) => expect([what, how]).toEqual([]) },
      queues: {
        events: {
          send: async (messages: { body: DeliveryMessage }[]) => sent.push(...messages.map(({ body }) => body)),
        },
        audit: {
          send: async (messages: { body: AuditMessage }[]) => entries.push(...messages.map(({ body }) => body)),
        },
      },
    } as unknown as FireDueDeps;
    for (let shard = 0; shard < DUE_SHARDS; shard++) {
      const { items } = await due.due(shard, nowMs, 100, null);
      const ours = items.filter((item) => item.id.includes(id));
      for (const { dueAtMs, ...subject } of ours) await fireDue(deps, { ...subject, due_at: dueAtMs });
    }
    return sent;
  };

  it('a restarted delivery gets five minutes for its first attempt, however old it is, so that the sweep does not add to a backlog', async () => {
    const made = await aDelivery();
    await fail(await take(made, MADE_AT), MADE_AT);
    const now = MADE_AT + 2 * DAY;
    const restarted = (await deliveries.restart((await deliveries.load(DEMO_ORG, made.id))!, patch, now))!;
    expect(await swept(made, now + MINUTE)).toEqual([]);
    expect(await swept(made, now + LOST_LOOP_AFTER_MS)).toEqual([
      { org: DEMO_ORG, delivery_id: made.id, generation: restarted.generation + 1 },
    ]);
    expect(await swept(made, now + LOST_LOOP_AFTER_MS + MINUTE)).toEqual([]);
  });

  it.each(['before', 'while'])(
    'a delivery restarted %s a check looks at its failure is found by the sweep if its message is lost',
    async (when) => {
      const { failed } = await failedFor();
      const now = MADE_AT + CHECK_AFTER_MS;
      let generation = 0;
      const restart = async () => {
        generation = (await deliveries.restart(failed, patch, now))!.generation;
      };
      const recorded = async () => {
        if (when === 'while' && generation === 0) await restart();
        return new Set([`${failed.id}#${failed.revision}`]);
      };
      const load = async () => {
        if (when === 'before' && generation === 0) await restart();
        return failed;
      };
      const store = { ...deliveries, load };
      expect(await swept(failed, now, { recorded, store })).toEqual([]);
      expect(generation).toBe(2);
      expect(await swept(failed, now + LOST_LOOP_AFTER_MS)).toMatchObject([{ generation: 3 }]);
    },
  );

  it('a restarted delivery leaves the entry of its failure to a check, whatever its next attempt does', async () => {
    const { failed, entry } = await failedFor();
    const restarted = (await deliveries.restart(failed, patch, MADE_AT + MINUTE))!;
    await fail(await take(restarted, MADE_AT + MINUTE), MADE_AT + MINUTE);
    const entries: AuditMessage[] = [];
    expect(await swept(failed, MADE_AT + CHECK_AFTER_MS, { entries })).toEqual([]);
    expect(entries).toEqual([
      { org: DEMO_ORG, journals: [{ subject: failed.id, revisions: [{ revision: 1, facts: [entry] }] }] },
    ]);
    const recorded = async () => new Set([`${failed.id}#1`]);
    await swept(failed, MADE_AT + 2 * CHECK_AFTER_MS, { entries, recorded });
    await swept(failed, MADE_AT + 4 * CHECK_AFTER_MS, { entries });
    expect(entries).toHaveLength(1);
    expect(await deliveries.attempts(DEMO_ORG, failed.id)).toHaveLength(2);
  });

  it.each([0, 1])(
    'a delivery recognizes the attempt that it recorded when the answer of write %i was lost',
    async (skip) => {
      const taken = await take(await aDelivery(), MADE_AT);
      faults.inject({ command: 'PutItem', committed: true, error: timedOut, skip });
      await fail(taken, MADE_AT);
      expect(faults.left()).toBe(0);
      expect(await deliveries.attempts(DEMO_ORG, taken.id)).toHaveLength(1);
    },
  );

  it.each([
    ['the only one, which is recorded with it', 1, 0],
    ['a later one, which is recorded before it', 2, 1],
  ])(
    'a delivery reads pending without the attempt that is being recorded, then delivered with it: %s',
    async (_, n, skip) => {
      const made = await aDelivery();
      let taken = await take(made, MADE_AT);
      if (n > 1) taken = await take(made, MADE_AT + ATTEMPT_HOLD_MS);
      const attempt = { n, startedAtMs: MADE_AT, finishedAtMs: MADE_AT + 10, trigger: 'first' } as const;
      const delivered = { ...attempt, status: 200, outcome: 'delivered', error: null } as const;
      const finish = () => deliveries.finishAttempt({ ...taken, state: 'delivered' }, delivered, [], null);
      const history = async () => {
        const read = (await deliveries.load(DEMO_ORG, taken.id))!;
        const { body } = await deliveryView({ clock: { nowMs: () => MADE_AT }, deliveries }, read);
        const { delivery } = body as { delivery: { state: string; tries: readonly { outcome: string }[] } };
        return [delivery.state, delivery.tries.map(({ outcome }) => outcome)];
      };
      expect(await history()).toEqual(['pending', []]);
      faults.inject({ command: 'PutItem', level: 'call', error: timedOut, skip });
      await expect(finish()).rejects.toThrow();
      faults.clear();
      expect(await deliveries.attempts(DEMO_ORG, taken.id)).toHaveLength(skip);
      expect(await history()).toEqual(['pending', []]);
      expect(await finish()).toBe(true);
      expect(await history()).toEqual(['delivered', ['delivered']]);
    },
  );

  it('a delivery is stored once if the write of its attempt is sent again, and the check finds it if the answer was lost', async () => {
    const unstored = { ...(await aDelivery()), id: `dlv_${'f'.repeat(24)}` as DeliveryId };
    const task = { org: DEMO_ORG, id: unstored.id, generation: 1, nowMs: MADE_AT, holdMs: ATTEMPT_HOLD_MS, unstored };
    faults.inject({ command: 'PutItem', committed: true, error: timedOut });
    expect(await deliveries.takeAttempt(task)).toBeNull();
    expect(faults.left()).toBe(0);
    expect(await deliveries.loadMany(DEMO_ORG, [unstored.id])).toMatchObject([{ attempts: 1, watched: false }]);
    expect(await deliveries.takeAttempt({ ...task, nowMs: MADE_AT + ATTEMPT_HOLD_MS })).toMatchObject({ attempts: 2 });
  });

  it('a delivery keeps its only attempt if the process ends while the delivery is restarted', async () => {
    const made = await aDelivery();
    const taken = await take(made, MADE_AT);
    const only = { n: 1, startedAtMs: MADE_AT, finishedAtMs: MADE_AT + 10, trigger: 'first' } as const;
    const delivered = { ...only, status: 200, outcome: 'delivered', error: null } as const;
    await deliveries.finishAttempt({ ...taken, state: 'delivered' }, delivered, [], null);
    const read = (await deliveries.load(DEMO_ORG, made.id))!;
    for (const skip of [0, 1]) {
      faults.inject({ command: 'PutItem', level: 'call', error: timedOut, skip });
      await expect(deliveries.restart(read, patch, MADE_AT + DAY)).rejects.toThrow();
      faults.clear();
      expect(await deliveries.attempts(DEMO_ORG, made.id)).toEqual([delivered]);
    }
    expect(await deliveries.restart(read, patch, MADE_AT + DAY)).not.toBeNull();
    expect(await deliveries.attempts(DEMO_ORG, made.id)).toEqual([delivered]);
  });
});

/** A hundred more deliveries than places. */
const DELIVERIES = 300;
const AT_ONCE = 50;
/** One place stays free for another organization. */
const PLACES_OF_ONE = QUEUES.events.maxConcurrency - 1;

describe('one organization', () => {
  let engine: Ledger;
  let hanging: Receiver;
  let quick: Receiver;
  beforeAll(async () => {
    // No post to the hanging receiver ends before the test, however slow the machine is.
    const opening = openLedger({ memory: true, postTimeoutMs: 60 * 60_000 });
    [engine, hanging, quick] = await Promise.all([opening, openReceiver(), openReceiver()]);
    hanging.answer(() => {});
  });
  afterAll(async () => {
    // Delivers no more messages, and resolves when the hanging posts have ended.
    const stopped = engine?.stop();
    await hanging?.close();
    await stopped;
    await quick?.close();
  });

  /** Creates the deliveries, and returns their messages unsent. */
  const prepare = async (org: OrgId, url: string, count: number) => {
    const made = await makeEdit(
      engine.ports,
      { org, by: person('op_alpha') },
      { kind: 'create_endpoint', endpoint: { url, types: null, description: '' } },
      PERMIT,
    );
    if (!made.ok) throw new Error(JSON.stringify(made.error));
    const { id } = made.value.endpoint;
    const messages: QueueMessage<DeliveryMessage>[] = [];
    const queues = { events: { send: async (sent: typeof messages) => void messages.push(...sent) } };
    for (let left = count; left > 0; left -= AT_ONCE) {
      const some = Array.from({ length: Math.min(left, AT_ONCE) });
      await Promise.all(some.map(() => testWebhook({ ...engine.ports, queues }, org, id, 'request.denied')));
    }
    return messages;
  };

  const turn = () => new Promise((resolve) => setImmediate(resolve));

  /** Each message is its own batch, and starts when there is a free place. */
  const send = async (messages: readonly QueueMessage<DeliveryMessage>[]) => {
    for (const message of messages) {
      await engine.queues.events.send([message]);
      await turn();
    }
  };

  it('hundreds of deliveries to a receiver that hangs do not delay another organization’s first attempt', async () => {
    const slow = await prepare(DEMO_ORG, hanging.url, DELIVERIES);
    const other = await prepare(OTHER_ORG, quick.url, 1);
    await send(slow);
    const waiting = DELIVERIES - PLACES_OF_ONE;
    expect(engine.queues.events.counts()).toEqual({ ready: waiting, inFlight: PLACES_OF_ONE, waiting: 0 });
    while (hanging.posts.length < PLACES_OF_ONE) await turn();
    await send(other);
    expect(engine.queues.events.counts()).toEqual({ ready: waiting, inFlight: PLACES_OF_ONE + 1, waiting: 0 });
    while (quick.posts.length === 0) await turn();
    // None of the first organization's has ended in the meantime.
    expect(hanging.posts).toHaveLength(PLACES_OF_ONE);
    expect(engine.queues.events.counts().ready).toBe(waiting);
  });
});
