/** The router that /v1 and /api share, and the limit of refused attempts. */

import { createRefuseAttempt } from '../../src/lambda/http/attempts';
import { type Authenticated, createRouter, NotSignedIn } from '../../src/lambda/http/router';
import { eventOf } from '../support/gateway';
import { aLog } from '../support/log';

const OPERATIONS = [
  { operationId: 'list', method: 'get', path: '/v1/things', body: 'none', maxBodyBytes: 0 },
  { operationId: 'make', method: 'post', path: '/v1/things', body: 'required', maxBodyBytes: 100 },
] as const;

describe('the router', () => {
  const { log, told: infos, failed: errors } = aLog();
  const random = { hex: (bytes: number) => 'ab'.repeat(bytes), base64url: () => '', fraction: () => 0 };
  interface Inputs {
    list: { path: object; query: object; headers: object; body: unknown };
    make: Inputs['list'];
  }
  const any = Object.assign((_: unknown): _ is never => true, { errors: null });
  const accepting = { path: any, query: any, headers: any, body: any, queryTypes: {} };
  const refusing = Object.assign((_: unknown): _ is never => false, {
    errors: [{ instancePath: '/a', keyword: 'type', params: { type: 'string' } }],
  });
  const order: string[] = [];
  const routerOf = (
    list: () => Promise<{ status: number; body?: unknown }>,
    authenticated: () => Promise<Authenticated<string>> = async () => ({ principal: 'somebody' }),
  ) =>
    createRouter<Inputs, (typeof OPERATIONS)[number], string>({
      operations: OPERATIONS,
      validators: { list: accepting, make: { ...accepting, body: refusing } } as never,
      handlers: { list, make: async ({ principal }) => ({ status: 201, body: { principal } }) },
      authenticate: async (_, matched) => {
        order.push(`authenticate ${matched?.operation.operationId ?? 'nothing'}`);
        return authenticated();
      },
      orgOf: (principal) => (principal === 'a stranger' ? null : `org of ${principal}`),
      log,
      random,
    });
  const event = (method: string, path = '/v1/things', body?: string) =>
    eventOf(method, path, { 'content-type': 'application/json' }, { body });
  const parsed = ({ statusCode, body = '' }: { statusCode?: number; body?: string }) => [
    statusCode,
    body === '' ? null : JSON.parse(body),
  ];
  beforeEach(() => {
    infos.length = 0;
    errors.length = 0;
    order.length = 0;
  });
  const fine = async () => ({ status: 200, body: { fine: true } });

  it('the router answers HEAD as GET', async () => {
    expect(parsed(await routerOf(fine)(event('HEAD')))).toEqual([200, { fine: true }]);
    expect(parsed(await routerOf(fine)(event('GET')))).toEqual([200, { fine: true }]);
  });

  it('the router checks the caller before it says whether the path exists', async () => {
    const stranger = routerOf(fine, async () => ({ refused: { status: 401, body: { error: 'no' } } }));
    for (const path of ['/v1/things', '/v1/nothing'])
      expect(parsed(await stranger(event('PATCH', path)))).toEqual([401, { error: 'no' }]);
    expect(order).toEqual(['authenticate nothing', 'authenticate nothing']);
    const known = routerOf(fine);
    expect(parsed(await known(event('GET', '/v1/nothing')))).toEqual([
      404,
      { error: 'There is no such path.', kind: 'not_found' },
    ]);
    const wrong = await known(event('PATCH'));
    expect(parsed(wrong)).toEqual([405, { error: 'This path accepts GET, POST.', kind: 'invalid' }]);
    expect(wrong.headers).toMatchObject({ allow: 'GET, POST' });
    await known(event('GET'));
    expect(order.at(-1)).toBe('authenticate list');
  });

  it('the router refuses a body that it cannot read, or that the document does not accept', async () => {
    const router = routerOf(fine);
    expect(parsed(await router(event('POST', '/v1/things', '{')))).toEqual([
      400,
      { error: 'The body is not valid JSON.', kind: 'invalid' },
    ]);
    expect(parsed(await router(event('POST', '/v1/things', '{"a":1}')))).toEqual([
      400,
      { error: '`body.a` must be a string.', kind: 'invalid' },
    ]);
  });

  it('the router answers a failure only with an incident id, which the log has too', async () => {
    const answer = parsed(
      await routerOf(async () => {
        throw new TypeError('lost 8 writes in a row');
      })(event('GET')),
    );
    expect(answer).toEqual([
      500,
      {
        error: 'The server failed. Retry after a pause. If it fails again, report incident abababababababab.',
        kind: 'internal',
      },
    ]);
    expect(errors).toEqual([
      [
        'a request failed',
        {
          incident: 'abababababababab',
          org: 'org of somebody',
          route: '$default',
          error: 'TypeError',
          reason: 'lost 8 writes in a row',
          stack: expect.stringContaining('TypeError'),
        },
      ],
    ]);
    await routerOf(() => Promise.reject('a text'))(event('GET'));
    expect(errors[1]).toEqual([
      'a request failed',
      { incident: 'abababababababab', org: 'org of somebody', route: '$default', error: 'not an Error' },
    ]);
  });

  it('the router logs the organization of each refused call, so that one loud customer can be found', async () => {
    const refusal = async () => ({ status: 409, body: {} });
    await routerOf(refusal)(event('GET'));
    await routerOf(fine)(event('GET', '/v1/nothing'));
    await routerOf(fine, async () => ({ refused: { status: 429, body: {} }, org: 'acme' }))(event('GET'));
    await routerOf(fine)(event('GET'));
    // Nobody knows whose these are.
    await routerOf(fine, async () => ({ refused: { status: 401, body: {} } }))(event('GET'));
    await routerOf(refusal, async () => ({ principal: 'a stranger' }))(event('GET'));
    const said = (org: string, status: number) => ['a call was refused', { org, route: '$default', status }];
    expect(infos).toEqual([said('org of somebody', 409), said('org of somebody', 404), said('acme', 429)]);
  });

  it('the router logs nothing of a text that could not be read as JSON', async () => {
    await routerOf(async () => JSON.parse('{"token": do-not-show}'))(event('GET'));
    expect(errors).toMatchObject([
      ['a request failed', { error: 'SyntaxError', reason: 'a text could not be parsed' }],
    ]);
    expect(JSON.stringify(errors)).not.toContain('do-not');
    expect(errors[0]![1]).toMatchObject({ stack: expect.stringMatching(/^ {4}at .*router\.test/s) });
  });

  it('the router answers a caller whose session has just ended without logging a failure', async () => {
    const ended = new NotSignedIn({ status: 401, body: { error: 'ended' } });
    expect(ended.message).toBe('not signed in');
    expect(parsed(await routerOf(() => Promise.reject(ended))(event('GET')))).toEqual([401, { error: 'ended' }]);
    expect(errors).toEqual([]);
  });

  it('the router ends the work beside a call before the answer leaves, also if that work fails', async () => {
    const beside = () =>
      new Promise<void>((resolve) =>
        setImmediate(() => {
          order.push('work');
          resolve();
        }),
      );
    const authenticated = async () => ({ principal: 'somebody', backgroundWork: beside() });
    const handled = async () => {
      order.push('handler');
      return { status: 200 };
    };
    await routerOf(handled, authenticated)(event('GET'));
    expect(order).toEqual(['authenticate list', 'handler', 'work']);
    order.length = 0;
    await routerOf(() => Promise.reject(new Error('x')), authenticated)(event('GET'));
    expect(order).toEqual(['authenticate list', 'work']);
  });
});

