/**
 * Another organization's admin, who knows every id of ours: nothing is there for them, on any route of the document, and
 * no cursor of ours shows them anything. A new route is tried by itself.
 */
import { operations } from '../../generated/console-operations';
import { openSession } from '../../src/app/access/sign-in';
import { createConsoleHandler } from '../../src/lambda/console/handler';
import { DEMO_ORG, OTHER_ORG } from '../../src/local/demo';
import type { OperatorId, OrgId } from '../../src/protocol/identifiers';
import type { PublishedHead } from '../../src/protocol/statements/head';
import { aPasskey } from '../store/conformance/config-items';
import { aCredential } from '../support/authenticator';
import { eventOf, type Ledger, openLedger, type Said, said } from '../support/ledger';

// Not an address: keys that sign are bound to a host name.
const ORIGIN = 'http://localhost:1';
const POLICY = {
  title: 'Ours alone',
  roster: ['op_alpha', 'op_bravo', 'op_ours'],
  quorum: { default: 1, min: 1, max: 1, selectable: false },
  mode: 'independent',
};
const OUR_PASSKEY = `psk_${'1'.repeat(24)}`;
const SIGNED = {
  statement: '{}',
  signature: { passkey: OUR_PASSKEY, response: aCredential({ origin: ORIGIN, rpId: 'localhost' }).use('AAAA') },
};
/** What each write asks for, so that it is refused for the id alone. */
const BODIES: Readonly<Record<string, unknown>> = {
  turnKey: { code: '12345678' },
  signEnrolment: SIGNED,
  countersignKey: SIGNED,
  reissueCode: { operator: 'op_bravo' },
  updateWebhook: { enabled: false },
  recoverWebhook: { since: 1, until: 2 },
  verifyWebhook: { token: 'a-token' },
  updateOperator: { enabled: false },
  previewAction: { requester: 'op_alpha', params: {} },
  backtestAction: { policy: POLICY, since: 0 },
};
const headOf = (org: OrgId): PublishedHead => {
  const hash = `hash-${org}`;
  const signed = { v: 2, org, n: 1, seq: 1, hash, at: 1, from: 0, prev: null, body: 'of-one-entry' } as const;
  return { ...signed, hashes: [hash], ended: [], jws: `jws-${org}`, jwk: {} };
};
/** The query that a route cannot do without. */
const QUERIES: Readonly<Record<string, string>> = { getStatement: '?decision=authorize' };
/** Names what it makes in the caller's own organization: a body that is refused keeps it from being made. */
const MAKES = new Set(['putAction']);

