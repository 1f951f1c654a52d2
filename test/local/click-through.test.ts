/** The click-through demo behind its pages: what each click does. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { ApiError, type Client } from '../../src/client';
import { type ClickThrough, createClickThrough, DEMO_HEADERS, withDemoBar } from '../../src/local/click-through/routes';
import type { DemoWorker } from '../../src/local/click-through/worker';
import type { StoredMail } from '../../src/local/mailbox';
import { Activity } from '../../src/local/platform/activity';
import type { PhoneNotification } from '../../src/local/push-service/phone';
import { eventOf } from '../support/gateway';

const ID = `req_${'0123456789abcdef'.repeat(2).slice(0, 24)}`;
const HOST = 'localhost:8787';
const KEY = Buffer.alloc(32, 7).toString('base64');
const refusal = () => new ApiError({ status: 422, kind: 'refused', message: 'The action <is> closed.' });

interface World {
  readonly sessions: APIGatewayProxyEventV2[];
  readonly created: { readonly action: string }[];
  /** How long each call waited for everything to settle, at most. */
  readonly waits: (number | undefined)[];
  started: number;
}

const mailOf = (operator: string, n: number): StoredMail => ({
  ...{ org: 'org_demo', operator, request_id: ID, kind: 'approve', round: 1, code: '12345678', sent_at: n },
  ...{ subject: `Mail ${n}.`, text: 'text', html: '' },
});

const pushedTo = (title: string, more: object = {}): PhoneNotification => ({
  ...{ device_id: 'dev_1', tag: 't', seat: null, decided: false, ttl_seconds: 1, urgency: 'high', payload: '{}' },
  ...{ device: 'iphone', title, lines: ['<b>Line</b>'], path: `/requests/${ID}`, code: '12345678' },
  ...{ replaced: false, sent_at: 1_800_000_000_000 },
  ...more,
});

function open(change: Partial<ClickThrough> = {}) {
  const world: World = { sessions: [], created: [], waits: [], started: 0 };
  const activity = new Activity();
  activity.idle = async (limitMs) => {
    world.waits.push(limitMs);
    return true;
  };
  const worker: DemoWorker = { key: KEY, start: () => void world.started++, stop: async () => undefined };
  const client = {
    createRequest: async (body: { readonly action: string }) => {
      world.created.push(body);
      return { request: { id: ID } };
    },
    getRequest: async (id: string) => ({ request: { id, live: true, outcome: null, intent: null } }),
  };
  const handle = createClickThrough({
    mailbox: {
      newest: (_: string, operator: string, count: number) =>
        Array.from({ length: 31 }, (_, n) => mailOf(operator, n + 1)).slice(-count),
    } as never,
    chatPosts: ['a post'],
    phone: { of: async (org, operator) => [pushedTo(`${org} ${operator}`)] },
    activity,
    client: client as unknown as Client,
    worker,
    signInUrl: async (operator) => `http://127.0.0.1:8787/sign-in#token=token-of-${operator}`,
    openSession: async (event) => {
      world.sessions.push(event);
      return { statusCode: 200, cookies: ['session=1; HttpOnly'], body: '{}' };
    },
    consolePage: () =>
      '<head><link rel="stylesheet" crossorigin href="/assets/a.css"><script>theme()</script><script src="/other.js"></script></head>',
    ...change,
  });
  const send = (method: string, path: string, form?: Record<string, string>, event: object = {}) =>
    handle(
      eventOf(
        method,
        path,
        { host: HOST, 'user-agent': 'browser' },
        { ...(form === undefined ? {} : { body: `${new URLSearchParams(form)}` }), event },
      ),
    );
  return { world, send };
}

const HTML = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' };

