/** API keys that are limited to actions: what every operation of /v1 answers them (docs/decisions/limited-keys.md). */

import { type Inputs, operations } from '../../generated/service-operations';
import { DEMO_ORG } from '../../src/local/demo';
import { digestOf } from '../../src/protocol/hash';
import type { RequestId } from '../../src/protocol/identifiers';
import { DIGEST, ENVELOPE, openHouse, SEALED } from '../support/house';
import { openLedger } from '../support/ledger';
import { openedOnce } from '../support/opened';
import { NOBODY, sendRaw } from './support';

const [OURS, THEIRS, MISSING] = ['team.ours', 'team.theirs', 'team.missing'];
const SCOPES = ['propose', 'read', 'execute'];
const DOCUMENT = Buffer.from('what people read');

const house = openedOnce(() => openHouse({ memory: true }));

interface Raw {
  readonly status: number;
  /** The bytes of the body, without the time of the answer. */
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test asserts what it finds
  readonly body: any;
}

/** As the program of this token. */
async function ask(token: string, method: string, path: string, body?: object | Buffer, headers = {}): Promise<Raw> {
  const type = Buffer.isBuffer(body) ? 'application/octet-stream' : 'application/json';
  const answered = await sendRaw(house.url, {
    method,
    path,
    headers: { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': type }), ...headers },
    body: body === undefined || Buffer.isBuffer(body) ? body : JSON.stringify(body),
  });
  const { status, body: found } = answered;
  return { status, body: found, text: JSON.stringify(found).replace(/"server_now":\d+/, '"server_now":0') };
}

async function putAction(id: string) {
  const quorum = { default: 1, min: 1, max: 1, selectable: false };
  const policy = { title: id, roster: ['op_alpha', 'op_bravo'], quorum };
  expect((await house.api('op_alpha', 'PUT', `/api/actions/${id}`, policy)).status).toBeLessThan(300);
}

interface Key {
  readonly id: string;
  readonly token: string;
}

async function createKey(actions?: readonly string[], scopes: readonly string[] = SCOPES): Promise<Key> {
  const { status, body } = await house.api('op_alpha', 'POST', '/api/keys', { name: 'team', scopes, actions });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return { id: body.key.id, token: body.token };
}

const limit = async ({ id }: Key, actions: readonly string[] | null) =>
  expect((await house.api('op_alpha', 'PATCH', `/api/keys/${id}`, { actions })).status).toBe(200);

const proposal = (action: string, fields: object = {}) => ({ action, requester: 'op_alpha', ...SEALED, ...fields });

/** A request that the key created. */
async function proposed(key: Key, action: string, headers = {}): Promise<string> {
  const created = await ask(key.token, 'POST', '/v1/requests', proposal(action), headers);
  if (created.status !== 202) throw new Error(created.text);
  return created.body.request.id;
}

/** The same, which op_bravo approved. */
async function authorized(key: Key, action: string): Promise<string> {
  const id = await proposed(key, action);
  expect((await house.turn('op_bravo', id)).status).toBe(200);
  return id;
}

let full: Key;
let ours: Key;
beforeAll(async () => {
  await Promise.all([OURS, THEIRS].map((id) => putAction(id!)));
  full = await createKey();
  ours = await createKey([OURS!]);
});

/** A request of the action that can be claimed; an id of none, where the action does not exist. */
const claimable = (action: string) => (action === MISSING ? NOBODY : authorized(full, action));
const of =
  (method: string, rest: string, body?: object) =>
  async (token: string, action: string): Promise<Raw> =>
    ask(token, method, `/v1/requests/${await claimable(action)}${rest}`, body);
/** Whether a list has the request of the action. */
const listed = async (found: Promise<{ readonly id: string }[]>, id: string) => ({
  status: 200,
  body: null,
  text: (await found).some((each) => each.id === id) ? 'listed' : 'left out',
});

interface Row {
  /** About a request of this action, which exists unless the action is MISSING. */
  readonly call: (token: string, action: string) => Promise<Raw>;
  readonly allowed: number;
  /** What a limited key gets for another action. */
  readonly outside: number | 'left out' | 'not limited';
}

/** An operation of /v1 that is not here does not compile. */
const TABLE: { readonly [Id in keyof Inputs]: Row } = {
  createRequest: {
    call: (token, action) => ask(token, 'POST', '/v1/requests', proposal(action)),
    allowed: 202,
    outside: 422,
  },
  getRequest: { call: of('GET', ''), allowed: 200, outside: 404 },
  getProof: { call: of('GET', '/proof'), allowed: 200, outside: 404 },
  claimRequest: { call: of('POST', '/claim', {}), allowed: 200, outside: 404 },
  // Of a claim that it does not have.
  reportExecution: {
    call: of('POST', '/execution', { claim_id: `clm_${'0'.repeat(24)}`, status: 'succeeded' }),
    allowed: 409,
    outside: 404,
  },
  // The key that created the request decides, which is `full`.
  abortOwnRequest: {
    call: async (token, action) =>
      token === full.token
        ? of('POST', '/abort', {})(token, action)
        : ask(
            token,
            'POST',
            `/v1/requests/${action === OURS ? await proposed(ours, OURS!) : await claimable(action)}/abort`,
          ),
    allowed: 200,
    outside: 404,
  },
  listExecutableRequests: {
    call: async (token, action) => {
      const id = await claimable(action);
      return listed(
        ask(token, 'GET', '/v1/requests?executable=true&limit=100').then(({ body }) => body.requests),
        id,
      );
    },
    allowed: 200,
    outside: 'left out',
  },
  listEvents: {
    call: async (token, action) => {
      const { next } = (await ask(token, 'GET', '/v1/events?after=latest')).body;
      const id = await claimable(action);
      await house.advance(0);
      const page = (await ask(token, 'GET', `/v1/events?after=${next}`)).body;
      // What is left out is passed over.
      expect(page.next).not.toBe(action === MISSING ? null : next);
      return listed(Promise.resolve(page.events.map((event: { data: { request: object } }) => event.data.request)), id);
    },
    allowed: 200,
    outside: 'left out',
  },
  putEvidence: {
    call: (token) => ask(token, 'PUT', `/v1/evidence/${digestOf(DOCUMENT)}`, DOCUMENT),
    allowed: 200,
    outside: 'not limited',
  },
  getEvidence: {
    call: async (token) => {
      await ask(full.token, 'PUT', `/v1/evidence/${digestOf(DOCUMENT)}`, DOCUMENT);
      return ask(token, 'GET', `/v1/evidence/${digestOf(DOCUMENT)}`);
    },
    allowed: 200,
    outside: 'not limited',
  },
  // A limited key cannot have the scope.
  pullAudit: {
    call: async (token) =>
      ask(token === full.token ? (await createKey(undefined, ['audit'])).token : token, 'GET', '/v1/audit'),
    allowed: 200,
    outside: 403,
  },
};

it('every operation of /v1 is in the table of limited keys', () => {
  expect(Object.keys(TABLE).sort()).toEqual(operations.map(({ operationId }) => operationId).sort());
});

describe.each(Object.entries(TABLE))('%s', (name, { call, allowed, outside }) => {
  it('a key without a limit gets what it always got', async () => {
    for (const action of [OURS!, THEIRS!]) {
      const { status, text } = await call(full.token, action);
      expect([status, text === 'left out']).toEqual([allowed, false]);
    }
  });

  it('a limited key gets the same for its own action', async () => {
    if (name === 'pullAudit') return;
    const { status, text } = await call(ours.token, OURS!);
    expect([status, text === 'left out']).toEqual([allowed, false]);
  });

  it('a limited key gets for another action what it gets for one that does not exist, to the byte', async () => {
    const [other, missing] = [await call(ours.token, THEIRS!), await call(ours.token, MISSING!)];
    if (typeof outside === 'number') expect(other.status).toBe(outside);
    if (outside === 'left out') expect(other.text).toBe('left out');
    if (outside === 'not limited') expect(other.status).toBe(allowed);
    expect([other.status, other.text]).toEqual([missing.status, missing.text]);
  });
});

describe('a create of a limited key', () => {
  const create = (key: Key, action: string, fields: object = {}, idempotencyKey?: string) =>
    ask(
      key.token,
      'POST',
      '/v1/requests',
      proposal(action, fields),
      idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey },
    );
  const LIMITED = { error: 'This API key is limited to the actions "team.ours".', kind: 'refused' };

  it('the limit is checked before everything but the body', async () => {
    for (const action of [THEIRS!, MISSING!, 'service.admin', 'a'.repeat(129)]) {
      for (const fields of [{}, { requester: 'op_nobody' }, { requester: 'o'.repeat(129) }, { quorum: 40 }]) {
        expect(await create(ours, action, fields)).toMatchObject({ status: 422, body: LIMITED });
      }
      expect(await create(ours, action, { params: 7 })).toMatchObject({ status: 400 });
    }
    for (const action of [THEIRS!, MISSING!]) {
      expect(await create(ours, action, { params: {}, intent: ENVELOPE })).toMatchObject({ status: 400 });
    }
    expect((await create(ours, OURS!, { requester: 'o'.repeat(129) })).body.error).toContain(
      'is not an enabled operator',
    );
    expect((await create(full, 'a'.repeat(129))).body.error).toContain('has no action');
  });

  it('a replay of the key’s own create returns the original, also after the key was limited to other actions', async () => {
    const key = await createKey();
    const first = await create(key, THEIRS!, {}, 'narrowed');
    await limit(key, [OURS!]);
    const again = await create(key, THEIRS!, {}, 'narrowed');
    expect([again.status, again.body.request.id]).toEqual([202, first.body.request.id]);
    // Another operation under the same name is no replay.
    expect(await create(key, THEIRS!, { params: { ...SEALED.params, n: '2' } }, 'narrowed')).toMatchObject({
      status: 422,
      body: LIMITED,
    });
  });

  it('a request that another key created is not replayed for an action outside the limit', async () => {
    const { id } = (await create(full, THEIRS!, {}, 'of another key')).body.request;
    const refused = await create(ours, THEIRS!, {}, 'of another key');
    expect(refused).toMatchObject({ status: 422, body: LIMITED });
    expect(refused.text).toBe((await create(ours, MISSING!, {}, 'of another key')).text);
    expect((await create(full, THEIRS!, {}, 'of another key')).body.request.id).toBe(id);
    const own = (await create(full, OURS!, {}, 'of another key, allowed')).body.request;
    expect((await create(ours, OURS!, {}, 'of another key, allowed')).body.request.id).toBe(own.id);
  });

  it('an Idempotency-Key that named another action is a conflict under an allowed one', async () => {
    await create(full, THEIRS!, {}, 'of both teams');
    expect(await create(ours, OURS!, {}, 'of both teams')).toMatchObject({
      status: 409,
      body: { kind: 'idempotency_conflict' },
    });
  });
});

