import { execFile } from 'node:child_process';
import type { ServerResponse } from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { DialTarget } from '../../../src/adapters/webhook-sender';
import { TYPESCRIPT } from '../../support/typescript';
import { aCertificate } from './certificate';
import { aPost, aRawReceiver, aReceiver, aSender, closeAll, listen, onLoopback } from './support';

afterEach(closeAll);

const run = promisify(execFile);
const HOST = 'hooks.customer.com';
const URL_OF_HOST = `https://${HOST}/hook`;
const certificate = aCertificate([HOST]);

async function aTlsReceiver(credentials: { cert: string; key: string } = certificate) {
  const seen: { host?: string; servername?: unknown; protocol?: unknown }[] = [];
  const server = https.createServer(credentials, (request, response) => {
    const { servername, alpnProtocol } = request.socket as import('node:tls').TLSSocket & { servername?: unknown };
    seen.push({ host: request.headers.host, servername, protocol: alpnProtocol });
    request.resume().on('end', () => response.end('ok'));
  });
  return { ...(await listen(server)), seen };
}

describe('a connection', () => {
  test('a connection goes to the address that was checked, with the name in SNI and Host', async () => {
    const receiver = await aTlsReceiver();
    const dialled: DialTarget[] = [];
    const sender = aSender({
      resolve: async () => ['93.184.215.14'],
      dial: onLoopback(receiver.port, dialled),
      tls: { ca: certificate.cert },
    });
    expect(await sender.post(aPost(URL_OF_HOST))).toMatchObject({ kind: 'answered', status: 200 });
    expect(dialled).toEqual([{ host: '93.184.215.14', port: 443, family: 4 }]);
    expect(receiver.seen).toEqual([{ host: HOST, servername: HOST, protocol: 'http/1.1' }]);
  });

  test('a connection looks the name up once, so the checked address and the connected one cannot differ', async () => {
    let lookups = 0;
    const dialled: DialTarget[] = [];
    const sender = aSender({
      resolve: async () => (lookups++ === 0 ? ['93.184.215.14'] : ['127.0.0.1']),
      dial: onLoopback(1, dialled),
    });
    await sender.post(aPost(URL_OF_HOST));
    expect(dialled.map(({ host }) => host)).toEqual(['93.184.215.14']);
    expect(lookups).toBe(1);
  });

  test('each new connection looks its name up again, and is refused once the name has a private address', async () => {
    const answers = [['93.184.215.14'], ['93.184.215.14', '10.0.0.1']];
    const receiver = await aRawReceiver((socket) => socket.destroy());
    const dialled: DialTarget[] = [];
    const sender = aSender({ resolve: async () => answers.shift()!, dial: onLoopback(receiver.port, dialled) });
    expect((await sender.post(aPost(URL_OF_HOST))).kind).toBe('unreachable');
    expect(await sender.post(aPost(URL_OF_HOST))).toEqual({
      kind: 'refused_address',
      reason: 'The host name resolves to an address that is not public',
    });
    expect(dialled).toHaveLength(1);
  });

  test('a connection to another address is refused before a byte is sent', async () => {
    const heard: string[] = [];
    const receiver = await aRawReceiver((_, bytes) => heard.push(bytes));
    const sender = aSender({
      resolve: async () => ['93.184.215.14'],
      dial: onLoopback(receiver.port, [], '10.0.0.1'),
    });
    expect((await sender.post(aPost(URL_OF_HOST))).kind).toBe('refused_address');
    await receiver.closed();
    expect(heard).toEqual([]);
  });

  test('a connection tries the next address when one does not answer, alternating between IPv4 and IPv6', async () => {
    const receiver = await aTlsReceiver();
    const dialled: DialTarget[] = [];
    const alive = onLoopback(receiver.port, dialled);
    const dead = onLoopback(1, dialled);
    const sender = aSender({
      resolve: async () => ['2606:4700::1', '2606:4700::2', '8.8.4.4', '8.8.8.8'],
      dial: (target) => (target.host === '2606:4700::2' ? alive : dead)(target),
      tls: { ca: certificate.cert },
    });
    expect((await sender.post(aPost(URL_OF_HOST))).kind).toBe('answered');
    expect(dialled.map(({ host }) => host)).toEqual(['8.8.4.4', '2606:4700::1', '8.8.8.8', '2606:4700::2']);
  });
});

