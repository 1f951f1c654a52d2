/** What the routes of the console answer, value by value, with a clock that stands still. */

import { operations } from '../../generated/console-operations';
import { createConsoleHandler } from '../../src/lambda/console/handler';
import { pageByPlace, pageQuery, readPlace, withCursor } from '../../src/lambda/console/paging';
import { DEMO_ORG } from '../../src/local/demo';
import { person } from '../../src/protocol/actor';
import { InvalidCursor, writeCursor } from '../../src/protocol/cursor';
import type { OperatorId } from '../../src/protocol/identifiers';
import { openSession } from '../../src/service/access/use-cases/sessions';
import { toldEntry } from '../../src/service/administration/rules/entries';
import { aCredential } from '../support/authenticator';
import { eventOf, said } from '../support/gateway';
import { DIGEST, ENVELOPE } from '../support/house';
import { openLedger } from '../support/ledger';
import { openedOnce } from '../support/opened';

const ORIGIN = 'https://console.acme.dev';

describe('a page of a list', () => {
  type Item = readonly [number, string];
  const ALL: Item[] = [
    [2, 'a'],
    [1, 'c'],
    [1, 'b'],
    [3, 'd'],
    [1, 'a'],
  ];
  const page = (limit: number, cursor: string | null = null) => pageByPlace(ALL, (item) => item, { limit, cursor });

  it('the next page of a list continues after the last item, to the end', () => {
    const seen: Item[] = [];
    const sizes: number[] = [];
    let cursor: string | null = null;
    do {
      const next: ReturnType<typeof page> = page(2, cursor);
      seen.push(...next.items);
      sizes.push(next.items.length);
      cursor = next.cursor;
    } while (cursor !== null);
    expect(seen.map(([at, id]) => `${at}${id}`)).toEqual(['1a', '1b', '1c', '2a', '3d']);
    expect(sizes).toEqual([2, 2, 1]);
  });

  it('a page of a list has a cursor only if there are more items', () => {
    expect(page(5)).toMatchObject({ items: { length: 5 }, cursor: null });
    expect(page(4).cursor).toBe(writeCursor([2, 'a']));
    expect(pageByPlace([], () => [0, ''], { limit: 1, cursor: null })).toEqual({ items: [], cursor: null });
    expect(page(1, writeCursor([3, 'd']))).toEqual({ items: [], cursor: null });
    // Of an item that is gone meanwhile.
    expect(page(1, writeCursor([1, 'bb'])).items).toEqual([[1, 'c']]);
  });

  it('a cursor that no page gave is refused as a mistake of the caller', async () => {
    expect(readPlace(writeCursor([7, 'x']))).toEqual([7, 'x']);
    expect(pageQuery({ limit: 3 })).toEqual({ limit: 3, cursor: null });
    expect(pageQuery({ limit: 3, cursor: 'x' })).toEqual({ limit: 3, cursor: 'x' });
    const refused = await withCursor(async () => page(1, 'nonsense'));
    expect(refused).toEqual({ status: 400, body: { kind: 'invalid', error: new InvalidCursor().message } });
    await expect(withCursor(() => Promise.reject(new Error('store')))).rejects.toThrow('store');
    expect(await withCursor(async () => 'fine')).toBe('fine');
  });
});

