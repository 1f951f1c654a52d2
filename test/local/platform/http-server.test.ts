import { type RequestOptions, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { type HttpServer, type Route, startHttpServer } from '../../../src/local/platform/http-server';
import { activity, closeAfterEach, echo, type Got, opened, reports, seen, send, serve } from './served';

closeAfterEach();

/** Everything the server says to these bytes, until it closes the connection. */
function sendRaw({ port }: HttpServer, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    connect(port, '127.0.0.1', function (this: Socket) {
      this.write(bytes);
    })
      .on('data', (chunk) => {
        answer += chunk.toString();
      })
      .on('error', reject)
      .on('close', () => resolve(answer));
  });
}

async function eventOf(path: string, options: RequestOptions = {}, body?: string | Buffer) {
  await send(await serve(echo), path, options, body);
  return seen.at(-1)!;
}

const post = (type?: string): RequestOptions => ({
  method: 'POST',
  headers: type === undefined ? {} : { 'content-type': type },
});

describe('the event that a handler is handed', () => {
  test('the event that a handler is handed has its path decoded, joins what was given more than once by commas, and has a list of cookies', async () => {
    const headers = { 'X-Many': ['one', 'two'], 'X-One': 'three', Cookie: ['session=abc; theme=dark', 'other=1'] };
    const event = await eventOf('/v1/a%20b%2Fc?a=1&name=J%C3%BCrgen+K&empty=&a=2', { method: 'PUT', headers });
    expect(event.rawPath).toBe('/v1/a b/c');
    expect(event.rawQueryString).toBe('a=1&name=J%C3%BCrgen+K&empty=&a=2');
    expect(event.queryStringParameters).toEqual({ a: '1,2', name: 'Jürgen K', empty: '' });
    expect(event.headers).toMatchObject({ 'x-many': 'one,two', 'x-one': 'three' });
    expect(event.headers).not.toHaveProperty('cookie');
    expect(event.cookies).toEqual(['session=abc', 'theme=dark', 'other=1']);
    const { http, timeEpoch, requestId } = event.requestContext;
    expect([http.method, http.sourceIp, timeEpoch]).toEqual(['PUT', '127.0.0.1', Date.UTC(2026, 10, 20, 12)]);
    expect(requestId).not.toBe('');
  });
});

