import net from 'node:net';
import type { DialTarget } from '../../../src/adapters/webhook-sender';
import { aPost, aRawReceiver, aSender, closeAll, onLoopback, timed } from './support';

afterEach(closeAll);

const TIMEOUT_MS = 200;
const aHurriedSender = () => aSender({ timeoutMs: TIMEOUT_MS });

describe('the one limit of an attempt', () => {
  test.each([
    ['accepts and says nothing', () => {}],
    ['sends its status line a byte at a time', (socket: net.Socket) => drip(socket, 'HTTP/1.1 200 OK\r\n'.repeat(99))],
    [
      'sends headers without end',
      (socket: net.Socket) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        drip(socket, 'X-A: b\r\n'.repeat(999));
      },
    ],
    [
      'sends informational answers without end',
      (socket: net.Socket) => repeat(socket, 'HTTP/1.1 102 Processing\r\n\r\n'),
    ],
  ])('the limit ends an attempt whose receiver %s', async (_, onBytes) => {
    const receiver = await aRawReceiver(onBytes);
    const { outcome, inTime } = await timed(() => aHurriedSender().post(aPost(receiver.url)), { before: 600 });
    expect(outcome).toEqual({ kind: 'timed_out', error: 'No answer within 0.2 s (while waiting for the answer)' });
    expect(inTime).toBe(true);
    await receiver.closed();
  });

  test('the limit of an attempt is ten seconds by default', async () => {
    let hear = () => {};
    const heard = new Promise<void>((resolve) => {
      hear = resolve;
    });
    const receiver = await aRawReceiver(() => hear());
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate'] });
    try {
      let over = false;
      const posting = aSender({ timeoutMs: undefined })
        .post(aPost(receiver.url))
        .finally(() => {
          over = true;
        });
      await heard;
      jest.advanceTimersByTime(9_999);
      await new Promise((resolve) => setImmediate(resolve));
      expect(over).toBe(false);
      jest.advanceTimersByTime(1);
      const error = 'No answer within 10 s (while waiting for the answer)';
      expect(await posting).toEqual({ kind: 'timed_out', error });
    } finally {
      jest.useRealTimers();
    }
  });

  test('the limit ends an attempt whose receiver does not read the body', async () => {
    const server = net.createServer({ pauseOnConnect: true });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const { port } = server.address() as net.AddressInfo;
    const outcome = await aHurriedSender().post(aPost(`http://127.0.0.1:${port}/`, 'x'.repeat(20_000_000)));
    expect(outcome.kind).toBe('timed_out');
    server.close();
  });

  test('the limit ends an attempt whose receiver never accepts the connection', async () => {
    const sender = aSender({ timeoutMs: TIMEOUT_MS, dial: () => new net.Socket() });
    const { outcome, inTime } = await timed(() => sender.post(aPost('http://127.0.0.1:9/')), { before: 600 });
    expect(outcome).toEqual({ kind: 'timed_out', error: 'No answer within 0.2 s (while connecting)' });
    expect(inTime).toBe(true);
  });

  test('the limit ends an attempt whose receiver never completes TLS', async () => {
    const receiver = await aRawReceiver(() => {});
    const outcome = await aHurriedSender().post(aPost(receiver.url.replace('http:', 'https:')));
    expect(outcome).toEqual({ kind: 'timed_out', error: 'No answer within 0.2 s (while agreeing on TLS)' });
    await receiver.closed();
  });

  test('the limit ends an attempt whose name does not resolve, and a late answer starts no connection', async () => {
    const dialled: DialTarget[] = [];
    let answerLate: (addresses: string[]) => void = () => {};
    const sender = aSender({
      timeoutMs: TIMEOUT_MS,
      resolve: () =>
        new Promise((resolve) => {
          answerLate = resolve;
        }),
      dial: onLoopback(9, dialled),
    });
    const outcome = await sender.post(aPost('https://hooks.customer.com/'));
    expect(outcome).toEqual({ kind: 'timed_out', error: 'No answer within 0.2 s (while looking up the host)' });
    answerLate(['8.8.8.8']);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(dialled).toEqual([]);
  });

  test('the limit covers all parts of an attempt: a slow look-up leaves less time for the answer', async () => {
    const receiver = await aRawReceiver(() => {});
    const sender = aSender({
      timeoutMs: 1_000,
      resolve: () => new Promise((resolve) => setTimeout(() => resolve(['8.8.8.8']), 900)),
      dial: onLoopback(receiver.port),
    });
    const { outcome, inTime } = await timed(() => sender.post(aPost('https://hooks.customer.com/')), { before: 1_800 });
    expect(outcome.kind).toBe('timed_out');
    expect(inTime).toBe(true);
  });
});