describe('a certificate', () => {
  test('a certificate of localhost is checked under that name', async () => {
    const own = aCertificate(['localhost']);
    const receiver = await aTlsReceiver(own);
    const options = { dial: onLoopback(receiver.port), tls: { ca: own.cert } };
    const outcome = await aSender(options).post(aPost('https://localhost:8443/hook'));
    expect(outcome).toMatchObject({ kind: 'answered', status: 200 });
    expect(receiver.seen).toEqual([{ host: 'localhost:8443', servername: 'localhost', protocol: 'http/1.1' }]);
  });

  test('a certificate of an address is requested without a name, and must be for the address', async () => {
    const named: string[] = [];
    const SNICallback = (name: string, done: (error: null) => void) => {
      named.push(name);
      done(null);
    };
    const receiver = await aTlsReceiver({ ...certificate, SNICallback } as typeof certificate);
    const sender = aSender({ dial: onLoopback(receiver.port), tls: { ca: certificate.cert } });
    const outcome = await sender.post(aPost('https://93.184.215.14/hook'));
    expect(outcome).toEqual({ kind: 'unreachable', error: 'The certificate is for another host' });
    expect([named, receiver.seen]).toEqual([[], []]);
  });

  test.each([
    ['is self-signed', certificate, false, 'The certificate is self-signed'],
    ['is for another host', aCertificate(['other.example']), true, 'The certificate is for another host'],
    ['has expired', aCertificate([HOST], { daysLeft: -1 }), true, 'The certificate has expired'],
  ])('a receiver gets nothing if its certificate %s', async (_, credentials, trusted, error) => {
    const receiver = await aTlsReceiver(credentials);
    const sender = aSender({
      resolve: async () => ['93.184.215.14'],
      dial: onLoopback(receiver.port),
      tls: trusted ? { ca: credentials.cert } : undefined,
    });
    expect(await sender.post(aPost(URL_OF_HOST))).toEqual({ kind: 'unreachable', error });
    expect(receiver.seen).toEqual([]);
  });

  test('a certificate is checked, and no proxy is used, even if the environment names one', async () => {
    const receiver = await aTlsReceiver();
    const proxy = 'http://127.0.0.1:1';
    const env = { ...process.env, NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_USE_ENV_PROXY: '1', HTTPS_PROXY: proxy };
    const script = join(__dirname, 'post-once.ts');
    const { stdout } = await run(process.execPath, [...TYPESCRIPT, script, String(receiver.port)], { env });
    expect(JSON.parse(stdout)).toEqual({ kind: 'unreachable', error: 'The certificate is self-signed' });
    expect(receiver.connections()).toBe(1);
    expect(receiver.seen).toEqual([]);
  });
});