describe('the console', () => {
  let nowMs: number;
  const cookies = new Map<string, string>();
  const ledger = openedOnce(() => openLedger({ origin: ORIGIN, memory: true }));
  beforeAll(() => {
    nowMs = ledger.clock.nowMs();
  });

  const clock = { nowMs: () => nowMs };
  const signIn = async (operator: string) => {
    const record = (await ledger.ports.config.operator(DEMO_ORG, operator as OperatorId))!;
    const { token, session } = await openSession({ ...ledger.ports, clock }, record, 'link');
    cookies.set(operator, `session=${token}`);
    return { token, session };
  };
  const as = async (operator: string, method: string, path: string, body?: unknown, overrides: object = {}) => {
    if (!cookies.has(operator)) await signIn(operator);
    const deps = { ...ledger.ports, clock, ...overrides, origin: ORIGIN, cookieName: 'session' };
    const event = { cookies: [cookies.get(operator)!] };
    const options = method === 'GET' ? { event } : { body: body ?? {}, event };
    const result = await createConsoleHandler(deps)(eventOf(method, path, { origin: ORIGIN }, options));
    return { ...said(result as Parameters<typeof said>[0]), cookies: result.cookies };
  };
  const admin = (method: string, path: string, body?: unknown) => as('op_alpha', method, path, body);
  const propose = async (fields: object = {}): Promise<string> => {
    const body = { action: 'demo.deploy', requester: 'op_alpha', ...fields };
    const made = await ledger.propose(body);
    expect(made.status).toBe(202);
    return made.body.request.id;
  };

  describe('with an id that nothing can have', () => {
    const LONG = 'x'.repeat(129);
    const withId = operations.filter(({ path, role }) => path.includes('{') && role !== 'public');
    const POLICY = { title: 'T', roster: ['op_bravo'], quorum: { default: 1, min: 1, max: 1, selectable: false } };
    const response = aCredential({ origin: ORIGIN, rpId: 'console.acme.dev' }).use('AAAA');
    const SIGNED = { statement: '{}', signature: { passkey: `psk_${'0'.repeat(24)}`, response } };
    const BODIES: Readonly<Record<string, object>> = {
      turnKey: { code: '12345678' },
      reissueCode: { operator: 'op_bravo' },
      writeQuestion: { text: 'Why?' },
      putAction: POLICY,
      putGroup: { name: 'N', members: [] },
      backtestAction: { policy: POLICY },
      previewAction: { requester: 'op_alpha' },
      updateKey: { max_open: 5 },
      updateOperator: { name: 'N' },
      updateWebhook: { enabled: false },
      verifyWebhook: { token: 'verify_none' },
      recoverWebhook: { since: 1, until: 2 },
      signEnrolment: SIGNED,
      countersignKey: SIGNED,
      connectIdentity: { subject: '1' },
    };
    /** Every read and write below fails, except the read of the calling operator. */
    const asking = () => {
      const asked: string[] = [];
      const silent = (name: string, store: object, allowed: readonly string[]) =>
        new Proxy(store, {
          get: (target, method: string) =>
            allowed.includes(method)
              ? Reflect.get(target, method)
              : (...args: readonly unknown[]) => {
                  asked.push(`${name}.${method}`);
                  // What is null here is asked of the store as text.
                  return args.includes(null) || args.includes(LONG)
                    ? Promise.reject(new Error('asked for an id that nothing can have'))
                    : Reflect.get(target, method).apply(target, args);
                },
        });
      const { config, requests, passkeys, deliveries } = ledger.ports;
      return {
        asked,
        overrides: {
          config: silent('config', config, ['operators', 'ruleBegan', 'setting']),
          requests: silent('requests', requests, []),
          passkeys: silent('passkeys', passkeys, []),
          deliveries: silent('deliveries', deliveries, []),
        },
      };
    };

    it.each(withId.map(({ operationId, method, path }) => [operationId, method.toUpperCase(), path] as const))(
      'the console does not read the store for an impossible id: %s',
      async (operationId, method, path) => {
        const { asked, overrides } = asking();
        const query = operationId === 'getStatement' ? '?decision=authorize' : '';
        const named = `${path.replaceAll(/\{[^}]+\}/g, LONG)}${query}`;
        const answer = await as('op_alpha', method, named, BODIES[operationId], overrides);
        const makes = operationId === 'putAction' || operationId === 'putGroup';
        expect([operationId, answer.status]).toEqual([operationId, makes ? 400 : 404]);
        expect(answer.body.kind).toBe(makes ? 'invalid' : 'not_found');
        expect(asked.filter((call) => call !== 'config.operator')).toEqual([]);
      },
    );

    it('the console says what the id of an action and of an operator may be', async () => {
      const hint =
        'The action id is not valid. Use at most 128 letters, digits, ".", "_" and "-", starting with a letter or digit.';
      for (const id of ['.a', '-a', '_a', 'a%23b', 'a%20b', LONG, 'ä'])
        expect(await admin('PUT', `/api/actions/${id}`, POLICY)).toMatchObject({ status: 400, body: { error: hint } });
      for (const id of ['a', '0', 'a.b_c-D9', 'x'.repeat(128)])
        expect((await admin('PUT', `/api/actions/${id}`, { ...POLICY })).status).toBe(200);
      const person = { id: LONG, name: 'N', email: 'n@acme.dev', role: 'operator' };
      expect(await admin('POST', '/api/operators', person)).toMatchObject({
        status: 400,
        body: {
          error: '`body.id` must be at most 64 letters, digits, ".", "_" and "-", starting with a letter or digit.',
        },
      });
    });
  });

  it('a request says in which request its envelope was used before', async () => {
    const sealed = { action: 'demo.solo', params: { intent: DIGEST }, intent: ENVELOPE };
    const used = async (id: string) => (await admin('GET', `/api/requests/${id}`)).body.view.intent_first_used_in;
    const first = await propose(sealed);
    ledger.clock.advance(5);
    nowMs = ledger.clock.nowMs();
    const second = await propose(sealed);
    expect([await used(first), await used(second), await used(await propose())]).toEqual([null, first, null]);
  });

  it('the note of a refusal is kept as it was written, and a blank one is not', async () => {
    const noteOf = async (body: object | undefined) => {
      const id = await propose();
      const { status, body: said } = await as('op_bravo', 'POST', `/api/requests/${id}/refuse`, body);
      expect(status).toBe(200);
      return said.view.decided.note;
    };
    expect(await noteOf({ note: ' not today ' })).toBe(' not today ');
    expect([await noteOf({ note: ' \n' }), await noteOf({ note: '' }), await noteOf({})]).toEqual([null, null, null]);
    expect(await noteOf({ note: '\u200b \u0000' })).toBeNull();
  });

  it('the proof of a decided request can be read, and an open one says that it has none yet', async () => {
    const id = await propose();
    const path = `/api/requests/${id}/proof`;
    expect(await admin('GET', path)).toMatchObject({
      status: 409,
      body: { kind: 'conflict', error: 'The request has no verdict yet. Its state is notified.' },
    });
    await as('op_bravo', 'POST', `/api/requests/${id}/abort`);
    const { status, body } = await admin('GET', path);
    expect(status).toBe(200);
    expect(body.proof.files).toEqual(expect.any(Object));
    expect(JSON.stringify(body.proof.files)).toContain(id);
  });

  describe('shows what is stored', () => {
    it('the console shows operators as they are stored', async () => {
      const { body } = await admin('GET', '/api/operators?limit=100');
      const stored = await ledger.ports.config.operators(DEMO_ORG);
      expect(body).toEqual({
        server_now: nowMs,
        operators: stored
          .map(({ id, name, email, role, enabled, createdAtMs }) => ({
            id,
            name,
            email,
            role,
            enabled,
            same_person: null,
            created_at: createdAtMs,
          }))
          .sort((a, b) => (a.id < b.id ? -1 : 1)),
        four_eyes: false,
        cursor: null,
      });
      const first = (await admin('GET', '/api/operators?limit=1')).body;
      expect(first.operators).toEqual(body.operators.slice(0, 1));
      expect((await admin('GET', `/api/operators?limit=1&cursor=${first.cursor}`)).body.operators).toEqual(
        body.operators.slice(1, 2),
      );
    });

    it('the console shows an edited operator, with the time of the answer', async () => {
      const { status, body } = await admin('PATCH', '/api/operators/op_delta', { name: 'Della' });
      const { createdAtMs } = (await ledger.ports.config.operator(DEMO_ORG, 'op_delta' as OperatorId))!;
      expect([status, body]).toEqual([
        200,
        {
          server_now: nowMs,
          operator: {
            id: 'op_delta',
            name: 'Della',
            email: expect.stringMatching(/@/),
            role: 'operator',
            enabled: true,
            same_person: null,
            created_at: createdAtMs,
          },
        },
      ]);
    });

    it('the console shows a new sign-in link', async () => {
      const { status, body } = await admin('POST', '/api/operators/op_delta/sign-in-link');
      expect([status, body]).toEqual([
        201,
        {
          server_now: nowMs,
          sign_in_url: expect.stringMatching(/^https:\/\/console\.acme\.dev\/sign-in#token=[\w-]{43}$/),
          expires_at: expect.any(Number),
        },
      ]);
      expect(body.expires_at).toBeGreaterThan(nowMs);
    });

    it('the console shows API keys, and their token once', async () => {
      const made = await admin('POST', '/api/keys', { name: 'ci', scopes: ['read'] });
      const key = {
        id: expect.stringMatching(/^key_/),
        name: 'ci',
        scopes: ['read'],
        signing_key: null,
        max_open: null,
        actions: null,
        holder: null,
        created_at: nowMs,
        created_by: 'op_alpha',
        created_by_kind: 'person',
        revoked_at: null,
        last_used_at: null,
        tokens: [{ number: 1, created_at: nowMs, last_used_at: null, ended_at: null }],
      };
      expect([made.status, made.body]).toEqual([
        201,
        { server_now: nowMs, key, token: expect.stringMatching(/^rak_/) },
      ]);
      const { id } = made.body.key;
      expect((await admin('GET', '/api/keys?limit=100')).body.keys.at(-1)).toEqual(key);
      nowMs += 1000;
      expect((await admin('DELETE', `/api/keys/${id}`)).body).toEqual({
        server_now: nowMs,
        key: { ...key, revoked_at: nowMs },
      });
    });

    it('the console shows actions, with defaults for every missing field', async () => {
      const sent = {
        title: 'Try',
        roster: ['op_bravo', 'op_charlie'],
        quorum: { default: 1, min: 1, max: 2, selectable: true },
      };
      const action = {
        id: 'try.defaults',
        version: 1,
        ...sent,
        requires: [],
        mode: 'independent',
        coincidence_seconds: 60,
        deny_self_approval: false,
        required_params: [],
        param_rules: [],
        ttl_seconds: 3600,
        turn: 'code',
        max_open: null,
        integration: null,
        display: null,
        created_at: nowMs,
        updated_at: nowMs,
      };
      const lines = expect.arrayContaining([{ field: 'keys needed', before: null, after: ['1'] }]);
      expect((await admin('PUT', '/api/actions/try.defaults', sent)).body).toEqual({
        server_now: nowMs,
        action,
        lines,
      });
      nowMs += 1000;
      const full = {
        ...sent,
        mode: 'coincident',
        coincidence_seconds: 30,
        deny_self_approval: true,
        required_params: ['size'],
        param_rules: [
          {
            when: [
              { param: 'size', op: 'in', value: ['l', 'xl'] },
              { param: 'note', op: 'present' },
            ],
            quorum: 2,
          },
        ],
        ttl_seconds: 7200,
        turn: 'code_and_passkey',
        max_open: 3,
      };
      const saved = await admin('PUT', '/api/actions/try.defaults', { ...full, if_version: 1 });
      expect(saved.body).toEqual({
        server_now: nowMs,
        action: { ...action, ...full, version: 2, updated_at: nowMs },
        lines: expect.arrayContaining([{ field: 'a key takes', before: null, after: ['code and passkey'] }]),
      });
      const moved = await admin('PUT', '/api/actions/try.defaults', { ...full, if_version: 1 });
      expect([moved.status, moved.body]).toEqual([
        409,
        { kind: 'conflict', error: 'This edit was made from another version. The current version is 2.' },
      ]);
      const listed = (await admin('GET', '/api/actions?limit=100')).body;
      expect(listed.actions.find(({ id }: { id: string }) => id === 'try.defaults')).toEqual(saved.body.action);
      expect(listed).toMatchObject({ integrations: ['demo.sink'] });
      expect((await admin('DELETE', '/api/actions/try.defaults')).body).toEqual({ server_now: nowMs });
      expect((await admin('GET', '/api/actions/try.defaults')).status).toBe(404);
      const after = (await admin('GET', '/api/actions?limit=100')).body.actions;
      expect(after.map(({ id }: { id: string }) => id)).not.toContain('try.defaults');
    });

    it('the console shows the session, and the sessions of an operator', async () => {
      const { session } = await signIn('op_charlie');
      const me = await as('op_charlie', 'GET', '/api/session');
      expect(me.body).toEqual({
        server_now: nowMs,
        operator: { id: 'op_charlie', name: 'Charlie', role: 'operator' },
        org: DEMO_ORG,
        org_name: 'Acme Payments',
        session_id: session.id,
        began: 'link',
        fresh_until: session.createdAtMs + 5 * 60_000,
        expires_at: session.expiresAtMs,
        ways: [],
      });
      const own = await as('op_charlie', 'GET', '/api/sessions?limit=100');
      expect(own.body.sessions).toContainEqual({
        id: session.id,
        operator: 'op_charlie',
        current: true,
        device: 'unknown',
        created_at: session.createdAtMs,
        expires_at: session.expiresAtMs,
      });
      const out = await as('op_charlie', 'DELETE', '/api/session');
      expect(out).toMatchObject({ status: 200, body: { server_now: nowMs } });
      expect(out.cookies).toEqual([
        'session=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0; Secure',
        'signed_in=; Path=/; SameSite=Strict; Max-Age=0; Secure',
      ]);
      expect((await as('op_charlie', 'GET', '/api/session')).status).toBe(401);
      cookies.delete('op_charlie');
    });

    it('the console shows the audit chain page by page', async () => {
      const entries = Array.from({ length: 3 }, (_, n) => ({
        seq: n + 1,
        at: 1,
        kind: 'k',
        subject: 's',
        ...person('a'),
        data: { n },
        prev: 'p',
        hash: `h${n}`,
      }));
      const audit = {
        ...ledger.ports.audit,
        entries: async (_: string, after: number, limit: number) => entries.slice(after, after + limit),
      };
      const withTold = entries.map((entry) => ({ ...entry, told: toldEntry(entry) }));
      const list = async (query: string) =>
        (await as('op_alpha', 'GET', `/api/audit${query}`, undefined, { audit })).body;
      expect(await list('?limit=2')).toEqual({ server_now: nowMs, entries: withTold.slice(0, 2), cursor: '2' });
      expect(await list('?limit=2&cursor=2')).toEqual({ server_now: nowMs, entries: withTold.slice(2), cursor: null });
      expect((await list('?limit=3')).cursor).toBeNull();
      expect((await list('?after=1')).entries).toEqual(withTold.slice(1));
      for (const cursor of ['x', '1x', 'x1', '-1', '1'.repeat(12)])
        expect(await list(`?cursor=${cursor}`)).toMatchObject({ kind: 'invalid' });
    });
  });

  it('the console shows the history of a request page by page, to its end', async () => {
    const id = await propose();
    await as('op_bravo', 'POST', `/api/requests/${id}/refuse`);
    const page = async (query: string) => (await admin('GET', `/api/requests/${id}/history${query}`)).body;
    const all = await page('?limit=100');
    expect(all).toMatchObject({ server_now: nowMs, cursor: null });
    expect(all.entries.length).toBeGreaterThan(2);
    const seen: object[] = [];
    let cursor = '';
    for (let pages = 0; cursor !== null && pages < 9; pages++) {
      const next = await page(`?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
      expect(next.entries.length).toBeLessThanOrEqual(2);
      seen.push(...next.entries);
      cursor = next.cursor;
    }
    expect(seen).toEqual(all.entries);
    expect((await page(`?limit=${all.entries.length}`)).cursor).toBeNull();
    expect((await page('?limit=2')).cursor).toBe(writeCursor([2, '']));
    expect(await page(`?cursor=${writeCursor([-1, ''])}`)).toMatchObject({ kind: 'invalid' });
  });

  it('a session is accepted only from a complete cookie with its name, at any place among others', async () => {
    const { token } = await signIn('op_bravo');
    const withCookies = async (...all: string[]) => {
      const deps = { ...ledger.ports, clock, origin: ORIGIN, cookieName: 'session' };
      const event = eventOf('GET', '/api/session', {}, { event: { cookies: all } });
      return (await createConsoleHandler(deps)(event)).statusCode;
    };
    expect(await withCookies('other=1', ` session=${token} `)).toBe(200);
    for (const cookie of [
      `session=${token}x`,
      `session=${token.slice(1)}`,
      `xsession=${token}`,
      `session=x${token}`,
      'session=',
    ])
      expect(await withCookies(cookie)).toBe(401);
    expect(await withCookies()).toBe(401);
  });
});
