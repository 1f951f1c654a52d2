/** Documents beside a request, from the proposer to the worker (docs/decisions/evidence.md). */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Client, createClient, createWorker, MismatchError, sealIntent, verifyEvidence } from '../../src/client';
import { digestOf, sha256Hex } from '../../src/protocol/hash';
import { aDisplay } from '../support/displays';
import { aFolder } from '../support/folder';
import { type Answered, openHouse } from '../support/house';
import { openedOnce } from '../support/opened';

const DAY_MS = 24 * 3600_000;
const EVIDENCE = [
  { name: 'plan', kind: 'diff' },
  { name: 'transcript', kind: 'markdown' },
] as const;
const PLAN = '--- a/db\n+++ b/db\n-secret old line\n+secret new line é\n';
const KEY = Buffer.alloc(32, 7).toString('base64');

describe('documents beside a request', () => {
  const folder = aFolder();
  let client: Client;
  let documents = 0;
  const house = openedOnce(() => openHouse({ memory: true, dataDir: folder }));
  beforeAll(async () => {
    client = createClient({ baseUrl: house.url, apiKey: house.running.demo.keys.proposer, retries: 0 });
    await setDisplay(EVIDENCE);
  });

  const setDisplay = async (evidence: readonly object[] | undefined) => {
    const { status } = await house.api('op_alpha', 'PUT', '/api/actions/db.migrate', {
      title: 'Migrate the database',
      roster: ['op_bravo'],
      quorum: { default: 1, min: 1, max: 1, selectable: false },
      required_params: ['evidence.plan'],
      ttl_seconds: 24 * 3600,
      display: { ...aDisplay({ title: 'Migrate', params: [] }), ...(evidence === undefined ? {} : { evidence }) },
    });
    return status;
  };
  /** Each test has a document of its own. */
  const aPlan = () => `${PLAN}+${documents++}\n`;
  const propose = (params: object) => house.propose({ action: 'db.migrate', params });
  const proposed = async (params: object): Promise<string> => {
    const { status, body } = await propose(params);
    expect(status).toBe(202);
    return body.request.id;
  };
  const put = (digest: string, body: string | Uint8Array, headers = {}) =>
    fetch(`${house.url}/v1/evidence/${digest}`, {
      method: 'PUT',
      body,
      headers: {
        authorization: `Bearer ${house.running.demo.keys.proposer}`,
        'content-type': 'application/octet-stream',
        ...headers,
      },
    });
  const viewOf = async (id: string) => (await house.api('op_bravo', 'GET', `/api/requests/${id}`)).body.view;
  const planOf = async (id: string) => (await viewOf(id)).evidence[0];
  const mayTurn = async (id: string) =>
    (await viewOf(id)).you.options.find(({ action }: { action: string }) => action === 'turn');
  const read = (id: string, name = 'plan') => house.api('op_bravo', 'GET', `/api/requests/${id}/evidence/${name}`);
  const isRefused = ({ status, body }: Answered, state: RegExp) => {
    expect([status, body.kind]).toEqual([409, 'no_evidence']);
    expect(body.error).toMatch(/^The document "plan" /);
    expect(body.error).toMatch(state);
  };
  /** The file in which the runner keeps it: what somebody who can write the bucket has before them. */
  const fileOf = (digest: string) => {
    const store = join(folder, 'memory/evidence');
    const found = readdirSync(store).map((org) => join(store, org, digest.slice('sha256:'.length)));
    return found.find((path) => existsSync(path))!;
  };

  it('a document is stored under its digest, and a repeated put answers the same', async () => {
    const plan = aPlan();
    const [first, again] = [await put(digestOf(plan), plan), await put(digestOf(plan), plan)];
    expect([first.status, again.status]).toEqual([200, 200]);
    const answer = { server_now: expect.any(Number), digest: digestOf(plan) };
    expect([await first.json(), await again.json()]).toEqual([answer, answer]);
  });

  it('a document that is sent under another digest is refused and not stored', async () => {
    const plan = aPlan();
    for (const other of [digestOf('other'), 'sha256:AB', sha256Hex(plan)]) {
      const refused = await put(other, plan);
      expect([refused.status, await refused.json()]).toEqual([
        422,
        { error: `The digest of the body is ${digestOf(plan)}. Send it in the path.`, kind: 'refused' },
      ]);
    }
    const got = await fetch(`${house.url}/v1/evidence/${digestOf(plan)}`, {
      headers: { authorization: `Bearer ${house.running.demo.keys.reader}` },
    });
    expect(got.status).toBe(404);
  });

  it('a document may have 256 KiB of any bytes, and not one more', async () => {
    const most = new Uint8Array(262_144).fill(0xff);
    expect((await put(digestOf(most), most)).status).toBe(200);
    const digest = digestOf(most);
    const got = await fetch(`${house.url}/v1/evidence/${digest}`, {
      headers: { authorization: `Bearer ${house.running.demo.keys.reader}` },
    });
    expect(digestOf(new Uint8Array(await got.arrayBuffer()))).toBe(digest);
    const more = new Uint8Array(262_145);
    expect((await put(digestOf(more), more)).status).toBe(413);
    expect((await put(digestOf(''), '')).status).toBe(200);
  });

  it('a document is put as bytes, by a key that may propose', async () => {
    const plan = aPlan();
    expect((await put(digestOf(plan), plan, { 'content-type': 'application/json' })).status).toBe(415);
    const worker = { authorization: `Bearer ${house.running.demo.keys.worker}` };
    expect((await put(digestOf(plan), plan, worker)).status).toBe(403);
    expect((await put(digestOf(plan), plan, { authorization: 'Bearer none' })).status).toBe(401);
  });

  it('a display declares one to four documents, each once and of a known kind', async () => {
    const named = (...names: string[]) => names.map((name) => ({ name, kind: 'text' }));
    expect(await setDisplay(named('a', 'b', 'c', 'd'))).toBe(200);
    for (const wrong of [[], named('a', 'b', 'c', 'd', 'e'), [{ name: 'a', kind: 'html' }], named('a/b'), named('')])
      expect(await setDisplay(wrong)).toBe(400);
    expect(await setDisplay(named('a', 'a'))).toBe(422);
    expect(await setDisplay(EVIDENCE)).toBe(200);
  });

  it('only a declared param must be a digest', async () => {
    for (const value of ['plan.txt', digestOf('x').toUpperCase(), `${digestOf('x')} `, digestOf('x').slice(7)]) {
      const { status, body } = await propose({ 'evidence.plan': value });
      expect([status, body.kind]).toEqual([422, 'refused']);
      expect(body.error).toMatch(/^The param "evidence\.plan" names a document of this action\./);
    }
    expect((await propose({})).body.kind).toBe('invalid');
    const id = await proposed({ 'evidence.plan': digestOf('x'), 'evidence.other': 'anything' });
    expect((await viewOf(id)).evidence).toEqual([
      { name: 'plan', kind: 'diff', digest: digestOf('x'), state: 'missing' },
      { name: 'transcript', kind: 'markdown', digest: null, state: 'absent' },
    ]);
  });

  it('a request is created before its document, and its key is turned with the same code once the document is stored', async () => {
    const plan = aPlan();
    const id = await proposed({ 'evidence.plan': digestOf(plan) });
    expect(await planOf(id)).toMatchObject({ digest: digestOf(plan), state: 'missing' });
    expect(await mayTurn(id)).toMatchObject({ allowed: false, why: expect.stringMatching(/is not stored yet/) });
    const missing = await read(id);
    expect([missing.status, missing.body.kind]).toEqual([404, 'evidence_missing']);
    const code = await house.code('op_bravo', id);
    for (let n = 0; n < 6; n++) isRefused(await house.turn('op_bravo', id), /is not stored yet/);
    // Not even a wrong code counts, because nothing is compared.
    isRefused(await house.turn('op_bravo', id, { code: '00000000' }), /is not stored yet/);
    await client.attach('plan', plan);
    expect((await planOf(id)).state).toBe('stored');
    expect(await mayTurn(id)).toMatchObject({ allowed: true });
    expect((await house.turn('op_bravo', id, { code })).body.request.outcome).toBe('authorized');
  });

  it('people get the bytes as an attachment that no browser shows or keeps', async () => {
    const plan = aPlan();
    const id = await proposed({ ...(await client.attach('plan', plan)) });
    const { status, headers, body } = await read(id);
    expect([status, body]).toEqual([200, plan]);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'x-content-type-options': 'nosniff',
      'content-disposition': 'attachment',
      'cache-control': 'private, no-store',
    });
    for (const name of ['transcript', 'other', '..', 'Plan'])
      expect((await read(id, encodeURIComponent(name))).status).toBe(404);
    // Its display does not declare it, although the param names a document that is stored.
    const undeclared = await proposed({ 'evidence.plan': digestOf(plan), 'evidence.other': digestOf(plan) });
    const { status: other, body: answer } = await read(undeclared, 'other');
    expect([other, answer.error]).toEqual([404, 'This request has no such document.']);
    expect((await house.send('GET', `/api/requests/${id}/evidence/plan`)).status).toBe(401);
  });

  it('one changed byte refuses the turn, and the page, the client and the worker say so', async () => {
    const plan = aPlan();
    const param = await client.attach('plan', plan);
    const { intent, digest } = sealIntent({
      keys: [KEY],
      action: 'db.migrate',
      client: 'db',
      method: 'migrate',
      args: [],
    });
    const body = { action: 'db.migrate', requester: 'op_alpha', params: { ...param, intent: digest }, intent };
    const { request } = await client.createRequest(body);
    const changed = Buffer.from(plan);
    changed[changed.length - 2]! ^= 1;
    const file = fileOf(digestOf(plan));
    writeFileSync(file, changed);
    expect((await planOf(request.id)).state).toBe('changed');
    isRefused(await house.turn('op_bravo', request.id), /what is stored has another digest/);
    // A reader gets what is stored, and compares.
    expect((await read(request.id)).body).toBe(changed.toString());
    const reading = createClient({ baseUrl: house.url, apiKey: house.running.demo.keys.worker, retries: 0 });
    await expect(reading.evidence(request, 'plan')).rejects.toThrow(MismatchError);
    expect([verifyEvidence(request, 'plan', plan), verifyEvidence(request, 'plan', changed)]).toEqual([true, false]);
    // It was approved, and is changed after that.
    writeFileSync(file, plan);
    expect((await house.turn('op_bravo', request.id)).status).toBe(200);
    writeFileSync(file, changed);
    const ran: string[] = [];
    const worker = createWorker({
      client: reading,
      keys: [KEY],
      clients: { db: { migrate: () => void ran.push('migrated') } },
      idempotencyKey: () => [],
      check: async (_, approved) => (await reading.evidence(approved, 'plan')).byteLength > 0,
      pollIntervalMs: 20,
      log: false,
    });
    const result = await client.waitForExecution(request.id, { timeoutMs: 10_000 });
    await worker.stop();
    expect(ran).toEqual([]);
    const error = expect.stringMatching(/^check_failed: What is stored as the document "plan" has the digest sha256:/);
    expect(result).toMatchObject({ state: 'failed', request: { execution: { error } } });
  });

  it('a worker gets exactly the bytes that people read', async () => {
    const plan = aPlan();
    const { request } = await client.createRequest({
      action: 'db.migrate',
      requester: 'op_alpha',
      params: { ...(await client.attach('plan', Buffer.from(plan))) },
    });
    const reading = createClient({ baseUrl: house.url, apiKey: house.running.demo.keys.worker });
    expect(Buffer.from(await reading.evidence(request, 'plan')).toString()).toBe(plan);
    await expect(reading.evidence(request, 'transcript')).rejects.toThrow('The request has no param');
    await expect(client.attach('a b', plan)).rejects.toThrow(TypeError);
    await expect(client.attach('plan', 'x'.repeat(262_145))).rejects.toThrow(TypeError);
  });

  it('a store that does not answer is an outage: the turn can be repeated with the same code', async () => {
    const plan = aPlan();
    const id = await proposed({ ...(await client.attach('plan', plan)) });
    const file = fileOf(digestOf(plan));
    rmSync(file);
    // Reading it fails now, as a bucket does that does not answer.
    mkdirSync(file);
    const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const { status, body } = await house.turn('op_bravo', id);
    expect([status, body]).toEqual([
      503,
      {
        error: 'The document "plan" could not be checked. Your code was not used. Try again in a minute.',
        kind: 'unavailable',
      },
    ]);
    expect((await planOf(id)).state).toBe('unknown');
    expect(logged.mock.calls[0]![0]).toMatch(/^a document could not be checked/);
    logged.mockRestore();
    rmSync(file, { recursive: true });
    await client.attach('plan', plan);
    expect((await house.turn('op_bravo', id)).status).toBe(200);
  });

  it('another organization’s document is as unknown as one that does not exist', async () => {
    const plan = aPlan();
    await client.attach('plan', plan);
    const [theirs, none] = [digestOf(plan), digestOf('nothing')].map((digest) =>
      house.v1('other_org', 'GET', `/v1/evidence/${digest}`),
    );
    const [{ server_now: _, ...asked }, absent] = [(await theirs!).body, (await none!).body];
    expect([(await theirs!).status, asked]).toEqual([(await none!).status, absent]);
    expect((await theirs!).status).toBe(404);
  });

  it('nothing of a document is in a message, a log, an event or the audit chain', async () => {
    const marker = 'marker-of-a-document';
    const id = await proposed({ ...(await client.attach('plan', `${PLAN}${marker}`)) });
    expect((await house.turn('op_bravo', id)).status).toBe(200);
    await house.advance(0);
    const events = await house.v1('reader', 'GET', '/v1/events?limit=100');
    const audit = await house.api('op_alpha', 'GET', '/api/audit/export');
    const written = ['memory/messages.ndjson', 'service.log'].map((name) => readFileSync(join(folder, name), 'utf8'));
    const texts = [JSON.stringify(events.body), audit.body as string, ...written];
    for (const text of texts.slice(0, 3)) expect(text).toContain(id);
    for (const text of texts) expect(text).not.toContain(marker);
    expect(texts.join()).not.toContain('secret new line');
  });

  it('a document expires 400 days after its last put, which a repeated put postpones', async () => {
    const [renewed, forgotten] = [aPlan(), aPlan()];
    await client.attach('plan', renewed);
    await client.attach('plan', forgotten);
    await house.advance(399.5 * DAY_MS);
    const [kept, lost] = [digestOf(renewed), digestOf(forgotten)].map((digest) =>
      proposed({ 'evidence.plan': digest }),
    );
    expect((await planOf(await lost!)).state).toBe('stored');
    await client.attach('plan', renewed);
    await house.advance(0.6 * DAY_MS);
    expect(await planOf(await lost!)).toMatchObject({ digest: digestOf(forgotten), state: 'expired' });
    isRefused(await house.turn('op_bravo', await lost!), /is not kept any more/);
    const expired = await read(await lost!);
    expect([expired.status, expired.body.kind]).toEqual([404, 'evidence_expired']);
    expect((await house.turn('op_bravo', await kept!)).status).toBe(200);
    await client.attach('plan', forgotten);
    expect((await house.turn('op_bravo', await lost!)).status).toBe(200);
  });
});
