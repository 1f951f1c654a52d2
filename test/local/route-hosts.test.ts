import { Activity } from '../../src/local/platform/activity';
import { createLocalHandler, type LocalRoutes } from '../../src/local/routes';
import type { OrgId } from '../../src/protocol/identifiers';
import { eventOf, said } from '../support/gateway';

describe('the routes of one machine', () => {
  const clocks: number[] = [];
  const chatPosts: string[] = [];
  const mail = { request_id: 'req_1', kind: 'approve', round: 2, code: '12345678', sent_at: 7 };
  const deps: LocalRoutes = {
    origins: ['http://127.0.0.1:8787', 'http://localhost:8787'],
    dataDir: '/data',
    mailbox: {
      of: (org: string, operator: string) =>
        `${org}/${operator}` === 'org_demo/op_bravo' ? [{ ...mail, operator, subject: 's', text: 't' }] : [],
    } as never,
    activity: new Activity(),
    pushService: {} as never,
    phone: { of: async (org, operator) => [{ title: `${org} ${operator}` } as never] },
    chatPosts,
    clockControl: {
      advance: async (ms: number) => {
        clocks.push(ms);
        return 1_795_176_000_000 + ms;
      },
    },
    organizationOf: async (id) => (id === 'op_bravo' ? ('org_demo' as OrgId) : null),
    signInUrl: async (operator) => `http://127.0.0.1:1/sign-in?token=${operator}`,
  };
  const handle = createLocalHandler(deps);
  const sendTo = async (
    to: typeof handle,
    method: string,
    path: string,
    headers: Record<string, string>,
    options: object = {},
  ) => said((await to(eventOf(method, path, headers, options)))!);
  const send = (method: string, path: string, body?: unknown, host = '127.0.0.1:8787') =>
    sendTo(handle, method, path, { host }, { body });
  const HOST = { host: '127.0.0.1:8787' };

  test.each(['127.0.0.1', '127.0.0.1:8787', 'localhost', 'LOCALHOST:80', '[::1]', '[::1]:8787'])(
    'answer under the name %s',
    async (host) => {
      expect((await send('GET', '/local/messages?operator=op_bravo', undefined, host)).status).toBe(200);
    },
  );

  test.each([
    'localhost.evil.example',
    'localhost.evil.example:8787',
    '127.0.0.1.evil.example',
    'evil.example',
    'evil-localhost',
    'localhost:8787.evil.example',
    'localhost:',
    '127.0.0.2',
    '',
  ])(
    'the routes of one machine answer nothing under the name %j, which a stranger may have pointed here',
    async (host) => {
      for (const [method, path, body] of [
        ['GET', '/local/messages?operator=op_bravo', undefined],
        ['POST', '/local/sign-in', { operator: 'op_bravo' }],
        ['POST', '/local/clock', { advance_ms: 1 }],
      ] as const) {
        expect(await send(method, path, body, host)).toMatchObject({
          status: 403,
          body: { error: 'host: these routes are for this machine' },
        });
      }
      expect(clocks).toEqual([]);
    },
  );

  test('the routes of one machine answer nothing to a caller who names no host', async () => {
    expect((await sendTo(handle, 'GET', '/local/runner', {})).status).toBe(403);
  });

  test.each<[object, number]>([
    [{ origin: 'http://127.0.0.1:8787' }, 200],
    [{ origin: 'http://localhost:8787' }, 200],
    [{ origin: 'http://localhost:3000' }, 403],
    [{ 'sec-fetch-site': 'none' }, 200],
    [{ 'sec-fetch-site': 'same-origin' }, 200],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }, 403],
    // A link on another page, which its reader followed.
    [{ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }, 200],
    [{ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', origin: 'https://evil.example' }, 403],
  ])('the routes of one machine to a caller with the headers %j answer %d', async (headers, status) => {
    const answer = await sendTo(handle, 'GET', '/local/runner', { ...HOST, ...headers });
    expect(answer.status).toBe(status);
    if (status === 403) expect(answer.body).toEqual({ error: 'origin: not a page of this service' });
  });

  test('the routes of one machine say which process runs here and where its data is', async () => {
    expect(await send('GET', '/local/runner')).toMatchObject({
      status: 200,
      body: { pid: process.pid, data_dir: '/data' },
    });
  });

  test('the routes of one machine list the messages of an operator, without their text', async () => {
    expect((await send('GET', '/local/messages?operator=op_bravo')).body).toEqual({ messages: [mail] });
  });

  test('the routes of one machine list what the devices of an operator were told', async () => {
    const answer = await send('GET', '/local/phone?operator=op_bravo');
    expect(answer.body).toEqual({ notifications: [{ title: 'org_demo op_bravo' }] });
    expect((await send('GET', '/local/phone')).status).toBe(400);
    expect((await send('GET', '/local/phone?operator=op_zulu')).status).toBe(404);
  });

  test('the routes of one machine give the operator a link', async () => {
    expect(await send('POST', '/local/sign-in', { operator: 'op_bravo' })).toMatchObject({
      status: 200,
      body: { sign_in_url: 'http://127.0.0.1:1/sign-in?token=op_bravo' },
    });
  });

  test('the routes of one machine answer what a receiver would answer', async () => {
    expect(await send('POST', '/local/sink', 'anything')).toMatchObject({ status: 200, body: { received: true } });
  });

  test('the routes of one machine keep the last twenty posts to the chat, each as text that people can read', async () => {
    for (let n = 1; n <= 20; n++)
      expect(await send('POST', '/local/chat', { n })).toMatchObject({ status: 200, body: { received: true } });
    expect(chatPosts).toHaveLength(20);
    expect(chatPosts[0]).toBe('{\n  "n": 1\n}');
    await send('POST', '/local/chat', { n: 21 });
    expect(chatPosts).toHaveLength(20);
    expect([chatPosts[0], chatPosts[19]]).toEqual(['{\n  "n": 2\n}', '{\n  "n": 21\n}']);
    // A runner without pages for people keeps none, and answers the same.
    const without = createLocalHandler({ ...deps, chatPosts: undefined });
    expect(await sendTo(without, 'POST', '/local/chat', HOST, { body: { n: 1 } })).toMatchObject({ status: 200 });
  });

  test.each([['/local/chat'], ['/local/clock'], ['/local/sign-in']])(
    'refuse at %s a body that is no object, and one of more than 32 KiB',
    async (path) => {
      for (const body of ['[]', 'null', '7', '"text"']) {
        expect(await send('POST', path, body)).toMatchObject({
          status: 400,
          body: { error: 'body: must be an object', kind: 'invalid' },
        });
      }
      expect((await send('POST', path)).status).toBe(415);
      const padded = (bytes: number) => `{"a":"${'x'.repeat(bytes - 8)}"}`;
      expect((await send('POST', path, padded(32 * 1024 + 1))).status).toBe(413);
      expect((await send('POST', path, padded(32 * 1024))).status).toBe(path === '/local/chat' ? 200 : 400);
      expect(clocks).toEqual([]);
    },
  );

  test('the routes of one machine do not move a clock that only time moves', async () => {
    const fixed = createLocalHandler({ ...deps, clockControl: null });
    expect(await sendTo(fixed, 'POST', '/local/clock', HOST, { body: { advance_ms: 1 } })).toMatchObject({
      status: 404,
      body: { error: 'the clock cannot be moved: start with --test-clock', kind: 'not_found' },
    });
  });

  test('the routes of one machine leave a path to the pages for people where there are any', async () => {
    const asked: string[] = [];
    const withPages = createLocalHandler({
      ...deps,
      demoPages: async ({ rawPath }) => {
        asked.push(rawPath);
        return rawPath === '/local/mailbox' ? { statusCode: 201, headers: { 'x-page': 'yes' }, body: '{}' } : null;
      },
    });
    expect(await sendTo(withPages, 'GET', '/local/mailbox', HOST)).toMatchObject({
      status: 201,
      headers: { 'x-page': 'yes' },
    });
    expect((await sendTo(withPages, 'GET', '/local/runner', HOST)).status).toBe(200);
    expect((await sendTo(withPages, 'GET', '/local/mailbox', { host: 'evil.example' })).status).toBe(403);
    expect(asked).toEqual(['/local/mailbox', '/local/runner']);
  });

  test.each([0, 1, 3_600_000, 100 * 366 * 24 * 3_600_000])('move the clock by %d ms', async (advance_ms) => {
    expect(await send('POST', '/local/clock', { advance_ms })).toMatchObject({
      status: 200,
      body: { server_now: 1_795_176_000_000 + advance_ms },
    });
    expect(clocks.splice(0)).toEqual([advance_ms]);
  });

  test.each([-1, 0.5, '1', null, undefined, 100 * 366 * 24 * 3_600_000 + 1])(
    'do not move the clock by %p',
    async (ms) => {
      expect(await send('POST', '/local/clock', { advance_ms: ms })).toMatchObject({
        status: 400,
        body: { error: 'body.advance_ms: a whole number of milliseconds, 0 or more', kind: 'invalid' },
      });
      expect(clocks).toEqual([]);
    },
  );

  test('the routes of one machine name no operator who is not there', async () => {
    const missing = { status: 404, body: { error: 'no operator "op_nobody"', kind: 'not_found' } };
    expect(await send('POST', '/local/sign-in', { operator: 'op_nobody' })).toMatchObject(missing);
    expect(await send('GET', '/local/messages?operator=op_nobody')).toMatchObject(missing);
    expect(await send('GET', '/local/messages')).toMatchObject({
      status: 400,
      body: { error: 'query.operator: name the operator whose messages to read' },
    });
    expect((await send('GET', '/local/messages?other=op_bravo')).status).toBe(400);
    expect(await send('POST', '/local/sign-in', { operator: 7 })).toMatchObject({
      status: 400,
      body: { error: 'body.operator: name the operator to sign in' },
    });
  });

  test.each([
    ['POST', '/local/messages', 'GET'],
    ['GET', '/local/clock', 'POST'],
    ['GET', '/local/sign-in', 'POST'],
    ['POST', '/local/runner', 'GET'],
    ['GET', '/local/chat', 'POST'],
    ['GET', '/local/sink', 'POST'],
  ])('the routes of one machine take no %s at %s, and say which method', async (method, path, allow) => {
    expect(await send(method, path)).toMatchObject({
      status: 405,
      headers: { allow },
      body: { error: `this path takes ${allow}`, kind: 'invalid' },
    });
  });

  test('the routes of one machine are these, and nothing beside them', async () => {
    for (const path of ['/local/sign-in/', '/local', '/local/other', '/local/toString'])
      expect(await send('POST', path, { operator: 'op_bravo' })).toMatchObject({
        status: 404,
        body: { error: 'no such path', kind: 'not_found' },
      });
  });
});
