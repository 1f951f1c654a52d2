/** The runner without a database: `--memory`, and a platform that the embedded one has no binary for. */
import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openDatabase } from '../../src/local/database';
import { greeting } from '../../src/local/greeting';
import { openDataDirectory } from '../../src/local/platform/data-directory';
import { DIGEST, ENVELOPE, type House, openHouse } from '../support/house';
import { openReceiver } from '../support/receiver';

const options = { port: 0, dataDir: null, testClock: true, help: false };

describe('a runner whose tables are in memory', () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse({ memory: true });
  });
  afterAll(() => house?.stop());

  it('does the complete job: from a proposal over a turn and a claim to a report, with each event posted once', async () => {
    const receiver = await openReceiver();
    try {
      const params = { charge: 'ch_123', intent: DIGEST };
      const proposed = await house.propose({ params, intent: ENVELOPE, callback_url: receiver.url });
      const { id } = proposed.body.request;
      expect((await house.turn('op_bravo', id)).body.request.outcome).toBe('authorized');
      const { body: claimed } = await house.v1('worker', 'POST', `/v1/requests/${id}/claim`);
      const report = { claim_id: claimed.claim_id, status: 'succeeded', reference: 're_1' };
      const reported = await house.v1('worker', 'POST', `/v1/requests/${id}/execution`, report);
      expect(reported.body.request.execution).toMatchObject({ state: 'succeeded', reference: 're_1' });
      await house.messages('op_bravo');
      expect(receiver.posts.map(({ json }) => json.type)).toEqual(['request.authorized', 'request.executed']);
      const read = await house.v1('reader', 'GET', `/v1/requests/${id}`);
      expect(receiver.posts[1]!.json.data.request).toEqual(read.body.request);
    } finally {
      await receiver.close();
    }
  });

  it('posts again what failed, and shows it to an admin', async () => {
    const receiver = await openReceiver();
    try {
      receiver.answer(503);
      const { id } = (await house.propose({ callback_url: receiver.url })).body.request;
      await house.turn('op_bravo', id);
      await house.messages('op_bravo');
      receiver.answer(200);
      await house.advance(60_000);
      expect(receiver.posts.map(({ headers }) => headers['service-event-id'])).toHaveLength(2);
      const { deliveries } = (await house.api('op_alpha', 'GET', `/api/requests/${id}/deliveries`)).body;
      expect(deliveries[0].state).toBe('delivered');
    } finally {
      await receiver.close();
    }
  });

  it('writes the audit log, without a gap', async () => {
    await house.advance(180_000);
    const { entries } = (await house.api('op_alpha', 'GET', '/api/audit')).body;
    expect(entries.length).toBeGreaterThan(10);
    expect(entries.map(({ seq }: { seq: number }) => seq)).toEqual(entries.map((_: unknown, n: number) => n + 1));
  });

  it('says in its greeting that nothing is kept', () => {
    expect(greeting(house.running, { ...options, memory: true })).toMatch(
      /kept in memory, and are gone when this ends/,
    );
  });
});

describe('a runner on a platform without a binary', () => {
  it('starts with its tables in memory, says so, and leaves the data of another start alone', async () => {
    const directory = openDataDirectory(null);
    writeFileSync(directory.file('secrets.json'), 'of the other start');
    const house = await openHouse({ platform: 'plan9-mips', dataDir: directory.path });
    try {
      expect((await house.propose()).status).toBe(202);
      expect(greeting(house.running, options)).toMatch(
        /There is no embedded database for .*: requests are kept in memory/,
      );
      expect(existsSync(join(dirname(house.running.demoFile), 'database.db'))).toBe(false);
    } finally {
      await house.stop();
      directory.release();
    }
  });

  it('uses the endpoint that it is given', async () => {
    const directory = openDataDirectory(null);
    const opened = openDatabase({ platform: 'plan9-mips' }, directory, () => undefined, 'http://127.0.0.1:9');
    await expect(opened).rejects.toThrow(/^DYNAMODB_ENDPOINT http:\/\/127.0.0.1:9 does not answer as DynamoDB does/);
    directory.release();
  });

  it('is refused --memory together with an endpoint', async () => {
    const directory = openDataDirectory(null);
    const opened = openDatabase({ memory: true }, directory, () => undefined, 'http://127.0.0.1:9');
    await expect(opened).rejects.toThrow(/^--memory and DYNAMODB_ENDPOINT exclude each other/);
    directory.release();
  });
});