describe('a kept-alive connection', () => {
  test('a kept-alive connection is used again by the next post to the same host', async () => {
    const receiver = await aTlsReceiver();
    let lookups = 0;
    const sender = aSender({
      resolve: async () => {
        lookups += 1;
        return ['93.184.215.14'];
      },
      dial: onLoopback(receiver.port),
      tls: { ca: certificate.cert },
    });
    for (let n = 0; n < 5; n += 1) expect((await sender.post(aPost(URL_OF_HOST))).kind).toBe('answered');
    expect(receiver.connections()).toBe(1);
    expect(lookups).toBe(1);
  });

  test('a kept-alive connection is not used for another host at the same address, nor for another port', async () => {
    const both = aCertificate([HOST, 'other.customer.com']);
    const receiver = await aTlsReceiver(both);
    const sender = aSender({
      resolve: async () => ['93.184.215.14'],
      dial: onLoopback(receiver.port),
      tls: { ca: both.cert },
    });
    await sender.post(aPost(URL_OF_HOST));
    await sender.post(aPost('https://other.customer.com/'));
    await sender.post(aPost(`https://${HOST}:8443/`));
    expect(receiver.connections()).toBe(3);
  });

  test('a kept-alive connection that the receiver has closed costs no attempt: the post is sent on a new one', async () => {
    let answers = 0;
    const receiver = await aRawReceiver((socket) => {
      if (answers++ === 1) return socket.resetAndDestroy();
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
    });
    const sender = aSender();
    for (let n = 0; n < 2; n += 1) {
      expect(await sender.post(aPost(receiver.url))).toMatchObject({ kind: 'answered', status: 200 });
    }
    expect(receiver.connections()).toBe(2);
  });

  test('a kept-alive connection is replaced only once: a reset of the new connection is a failed attempt', async () => {
    let answers = 0;
    const receiver = await aRawReceiver((socket) => {
      if (answers++ > 0) return socket.resetAndDestroy();
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
    });
    const sender = aSender();
    await sender.post(aPost(receiver.url));
    expect((await sender.post(aPost(receiver.url))).kind).toBe('unreachable');
    expect(receiver.connections()).toBe(2);
  });

  test.each([
    ['with the first one', 0],
    ['later', 20],
  ])('a second answer, sent %s, does not count as the answer to the next post', async (_, delayMs) => {
    const answer = (status: string) => `HTTP/1.1 ${status}\r\nContent-Length: 0\r\n\r\n`;
    let left: () => void;
    const isLeft = new Promise<void>((resolve) => {
      left = resolve;
    });
    const receiver = await aRawReceiver((socket, bytes) => {
      if (!bytes.includes('first')) return socket.write(answer('500 No'));
      socket.once('close', left);
      if (delayMs === 0) return socket.write(answer('500 No') + answer('200 Forged'));
      socket.write(answer('500 No'));
      setTimeout(() => socket.write(answer('200 Forged')), delayMs);
    });
    const sender = aSender();
    expect(await sender.post(aPost(receiver.url, 'first'))).toMatchObject({ status: 500 });
    await isLeft;
    expect(await sender.post(aPost(receiver.url, 'second'))).toMatchObject({ kind: 'answered', status: 500 });
  });

  test('bytes that arrived on a kept-alive connection before a post never count as its answer', async () => {
    const answer = (status: string) => `HTTP/1.1 ${status}\r\nContent-Length: 0\r\n\r\n`;
    const sockets: Socket[] = [];
    const receiver = await aRawReceiver((socket) => {
      sockets.push(socket);
      socket.write(answer('500 No'));
    });
    const sender = aSender();
    expect(await sender.post(aPost(receiver.url))).toMatchObject({ status: 500 });
    for (const made of [2, 3]) {
      sockets.at(-1)!.write(answer('200 Forged'));
      expect(await sender.post(aPost(receiver.url))).toMatchObject({ kind: 'answered', status: 500 });
      expect(receiver.connections()).toBe(made);
    }
  });

  test('a kept-alive connection that was idle while the process was frozen is not used', async () => {
    const receiver = await aReceiver((_, response) => response.end());
    const sender = aSender();
    await sender.post(aPost(receiver.url));
    const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 30_000);
    await sender.post(aPost(receiver.url));
    now.mockRestore();
    expect(receiver.connections()).toBe(2);
  });

  test('a kept-alive connection ends with the sender', async () => {
    for (const receiver of [await aReceiver((_, response) => response.end()), await aTlsReceiver()]) {
      const isPlain = !('seen' in receiver);
      const sender = aSender({
        resolve: async () => ['93.184.215.14'],
        dial: onLoopback(receiver.port),
        tls: { ca: certificate.cert },
      });
      expect(await sender.post(aPost(isPlain ? receiver.url : URL_OF_HOST))).toMatchObject({ status: 200 });
      sender.close();
      await receiver.closed();
    }
  });

  test('a post does not wait for the connection of another post to the same receiver', async () => {
    const waiting: ServerResponse[] = [];
    const receiver = await aReceiver((_, response) => {
      // No post is answered before all posts have arrived.
      if (waiting.push(response) === 20) for (const each of waiting) each.end();
    });
    const sender = aSender();
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => sender.post(aPost(receiver.url))));
    expect(outcomes.map(({ kind }) => kind)).toEqual(Array(20).fill('answered'));
    expect(waiting).toHaveLength(20);
  });

  test('a connection to localhost, without a look-up, reaches a receiver that listens only on ::1', async () => {
    const receiver = await aReceiver((_, response) => response.end());
    const [nobody, somebody] = [onLoopback(1), onLoopback(receiver.port)];
    const dialled: string[] = [];
    const sender = aSender({
      dial: (target) => {
        dialled.push(target.host);
        return target.host === '::1' ? somebody(target) : nobody(target);
      },
    });
    const outcome = await sender.post(aPost(`http://localhost:${receiver.port}/hook`));
    expect(outcome).toMatchObject({ kind: 'answered', status: 200 });
    expect(dialled).toEqual(['127.0.0.1', '::1']);
  });
});