describe('a key that is limited after it began', () => {
  it('a claim that was made before can be reported, once and again, and no other claim id is known', async () => {
    const key = await createKey();
    const id = await authorized(full, THEIRS!);
    const { claim_id } = (await ask(key.token, 'POST', `/v1/requests/${id}/claim`)).body;
    await limit(key, [OURS!]);
    const report = (fields: object) => ask(key.token, 'POST', `/v1/requests/${id}/execution`, fields);
    const unknown = await ask(key.token, 'POST', `/v1/requests/${NOBODY}/execution`, { claim_id, status: 'failed' });
    expect(await report({ claim_id: `${claim_id.slice(0, -1)}x`, status: 'failed' })).toEqual(unknown);
    for (const _ of ['once', 'again']) {
      const reported = await report({ claim_id, status: 'succeeded' });
      expect([reported.status, reported.body.request?.execution.state]).toEqual([200, 'succeeded']);
    }
    expect(await report({ claim_id, status: 'failed' })).toMatchObject({
      status: 409,
      body: { kind: 'already_reported' },
    });
    expect(await report({ claim_id: `clm_${'0'.repeat(24)}`, status: 'failed' })).toEqual(unknown);
  });

  it('a claim that another worker made since is not known either', async () => {
    const key = await createKey();
    const id = await authorized(full, THEIRS!);
    const { claim_id } = (await ask(key.token, 'POST', `/v1/requests/${id}/claim`, { lease_seconds: 60 })).body;
    await limit(key, [OURS!]);
    await house.advance(60_000);
    expect((await ask(full.token, 'POST', `/v1/requests/${id}/claim`)).status).toBe(200);
    const body = { claim_id, status: 'succeeded' };
    const [lost, unknown] = [id, NOBODY].map((each) => ask(key.token, 'POST', `/v1/requests/${each}/execution`, body));
    expect(await lost).toEqual(await unknown);
  });

  it('a claim of another action is never told why it is refused', async () => {
    const claim = (id: string) => ask(ours.token, 'POST', `/v1/requests/${id}/claim`);
    const unknown = await claim(NOBODY);
    const leased = await authorized(full, THEIRS!);
    await ask(full.token, 'POST', `/v1/requests/${leased}/claim`);
    const stopped = await authorized(full, THEIRS!);
    await ask(full.token, 'POST', `/v1/requests/${stopped}/abort`);
    const bare = await ask(full.token, 'POST', '/v1/requests', { action: THEIRS, requester: 'op_alpha' });
    for (const id of [leased, stopped, await proposed(full, THEIRS!), bare.body.request.id]) {
      expect(await claim(id)).toEqual(unknown);
    }
  });

  it('the key that created a request can still take it back, and nothing else', async () => {
    const key = await createKey();
    const id = await proposed(key, THEIRS!);
    await limit(key, [OURS!]);
    expect((await ask(key.token, 'GET', `/v1/requests/${id}`)).status).toBe(404);
    expect((await ask(key.token, 'POST', `/v1/requests/${id}/abort`)).body.request.state).toBe('aborted');
    expect((await ask(full.token, 'GET', `/v1/requests/${id}`)).body.request.state).toBe('aborted');
  });

  it('a rotated token has the limit of its key, and both work for every action after the limit ended', async () => {
    const key = await createKey([OURS!]);
    const { token } = (await house.api('op_alpha', 'POST', `/api/keys/${key.id}/rotate`)).body;
    const id = await proposed(full, THEIRS!);
    const statuses = () =>
      Promise.all([key.token, token].map(async (each) => (await ask(each, 'GET', `/v1/requests/${id}`)).status));
    expect(await statuses()).toEqual([404, 404]);
    await limit(key, [OURS!, THEIRS!]);
    expect(await statuses()).toEqual([200, 200]);
    await limit(key, [OURS!]);
    expect(await statuses()).toEqual([404, 404]);
    await limit(key, null);
    expect(await statuses()).toEqual([200, 200]);
  });

  it('an id that only begins like an allowed one is another action', async () => {
    await putAction(`${OURS}.too`);
    expect((await ask(ours.token, 'POST', '/v1/requests', proposal(`${OURS}.too`))).status).toBe(422);
    const key = await createKey([`${OURS}.too`]);
    expect((await ask(key.token, 'POST', '/v1/requests', proposal(OURS!))).status).toBe(422);
    expect(DIGEST).toBe(SEALED.params.intent);
  });
});