describe('refused attempts of one peer', () => {
  const REFUSED = { status: 401, body: { error: 'no' } };
  const world = (answers: (number | null | Error | 'a text')[], apart?: string) => {
    const asked: [string, number][] = [];
    const { log, warned } = aLog();
    let nowMs = 1_000_000;
    const refuse = createRefuseAttempt(
      {
        clock: { nowMs: () => nowMs },
        limiter: {
          refused: async (peer, at) => {
            asked.push([peer, at]);
            const next = answers.length > 1 ? answers.shift()! : answers[0]!;
            if (next instanceof Error || next === 'a text') throw next;
            return next;
          },
        },
        log,
      },
      ...(apart === undefined ? [] : ([apart] as const)),
    );
    return {
      asked,
      warned,
      attempt: (sourceIp = '192.0.2.1') => refuse(eventOf('GET', '/', {}, { sourceIp }), REFUSED),
      pass: (ms: number) => {
        nowMs += ms;
      },
    };
  };
  const lockedFor = (seconds: number) => ({
    status: 429,
    body: { error: `Too many refused attempts from this address. Retry in ${seconds} seconds.` },
    headers: { 'retry-after': String(seconds) },
  });

  it('refused attempts are counted by address, and those of the console separately', async () => {
    const plain = world([null]);
    expect(await plain.attempt()).toBe(REFUSED);
    expect(plain.asked).toEqual([['192.0.2.1', 1_000_000]]);
    const apart = world([null], 'console#');
    await apart.attempt();
    expect(apart.asked).toEqual([['console#192.0.2.1', 1_000_000]]);
    // Of an IPv6 address, its site.
    await apart.attempt('2001:db8:1:2::7');
    expect(apart.asked.at(-1)).toEqual(['console#2001:db8:1:2::/64', 1_000_000]);
  });

  it('a locked address gets 429 until the lock ends, without another read of the store', async () => {
    const { attempt, asked, pass } = world([10, null]);
    expect(await attempt()).toEqual(lockedFor(10));
    pass(2_500);
    expect(await attempt()).toEqual(lockedFor(8));
    expect(asked).toHaveLength(1);
    expect(await attempt('192.0.2.2')).toBe(REFUSED);
    pass(7_499);
    expect(await attempt()).toEqual(lockedFor(1));
    pass(1);
    expect(await attempt()).toBe(REFUSED);
    expect(asked).toHaveLength(3);
  });

  it('refused attempts are refused as before while nothing can be counted, and the log says so', async () => {
    const { attempt, warned } = world([new RangeError('down'), 'a text']);
    expect([await attempt(), await attempt()]).toEqual([REFUSED, REFUSED]);
    const message = 'the limiter of refused attempts failed';
    expect(warned).toEqual([
      [message, { error: 'RangeError' }],
      [message, { error: 'unknown' }],
    ]);
  });

  it('refused attempts are remembered for ten thousand peers, and read again beyond that', async () => {
    const { attempt, asked } = world([300]);
    for (let n = 0; n < 10_000; n++) await attempt(`peer-${n}`);
    await attempt('peer-0');
    expect(asked).toHaveLength(10_000);
    await attempt('one more');
    await attempt('one more');
    expect(asked).toHaveLength(10_001);
    await attempt('peer-0');
    expect(asked).toHaveLength(10_002);
  });
});
