import { QUEUES } from '../../../src/adapters/sqs/queue-table';
import { makeEdit } from '../../../src/app/administration/make-edit';
import { testWebhook } from '../../../src/app/delivery/send-by-hand';
import type { QueueMessage } from '../../../src/app/ports';
import type { DeliveryMessage } from '../../../src/app/transport/hand-over';
import { DEMO_ORG, OTHER_ORG } from '../../../src/local/demo';
import { openEvidenceFiles } from '../../../src/local/evidence-files';
import { openHeadsFile } from '../../../src/local/heads-file';
import { openMailbox } from '../../../src/local/mailbox';
import { openMemoryTables } from '../../../src/local/memory/tables';
import { Activity } from '../../../src/local/platform/activity';
import { openDataDirectory } from '../../../src/local/platform/data-directory';
import { RunnerClock } from '../../../src/local/platform/runner-clock';
import { composeService } from '../../../src/local/runner';
import { openSecrets } from '../../../src/local/secrets';
import type { OrgId } from '../../../src/protocol/identifiers';
import { PERMIT } from '../../support/permit';
import { openReceiver, type Receiver } from '../../support/receiver';

/** A hundred more deliveries than places. */
const DELIVERIES = 300;
const AT_ONCE = 50;
/** One place stays free for another organization. */
const PLACES_OF_ONE = QUEUES.events.maxConcurrency - 1;

/** The queues and their consumers over tables in memory. The test stores deliveries directly. */
async function openEngine() {
  const directory = openDataDirectory(null);
  const clock = new RunnerClock();
  const database = openMemoryTables(() => undefined);
  const origin = 'http://127.0.0.1:1';
  const service = composeService({
    clock,
    activity: new Activity(),
    tables: database.tables,
    secrets: openSecrets(directory),
    mailbox: openMailbox(directory.file('messages.ndjson')),
    heads: openHeadsFile(directory.file('heads.ndjson')),
    evidence: openEvidenceFiles(directory.file('evidence'), clock),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    baseUrl: origin,
    integrationUrl: `${origin}/local/sink`,
    report: () => undefined,
    // No post to the hanging receiver ends before the test, however slow the machine is.
    postTimeoutMs: 60 * 60_000,
    openLoop: () => ({ start: () => Promise.reject(new Error('test events are not retried')) }),
  });
  return {
    ports: service.ports,
    queue: service.queues.events,
    async stop() {
      await service.stop();
      clock.stop();
      await database.stop();
      directory.release();
    },
  };
}

describe('one organization', () => {
  let engine: Awaited<ReturnType<typeof openEngine>>;
  let hanging: Receiver;
  let quick: Receiver;
  beforeAll(async () => {
    [engine, hanging, quick] = await Promise.all([openEngine(), openReceiver(), openReceiver()]);
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
      await engine.queue.send([message]);
      await turn();
    }
  };

  it('hundreds of deliveries to a receiver that hangs do not delay another organization’s first attempt', async () => {
    const slow = await prepare(DEMO_ORG, hanging.url, DELIVERIES);
    const other = await prepare(OTHER_ORG, quick.url, 1);
    await send(slow);
    const waiting = DELIVERIES - PLACES_OF_ONE;
    expect(engine.queue.counts()).toEqual({ ready: waiting, inFlight: PLACES_OF_ONE, waiting: 0 });
    while (hanging.posts.length < PLACES_OF_ONE) await turn();
    await send(other);
    expect(engine.queue.counts()).toEqual({ ready: waiting, inFlight: PLACES_OF_ONE + 1, waiting: 0 });
    while (quick.posts.length === 0) await turn();
    // None of the first organization's has ended in the meantime.
    expect(hanging.posts).toHaveLength(PLACES_OF_ONE);
    expect(engine.queue.counts().ready).toBe(waiting);
  });
});
