/** The cost of each operation, counted at the DynamoDB client from the store's answers (docs/storage.md#access-patterns). */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { signedReceipt } from '../../src/client/worker/signing';
import { createWatchHandler } from '../../src/lambda/console/watch';
import { createServiceHandler } from '../../src/lambda/v1/handler';
import { DEMO_ORG } from '../../src/local/demo';
import type { OperatorId } from '../../src/protocol/identifiers';
import { openSession } from '../../src/service/access/use-cases/sessions';
import { createConfigStore } from '../../src/service/administration/store/config-store';
import { recordAudit } from '../../src/service/audit/use-cases/record-audit';
import { WATCHES_PER_OPERATOR, WATCHES_PER_ORGANIZATION } from '../../src/service/delivery/rules/hold-limits';
import type { RevisionEntries } from '../../src/service/request/rules/journal';
import { eventOf, type Said, said } from '../support/gateway';
import { DIGEST, ENVELOPE } from '../support/house';
import { type Ledger, openLedger } from '../support/ledger';
import { type Cost, createMeter, type Meter } from '../support/meter';
import { aWorkerKey } from '../support/signing';

/** The item of a request here, with policy, seats and a journal that is never cleared, is below 2 KiB: two units. */
const PARAMS = { charge: 'ch_1', note: 'n'.repeat(200) };
const PLAIN = { action: 'demo.solo', requester: 'op_alpha', params: PARAMS };
const SEALED = { ...PLAIN, params: { ...PARAMS, intent: DIGEST }, intent: ENVELOPE };

/** `1 GetItem`: the depth, then the call. Parallel calls are in no order. */
const shape = ({ calls }: Cost) => calls.map(({ depth, command }) => `${depth} ${command}`).sort();

