/**
 * A retry recognizes its own write (docs/design.md#a-retry-recognizes-its-own-write). Whatever fails in
 * the database, the caller gets the correct answer, and nothing happens twice.
 */

import { DEMO_ORG } from '../../src/local/demo';
import type { RequestId } from '../../src/protocol/identifiers';
import type { Entry } from '../../src/service/request/rules/journal';
import {
  createFaults,
  type Fault,
  type Faults,
  itemInTransaction,
  outage,
  throttled,
  timedOut,
  transactionConflict,
  transactionThrottled,
} from '../support/faults';
import type { Said } from '../support/gateway';
import { DIGEST, ENVELOPE } from '../support/house';
import { openLedger } from '../support/ledger';
import { openedOnce } from '../support/opened';

const PLAIN = { action: 'demo.solo', requester: 'op_alpha', params: { charge: 'ch_1' } };
const SEALED = { ...PLAIN, params: { intent: DIGEST }, intent: ENVELOPE };
const TWO_KEYS = { ...PLAIN, action: 'demo.deploy' };

describe('a database with faults', () => {
  let faults: Faults;
  const ledger = openedOnce(openLedger);
  beforeAll(async () => {
    faults = createFaults(ledger.tables);
    for (const key of ['proposer', 'worker', 'reader'] as const) await ledger.v1(key, 'GET', '/v1/requests/none');
  });
  afterEach(() => {
    // A fault that no call met tests nothing.
    const left = faults.left();
    faults.clear();
    expect(left).toBe(0);
  });

  const create = (body: object = PLAIN, key?: string): Promise<Said> =>
    ledger.v1('proposer', 'POST', '/v1/requests', {
      body,
      headers: key === undefined ? {} : { 'idempotency-key': key },
    });
  const claim = (id: string) => ledger.claim(id);
  const report = (id: string, claim_id: string) => ledger.report(id, { claim_id, status: 'succeeded' });
  const turn = async (operator: string, id: string, code?: string) =>
    ledger.api(operator, 'POST', `/api/requests/${id}/turn`, { code: code ?? (await ledger.code(operator, id)) });
  const refuse = (operator: string, id: string) => ledger.refuse(operator, id);
  const stored = async (id: string) => (await ledger.requests.load(DEMO_ORG, id as RequestId))!.request;
  /** Nothing clears the journal here, so it contains the complete history of the request. */
  const happened = async (id: string): Promise<Entry['kind'][]> =>
    (await stored(id)).journal.flatMap(({ entries }) => entries.map(({ kind }) => kind));
  const proposed = async (body: object = PLAIN): Promise<string> => (await create(body)).body.request.id;
  const authorized = async (): Promise<string> => {
    const id = await proposed(SEALED);
    expect((await turn('op_bravo', id)).status).toBe(200);
    return id;
  };
  const count = async () => (await ledger.requests.recent(DEMO_ORG, { limit: 1000, cursor: null })).ids.length;

  describe('a write whose answer is lost', () => {
    const loses = (command: string) => faults.inject({ command, committed: true, error: timedOut });

    it.each<[what: string, body: object, command: string, key: string | undefined]>([
      ['without an intent', PLAIN, 'PutItem', undefined],
      ['with an intent', SEALED, 'TransactWriteItems', undefined],
      ['under an Idempotency-Key', PLAIN, 'PutItem', 'lost 1'],
      ['with an intent under an Idempotency-Key', SEALED, 'TransactWriteItems', 'lost 2'],
    ])(
      'a create %s whose answer is lost answers 202, as the first of its kind, and makes one request',
      async (_what, body, command, key) => {
        const before = await count();
        loses(command);
        const created = await create(body, key);
        expect(created).toMatchObject({ status: 202, body: { request: { state: 'notified' } } });
        expect(created.headers['idempotent-replayed']).toBeUndefined();
        expect(await count()).toBe(before + 1);
        expect((await stored(created.body.request.id)).revision).toBe(1);
        const read = await ledger.v1('reader', 'GET', `/v1/requests/${created.body.request.id}`);
        expect(read.body.request).toEqual(created.body.request);
      },
    );

    it('a create answers 500 if every answer is lost, and a retry finds the one request', async () => {
      const before = await count();
      faults.inject({ command: 'PutItem', committed: true, error: timedOut, level: 'call' });
      const lost = await create(PLAIN, 'all lost');
      expect(lost).toMatchObject({ status: 500, body: { kind: 'internal' } });
      const again = await create(PLAIN, 'all lost');
      expect(again.status).toBe(202);
      expect(again.headers['idempotent-replayed']).toBe('true');
      expect(await count()).toBe(before + 1);
    });

    it('a create with a random id is never answered as a replay', async () => {
      const seen: string[] = [];
      faults.inject({
        command: 'PutItem',
        committed: true,
        error: timedOut,
        // A key is turned before the create is sent again.
        meanwhile: async () => {
          const [id] = (await ledger.requests.recent(DEMO_ORG, { limit: 1, cursor: null })).ids;
          seen.push(id!);
          await turn('op_bravo', id!);
        },
      });
      const created = await create();
      expect(created).toMatchObject({ status: 202, body: { request: { id: seen[0], state: 'succeeded' } } });
      expect(created.headers['idempotent-replayed']).toBeUndefined();
    });

    it('a claim whose answer is lost answers 200 with the claim that stands', async () => {
      const id = await authorized();
      loses('UpdateItem');
      const claimed = await claim(id);
      expect(claimed.status).toBe(200);
      expect((await stored(id)).revision).toBe(3);
      expect((await happened(id)).filter((kind) => kind === 'intent.claimed')).toHaveLength(1);
      expect(claimed.body.lease_expires_at).toBe(claimed.body.request.execution.lease_expires_at);
      expect((await claim(id)).body.kind).toBe('already_claimed');
      expect((await report(id, claimed.body.claim_id)).status).toBe(200);
    });

    it('a report whose answer is lost answers 200, and is recorded once', async () => {
      const id = await authorized();
      const { claim_id } = (await claim(id)).body;
      loses('UpdateItem');
      const reported = await report(id, claim_id);
      expect(reported).toMatchObject({ status: 200, body: { request: { execution: { state: 'succeeded' } } } });
      expect((await happened(id)).filter((kind) => kind === 'intent.reported')).toHaveLength(1);
    });

    it('a turn whose answer is lost answers 200, and counts once', async () => {
      const id = await proposed(TWO_KEYS);
      loses('TransactWriteItems');
      expect(await turn('op_bravo', id)).toMatchObject({ status: 200, body: { request: { state: 'staging' } } });
      expect((await happened(id)).filter((kind) => kind === 'key.turned')).toHaveLength(1);
      loses('TransactWriteItems');
      const verdict = await turn('op_charlie', id);
      expect(verdict.body.request).toMatchObject({ state: 'succeeded', approvers: ['op_bravo', 'op_charlie'] });
      expect((await stored(id)).revision).toBe(3);
    });

    it('a refusal whose answer is lost answers 200, and the request is denied once', async () => {
      const id = await proposed();
      loses('PutItem');
      expect(await refuse('op_charlie', id)).toMatchObject({ status: 200, body: { request: { state: 'denied' } } });
      expect((await stored(id)).revision).toBe(2);
    });

    it('a wrong code whose answer is lost counts once', async () => {
      const id = await proposed();
      const right = await ledger.code('op_bravo', id);
      loses('TransactWriteItems');
      const wrong = await turn('op_bravo', id, right === '00000000' ? '00000001' : '00000000');
      expect(wrong).toMatchObject({ status: 403, body: { error: expect.stringContaining('4 ') } });
      expect((await stored(id)).seats.find(({ operator }) => operator === 'op_bravo')!.wrongCodes).toBe(1);
    });

    it('an expiry whose answer is lost is written once when a read finds it due', async () => {
      const id = await proposed();
      ledger.clock.advance(3_600_000);
      loses('PutItem');
      const read = await ledger.v1('reader', 'GET', `/v1/requests/${id}`);
      expect(read.body.request).toMatchObject({ state: 'expired' });
      expect((await stored(id)).revision).toBe(2);
    });
  });

  describe('an item in another transaction', () => {
    const refuses = (command: string, more: Partial<Fault> = {}) =>
      faults.inject({
        command,
        error: command === 'TransactWriteItems' ? transactionConflict : itemInTransaction,
        ...more,
      });

    it('a question is written although another transaction writes one at the same moment', async () => {
      const id = await proposed(TWO_KEYS);
      refuses('TransactWriteItems', { times: 2 });
      const asked = await ledger.api('op_bravo', 'POST', `/api/requests/${id}/questions`, { text: 'Why now?' });
      expect([asked.status, asked.body.questions]).toEqual([200, [expect.objectContaining({ text: 'Why now?' })]]);
    });

    const ofPerson = (id: string) => ({ id, name: 'New', email: `${id}@acme.dev`, role: 'operator' });
    const invited = (...ids: string[]) => ({ operators: ids.map(ofPerson) });
    it.each<[what: string, path: string, body: (id: string) => object]>([
      ['an operator', '/api/operators', ofPerson],
      ['an invitation of two people', '/api/operator-invitations', (id) => invited(id, `${id}_2`)],
      ['an API key', '/api/keys', (name) => ({ name, scopes: ['read'] })],
    ])(
      '%s is made although other transactions are in the way, and is not called taken if they stay there',
      async (what, path, body) => {
        const id = `op_${what.replaceAll(' ', '_')}`;
        await ledger.signIn('op_alpha');
        refuses('TransactWriteItems', { times: 4 });
        expect(await ledger.api('op_alpha', 'POST', path, body(id))).toMatchObject({
          status: 500,
          body: { kind: 'internal' },
        });
        refuses('TransactWriteItems', { times: 3 });
        expect((await ledger.api('op_alpha', 'POST', path, body(id))).status).toBe(201);
      },
    );

    it('an id that another admin takes at the same moment is called taken, and one that nobody takes is not', async () => {
      await ledger.signIn('op_alpha');
      const make = (id: string) => ledger.api('op_alpha', 'POST', '/api/operators', ofPerson(id));
      const invite = (...ids: string[]) => ledger.api('op_alpha', 'POST', '/api/operator-invitations', invited(...ids));
      refuses('TransactWriteItems', { meanwhile: () => make('op_raced') });
      expect(await make('op_raced')).toMatchObject({
        status: 409,
        body: { error: expect.stringMatching(/"op_raced"/) },
      });
      refuses('TransactWriteItems', { meanwhile: () => make('op_raced_2') });
      const { status, body } = await invite('op_free', 'op_raced_2');
      expect([status, body.error]).toEqual([409, expect.stringMatching(/^[^"]*"op_raced_2"[^"]*$/)]);
      expect((await invite('op_free')).status).toBe(201);
    });

    it('a create succeeds although the item is in another transaction', async () => {
      refuses('TransactWriteItems', { times: 3 });
      const created = await create(SEALED);
      expect(created.status).toBe(202);
      expect(created.headers['idempotent-replayed']).toBeUndefined();
      refuses('PutItem', { times: 2 });
      expect((await create()).status).toBe(202);
    });

    it('a create returns the stored request if the other transaction was a create under the same key', async () => {
      const winner: Said[] = [];
      refuses('TransactWriteItems', { meanwhile: async () => winner.push(await create(SEALED, 'raced')) });
      const created = await create(SEALED, 'raced');
      expect(created.status).toBe(202);
      expect(created.headers['idempotent-replayed']).toBe('true');
      expect(created.body.request).toEqual(winner[0]!.body.request);
      refuses('TransactWriteItems', { meanwhile: () => create(SEALED, 'other') });
      expect(await create({ ...SEALED, params: { ...SEALED.params, x: 'y' } }, 'other')).toMatchObject({
        status: 409,
        body: { kind: 'idempotency_conflict' },
      });
    });

    it('a turn succeeds although the item is in another transaction', async () => {
      const id = await proposed();
      refuses('TransactWriteItems', { times: 3 });
      expect(await turn('op_bravo', id)).toMatchObject({ status: 200, body: { request: { state: 'succeeded' } } });
      expect((await happened(id)).filter((kind) => kind === 'key.turned')).toHaveLength(1);
    });

    it('a turn is decided again after another transaction', async () => {
      const id = await proposed(TWO_KEYS);
      refuses('TransactWriteItems', { meanwhile: () => turn('op_charlie', id) });
      const turned = await turn('op_bravo', id);
      expect(turned.body.request).toMatchObject({ state: 'succeeded', approvers: ['op_charlie', 'op_bravo'] });
      const denied = await proposed(TWO_KEYS);
      refuses('TransactWriteItems', { meanwhile: () => refuse('op_charlie', denied) });
      expect((await turn('op_bravo', denied)).status).toBe(409);
      expect((await stored(denied)).state).toBe('denied');
    });

    it('refusing, claiming and reporting succeed although the item is in another transaction', async () => {
      const refused = await proposed();
      refuses('PutItem');
      expect((await refuse('op_bravo', refused)).status).toBe(200);
      const id = await authorized();
      refuses('UpdateItem');
      const claimed = await claim(id);
      expect(claimed.status).toBe(200);
      refuses('UpdateItem');
      expect((await report(id, claimed.body.claim_id)).status).toBe(200);
      expect(await happened(id)).toEqual([
        'request.proposed',
        'request.notified',
        'key.turned',
        'request.authorized',
        'request.succeeded',
        'intent.claimed',
        'intent.reported',
      ]);
    });

    it('a refusal is decided again after it has stopped waiting for another transaction', async () => {
      const id = await proposed(TWO_KEYS);
      refuses('PutItem', { level: 'call', meanwhile: () => turn('op_charlie', id) });
      expect(await refuse('op_bravo', id)).toMatchObject({ status: 200, body: { request: { state: 'denied' } } });
    });
  });

  describe('a database that throttles', () => {
    it('throttled reads and writes are retried', async () => {
      for (const command of ['GetItem', 'Query', 'PutItem']) faults.inject({ command, error: throttled });
      expect((await create()).status).toBe(202);
    });

    it('a throttled create is retried more often than the SDK does', async () => {
      const before = await count();
      faults.inject({ command: 'PutItem', error: throttled, level: 'call', times: 2 });
      expect((await create()).status).toBe(202);
      faults.inject({ command: 'TransactWriteItems', error: transactionThrottled, times: 2 });
      expect((await create(SEALED)).status).toBe(202);
      expect(await count()).toBe(before + 2);
    });
  });

  describe('a database that is down', () => {
    it.each<[what: string, command: string, ask: () => Promise<Said>]>([
      ['a create', 'Query', () => create()],
      ['a read', 'Query', () => ledger.v1('reader', 'GET', '/v1/requests/req_000000000000000000000000')],
      ['the list', 'Query', () => ledger.v1('worker', 'GET', '/v1/requests?executable=true')],
      ['a claim', 'UpdateItem', () => claim('req_000000000000000000000000')],
      ['a report', 'UpdateItem', () => report('req_000000000000000000000000', 'clm_0')],
      ['the key check', 'GetItem', () => create()],
    ])(
      '%s answers 500 internal if the database is down, with an id that the log has too, and nothing else',
      async (_what, command, ask) => {
        faults.inject({ command, error: outage, level: 'call' });
        const failed = await ask();
        expect(failed).toMatchObject({ status: 500, body: { kind: 'internal' } });
        expect(Object.keys(failed.body).sort()).toEqual(['error', 'kind']);
        const incident = /\b[0-9a-f]{16}\b/.exec(failed.body.error)?.[0];
        expect(incident).toBeDefined();
        expect(ledger.errors.at(-1)).toContain(incident);
        expect(failed.body.error).not.toContain('rak_secret');
      },
    );
  });
});