describe('the answer', () => {
  const answering = (result: APIGatewayProxyStructuredResultV2): Route => ({ prefix: '/', handle: async () => result });

  test('the answer carries status, headers, every cookie and the body', async () => {
    const server = await serve(
      answering({ statusCode: 201, headers: { 'x-count': 3 }, cookies: ['a=1; HttpOnly', 'b=2'], body: 'größer' }),
    );
    const { status, headers, body } = await send(server, '/');
    expect({ status, body }).toEqual({ status: 201, body: 'größer' });
    expect(headers).toMatchObject({ 'x-count': '3', 'set-cookie': ['a=1; HttpOnly', 'b=2'], 'content-length': '8' });
  });

  test('the answer is decoded where the handler says that it is base64', async () => {
    const server = await serve(answering({ body: Buffer.from('hello').toString('base64'), isBase64Encoded: true }));
    expect(await send(server, '/')).toMatchObject({ status: 200, body: 'hello' });
  });

  test('the answer is empty where the handler says nothing', async () => {
    const { status, headers, body } = await send(await serve(answering({})), '/');
    expect([status, headers['content-length'], headers['set-cookie'], body]).toEqual([200, '0', undefined, '']);
  });

  test('the answer to HEAD has the headers and no body', async () => {
    const { status, headers, body } = await send(await serve(echo), '/', { method: 'HEAD' });
    expect({ status, length: headers['content-length'], body }).toEqual({ status: 200, length: '6', body: '' });
    expect(seen.at(-1)!.requestContext.http.method).toBe('HEAD');
  });

  test('the answer is 500 and opaque when the handler throws', async () => {
    const failing: Route = { prefix: '/', handle: () => Promise.reject(new Error('the table is gone')) };
    const { status, body } = await send(await serve(failing), '/v1?token=secret');
    expect(status).toBe(500);
    expect(JSON.parse(body)).toEqual({ error: 'server fault; retry after a pause', kind: 'internal' });
    expect(reports).toEqual(['GET /v1 failed: Error: the table is gone']);
  });

  test('the answer is 413 to more than 6 MiB, announced or not, and the handler sees nothing of it', async () => {
    const server = await serve(echo);
    const large = Buffer.alloc(6 * 1024 * 1024 + 1, 0x20);
    const chunked = { ...post('text/plain'), headers: { 'transfer-encoding': 'chunked' } };
    for (const options of [post('text/plain'), chunked]) {
      const { status, body } = await send(server, '/', options, large);
      const said = { error: 'a body is at most 6291456 bytes', kind: 'too_large' };
      expect([status, JSON.parse(body)]).toEqual([413, said]);
    }
    expect(seen).toEqual([]);
    await send(server, '/', post('text/plain'), large.subarray(1));
    expect(seen[0]!.body).toHaveLength(6 * 1024 * 1024);
  });

  test.each([
    ['no HTTP', 'nonsense\r\n\r\n', '400 Bad Request', 'the request is not HTTP'],
    [
      'no path',
      'OPTIONS * HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
      '400 Bad Request',
      'the path cannot be read',
    ],
    ['no host', 'GET / HTTP/1.1\r\nconnection: close\r\n\r\n', '400 Bad Request', 'a request needs a Host header'],
    [
      'headers without an end',
      `GET / HTTP/1.1\r\nhost: x\r\nx-long: ${'x'.repeat(20_000)}\r\n\r\n`,
      '431 Request Header Fields Too Large',
      'the headers are too large',
    ],
  ])('the answer to %s is in JSON', async (_, bytes, status, error) => {
    const answer = await sendRaw(await serve(echo), bytes);
    const [head, body] = answer.split('\r\n\r\n') as [string, string];
    expect(head.split('\r\n')[0]).toBe(`HTTP/1.1 ${status}`);
    expect(head).toMatch(/^content-type: application\/json$/m);
    expect(head).toMatch(new RegExp(`^content-length: ${body.length}$`, 'm'));
    expect(head).toMatch(/^connection: close$/im);
    expect(JSON.parse(body)).toEqual({ error, kind: 'invalid' });
    expect(seen).toEqual([]);
  });

  test.each([204, 304])('%d has no length, because it has no body', async (statusCode) => {
    const { status, headers, body } = await send(await serve(answering({ statusCode })), '/');
    expect([status, headers['content-length'], body]).toEqual([statusCode, undefined, '']);
  });

  test('the answer of the server itself is kept by nobody and read as nothing else', async () => {
    const { headers } = await send(await serve({ ...echo, prefix: '/v1' }), '/other');
    expect(headers).toMatchObject({
      ...{ 'content-type': 'application/json', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
    });
  });

  test('the answer is not made for a caller who went away while sending', async () => {
    const server = await serve(echo);
    const caller = connect(server.port, '127.0.0.1').on('error', () => undefined);
    caller.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nabc');
    // Connections are taken in order.
    await send(server, '/first');
    caller.destroy();
    await new Promise((resolve) => caller.once('close', resolve));
    await send(server, '/second');
    expect(seen.map(({ rawPath }) => rawPath)).toEqual(['/first', '/second']);
    expect(reports).toEqual([]);
  });
});

test('a path that cannot be decoded reaches the function as it was sent, so that it can check the caller first', async () => {
  await send(await serve(echo), '/v1/requests/%ZZ');
  expect(seen.at(-1)!.rawPath).toBe('/v1/requests/%ZZ');
});

describe('routes', () => {
  const named = (prefix: string): Route => ({ prefix, handle: async () => ({ body: prefix }) });

  test('routes answer what lies below their prefix, the first that matches', async () => {
    const server = await serve(named('/v1'), named('/v1/requests'), named('/api'));
    expect(await send(server, '/v1/requests')).toMatchObject({ body: '/v1' });
    expect(await send(server, '/api')).toMatchObject({ body: '/api' });
    const { status, body } = await send(server, '/v1x');
    expect([status, JSON.parse(body)]).toEqual([404, { error: 'no such path', kind: 'not_found' }]);
    expect((await send(server, '/')).status).toBe(404);
  });

  test('routes refuse at once what is more than they have room for, and take it again afterwards', async () => {
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const slow: Route = { prefix: '/slow', handle: () => held.then(() => ({ statusCode: 200, body: 'done' })) };
    const server = await serve(slow, {
      prefix: '/free',
      handle: async () => ({ statusCode: 200, body: 'free' }),
      untracked: ({ rawQueryString }) => rawQueryString === 'free',
    });
    const free: number[] = [];
    const refused: Got[] = [];
    const call = async () => {
      const answer = await send(server, '/slow');
      // Nobody who was let in is answered before everybody else was sent away.
      if (answer.status === 503 && refused.push(answer) === 600 - 512) {
        // What is not counted has room at any time.
        for (const path of ['/free?free', '/free']) free.push((await send(server, path)).status);
        letGo();
      }
      return answer.status;
    };
    const statuses = await Promise.all(Array.from({ length: 600 }, call));
    expect(statuses.filter((status) => status === 200)).toHaveLength(512);
    expect(refused[0]).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
    expect(JSON.parse(refused[0]!.body)).toEqual({
      error: 'too many calls at once; try again after a pause',
      kind: 'internal',
    });
    expect(free).toEqual([200, 503]);
    expect((await send(server, '/slow')).status).toBe(200);
  });

  test('routes have room again for as many as before, however many calls have failed', async () => {
    const server = await serve({ prefix: '/', handle: () => Promise.reject(new Error('the table is gone')) });
    const statuses = await Promise.all(Array.from({ length: 512 }, async () => (await send(server, '/')).status));
    expect(new Set(statuses)).toEqual(new Set([500]));
    expect((await send(server, '/')).status).toBe(500);
  });

  test('routes that come later answer later: until there are any it is 503, which a sender tries again', async () => {
    const routes: Route[] = [];
    const server = await startHttpServer({ port: 0, activity, routes });
    opened.push(server);
    const early = await send(server, '/v1');
    expect(early).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
    expect(JSON.parse(early.body)).toEqual({ error: 'the service is starting; try again', kind: 'internal' });
    routes.push(named('/v1'));
    expect(await send(server, '/v1')).toMatchObject({ status: 200 });
  });

  test('routes to files get GET and HEAD only', async () => {
    const server = await serve({
      prefix: '/',
      serve: (_, response) => void response.end('<html>'),
    });
    const file = await send(server, '/sign-in?token=1');
    expect(file).toMatchObject({ status: 200, body: '<html>' });
    expect(await send(server, '/', { method: 'HEAD' })).toMatchObject({ status: 200, body: '' });
    const refused = await send(server, '/', { method: 'POST' });
    expect(refused).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
    expect(JSON.parse(refused.body)).toEqual({ error: 'this path takes GET, HEAD', kind: 'invalid' });
  });

  test('routes to files that fail in the middle end the answer, so that nobody takes it for complete', async () => {
    const server = await serve({
      prefix: '/',
      async serve(_, response) {
        response.writeHead(200).write('<html>');
        throw new Error('the disk is gone');
      },
    });
    await expect(
      new Promise((resolve, reject) => {
        request({ host: '127.0.0.1', port: server.port, path: '/a?b', agent: false }, (answer) => {
          answer.on('error', reject).on('end', resolve).resume();
        })
          .on('error', reject)
          .end();
      }),
    ).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(reports).toEqual(['GET /a failed: Error: the disk is gone']);
  });

  test('routes are told when nobody waits for their answer any more', async () => {
    let told: (signal: AbortSignal) => void = () => undefined;
    const asked = () =>
      new Promise<AbortSignal>((resolve) => {
        told = resolve;
      });
    const server = await serve({
      prefix: '/',
      untracked: true,
      handle: (_, gone) => {
        told(gone);
        return new Promise((resolve) => {
          gone.addEventListener('abort', () => resolve({ statusCode: 200, body: 'let go' }));
        });
      },
    });
    const first = asked();
    const caller = connect(server.port, '127.0.0.1').on('error', () => undefined);
    caller.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
    const gone = await first;
    expect(gone.aborted).toBe(false);
    const ended = new Promise((resolve) => gone.addEventListener('abort', resolve));
    caller.destroy();
    await ended;

    // A held answer is given when the server closes.
    const second = asked();
    const held = send(server, '/');
    await second;
    const closed = server.close();
    expect(await held).toMatchObject({ status: 200, body: 'let go' });
    await closed;
    opened.length = 0;
  });

  test('routes are in flight while their handler runs, unless they are not tracked', async () => {
    const counts: number[] = [];
    const handle = async () => {
      // The promise is counted once it has been returned.
      await Promise.resolve();
      counts.push(activity.inFlight());
      return {};
    };
    const server = await serve({ prefix: '/v1', handle }, { prefix: '/local', handle, untracked: true });
    await send(server, '/v1');
    await send(server, '/local');
    expect(counts).toEqual([1, 0]);
    expect(activity.inFlight()).toBe(0);
  });
});