describe('a post without an answer', () => {
  test.each([
    ['resets', (socket: net.Socket) => socket.resetAndDestroy(), 'The connection was closed before an answer'],
    ['hangs up within its headers', (socket: net.Socket) => socket.end('HTTP/1.1 200 OK\r\nX: '), /closed|valid HTTP/],
    [
      'sends bytes that are not HTTP',
      (socket: net.Socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n'),
      'The answer is not valid HTTP',
    ],
    [
      'sends two lengths',
      (socket: net.Socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'),
      'The answer is not valid HTTP',
    ],
    [
      'sends 17 KiB of headers',
      (socket: net.Socket) => socket.write(`HTTP/1.1 200 OK\r\nX: ${'y'.repeat(17_408)}\r\n\r\n`),
      "The answer's headers are over 16 KiB",
    ],
  ])('a post is unreachable, not delivered, when the receiver %s', async (_, onBytes, error) => {
    const receiver = await aRawReceiver(onBytes);
    const outcome = await aHurriedSender().post(aPost(receiver.url));
    expect(outcome).toEqual({
      kind: 'unreachable',
      error: typeof error === 'string' ? error : expect.stringMatching(error),
    });
  });

  test('a post is unreachable when nobody listens', async () => {
    const outcome = await aHurriedSender().post(aPost('http://127.0.0.1:1/'));
    expect(outcome).toEqual({ kind: 'unreachable', error: 'The connection was refused' });
  });

  test('a post is unreachable when the receiver does not support TLS', async () => {
    const receiver = await aRawReceiver((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    const outcome = await aHurriedSender().post(aPost(receiver.url.replace('http:', 'https:')));
    expect(outcome).toMatchObject({ kind: 'unreachable', error: expect.stringMatching(/TLS/) });
  });

  test.each(['ENOTFOUND', 'ENODATA'])(
    'a post is unreachable, and so retried, when its name does not resolve: %s',
    async (code) => {
      const sender = aSender({
        resolve: () => Promise.reject(Object.assign(new Error('queryA secret.host'), { code })),
      });
      const outcome = await sender.post(aPost('https://hooks.customer.com/'));
      expect(outcome).toEqual({ kind: 'unreachable', error: 'The host name does not resolve to an address' });
    },
  );

  test.each(['ESERVFAIL', 'ETIMEOUT', 'ECANCELLED', undefined])(
    'a post is unreachable when DNS fails: %s',
    async (code) => {
      const sender = aSender({ resolve: () => Promise.reject(Object.assign(new Error('10.0.0.2:53'), { code })) });
      const outcome = await sender.post(aPost('https://hooks.customer.com/'));
      expect(outcome).toEqual({ kind: 'unreachable', error: 'The host name could not be looked up' });
    },
  );

  test('a failed post describes its error only by one short line of our own', async () => {
    const cause = new Error('connect to 10.0.0.7:443\r\nAuthorization: Bearer rak_x /home/service/key.pem');
    for (const code of ['EWEIRD', 'evil text\n<b>', undefined]) {
      const dial = () => new net.Socket().destroy(Object.assign(cause, { code }));
      const outcome = await aSender({ dial }).post(aPost('http://127.0.0.1:9/'));
      expect(outcome).toEqual({
        kind: 'unreachable',
        error: expect.stringMatching(/^The connection failed( \(EWEIRD\))?$/),
      });
    }
  });
});

function drip(socket: net.Socket, text: string): void {
  let at = 0;
  const timer = setInterval(() => {
    if (socket.destroyed) clearInterval(timer);
    else socket.write(text[at++] ?? ' ');
  }, 10);
}

function repeat(socket: net.Socket, text: string): void {
  const timer = setInterval(() => (socket.destroyed ? clearInterval(timer) : socket.write(text)), 10);
}