describe('another organization’s admin', () => {
  let ledger: Ledger;
  let theirs: (method: string, path: string, body?: unknown) => Promise<Said>;
  /** Of things that only we have, by the part of the path that names their kind. */
  let ids: Record<string, string>;
  const ours = (method: string, path: string, body?: unknown) => ledger.api('op_alpha', method, path, body);

  beforeAll(async () => {
    ledger = await openLedger({ origin: ORIGIN, memory: true });
    const handler = createConsoleHandler({ ...ledger.ports, origin: ORIGIN, cookieName: 'session' });
    const stranger = (await ledger.ports.config.operator(OTHER_ORG, 'op_alpha' as OperatorId))!;
    const { token } = await openSession(ledger.ports, stranger);
    theirs = async (method, path, body) => {
      const event = { cookies: [`session=${token}`] };
      const options = method === 'GET' ? { event } : { body: body ?? {}, event };
      return said((await handler(eventOf(method, path, { origin: ORIGIN }, options))) as Parameters<typeof said>[0]);
    };
    ids = await furnish();
  });
  afterAll(() => ledger?.stop());

  async function furnish(): Promise<Record<string, string>> {
    const made = async (what: string, said: Promise<Said>): Promise<Said['body']> => {
      const { status, body } = await said;
      if (status >= 300) throw new Error(`${what}: ${status} ${JSON.stringify(body)}`);
      return body;
    };
    const person = { id: 'op_ours', name: 'Ours', email: 'ours@example.org', role: 'operator' };
    await made('operator', ours('POST', '/api/operators', person));
    await made('action', ours('PUT', '/api/actions/ours.only', POLICY));
    const body = { action: 'ours.only', requester: 'op_alpha', params: {} };
    let request = '';
    for (let n = 0; n < 3; n++) {
      request = (await made('request', ledger.v1('proposer', 'POST', '/v1/requests', { body }))).request.id;
    }
    const webhook = { url: 'http://127.0.0.1:9/hook' };
    const endpoint = (await made('webhook', ours('POST', '/api/webhooks', webhook))).endpoint.id;
    await made('second webhook', ours('POST', '/api/webhooks', webhook));
    const tested = await made('delivery', ours('POST', `/api/webhooks/${endpoint}/test`, {}));
    const keys = await made('key', ours('POST', '/api/keys', { name: 'ours', scopes: ['read'] }));
    for (const org of [DEMO_ORG, OTHER_ORG]) await ledger.ports.heads.publish(headOf(org));
    const sessions = await made('sessions', ours('GET', '/api/sessions'));
    const passkey = aPasskey(DEMO_ORG, OUR_PASSKEY, { operator: 'op_ours' as OperatorId });
    expect(await ledger.ports.passkeys.enrol(passkey, 0)).toBe('saved');
    // The rule begins with a second admin, so this comes last.
    await made('second admin', ours('POST', '/api/operators', { ...person, id: 'op_ours_too', role: 'admin' }));
    const waits = await made('change', ours('POST', '/api/keys', { name: 'ours', scopes: ['read'] }));
    return {
      changes: waits.change.id,
      requests: request,
      audit: `hash-${DEMO_ORG}`,
      webhooks: endpoint,
      deliveries: tested.delivery.id,
      keys: keys.key.id,
      sessions: sessions.sessions[0].id,
      passkeys: OUR_PASSKEY,
      'signing-keys': OUR_PASSKEY,
      actions: 'ours.only',
      operators: 'op_ours',
    };
  }

  /** Everything of ours that a write could have touched. */
  async function standing(): Promise<unknown> {
    const paths = ['/api/operators', '/api/actions', '/api/webhooks', '/api/keys', '/api/sessions', '/api/requests'];
    const answers = await Promise.all(paths.map(async (path) => (await ours('GET', path)).body));
    return answers.map(({ server_now: _, ...body }) => body);
  }

  const kindOf = (path: string): string => path.split('/')[2]!;

  it.each(operations.filter(({ path }) => path.includes('{id}')).map((one) => [one.operationId, one] as const))(
    'finds nothing under an id of ours: %s',
    async (name, { method, path }) => {
      const before = await standing();
      const id = ids[kindOf(path)];
      expect(id).toBeDefined();
      const asked = `${path.replace('{id}', id!)}${QUERIES[name] ?? ''}`;
      const answer = await theirs(method.toUpperCase(), asked, BODIES[name]);
      if (!MAKES.has(name)) expect([answer.status, answer.body.kind]).toEqual([404, 'not_found']);
      expect(await standing()).toEqual(before);
    },
  );

  it('gets 404 for a back-test of an action of ours whatever the body is', async () => {
    for (const body of [{}, { policy: { title: 'Incomplete' } }, { policy: POLICY, since: -1 }, { unknown: 1 }]) {
      for (const id of ['ours.only', 'nobodys.action', 'x'.repeat(200)]) {
        const answer = await theirs('POST', `/api/actions/${id}/backtest`, body);
        expect([answer.status, answer.body.kind]).toEqual([404, 'not_found']);
      }
    }
    expect((await ours('POST', '/api/actions/ours.only/backtest', {})).status).toBe(400);
  });

  it.each(
    operations.filter(({ method, path }) => method === 'get' && !path.includes('{id}')).map(({ path }) => [path]),
  )('sees nothing of ours in %s, with a cursor of ours or without', async (path) => {
    const mine = await ours('GET', `${path}?limit=1`);
    const plain = mine.status === 400 ? await ours('GET', path) : mine;
    const cursor = plain.body?.cursor as string | null | undefined;
    const pages = [await theirs('GET', path)];
    if (typeof cursor === 'string') pages.push(await theirs('GET', `${path}?cursor=${encodeURIComponent(cursor)}`));
    expect(pages[0]!.status).toBe(plain.status);
    for (const { status, body } of pages) {
      expect([200, 400]).toContain(status);
      const text = JSON.stringify(body);
      for (const id of Object.values(ids)) expect(text).not.toContain(id);
      expect(text).not.toContain('ours@example.org');
    }
  });

  it('has cursors to try', async () => {
    const given = await Promise.all(
      ['/api/requests', '/api/operators', '/api/webhooks', '/api/keys', '/api/actions'].map(
        async (path) => (await ours('GET', `${path}?limit=1`)).body.cursor,
      ),
    );
    expect(given.filter((cursor) => typeof cursor === 'string').length).toBeGreaterThan(2);
  });
});