describe('a click of the demo', () => {
  it('a click of the demo is answered only on its own paths, each with one method', async () => {
    const { send } = open();
    for (const [method, path] of [
      ['GET', '/local/enter'],
      ['POST', '/local/mailbox'],
      ['GET', '/local/propose/'],
      ['GET', '/local/messages'],
      ['POST', '/local/demo.css'],
    ] as const) {
      expect(await send(method, path)).toBeNull();
    }
  });

  it('the demo’s pages cannot be read or framed by other sites, and stay in no cache', async () => {
    const answer = (await open().send('GET', '/local/propose'))!;
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toEqual({ ...DEMO_HEADERS, ...HTML });
    expect(DEMO_HEADERS).toMatchObject({ 'x-frame-options': 'DENY', 'referrer-policy': 'same-origin' });
    expect(answer.body).toContain('<title>Propose something · Demo</title>');
    expect(answer.body).toContain('Each button sends a request');
  });

  it('the demo’s pages have the style of the console if it is built', async () => {
    const styled = (await open().send('GET', '/local/propose'))!.body;
    expect(styled).toContain(
      '<link rel="stylesheet" crossorigin href="/assets/a.css"><script>theme()</script><link rel="stylesheet" href="/local/demo.css"></head>',
    );
    expect(styled).not.toContain('/other.js');
    const plain = (await open({ consolePage: () => null }).send('GET', '/local/propose'))!.body;
    expect(plain).toContain('· Demo</title><link rel="stylesheet" href="/local/demo.css"></head>');
  });

  it.each([
    ['demo.css', 'text/css; charset=utf-8'],
    ['demo.js', 'text/javascript; charset=utf-8'],
  ])('the demo serves %s unchanged', async (name, type) => {
    expect(await open().send('GET', `/local/${name}`)).toEqual({
      statusCode: 200,
      headers: { ...DEMO_HEADERS, 'content-type': type, 'cache-control': 'no-cache' },
      body: readFileSync(join(__dirname, '../../src/local/click-through', name), 'utf8'),
    });
  });

  it('the demo adds only its bar to the page of the console', () => {
    const changed = withDemoBar(
      '<html><head><title>C</title></head><body class="x"><div id="root"></div></body></html>',
    );
    expect(changed).toMatch(
      /^<html><head><title>C<\/title><link rel="stylesheet" href="\/local\/demo\.css"><script type="module" src="\/local\/demo\.js"><\/script><\/head><body class="x"><nav class="demo-bar"/,
    );
    expect(changed.endsWith('</nav><div id="root"></div></body></html>')).toBe(true);
  });
});

describe('signing in by a click', () => {
  it('signing in by a click uses a new link of the operator, for the origin of the page', async () => {
    const { world, send } = open();
    const answer = (await send('POST', '/local/enter', { operator: 'op_bravo' }, { cookies: ['session=old'] }))!;
    expect(answer).toEqual({
      statusCode: 303,
      headers: { ...DEMO_HEADERS, location: '/', 'cache-control': 'no-store' },
      cookies: ['session=1; HttpOnly'],
    });
    expect(world.sessions).toHaveLength(1);
    const [event] = world.sessions as [APIGatewayProxyEventV2];
    expect(event).toMatchObject({
      rawPath: '/api/session',
      headers: { host: HOST, origin: `http://${HOST}`, 'content-type': 'application/json' },
      isBase64Encoded: false,
      requestContext: { http: { method: 'POST', path: '/api/session', sourceIp: '203.0.113.7' } },
    });
    expect(JSON.parse(event.body!)).toEqual({ token: 'token-of-op_bravo' });
    // The session that was there is left: the console would ask about it.
    expect(event).not.toHaveProperty('cookies');
  });

  it.each<[Record<string, string>, string]>([
    [{ request: ID, code: '12345678' }, `/requests/${ID}#code=12345678`],
    [{ request: ID, code: '' }, `/requests/${ID}`],
    [{ request: ID, code: '1234567' }, `/requests/${ID}`],
    [{ request: ID, code: '123456789' }, `/requests/${ID}`],
    [{ request: ID, code: 'x12345678' }, `/requests/${ID}`],
    [{ request: ID }, `/requests/${ID}`],
    [{ request: `${ID}0`, code: '12345678' }, '/'],
    [{ request: `/${ID}`, code: '12345678' }, '/'],
    [{ request: '//evil.example', code: '12345678' }, '/'],
    [{ code: '12345678' }, '/'],
  ])('signing in by a click with %j leads to %s', async (fields, location) => {
    const answer = await open().send('POST', '/local/enter', { operator: 'op_alpha', ...fields });
    expect(answer?.headers?.location).toBe(location);
  });

  it('the form of a sign-in is also read in base64', async () => {
    const { world, send } = open();
    const body = Buffer.from('operator=op_delta').toString('base64');
    await send('POST', '/local/enter', undefined, { body, isBase64Encoded: true });
    expect(JSON.parse(world.sessions[0]!.body!)).toEqual({ token: 'token-of-op_delta' });
  });

  it.each([[{ operator: 'op_nobody' }], [{}]])(
    'signing in as nobody of the demo (%j) shows a page that says so',
    async (form) => {
      const { world, send } = open();
      const answer = (await send('POST', '/local/enter', form as Record<string, string>))!;
      expect(answer).toMatchObject({ statusCode: 200, headers: HTML });
      expect(answer.body).toContain('<h1>There is no such operator</h1></main>');
      expect(world.sessions).toEqual([]);
      expect((await send('POST', '/local/enter'))!.body).toContain('There is no such operator');
    },
  );

  it('a refused sign-in shows a page that says so, and sets no cookie', async () => {
    const { send } = open({ openSession: async () => ({ statusCode: 401, cookies: ['session=1'], body: '{}' }) });
    const answer = (await send('POST', '/local/enter', { operator: 'op_alpha' }))!;
    expect(answer).toMatchObject({ statusCode: 200, headers: HTML });
    expect(answer).not.toHaveProperty('cookies');
    expect(answer.body).toContain('<h1>You could not be signed in</h1><p>Try again.</p></main>');
  });
});

