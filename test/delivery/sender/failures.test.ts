import net from 'node:net';
import type { DialTarget } from '../../../src/adapters/webhook-sender';
import { aPost, aRawReceiver, aSender, closeAll, listen, onLoopback, withClock } from './support';

afterEach(closeAll);

/** The limit of an attempt, docs/contract.md#the-post. */
const LIMIT_MS = 10_000;
const LATE = (doing: string) => ({ kind: 'timed_out', error: `No answer within 10 s (while ${doing})` });

/** A promise that is kept when something happens. */
function moment() {
  let comes = () => {};
  const came = new Promise<void>((resolve) => {
    comes = resolve;
  });
  return { came, comes: () => comes() };
}

/** What becomes of an attempt that has come as far as `reached`: nothing until its limit, and then this. */
async function atItsLimit(start: () => Promise<unknown>, reached: Promise<unknown>, alreadyMs = 0): Promise<unknown> {
  return withClock(async (pass) => {
    let over = false;
    const attempt = start().finally(() => {
      over = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    await pass(alreadyMs);
    await reached;
    await pass(LIMIT_MS - alreadyMs - 1);
    expect(over).toBe(false);
    await pass(1);
    return attempt;
  });
}

describe('the one limit of an attempt', () => {
  test.each([
    ['accepts and says nothing', () => {}],
    [
      'sends its status line a byte at a time',
      (socket: net.Socket) => drip(socket, `HTTP/1.1 200 ${'O'.repeat(2000)}`),
    ],
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
  ])('the limit of ten seconds ends an attempt whose receiver %s', async (_, onBytes) => {
    const heard = moment();
    const receiver = await aRawReceiver((socket) => {
      onBytes(socket);
      heard.comes();
    });
    const outcome = await atItsLimit(() => aSender().post(aPost(receiver.url)), heard.came);
    expect(outcome).toEqual(LATE('waiting for the answer'));
    await receiver.closed();
  });

  test('the limit ends an attempt whose receiver does not read the body', async () => {
    const connected = moment();
    const receiver = await listen(net.createServer({ pauseOnConnect: true }, connected.comes));
    const post = aPost(receiver.url, 'x'.repeat(20_000_000));
    expect(await atItsLimit(() => aSender().post(post), connected.came)).toMatchObject({ kind: 'timed_out' });
  });

  test('the limit ends an attempt whose receiver never accepts the connection', async () => {
    const dialled = moment();
    const dial = () => {
      dialled.comes();
      return new net.Socket();
    };
    const outcome = await atItsLimit(() => aSender({ dial }).post(aPost('http://127.0.0.1:9/')), dialled.came);
    expect(outcome).toEqual(LATE('connecting'));
  });

  test('the limit ends an attempt whose receiver never completes TLS', async () => {
    const greeted = moment();
    const receiver = await aRawReceiver(greeted.comes);
    const post = aPost(receiver.url.replace('http:', 'https:'));
    expect(await atItsLimit(() => aSender().post(post), greeted.came)).toEqual(LATE('agreeing on TLS'));
    await receiver.closed();
  });

  test('the limit ends an attempt whose name does not resolve, and a late answer starts no connection', async () => {
    const dialled: DialTarget[] = [];
    const asked = moment();
    let answerLate: (addresses: string[]) => void = () => {};
    const sender = aSender({
      resolve: () =>
        new Promise((resolve) => {
          answerLate = resolve;
          asked.comes();
        }),
      dial: onLoopback(9, dialled),
    });
    const outcome = await atItsLimit(() => sender.post(aPost('https://hooks.customer.com/')), asked.came);
    expect(outcome).toEqual(LATE('looking up the host'));
    answerLate(['8.8.8.8']);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(dialled).toEqual([]);
  });

  test('the limit covers all parts of an attempt: a slow look-up leaves less time for the answer', async () => {
    const greeted = moment();
    const receiver = await aRawReceiver(greeted.comes);
    const sender = aSender({
      resolve: () => new Promise((resolve) => setTimeout(() => resolve(['8.8.8.8']), 9_000)),
      dial: onLoopback(receiver.port),
    });
    const post = aPost('https://hooks.customer.com/');
    expect(await atItsLimit(() => sender.post(post), greeted.came, 9_000)).toMatchObject({ kind: 'timed_out' });
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
    const outcome = await aSender().post(aPost(receiver.url));
    expect(outcome).toEqual({
      kind: 'unreachable',
      error: typeof error === 'string' ? error : expect.stringMatching(error),
    });
  });

  test('a post is unreachable when nobody listens', async () => {
    const outcome = await aSender().post(aPost('http://127.0.0.1:1/'));
    expect(outcome).toEqual({ kind: 'unreachable', error: 'The connection was refused' });
  });

  test('a post is unreachable when the receiver does not support TLS', async () => {
    const receiver = await aRawReceiver((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    const outcome = await aSender().post(aPost(receiver.url.replace('http:', 'https:')));
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
