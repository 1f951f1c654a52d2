/** The connections to DynamoDB: how many there are, when they end, and what an answer is. */
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { Agent, createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { HttpRequest } from '@smithy/core/transport';
import { createHttpHandler } from '../../src/adapters/dynamodb/http-handler';
import { aCertificate } from '../delivery/sender/certificate';

const open: (() => void)[] = [];
beforeAll(() => {
  const { createConnection } = Agent.prototype;
  // Nobody vouches for a certificate that is made here.
  jest.spyOn(Agent.prototype, 'createConnection').mockImplementation(function (this: Agent, options, ...rest) {
    return createConnection.call(this, { ...options, rejectUnauthorized: false }, ...rest);
  });
});
afterAll(() => jest.restoreAllMocks());
afterEach(() => {
  for (const close of open.splice(0)) close();
});

async function serving(protocol: string, listener: RequestListener) {
  const server: Server =
    protocol === 'http:' ? createHttpServer(listener) : createHttpsServer(aCertificate(['localhost']), listener);
  const sockets = { opened: 0, closed: 0 };
  server.on(protocol === 'http:' ? 'connection' : 'secureConnection', (socket) => {
    sockets.opened += 1;
    socket.on('close', () => {
      sockets.closed += 1;
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  open.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, sockets };
}

const echo: RequestListener = (request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part) => parts.push(part));
  request.on('end', () => {
    const { method, url, headers } = request;
    const seen = { method, url, target: headers['x-amz-target'], body: Buffer.concat(parts).toString() };
    response.writeHead(299, 'Seen', { 'x-answer': 'yes' });
    const text = JSON.stringify(seen);
    // In two parts, so that the answer has to be put together.
    response.write(text.slice(0, 5), () => setImmediate(() => response.end(text.slice(5))));
  });
};
const callTo = (protocol: string, port: number, body = '{"a":"ü"}') =>
  new HttpRequest({
    protocol,
    hostname: '127.0.0.1',
    port,
    method: 'POST',
    path: '/path',
    headers: { 'x-amz-target': 'DynamoDB.Get' },
    body,
  });
const handlerOf = (attemptMs = 5000, connections = 1) => {
  const handler = createHttpHandler({ attemptMs, connections });
  open.push(() => handler.destroy());
  return handler;
};

describe.each(['http:', 'https:'])('over %s', (protocol) => {
  test('a call is sent as it is, and its answer arrives with its status, headers and bytes', async () => {
    const { port } = await serving(protocol, echo);
    const { response } = await handlerOf().handle(callTo(protocol, port));
    expect(response).toMatchObject({ statusCode: 299, reason: 'Seen', headers: { 'x-answer': 'yes' } });
    expect(JSON.parse((response.body as Buffer).toString('utf8'))).toEqual({
      method: 'POST',
      url: '/path',
      target: 'DynamoDB.Get',
      body: '{"a":"ü"}',
    });
  });

  test('calls use as many connections as allowed, use them again, and end them with the handler', async () => {
    const { port, sockets } = await serving(protocol, echo);
    const handler = handlerOf(5000, 2);
    const call = () => handler.handle(callTo(protocol, port));
    await Promise.all([call(), call(), call(), call()]);
    await call();
    expect(sockets).toEqual({ opened: 2, closed: 0 });
    handler.destroy();
    while (sockets.closed < 2) await new Promise((resolve) => setImmediate(resolve));
  });

  test('a call without an answer fails at its limit, and says so', async () => {
    const { port } = await serving(protocol, () => undefined);
    await expect(handlerOf(30).handle(callTo(protocol, port))).rejects.toMatchObject({
      name: 'TimeoutError',
      message: 'DynamoDB did not answer within 30 ms',
    });
  });

  test('a call whose answer is cut fails, so that it is sent again', async () => {
    const { port } = await serving(protocol, (request, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('{');
      setImmediate(() => request.socket.destroy());
    });
    await expect(handlerOf().handle(callTo(protocol, port))).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});

test('a handler that was never used can be ended', () => {
  expect(() => handlerOf().destroy()).not.toThrow();
  expect(handlerOf().httpHandlerConfigs()).toEqual({});
  expect(handlerOf().metadata).toEqual({ handlerProtocol: 'http/1.1' });
});
