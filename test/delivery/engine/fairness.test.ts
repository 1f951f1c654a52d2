import { QUEUES } from '../../../src/adapters/sqs/queue-table';
import { makeEdit } from '../../../src/app/administration/make-edit';
import { testWebhook } from '../../../src/app/delivery/send-by-hand';
import type { QueueMessage } from '../../../src/app/ports';
import type { DeliveryMessage } from '../../../src/app/transport/hand-over';
import { DEMO_ORG, OTHER_ORG } from '../../../src/local/demo';
import type { OrgId } from '../../../src/protocol/identifiers';
import { type Ledger, openLedger } from '../../support/ledger';
import { PERMIT } from '../../support/permit';
import { openReceiver, type Receiver } from '../../support/receiver';

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
      { org, by: 'op_alpha' },
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