it('a limited key settles, writes and signs nothing of a request that it may not read', async () => {
  const ledger = await openLedger({ memory: true });
  try {
    const key = async (actions?: readonly string[]) => {
      const made = { name: 'team', scopes: SCOPES, actions };
      return (await ledger.api('op_alpha', 'POST', '/api/keys', made)).body.token as string;
    };
    const [limited, unlimited] = [await key(['demo.deploy']), await key()];
    const id = await ledger.proposed();
    // Nobody turned a key in time, and nothing has settled it.
    ledger.clock.advance(3 * 24 * 3600_000);
    const read = (token: string, rest = '') =>
      ledger.v1('reader', 'GET', `/v1/requests/${id}${rest}`, { headers: { authorization: `Bearer ${token}` } });
    const load = () => ledger.requests.load(DEMO_ORG, id as RequestId);
    const before = await load();
    for (const rest of ['', '/proof']) {
      expect((await read(limited, rest)).status).toBe(404);
      expect(await load()).toEqual(before);
    }
    expect((await read(unlimited)).body.request.state).toBe('expired');
    expect(await load()).not.toEqual(before);
  } finally {
    await ledger.stop();
  }
});

describe('the scope audit', () => {
  it('a limited key cannot have it, and a key that has it cannot be limited', async () => {
    const refusal = 'An API key with the scope audit cannot be limited to actions.';
    const body = { name: 'both', scopes: ['read', 'audit'], actions: [OURS] };
    expect(await house.api('op_alpha', 'POST', '/api/keys', body)).toMatchObject({
      status: 422,
      body: { error: refusal },
    });
    const { id } = await createKey(undefined, ['read', 'audit']);
    const patched = await house.api('op_alpha', 'PATCH', `/api/keys/${id}`, { actions: [OURS] });
    expect(patched).toMatchObject({ status: 422, body: { error: refusal } });
  });
});
