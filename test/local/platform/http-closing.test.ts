/** The connections of the local HTTP server: where it listens, and how it closes. */
import { Agent, request } from 'node:http';
import { connect, Server } from 'node:net';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { startHttpServer } from '../../../src/local/platform/http-server';
import { activity, closeAfterEach, echo, fired, opened, send, serve } from './served';

closeAfterEach();

describe('the server', () => {
  test('the server says in one line that its port is taken', async () => {
    const { port } = await serve(echo);
    const second = startHttpServer({ port, activity, routes: [echo] });
    await expect(second).rejects.toMatchObject({
      name: 'RunnerError',
      message: `port ${port} is in use: stop the program that uses it, or choose another port with --port`,
    });
  });

  test.each([
    ['EACCES', 'port 80 may not be used by this user: choose one above 1023 with --port'],
    ['EADDRNOTAVAIL', 'cannot listen on 203.0.113.9:80: not this machine'],
  ])('the server says in one line why it cannot listen: %s', async (code, message) => {
    const failing = jest.spyOn(Server.prototype, 'listen').mockImplementation(function (this: Server) {
      setImmediate(() => this.emit('error', Object.assign(new Error('not this machine'), { code })));
      return this;
    });
    try {
      const started = startHttpServer({ port: 80, host: '203.0.113.9', activity, routes: [echo] });
      await expect(started).rejects.toMatchObject({ name: 'RunnerError', message });
    } finally {
      failing.mockRestore();
    }
  });

  test('the server is on loopback alone, at the one address that it says', async () => {
    const { port } = await serve(echo);
    const [code] = await new Promise<string[]>((resolve) => {
      const other = connect(port, '127.0.0.2', () => {
        other.destroy();
        resolve(['connected']);
      });
      other.on('error', (error: NodeJS.ErrnoException) => resolve([error.code!]));
    });
    expect(code).not.toBe('connected');
  });

  test('the server keeps the connection of a client between two calls', async () => {
    const server = await serve(echo);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ports: (number | undefined)[] = [];
    for (let n = 0; n < 2; n += 1) {
      await new Promise<void>((resolve, reject) => {
        const outgoing = request({ host: '127.0.0.1', port: server.port, agent }, (answer) => {
          ports.push(outgoing.socket?.localPort);
          answer.resume().on('end', resolve);
        });
        outgoing.on('error', reject).end();
      });
      // Whatever ends a connection after an answer has ended it by then.
      await fired(5);
    }
    expect(ports).toEqual([expect.any(Number), ports[0]]);
    agent.destroy();
  });

  test('the server lets go at once of a call that comes while it closes', async () => {
    const signals: AbortSignal[] = [];
    const release: (() => void)[] = [];
    const server = await serve({
      prefix: '/',
      untracked: true,
      handle: (_, gone) => {
        signals.push(gone);
        return new Promise((resolve) => release.push(() => resolve({ statusCode: 200 })));
      },
    });
    const caller = connect(server.port, '127.0.0.1').on('error', () => undefined);
    const GET = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n';
    caller.write(GET);
    while (signals.length < 1) await fired(1);
    const closed = server.close();
    caller.write(GET);
    while (signals.length < 2) await fired(1);
    expect(signals[1]!.aborted).toBe(true);
    for (const each of release) each();
    await closed;
    opened.length = 0;
  });

  test('the server answers what is in flight before it is closed, and takes nothing new', async () => {
    let finish = (_: APIGatewayProxyStructuredResultV2) => {};
    let reached = () => {};
    const entered = new Promise<void>((resolve) => {
      reached = resolve;
    });
    const server = await serve({
      prefix: '/',
      handle: () =>
        new Promise((resolve) => {
          finish = resolve;
          reached();
        }),
    });
    const agent = new Agent({ keepAlive: true });
    const inFlight = send(server, '/', { agent });
    await entered;
    const closed = server.close();
    await expect(send(server, '/')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    finish({ body: 'late' });
    expect(await inFlight).toMatchObject({ status: 200, body: 'late' });
    // The kept-alive connection does not hold it: a timer far below its limit has not fired.
    expect(await Promise.race([closed.then(() => 'closed'), fired(2500)])).toBe('closed');
    agent.destroy();
    opened.length = 0;
  });

  test('the server ends calls that are not answered five seconds after it was closed', async () => {
    let reached = () => {};
    const entered = new Promise<void>((resolve) => {
      reached = resolve;
    });
    const server = await serve({
      prefix: '/',
      untracked: true,
      handle: () => {
        reached();
        return new Promise(() => undefined);
      },
    });
    const call = expect(send(server, '/')).rejects.toMatchObject({ code: 'ECONNRESET' });
    await entered;
    const later = setTimeout;
    const limits = jest
      .spyOn(globalThis, 'setTimeout')
      .mockImplementation(((fire: () => void, ms: number) => later(fire, ms === 5000 ? 20 : ms)) as typeof setTimeout);
    await server.close();
    await call;
    limits.mockRestore();
    opened.length = 0;
  });

  test('the server closes at once where somebody has connected and sent nothing', async () => {
    const server = await serve(echo);
    const silent = connect(server.port, '127.0.0.1').on('error', () => undefined);
    await new Promise((resolve) => silent.once('connect', resolve));
    // Connections are taken in order: once this one is answered, the silent one is the server's too.
    await send(server, '/');
    // A timer far below the limit for requests under way has not fired.
    expect(await Promise.race([server.close().then(() => 'closed'), fired(2500)])).toBe('closed');
    silent.destroy();
    opened.length = 0;
  });
});