describe('the trips to the database', () => {
  let ledger: Ledger;
  let meter: Meter;
  beforeAll(async () => {
    ledger = await openLedger();
    meter = createMeter(ledger.tables);
    // The first use of a key in a day is stored in parallel with the request's work. It is measured separately below.
    for (const key of ['proposer', 'worker', 'reader'] as const) await ledger.v1(key, 'GET', '/v1/requests/none');
    // The instance reads the name of an API key once.
    await ledger.api('op_bravo', 'GET', `/api/requests/${await ledger.proposed()}`);
  });
  afterAll(async () => {
    expect(ledger?.errors).toEqual([]);
    await ledger?.stop();
  });

  const create = (body: object, key?: string): Promise<Said> =>
    ledger.v1('proposer', 'POST', '/v1/requests', {
      body,
      headers: key === undefined ? {} : { 'idempotency-key': key },
    });
  const claim = (id: string) => ledger.v1('worker', 'POST', `/v1/requests/${id}/claim`);
  const turn = async (id: string) => {
    const code = await ledger.code('op_bravo', id);
    return () => ledger.api('op_bravo', 'POST', `/api/requests/${id}/turn`, { code });
  };
  const authorized = async (): Promise<string> => {
    const { id } = (await create(SEALED)).body.request;
    expect((await (await turn(id))()).status).toBe(200);
    return id;
  };
  const measured = async (status: number, operation: () => Promise<Said>) => {
    const { answer, cost } = await meter.measure(operation);
    expect(answer.status).toBe(status);
    // A read that decides must never go to a replica. The indexes of the executable list only give candidates.
    for (const call of cost.calls.filter(({ command }) => /Get|Query/.test(command))) {
      expect({ command: call.command, consistent: call.consistent }).toEqual({
        command: call.command,
        consistent: true,
      });
    }
    return { answer, cost };
  };

  it('the meter counts sequential calls as trips, and parallel calls as one trip', async () => {
    const Key = { pk: 'org_demo', sk: 'ORG' };
    const read = () => ledger.tables.client.send(new GetCommand({ TableName: ledger.tables.main, Key }));
    const inARow = await meter.measure(async () => {
      await read();
      await read();
    });
    expect(inARow.cost).toMatchObject({ trips: 2, readUnits: 1 });
    const sideBySide = await meter.measure(() => Promise.all([read(), read(), read()]));
    expect(sideBySide.cost).toMatchObject({ trips: 1, writeUnits: 0 });
    expect(sideBySide.cost.calls).toHaveLength(3);
  });

  it('a create without an intent takes 3 trips and one put of the item and its three index entries', async () => {
    const { cost } = await measured(202, () => create(PLAIN));
    expect(cost.trips).toBe(3);
    expect(shape(cost)).toEqual(['1 GetItem', '2 GetItem', '2 Query', '3 PutItem']);
    expect(cost.writes).toEqual({ table: 1, work: 1, due: 1, recent: 1 });
    expect(cost.readUnits).toBeLessThanOrEqual(3);
  });

  it('a create with an Idempotency-Key takes the same 3 trips, with the replay check in parallel with the policy', async () => {
    const { cost } = await measured(202, () => create(PLAIN, 'trips'));
    expect(cost.trips).toBe(3);
    expect(shape(cost)).toEqual(['1 GetItem', '2 GetItem', '2 Query', '2 Query', '3 PutItem']);
    expect(cost.writes).toEqual({ table: 1, work: 1, due: 1, recent: 1 });
  });

  it('a create with an intent takes 3 trips and one transaction of two puts', async () => {
    const { cost } = await measured(202, () => create(SEALED));
    expect(cost.trips).toBe(3);
    expect(shape(cost)).toEqual(['1 GetItem', '2 GetItem', '2 Query', '3 TransactWriteItems']);
    // A transaction is charged twice: two units of request, one of intent. The intent's digest is one entry of an index.
    expect(cost.writes).toEqual({ table: 6, work: 1, due: 1, recent: 1, receiver: 1 });
  });

  it('a replayed create takes 2 trips and no write', async () => {
    for (const [key, body] of [
      ['replayed', PLAIN],
      ['replayed sealed', SEALED],
    ] as const) {
      await create(body, key);
      const { answer, cost } = await measured(202, () => create(body, key));
      expect(answer.headers['idempotent-replayed']).toBe('true');
      expect(cost.trips).toBe(2);
      expect(shape(cost)).toEqual(['1 GetItem', '2 GetItem', '2 Query', '2 Query']);
      expect(cost.writeUnits).toBe(0);
    }
  });

  it('a refused create takes 2 trips and no write', async () => {
    const { cost } = await measured(422, () => create({ ...PLAIN, action: 'nobody.has.this' }));
    expect(cost).toMatchObject({ trips: 2, writeUnits: 0 });
  });

  it('a read takes 2 trips, with one strongly consistent query for the request and its intent', async () => {
    const { id } = (await create(SEALED)).body.request;
    const { cost } = await measured(200, () => ledger.v1('proposer', 'GET', `/v1/requests/${id}`));
    expect(cost).toMatchObject({ trips: 2, writeUnits: 0, readUnits: 2 });
    expect(shape(cost)).toEqual(['1 GetItem', '2 Query']);
  });

  it('a read of an unknown id takes 2 trips at most, and of a malformed id only the key check', async () => {
    const unknown = 'req_000000000000000000000000';
    expect((await measured(404, () => ledger.v1('reader', 'GET', `/v1/requests/${unknown}`))).cost.trips).toBe(2);
    expect((await measured(404, () => ledger.v1('reader', 'GET', '/v1/requests/x'))).cost.trips).toBe(1);
  });

  it('a turn takes 3 trips and one transaction of the item and the operator’s check', async () => {
    const { id } = (await create(SEALED)).body.request;
    const turned = await turn(id);
    const { cost } = await measured(200, turned);
    expect(cost.trips).toBe(3);
    expect(shape(cost)).toEqual(['1 GetItem', '2 GetItem', '2 Query', '2 Query', '3 TransactWriteItems']);
    // The item twice and the check twice. The entry in "work" moves from open to executable, the one in "due" to the
    // check.
    expect(cost.writes).toEqual({ table: 6, work: 2, due: 2 });
  });

  it('the first key of a coincident round, and taking it back, do not write the entry among the open requests', async () => {
    const { id } = (await create({ ...PLAIN, action: 'demo.launch' })).body.request;
    const first = await measured(200, await turn(id));
    expect(first.answer.body.view.window_ends_at).toEqual(expect.any(Number));
    const back = await measured(200, () => ledger.api('op_bravo', 'POST', `/api/requests/${id}/withdraw`, {}));
    expect([first.cost.writes.work, back.cost.writes.work]).toEqual([undefined, undefined]);
  });

  it('a claim that wins takes 2 trips: one read of the key and the intent, one update of the item and its work entry', async () => {
    const id = await authorized();
    const { cost } = await measured(200, () => claim(id));
    expect(cost.trips).toBe(2);
    expect(shape(cost)).toEqual(['1 BatchGetItem', '2 UpdateItem']);
    expect(cost.writes).toEqual({ table: 2, work: 2 });
  });

  it('a claim that loses takes 2 trips: the refused update, and no read after it', async () => {
    const id = await authorized();
    await claim(id);
    const { cost } = await measured(409, () => claim(id));
    expect(cost.trips).toBe(2);
    expect(shape(cost)).toEqual(['1 BatchGetItem', '2 UpdateItem']);
    expect(cost.calls.filter(({ failed }) => failed).map(({ command }) => command)).toEqual(['UpdateItem']);
    expect(cost.readUnits).toBe(2);
  });

  it('the first claim of a key in an instance takes as many trips, and reads the intent by itself', async () => {
    const id = await authorized();
    const another = createServiceHandler({ ...ledger.ports, config: createConfigStore(ledger.tables) });
    const authorization = `Bearer ${ledger.demo.keys.worker}`;
    const event = eventOf('POST', `/v1/requests/${id}/claim`, { authorization });
    const { answer, cost } = await meter.measure(() => another(event));
    expect(answer).toMatchObject({ statusCode: 200 });
    expect(cost.trips).toBe(2);
    expect(shape(cost)).toEqual(['1 GetItem', '2 GetItem', '2 UpdateItem']);
  });

  it('a claim that is refused for any other reason costs no more than one that loses', async () => {
    const noIntent = (await create(PLAIN)).body.request.id;
    const open = (await create(SEALED)).body.request.id;
    for (const [status, id] of [
      [409, noIntent],
      [409, open],
      [404, 'req_000000000000000000000000'],
    ] as const) {
      const { cost } = await measured(status, () => claim(id));
      expect(shape(cost)).toEqual(['1 BatchGetItem', '2 UpdateItem']);
      expect(cost.writeUnits).toBe(0);
    }
  });

  it('a report that is first, repeated or refused takes 2 trips and one update', async () => {
    const id = await authorized();
    const { claim_id } = (await claim(id)).body;
    const report = (status: string) => () =>
      ledger.v1('worker', 'POST', `/v1/requests/${id}/execution`, { body: { claim_id, status } });
    const first = await measured(200, report('succeeded'));
    expect(shape(first.cost)).toEqual(['1 BatchGetItem', '2 UpdateItem']);
    // It leaves "work", and its entry in "due" becomes the check's.
    expect(first.cost.writes).toEqual({ table: 2, work: 1, due: 2 });
    for (const again of [await measured(200, report('succeeded')), await measured(409, report('failed'))]) {
      expect(shape(again.cost)).toEqual(['1 BatchGetItem', '2 UpdateItem']);
      expect(again.cost.writeUnits).toBe(0);
    }
  });

  it('a signed report costs the calls and the units of a plain one', async () => {
    const key = aWorkerKey();
    const made = { name: 'signer', scopes: ['execute'], signing_key: key.publicKey };
    const { token } = (await ledger.api('op_alpha', 'POST', '/api/keys', made)).body;
    const send = (path: string, body: object) =>
      ledger.v1('worker', 'POST', path, { body, headers: { authorization: `Bearer ${token}` } });
    const id = await authorized();
    const claimed = (await send(`/v1/requests/${id}/claim`, {})).body;
    const receipt = await signedReceipt(key, claimed, { status: 'succeeded' });
    const report = { claim_id: claimed.claim_id, status: 'succeeded' };
    const refused = await measured(400, () =>
      send(`/v1/requests/${id}/execution`, { ...report, status: 'failed', receipt }),
    );
    expect(shape(refused.cost)).toEqual(['1 BatchGetItem']);
    const { cost } = await measured(200, () => send(`/v1/requests/${id}/execution`, { ...report, receipt }));
    expect(shape(cost)).toEqual(['1 BatchGetItem', '2 UpdateItem']);
    expect(cost.writes).toEqual({ table: 2, work: 1, due: 2 });
  });

  it('the executable list takes 3 trips, however many requests it finds, also in pages', async () => {
    const found: number[] = [];
    for (const [more, after] of [
      [1, ''],
      [3, '&after=oldest'],
    ] as const) {
      for (let n = 0; n < more; n++) await authorized();
      const path = `/v1/requests?executable=true${after}`;
      const { answer, cost } = await meter.measure(() => ledger.v1('worker', 'GET', path));
      found.push(answer.body.requests.length);
      expect(shape(cost)).toEqual(['1 GetItem', '2 Query', '2 Query', '3 BatchGetItem']);
      expect(cost.calls.find(({ command }) => command === 'BatchGetItem')!.consistent).toBe(true);
      expect(cost.writeUnits).toBe(0);
    }
    expect(found[0]).toBeGreaterThanOrEqual(1);
    expect(found[1]).toBe(found[0]! + 3);
  });

  it('a limited key costs the calls and the units of another key, and a claim that its limit refuses those of one that loses', async () => {
    const scopes = ['propose', 'read', 'execute'];
    const keyOf = async (actions?: string[]): Promise<string> => {
      const { token } = (await ledger.api('op_alpha', 'POST', '/api/keys', { name: 'k', scopes, actions })).body;
      await ledger.v1('worker', 'POST', '/v1/requests/none/claim', { headers: { authorization: `Bearer ${token}` } });
      return token;
    };
    const costs = async (token: string) => {
      const send = (method: string, path: string, body?: object) => async () => {
        const options = { headers: { authorization: `Bearer ${token}` }, ...(body === undefined ? {} : { body }) };
        return ledger.v1('worker', method, path, options);
      };
      const at = `/v1/requests/${await authorized()}`;
      const claimed = await meter.measure(send('POST', `${at}/claim`, {}));
      const report = { claim_id: claimed.answer.body.claim_id, status: 'succeeded' };
      const rest = [
        await meter.measure(send('POST', '/v1/requests', SEALED)),
        await meter.measure(send('GET', at)),
        await meter.measure(send('POST', `${at}/execution`, report)),
        await meter.measure(send('GET', '/v1/events?after=latest')),
      ];
      return [claimed, ...rest].map(({ answer, cost }) => [answer.status, shape(cost), cost.writes, cost.readUnits]);
    };
    const unlimited = await costs(await keyOf());
    expect(unlimited.map(([status]) => status)).toEqual([200, 202, 200, 200, 200]);
    const others = ['demo.refund', 'demo.deploy', 'demo.launch', 'demo.payout'];
    expect(await costs(await keyOf(['demo.solo', ...others]))).toEqual(unlimited);
    const headers = { authorization: `Bearer ${await keyOf(others)}` };
    const id = await authorized();
    const { cost } = await measured(404, () => ledger.v1('worker', 'POST', `/v1/requests/${id}/claim`, { headers }));
    expect(shape(cost)).toEqual(['1 BatchGetItem', '2 UpdateItem']);
    expect(cost).toMatchObject({ writeUnits: 0, readUnits: 2 });
  });

  it('the feed takes 3 trips if there is no new event, a fourth to read the requests, and no write', async () => {
    const { id } = (await create(SEALED)).body.request;
    await (await turn(id))();
    const { journal } = (await ledger.requests.load(DEMO_ORG, id))!.request;
    const body = (revision: RevisionEntries) => ({
      subject: id,
      revision: revision.revision,
      facts: revision.entries.map(({ atMs, ...entry }) => ({ data: {}, ...entry, at: atMs, subject: id })),
    });
    await recordAudit(ledger.ports, DEMO_ORG, journal.map(body));
    const read = (after = '') => measured(200, () => ledger.v1('reader', 'GET', `/v1/events${after}`));
    const first = await read();
    expect(first.answer.body.events).toHaveLength(1);
    expect(shape(first.cost)).toEqual(['1 GetItem', '2 Query', '3 Query', '4 BatchGetItem']);
    const { answer, cost } = await read(`?after=${first.answer.body.next}`);
    expect(answer.body).toMatchObject({ events: [], next: first.answer.body.next });
    expect(shape(cost)).toEqual(['1 GetItem', '2 Query', '3 Query']);
    for (const each of [first.cost, cost]) expect(each.writeUnits).toBe(0);
  });

  /** A call of an open inbox for 20 s. Time passes only while it waits. The chain has a new entry from `growsAtMs` on. */
  const watch = async ({ growsAtMs = Number.POSITIVE_INFINITY } = {}) => {
    const operator = (await ledger.ports.config.operator(DEMO_ORG, 'op_bravo' as OperatorId))!;
    const { token } = await openSession(ledger.ports, operator, 'link');
    let elapsedMs = 0;
    const sleep = async (ms: number) => {
      elapsedMs += ms;
    };
    const realTime = { elapsedMs: () => elapsedMs, sleep };
    const grew: typeof ledger.ports.audit.grew = async (...asked) =>
      (await ledger.ports.audit.grew(...asked)) || elapsedMs >= growsAtMs;
    const audit = { ...ledger.ports.audit, grew };
    const place = { origin: 'http://127.0.0.1:1', cookieName: 'session' };
    const handler = createWatchHandler({ ...ledger.ports, ...place, audit, realTime, mayWait: true });
    const event = { cookies: [`session=${token}`] };
    const path = '/api/watch?after=1000000&wait=20';
    const { answer, cost } = await meter.measure(async () => said(await handler(eventOf('GET', path, {}, { event }))));
    expect(answer.status).toBe(200);
    return { ...answer.body, cost } as { changed: boolean; may_wait: boolean; cost: Cost };
  };

  it('an open inbox takes one write unit for a call that waits, two if a change ends it, and none if it does not wait', async () => {
    const nothing = await watch();
    expect(nothing).toMatchObject({ changed: false, may_wait: true, cost: { writeUnits: 1 } });
    // The session, its operator, the calls that wait, and a look at the chain every two seconds.
    const commands = nothing.cost.calls.map(({ command }) => command).sort();
    expect(commands).toEqual([...Array(3).fill('GetItem'), 'PutItem', ...Array(11).fill('Query')]);
    expect(await watch({ growsAtMs: 4000 })).toMatchObject({ changed: true, cost: { writeUnits: 2 } });
    expect(await watch({ growsAtMs: 0 })).toMatchObject({ changed: true, cost: { writeUnits: 0 } });
    for (let held = 1; held < WATCHES_PER_OPERATOR; held++) await watch();
    expect(await watch()).toMatchObject({ changed: false, may_wait: false, cost: { writeUnits: 0 } });
  });

  it('a call that waits takes two write units if as many calls of its organization wait as may', async () => {
    const nowMs = ledger.clock.nowMs() + 60_000;
    const { watches, random } = ledger.ports;
    for (let n = 1; n < WATCHES_PER_ORGANIZATION; n++) {
      const held = { id: random.hex(8), org: DEMO_ORG, operator: `op_operator_${n}` as OperatorId };
      await watches.begin({ ...held, untilMs: nowMs + 20_000 }, nowMs);
    }
    expect((await watch()).cost.writeUnits).toBe(2);
  });

  it('a refused key costs no read if its check digits are wrong, and one count of the attempt', async () => {
    const malformed = { headers: { authorization: 'Bearer rak_nonsense' } };
    const first = await measured(401, () => ledger.v1('reader', 'GET', '/v1/requests', malformed));
    expect(first.cost.calls.every(({ command }) => command !== 'GetItem')).toBe(true);
    const second = await measured(401, () => ledger.v1('reader', 'GET', '/v1/requests', malformed));
    expect(shape(second.cost)).toEqual(['1 UpdateItem']);
  });

  it('a locked peer costs nothing', async () => {
    const refused = () =>
      ledger.v1('reader', 'GET', '/v1/requests', {
        headers: { authorization: 'Bearer rak_nonsense' },
        sourceIp: '203.0.113.99',
      });
    for (let n = 0; n < 21; n++) await refused();
    expect((await measured(429, refused)).cost.calls).toEqual([]);
  });

  it('the first use of a key in a day costs one more write, in parallel, and later uses on that day cost none', async () => {
    const first = await meter.measure(() => ledger.v1('other_org', 'GET', '/v1/requests/req_000000000000000000000000'));
    expect(shape(first.cost)).toEqual(['1 GetItem', '2 Query', '2 UpdateItem']);
    const second = await meter.measure(() =>
      ledger.v1('other_org', 'GET', '/v1/requests/req_000000000000000000000000'),
    );
    expect(shape(second.cost)).toEqual(['1 GetItem', '2 Query']);
  });
});
