import { createWebhook } from '../../../src/app/manage-webhooks';
import { testWebhook } from '../../../src/app/send-by-hand';
import { DEMO_ORG, OTHER_ORG } from '../../../src/local/demo';
import { openHeadsFile } from '../../../src/local/heads-file';
import { openMailbox } from '../../../src/local/mailbox';
import { Activity } from '../../../src/local/platform/activity';
import { openDataDirectory } from '../../../src/local/platform/data-directory';
import { RunnerClock } from '../../../src/local/platform/runner-clock';
import { composeService } from '../../../src/local/runner';
import { openSecrets } from '../../../src/local/secrets';
import { openTables } from '../../../src/local/tables';
import type { OrgId } from '../../../src/protocol/identifiers';
import { openReceiver, type Receiver } from '../../support/receiver';

const DELIVERIES = 1000;
const AT_ONCE = 50;

/** The queues and their consumers over the embedded database, with nothing before them: deliveries are put straight. */
async function openEngine() {
  const directory = openDataDirectory(null);
  const clock = new RunnerClock();
  const database = await openTables(directory, process.env.DYNAMODB_ENDPOINT, () => undefined);
  const origin = 'http://127.0.0.1:1';
  const service = composeService({
    clock,
    activity: new Activity(),
    tables: database.tables,
    secrets: openSecrets(directory),
    mailbox: openMailbox(directory.file('messages.ndjson')),
    heads: openHeadsFile(directory.file('heads.ndjson')),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    baseUrl: origin,
    integrationUrl: `${origin}/local/sink`,
    report: () => undefined,
    openLoop: () => ({ start: () => Promise.reject(new Error('test events are not retried')) }),
  });
  return {
    ports: service.ports,
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
    await hanging?.close();
    await engine?.stop();
    await quick?.close();
  });

  const send = async (org: OrgId, url: string, count: number) => {
    const made = await createWebhook(engine.ports, org, { url, types: null, description: '' }, 'op_alpha');
    if (!made.ok) throw new Error(JSON.stringify(made.error));
    const { id } = made.value.endpoint;
    for (let left = count; left > 0; left -= AT_ONCE) {
      const some = Array.from({ length: Math.min(left, AT_ONCE) });
      await Promise.all(some.map(() => testWebhook(engine.ports, org, id, 'request.denied')));
    }
  };

  it('with a thousand deliveries to a receiver that hangs does not hold up another’s first try', async () => {
    await send(DEMO_ORG, hanging.url, DELIVERIES);
    while (hanging.posts.length === 0) await new Promise((resolve) => setImmediate(resolve));
    // By now the first organization has every worker that it can get.
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(hanging.posts.length).toBeLessThan(DELIVERIES);
    const sent = performance.now();
    await send(OTHER_ORG, quick.url, 1);
    while (quick.posts.length === 0 && performance.now() - sent < 9000) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    const waited = performance.now() - sent;
    console.log(`${hanging.posts.length} posts hang; the other organization waited ${Math.round(waited)} ms`);
    expect(quick.posts).toHaveLength(1);
    expect(waited).toBeLessThan(3000);
    expect(hanging.posts.length).toBeLessThan(DELIVERIES);
  }, 30_000);
});