describe('the mailbox', () => {
  it('the mailbox shows the operator’s thirty newest mails, newest first, once nothing is in progress', async () => {
    const { world, send } = open();
    const answer = (await send('GET', '/local/mailbox?operator=op_charlie'))!;
    expect(answer).toMatchObject({ statusCode: 200, headers: HTML });
    expect(answer.body).toContain('<title>Charlie’s mail · Demo</title>');
    const numbers = [...answer.body!.matchAll(/<h2>Mail (\d+)\.<\/h2>/g)].map(([, n]) => Number(n));
    expect(numbers).toEqual(Array.from({ length: 30 }, (_, n) => 31 - n));
    expect(answer.body).toContain('<pre>a post</pre>');
    expect(world.waits).toEqual([3000]);
  });

  it('the mailbox is Alpha’s by default, and only operators of the demo have one', async () => {
    const { send } = open();
    expect((await send('GET', '/local/mailbox'))!.body).toContain('<h1>Alpha’s mail</h1>');
    expect((await send('GET', '/local/mailbox?other=1'))!.body).toContain('<h1>Alpha’s mail</h1>');
    const nobody = (await send('GET', '/local/mailbox?operator=op_nobody'))!;
    expect(nobody.body).toContain('<h1>There is no such operator</h1></main>');
  });
});

describe('the phone of the demo', () => {
  const bodyOf = async (path: string, pushed?: readonly ReturnType<typeof pushedTo>[]) => {
    const { world, send } = open(pushed === undefined ? {} : { phone: { of: async () => pushed } });
    const answer = (await send('GET', path))!;
    expect(answer).toMatchObject({ statusCode: 200, headers: HTML });
    return { world, body: answer.body! };
  };

  it('the phone shows what was pushed to the operator’s devices, once nothing is in progress', async () => {
    const { world, body } = await bodyOf('/local/phones?operator=op_charlie');
    expect(body).toContain('<title>Charlie’s phone · Demo</title>');
    expect(body).toContain('<h2>org_demo op_charlie</h2><p>&#60;b&#62;Line&#60;/b&#62;</p>');
    expect(world.waits).toEqual([3000]);
    expect((await bodyOf('/local/phones')).body).toContain('<h1>Alpha’s phone</h1>');
    expect((await bodyOf('/local/phones?operator=op_nobody')).body).toContain(
      '<h1>There is no such operator</h1></main>',
    );
  });

  it('a press on the phone opens the request with the code, which no notification shows', async () => {
    const { body } = await bodyOf('/local/phones?operator=op_bravo');
    expect(body).toContain(
      '<input type="hidden" name="code" value="12345678">\n<button class="demo-button main">Press it as Bravo<',
    );
    expect(body.replaceAll(/<input[^>]*>/g, '')).not.toContain('12345678');
  });

  it('what was replaced, or is about no request, has nothing to press on the phone', async () => {
    const { body } = await bodyOf('/local/phones', [
      pushedTo('Old', { replaced: true }),
      pushedTo('Three requests need your key', { path: '/', code: null }),
    ]);
    expect(body).toContain('replaced by a later one');
    expect(body).not.toContain('Press it as');
    expect((await bodyOf('/local/phones', [])).body).toContain('<em>Notify this device</em>');
  });
});

