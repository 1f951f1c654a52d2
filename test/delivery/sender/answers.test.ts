import { createHash } from 'node:crypto';
import { version } from '../../../packages/client/package.json';
import type { DialTarget } from '../../../src/adapters/webhook-sender';
import { retryAfterSeconds } from '../../../src/protocol/retry-after';
import { aPost, aRawReceiver, aReceiver, aSender, closeAll, onLoopback, timed } from './support';

afterEach(closeAll);

describe('a post that is answered', () => {
  test('a post has its body byte for byte, with the given headers, its length and its host', async () => {
    const seen: { headers?: unknown; url?: string; method?: string; body?: string } = {};
    const receiver = await aReceiver((request, response, body) => {
      Object.assign(seen, { headers: request.headers, url: request.url, method: request.method, body });
      response.writeHead(204).end();
    });
    const body = '{"name":"Žofie 🗝","n":1}';
    const outcome = await aSender().post(aPost(`${receiver.url}?a=%2F&b=c`, body));
    expect(outcome).toEqual({ kind: 'answered', status: 204, retryAfterSeconds: null });
    expect(seen).toMatchObject({ method: 'POST', url: '/hook?a=%2F&b=c', body });
    expect(seen.headers).toMatchObject({
      host: `127.0.0.1:${receiver.port}`,
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'service-event-id': 'evt_1',
    });
  });

  test.each([
    ['http://127.0.0.1/hook', 80],
    ['https://127.0.0.1/hook', 443],
    ['https://127.0.0.1:444/hook', 444],
  ])('a post goes to the port of its scheme unless it names one: %s', async (url, port) => {
    const dialled: DialTarget[] = [];
    await aSender({ dial: onLoopback(1, dialled) }).post(aPost(url));
    expect(dialled).toEqual([{ host: '127.0.0.1', port, family: 4 }]);
  });

  test('the answer to a post says when to retry by the clock of the service', async () => {
    const NOON = Date.UTC(2026, 10, 20, 12);
    const receiver = await aRawReceiver((socket) => {
      const at = new Date(NOON + 90_000).toUTCString();
      socket.end(`HTTP/1.1 503 No\r\nRetry-After: ${at}\r\nContent-Length: 0\r\n\r\n`);
    });
    const sender = aSender({ clock: { nowMs: () => NOON } });
    expect(await sender.post(aPost(receiver.url))).toEqual({ kind: 'answered', status: 503, retryAfterSeconds: 90 });
  });

  test('the headers of a post cannot name another host, length or sender', async () => {
    const seen: Record<string, unknown> = {};
    const receiver = await aReceiver((request, response) => {
      Object.assign(seen, request.headers);
      response.end();
    });
    const headers = { host: 'evil.example', 'content-length': '1', 'user-agent': 'Mozilla/5.0' };
    await aSender().post({ url: receiver.url, headers, body: 'abc' });
    expect(seen).toMatchObject({
      host: `127.0.0.1:${receiver.port}`,
      'content-length': '3',
      'user-agent': `request-authorization-service/${version}`,
    });
  });

  test.each([200, 202, 299, 304, 400, 404, 410, 429, 500, 503])('a post reports status %i as it is', async (status) => {
    const receiver = await aReceiver((_, response) => response.writeHead(status).end());
    expect(await aSender().post(aPost(receiver.url))).toMatchObject({ kind: 'answered', status });
  });

  test.each([301, 302, 303, 307, 308])(
    'a post does not follow redirect %i, not even to the same receiver',
    async (status) => {
      const paths: string[] = [];
      const receiver = await aReceiver((request, response) => {
        paths.push(request.url ?? '');
        response.writeHead(status, { Location: request.url === '/hook' ? '/elsewhere' : '/hook' }).end();
      });
      expect(await aSender().post(aPost(receiver.url))).toMatchObject({ kind: 'answered', status });
      expect(paths).toEqual(['/hook']);
    },
  );

  test('a post does not follow a redirect to a metadata address', async () => {
    const receiver = await aReceiver((_, response) =>
      response.writeHead(302, { Location: 'http://169.254.169.254/latest/meta-data/' }).end(),
    );
    const dialled: string[] = [];
    const net = await import('node:net');
    const sender = aSender({
      dial: (target) => {
        dialled.push(target.host);
        return net.connect(target);
      },
    });
    expect(await sender.post(aPost(receiver.url))).toMatchObject({ kind: 'answered', status: 302 });
    expect(dialled).toEqual(['127.0.0.1']);
  });

  test('a post skips informational answers', async () => {
    const receiver = await aRawReceiver((socket) =>
      socket.end('HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'),
    );
    expect(await aSender().post(aPost(receiver.url))).toMatchObject({ kind: 'answered', status: 200 });
  });

  test('an upgrade that was not requested ends a post, and what follows it is ignored', async () => {
    const receiver = await aRawReceiver((socket) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\nmore'),
    );
    expect(await aSender().post(aPost(receiver.url))).toMatchObject({ kind: 'answered', status: 101 });
    await receiver.closed();
  });

  test('a post is answered although the receiver refuses the rest of a large body', async () => {
    const receiver = await aRawReceiver((socket) =>
      socket.write('HTTP/1.1 413 Content Too Large\r\nContent-Length: 0\r\n\r\n'),
    );
    const outcome = await aSender().post(aPost(receiver.url, 'x'.repeat(120_000)));
    expect(outcome).toMatchObject({ kind: 'answered', status: 413 });
  });

  test('a post of 128 KiB arrives complete', async () => {
    const hashes: string[] = [];
    const receiver = await aReceiver((_, response, body) => {
      hashes.push(createHash('sha256').update(body).digest('hex'));
      response.end();
    });
    const body = 'ž'.repeat(65_536);
    await aSender().post(aPost(receiver.url, body));
    expect(hashes).toEqual([createHash('sha256').update(body).digest('hex')]);
  });
});

