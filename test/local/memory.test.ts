/** The runner without the embedded database: `--memory`, a platform without a binary, and another endpoint. */
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { QUEUES } from '../../src/adapters/sqs/queue-table';
import { greeting } from '../../src/local/command';
import { openDatabase } from '../../src/local/database';
import { type DataDirectory, openDataDirectory } from '../../src/local/platform/data-directory';
import type { LocalQueue } from '../../src/local/platform/queue';
import { composeService } from '../../src/local/runner';
import { startRunner } from '../../src/local/start';
import { openTables } from '../../src/local/tables';
import { DIGEST, ENVELOPE, openHouse } from '../support/house';
import { openedOnce } from '../support/opened';
import { openReceiver } from '../support/receiver';
import { tokenIn } from '../support/sign-in-link';
import { aMachine } from './platform/support';

const options = { port: 0, dataDir: null, testClock: true };

describe('a runner whose tables are in memory', () => {
  const house = openedOnce(() => openHouse({ memory: true, demoPages: true }));
  const inDirectory = (name: string) => join(dirname(house.running.demoFile), name);

  it('a runner whose tables are in memory does the complete job: from a proposal over a turn and a claim to a report, with each event posted once', async () => {
    const receiver = await openReceiver();
    try {
      const params = { charge: 'ch_123', intent: DIGEST };
      const proposed = await house.propose({ params, intent: ENVELOPE, callback_url: receiver.url });
      const { id } = proposed.body.request;
      expect((await house.turn('op_bravo', id)).body.request.outcome).toBe('authorized');
      const { body: claimed } = await house.claim(id);
      const report = { claim_id: claimed.claim_id, status: 'succeeded', reference: 're_1' };
      const reported = await house.report(id, report);
      expect(reported.body.request.execution).toMatchObject({ state: 'succeeded', reference: 're_1' });
      await house.messages('op_bravo');
      expect(receiver.posts.map(({ json }) => json.type)).toEqual(['request.authorized', 'request.executed']);
      const read = await house.v1('reader', 'GET', `/v1/requests/${id}`);
      expect(receiver.posts[1]!.json.data.request).toEqual(read.body.request);
    } finally {
      await receiver.close();
    }
  });

  it('a runner whose tables are in memory is opened by name and by address, each an origin of its own', async () => {
    const { port } = new URL(house.url);
    const byName = `http://localhost:${port}`;
    const enter = async (at: string, origin: string) => {
      const { sign_in_url } = (await house.send('POST', '/local/sign-in', { body: { operator: 'op_delta' } })).body;
      return fetch(`${at}/api/session`, {
        method: 'POST',
        headers: { origin, 'content-type': 'application/json' },
        body: JSON.stringify({ token: tokenIn(sign_in_url) }),
      });
    };
    expect((await enter(byName, byName)).status).toBe(200);
    expect((await enter(byName, house.url)).status).toBe(403);
    expect((await enter(house.url, byName)).status).toBe(403);
  });

  it('a runner whose tables are in memory gives an operator the messages of the own organization alone, although another one has the same operators', async () => {
    const body = { action: 'demo.solo', requester: 'op_charlie' };
    const { id } = (await house.v1('other_org', 'POST', '/v1/requests', body)).body.request;
    const own = await house.proposed();
    const ofRequests = (await house.messages('op_bravo')).map(({ request_id }) => request_id);
    expect([ofRequests.includes(own), ofRequests.includes(id)]).toEqual([true, false]);
    expect((await house.send('GET', '/local/mailbox?operator=op_bravo')).body).not.toContain(id);
  });

  it('a runner whose tables are in memory moves its clock while somebody waits for an event', async () => {
    const gone = new AbortController();
    const headers = { authorization: `Bearer ${house.running.demo.keys.reader}` };
    const { next } = (await house.v1('reader', 'GET', '/v1/events?after=latest')).body;
    const held = fetch(`${house.url}/v1/events?after=${next}&wait=20`, { headers, signal: gone.signal }).catch(
      () => 'gone',
    );
    // Connections are taken in order.
    await house.v1('reader', 'GET', '/v1/events?after=latest');
    const late = new Promise((resolve) => void setTimeout(() => resolve('held'), 3000).unref());
    expect(await Promise.race([house.advance(0).then(() => 'moved'), held, late])).toBe('moved');
    gone.abort();
    expect(await held).toBe('gone');
  });

  it('a runner whose tables are in memory has the pages of the demo where it is asked for them', async () => {
    const page = await house.send('GET', '/local/propose');
    expect([page.status, page.headers.get('referrer-policy')]).toEqual([200, 'same-origin']);
    expect((await house.send('GET', '/')).headers.get('referrer-policy')).toBe('same-origin');
    // A path without a file is the application's page, and never a file of the runner itself.
    expect((await house.send('GET', '/options.ts')).headers.get('content-type')).toBe('text/html; charset=utf-8');
    await house.propose();
    const mailbox = await house.send('GET', '/local/mailbox?operator=op_bravo');
    expect(mailbox.body).toContain('<h1>Bravo’s mail</h1>');
    expect(mailbox.body).toContain('class="demo-code"');
    const entered = await house.send('POST', '/local/enter', {
      body: 'operator=op_charlie',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect([entered.status, entered.headers.get('location')]).toEqual([303, '/']);
    const [cookie] = entered.headers.get('set-cookie')!.split(';');
    const session = await house.send('GET', '/api/session', { headers: { cookie: cookie! } });
    expect(session.body.operator.name).toBe('Charlie');
    const proposed = await house.send('POST', '/local/propose', {
      body: 'proposal=solo',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(proposed.headers.get('location')).toMatch(/^\/local\/proposed\?proposal=solo&id=req_/);
    await house.send('POST', '/local/chat', { body: { text: 'posted' } });
    expect((await house.send('GET', '/local/mailbox')).body).toContain('&#34;posted&#34;');
  });

  it('a runner whose tables are in memory tells the administration command that there is no database to reach, and keeps its files apart', async () => {
    expect(JSON.parse(readFileSync(inDirectory('endpoint.json'), 'utf8'))).toEqual({ dynamodb_endpoint: null });
    expect(house.running.demoFile).toBe(inDirectory('demo.json'));
    expect(statSync(inDirectory('memory')).mode & 0o777).toBe(0o700);
    await house.propose();
    await house.messages('op_bravo');
    for (const name of ['secrets.json', 'messages.ndjson', 'stream-position.json'])
      expect([name, existsSync(inDirectory(`memory/${name}`)), existsSync(inDirectory(name))]).toEqual([
        ...[name, true, false],
      ]);
    expect(existsSync(inDirectory('service.log'))).toBe(true);
    expect((await house.send('GET', '/local/runner')).body).toEqual({
      pid: process.pid,
      data_dir: dirname(house.running.demoFile),
    });
  });

  it('a runner whose tables are in memory is found by a second start on its port, which leaves nothing behind', async () => {
    const directory = openDataDirectory(null);
    directory.release();
    const port = Number(new URL(house.url).port);
    const second = startRunner({ ...options, port, dataDir: directory.path, memory: true });
    await expect(second).rejects.toThrow(
      `port ${port} is in use: the service runs on http://localhost:${port} (process ${process.pid}, data directory ${dirname(house.running.demoFile)}); ` +
        'open that, or start another with --port 0 --data-dir DIR',
    );
    expect(existsSync(join(directory.path, 'runner.lock'))).toBe(false);
    openDataDirectory(directory.path).release();
    rmSync(directory.path, { recursive: true });
  });
});

describe('a runner whose data directory has data of another version', () => {
  let directory: DataDirectory;
  beforeEach(() => {
    directory = openDataDirectory(null);
  });
  afterEach(() => directory.release());

  it.each<[string, string, string]>([
    ['that had no form', 'secrets.json', '{}'],
    ['of another form', 'data-form', '0'],
  ])(
    'a runner whose data directory has data of another version refuses data %s in one line that says what to do, and leaves it as it is',
    async (_, name, content) => {
      writeFileSync(directory.file(name), content);
      const endpoint = 'http://127.0.0.1:9';
      await expect(openDatabase({ endpoint }, directory, () => undefined)).rejects.toMatchObject({
        name: 'RunnerError',
        message: `the data in ${directory.path} is from another version of this service: delete that directory, or start with --data-dir DIR`,
      });
      expect(readFileSync(directory.file(name), 'utf8')).toBe(content);
    },
  );

  it('a runner whose data directory has data of another version takes data of its own version', async () => {
    const dataDir = directory.file('own');
    for (let n = 0; n < 2; n++) await (await startRunner({ ...options, dataDir })).stop();
    expect(readFileSync(join(dataDir, 'data-form'), 'utf8')).not.toBe('');
  });
});

describe('a runner on a platform without a binary', () => {
  let directory: DataDirectory;
  beforeEach(() => {
    directory = openDataDirectory(null);
  });
  afterEach(() => directory.release());

  it('a runner on a platform without a binary starts with its tables in memory, says so, and leaves the data of another start alone', async () => {
    writeFileSync(directory.file('secrets.json'), 'of the other start');
    const own = { ...options, platform: 'plan9-mips', testClock: false, dataDir: directory.path };
    const running = await startRunner(own);
    try {
      expect(running.memory).toBe('no binary');
      expect((await fetch(`${running.baseUrl}/local/messages?operator=op_alpha`)).status).toBe(200);
      expect(greeting(running, options)).toMatch(/There is no embedded database for .*: requests are kept in memory/);
      expect(existsSync(directory.file('database.db'))).toBe(false);
      expect(readFileSync(directory.file('secrets.json'), 'utf8')).toBe('of the other start');
      const answer = await fetch(running.baseUrl);
      expect([answer.status, answer.headers.get('referrer-policy')]).toEqual([200, 'no-referrer']);
      const moved = await fetch(`${running.baseUrl}/local/propose`);
      expect(moved.status).toBe(404);
      // Without --test-clock, nobody moves the clock.
      const clock = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"advance_ms":1}' };
      expect((await fetch(`${running.baseUrl}/local/clock`, clock)).status).toBe(404);
    } finally {
      await running.stop();
    }
    await expect(fetch(running.baseUrl)).rejects.toThrow();
  });

  it('a runner on a platform without a binary uses the endpoint that it is given', async () => {
    const opened = openDatabase({ platform: 'plan9-mips', endpoint: 'http://127.0.0.1:9' }, directory, () => undefined);
    await expect(opened).rejects.toThrow(/^DYNAMODB_ENDPOINT http:\/\/127.0.0.1:9 does not answer as DynamoDB does: ./);
    await expect(opened).rejects.toMatchObject({ name: 'RunnerError' });
  });

  it('a runner on a platform without a binary is refused --memory together with an endpoint', async () => {
    const opened = openDatabase({ memory: true, endpoint: 'http://127.0.0.1:9' }, directory, () => undefined);
    await expect(opened).rejects.toMatchObject({
      name: 'RunnerError',
      message: '--memory and DYNAMODB_ENDPOINT exclude each other: use only one of them',
    });
  });

  it('a runner on a platform without a binary begins with nothing, whatever an earlier start in memory left behind', async () => {
    const first = await openDatabase({ memory: true }, directory, () => undefined);
    writeFileSync(first.file('messages.ndjson'), 'of the first start');
    const second = await openDatabase({ memory: true }, directory, () => undefined);
    expect(second.file('messages.ndjson')).toBe(join(directory.path, 'memory/messages.ndjson'));
    expect(existsSync(second.file('messages.ndjson'))).toBe(false);
    expect([second.memory, second.endpoint]).toEqual(['chosen', null]);
  });
});

describe('a message whose consumer fails', () => {
  it.each(['events', 'timers', 'notices', 'audit'] as const)(
    'on the queue %s, comes again as late and as often as on AWS, and is kept then',
    async (name) => {
      const machine = aMachine();
      let asked = 0;
      const down = async () => {
        asked++;
        throw new Error('no table answers');
      };
      const { queues, stop } = composeService({
        ...machine,
        tables: { client: { send: down } as never, main: 'main', transient: 'transient' },
        secrets: {} as never,
        mailbox: {} as never,
        heads: {} as never,
        evidence: {} as never,
        log: { info: () => undefined, warn: () => undefined, error: () => undefined },
        ...{ baseUrl: 'http://127.0.0.1:1', integrationUrl: 'http://127.0.0.1:1' },
        openLoop: () => ({ start: async () => 'started' }),
      });
      const { fifo, visibilitySeconds, maxReceives } = QUEUES[name];
      const ids = fifo ? { groupId: 'org_a', deduplicationId: '1' } : {};
      const queue = queues[name] as LocalQueue<unknown>;
      // As much of each kind of message as its consumer reads before it asks a table.
      const head = { kind: 'refused_head', seq: 1, fault: 'edited', published_seq: 0, at: 0 };
      const journal = { alone: true, journals: [{ subject: 'req_1', revisions: [{ revision: 1, facts: [] }] }] };
      const body = { org: 'org_a', delivery_id: 'dlv_1', request_id: 'req_1', ...head, ...journal };
      await queue.send([{ body, ...ids }]);
      await machine.settled();
      for (let receives = 1; receives < maxReceives; receives++) {
        const before = asked;
        await machine.advance(visibilitySeconds * 1000 - 1);
        expect([asked, queue.counts().waiting, queue.deadLetters().length]).toEqual([before, 1, 0]);
        await machine.advance(1);
        expect(asked).toBeGreaterThan(before);
      }
      await machine.advance(visibilitySeconds * 1000);
      expect(queue.deadLetters()).toMatchObject([{ receives: maxReceives }]);
      await stop();
    },
  );
});

describe('another endpoint', () => {
  const KEYS = ['AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'] as const;
  const before = Object.fromEntries(KEYS.map((name) => [name, process.env[name]]));
  beforeEach(() => {
    for (const name of KEYS) delete process.env[name];
  });
  afterAll(() => {
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });

  /** Answers each operation with what the test says, or an error of DynamoDB. */
  async function anEndpoint(stream: object) {
    const asked: { readonly operation: string; readonly headers: IncomingHttpHeaders }[] = [];
    const refused = new Set<string>();
    const server = createServer((request, response) => {
      const operation = `${request.headers['x-amz-target']}`.replace(/^.*\./, '');
      asked.push({ operation, headers: request.headers });
      request.resume().on('end', () => {
        const type = { 'content-type': 'application/x-amz-json-1.0' };
        const failed = JSON.stringify({ __type: 'com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException' });
        if (refused.has(operation)) return response.writeHead(400, type).end(failed);
        return response.writeHead(200, type).end(JSON.stringify({ Table: { TableStatus: 'ACTIVE', ...stream } }));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const close = () => new Promise((resolve) => server.close(resolve));
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, refused, close };
  }

  const open = (url: string, written: () => void = () => undefined) => openTables(undefined as never, url, written);
  const item = { TableName: 'request-authorization', Item: { pk: 'a', sk: 'b' } };

  it('another endpoint has the tables made, is told each successful write, and is signed with any key', async () => {
    const endpoint = await anEndpoint({ LatestStreamArn: 'arn:stream' });
    let writes = 0;
    const opened = await open(endpoint.url, () => void writes++);
    expect(opened).toMatchObject({
      endpoint: endpoint.url,
      streamArn: 'arn:stream',
      tables: { main: 'request-authorization', transient: 'request-authorization-transient' },
    });
    const operations = endpoint.asked.splice(0);
    expect(operations.filter(({ operation }) => operation === 'CreateTable')).toHaveLength(2);
    for (const { headers } of operations)
      expect(headers.authorization).toMatch(
        /^AWS4-HMAC-SHA256 Credential=local\/\d{8}\/local\/dynamodb\/aws4_request, /,
      );
    expect(writes).toBe(0);
    await opened.tables.client.send(new PutCommand(item));
    expect(writes).toBe(1);
    await opened.tables.client.send(new GetCommand({ TableName: item.TableName, Key: item.Item }));
    endpoint.refused.add('PutItem');
    await expect(opened.tables.client.send(new PutCommand(item))).rejects.toThrow();
    expect(writes).toBe(1);
    expect(await Promise.race([opened.died, Promise.resolve('runs')])).toBe('runs');
    await opened.stop();
    await endpoint.close();
  });

  it('another endpoint gets the credentials and the region of the environment', async () => {
    const endpoint = await anEndpoint({ LatestStreamArn: 'arn:stream' });
    Object.assign(process.env, { AWS_REGION: 'eu-north-1', AWS_ACCESS_KEY_ID: 'AKIA1', AWS_SECRET_ACCESS_KEY: 's' });
    const opened = await open(endpoint.url);
    expect(endpoint.asked[0]!.headers.authorization).toMatch(/Credential=AKIA1\/\d{8}\/eu-north-1\/dynamodb\//);
    await opened.stop();
    await endpoint.close();
  });

  it('another endpoint is refused in one line where its table has no stream', async () => {
    const endpoint = await anEndpoint({});
    await expect(open(endpoint.url)).rejects.toMatchObject({
      name: 'RunnerError',
      message: 'the table request-authorization has no stream',
    });
    await endpoint.close();
  });
});