describe('proposing by a click', () => {
  it.each([
    ['solo', 0],
    ['deploy', 0],
    ['launch', 0],
    ['refund', 1],
  ])('%s creates the request and leads to it, and a worker starts only for what it runs', async (proposal, started) => {
    const { world, send } = open();
    expect(await send('POST', '/local/propose', { proposal })).toEqual({
      statusCode: 303,
      headers: {
        ...DEMO_HEADERS,
        location: `/local/proposed?proposal=${proposal}&id=${ID}`,
        'cache-control': 'no-store',
      },
      cookies: [],
    });
    expect(world.created.map(({ action }) => action)).toEqual([`demo.${proposal}`]);
    expect(world.started).toBe(started);
  });

  it.each([{ proposal: 'other' }, { proposal: 'toString' }, {}])(
    'proposing %j by a click creates nothing',
    async (form) => {
      const { world, send } = open();
      const answer = (await send('POST', '/local/propose', form as Record<string, string>))!;
      expect(answer.body).toContain('<h1>There is no such proposal</h1></main>');
      expect(world.created).toEqual([]);
    },
  );

  const failing = (error: Error) => {
    const fails = async () => Promise.reject(error);
    return open({ client: { createRequest: fails, getRequest: fails } as never });
  };

  it('a proposal that is refused shows the reason of the service', async () => {
    const { world, send } = failing(refusal());
    expect((await send('POST', '/local/propose', { proposal: 'refund' }))!.body).toContain(
      '<h1>The request was refused</h1><p>The action &#60;is&#62; closed.</p></main>',
    );
    expect(world.started).toBe(0);
    expect((await send('GET', `/local/proposed?proposal=solo&id=${ID}`))!.body).toContain(
      '<h1>There is no such request</h1><p>The action &#60;is&#62; closed.</p></main>',
    );
  });

  it('a proposal by a click fails if the failure is not an answer of the service', async () => {
    const { send } = failing(new Error('no route'));
    await expect(send('POST', '/local/propose', { proposal: 'solo' })).rejects.toThrow('no route');
    await expect(send('GET', `/local/proposed?proposal=solo&id=${ID}`)).rejects.toThrow('no route');
  });

  it('a proposal by a click is followed by a page that says where the request is', async () => {
    const { send } = open();
    const waiting = (await send('GET', `/local/proposed?proposal=deploy&id=${ID}`))!;
    expect(waiting.body).toContain('<h1>Proposed</h1>');
    expect(waiting.body).toContain(`<p>${ID} · <strong>waiting for keys</strong></p>`);
    const decided = open({
      client: {
        getRequest: async () => ({ request: { id: ID, live: false, outcome: 'denied', intent: null } }),
      } as never,
    });
    expect((await decided.send('GET', `/local/proposed?proposal=deploy&id=${ID}`))!.body).toContain('<h1>Decided</h1>');
  });

  it.each([
    '',
    `?proposal=other&id=${ID}`,
    '?proposal=solo',
    '?proposal=solo&id=req_1',
    `?id=${ID}`,
    `?proposal=solo&id=${ID}0`,
    `?proposal=solo&id=x${ID}`,
  ])('the address %j has no request to follow, and leads back', async (query) => {
    const answer = (await open().send('GET', `/local/proposed${query}`))!;
    expect([answer.statusCode, answer.headers?.location]).toEqual([303, '/local/propose']);
  });
});