describe("an answer's body", () => {
  test('a body without end is dropped before 100 KB of it were sent, and the status counts', async () => {
    let sent = 0;
    const receiver = await aRawReceiver((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
      const pour = () => {
        if (socket.destroyed) return;
        sent += 1_000;
        socket.write(`3e8\r\n${'x'.repeat(1_000)}\r\n`, () => setTimeout(pour, 1));
      };
      pour();
    });
    const outcome = await aSender().post(aPost(receiver.url));
    expect(outcome).toMatchObject({ kind: 'answered', status: 200 });
    await receiver.closed();
    expect(sent).toBeLessThan(100_000);
  });

  test('a body that comes a byte at a time is dropped after a second, and the status counts', async () => {
    const receiver = await aRawReceiver((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n');
      const drip = setInterval(() => (socket.destroyed ? clearInterval(drip) : socket.write('x')), 50);
    });
    const sender = aSender();
    const { outcome, inTime } = await timed(() => sender.post(aPost(receiver.url)), { after: 900, before: 2_000 });
    expect(outcome).toMatchObject({ kind: 'answered', status: 200 });
    expect(inTime).toBe(true);
    await receiver.closed();
  });

  test('a slow body is cut off at the end of the attempt, if that is sooner', async () => {
    const receiver = await aRawReceiver((socket) => socket.write('HTTP/1.1 500 No\r\nContent-Length: 9\r\n\r\nx'));
    // Sooner than the second that a body has.
    const sender = aSender({ timeoutMs: 800 });
    const { outcome, inTime } = await timed(() => sender.post(aPost(receiver.url)), { before: 950 });
    expect(outcome).toMatchObject({ kind: 'answered', status: 500 });
    expect(inTime).toBe(true);
  });

  test('a body that ends early does not change the status', async () => {
    const receiver = await aRawReceiver((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx', () => socket.resetAndDestroy());
    });
    expect(await aSender().post(aPost(receiver.url))).toMatchObject({ kind: 'answered', status: 200 });
  });

  test('the body of an answer is not decompressed', async () => {
    const receiver = await aReceiver((_, response) =>
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(Buffer.from('not gzip at all')),
    );
    expect(await aSender().post(aPost(receiver.url))).toMatchObject({ kind: 'answered', status: 200 });
  });
});

afterEach(closeAll);

const NOW_MS = Date.parse('2030-01-01T12:00:00Z');
const read = (value: string | undefined, date?: string) => retryAfterSeconds({ 'retry-after': value, date }, NOW_MS);

describe('Retry-After', () => {
  test.each([
    ['0', 0],
    ['1', 1],
    [' 120 ', 120],
    ['3600', 3_600],
    ['3601', 3_600],
    ['99999999999999999999999', 3_600],
  ])('Retry-After in seconds is honored up to an hour: %j', (value, seconds) => {
    expect(read(value)).toBe(seconds);
  });

  test.each([
    ['Tue, 01 Jan 2030 12:01:30 GMT', 90],
    ['Tue, 01 Jan 2030 11:00:00 GMT', 0],
    ['Tue, 01 Jan 2041 12:00:00 GMT', 3_600],
  ])('Retry-After as a date is measured against the clock: %s', (value, seconds) => {
    expect(read(value)).toBe(seconds);
  });

  test('Retry-After as a date is rounded up: half a second is a second', () => {
    const headers = { 'retry-after': 'Tue, 01 Jan 2030 12:00:01 GMT' };
    expect(retryAfterSeconds(headers, NOW_MS + 500)).toBe(1);
    expect(retryAfterSeconds(headers, NOW_MS + 1000)).toBe(0);
  });

  test("Retry-After as a date is measured against the answer's own Date if it has one", () => {
    expect(read('Thu, 01 Jan 2026 00:00:30 GMT', 'Thu, 01 Jan 2026 00:00:00 GMT')).toBe(30);
  });

  test.each([
    undefined,
    '',
    ' ',
    '-1',
    '1.5',
    '+5',
    '0x10',
    '1e3',
    'soon',
    'x Tue, 01 Jan 2030 12:01:30 GMT',
    'Tue, 01 Jan 2030 12:01:30 GMT+0100',
    '12:00',
    '2030-01-01T12:01:30Z',
    'Tue, 99 Jan 2030 12:01:30 GMT',
  ])('Retry-After that cannot be read is ignored: %j', (value) => {
    expect(read(value)).toBeNull();
  });

  test('Retry-After is returned with the outcome of a post', async () => {
    const receiver = await aReceiver((_, response) => response.writeHead(503, { 'Retry-After': '17' }).end());
    expect(await aSender().post(aPost(receiver.url))).toEqual({ kind: 'answered', status: 503, retryAfterSeconds: 17 });
  });
});
