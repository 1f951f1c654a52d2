import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import express from 'express';
import fastify from 'fastify';
import {
  createTestEvent,
  deriveCallbackKey,
  EventVerificationError,
  expressEvents,
  fastifyEvents,
  lambdaEvents,
  type RequestEvent,
  verifyEvent,
} from '../../src/client';
import vectors from '../vectors/event-signature.json';

const SECRET = vectors.endpoint.secret;
const event = JSON.parse(vectors.body) as RequestEvent;
const nowMs = vectors.t * 1000;

describe('verifyEvent', () => {
  it('verifyEvent accepts every vector, with the endpoint’s secret and with the API key', () => {
    const post = { rawBody: vectors.body, nowMs };
    expect(verifyEvent({ ...post, signature: vectors.endpoint.header, secret: SECRET })).toEqual(event);
    expect(
      verifyEvent({ ...post, signature: vectors.callback.header, apiKey: vectors.callback.api_key_token }),
    ).toEqual(event);
    expect(verifyEvent({ ...post, signature: vectors.rotation_header, secret: ['whsec_old', SECRET] })).toEqual(event);
    expect(Buffer.from(deriveCallbackKey(vectors.callback.api_key_token)).toString('hex')).toBe(
      vectors.callback.derived_key_hex,
    );
  });

  it('verifyEvent accepts the result of createTestEvent with each kind of secret', () => {
    const apiKey = vectors.callback.api_key_token;
    for (const secrets of [{ secret: SECRET }, { apiKey }, { callbackKey: deriveCallbackKey(apiKey) }]) {
      const { rawBody, headers } = createTestEvent(event, secrets, nowMs);
      expect(verifyEvent({ rawBody, headers, nowMs, ...secrets })).toEqual(event);
      expect([headers['service-event-id'], headers['service-event-type']]).toEqual([event.id, event.type]);
    }
    const rotated = createTestEvent(event, { secret: ['whsec_new', SECRET] }, nowMs);
    expect(rotated.headers['service-signature']).toMatch(/^t=\d+,v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/);
    for (const secret of ['whsec_new', SECRET]) expect(verifyEvent({ ...rotated, secret, nowMs })).toEqual(event);
  });

  it('verifyEvent does not start without a secret', () => {
    const none = Buffer.alloc(0);
    for (const secrets of [
      {},
      { secret: '' },
      { secret: [] },
      { secret: [SECRET, ''] },
      { apiKey: '' },
      { apiKey: [vectors.callback.api_key_token, ''] },
      { apiKey: [undefined] as unknown as string[] },
      { callbackKey: none },
      { callbackKey: [] },
      { secret: [], callbackKey: Buffer.alloc(31) },
    ]) {
      for (const post of [{ rawBody: vectors.body, signature: vectors.endpoint.header }, { rawBody: event as never }])
        expect(() => verifyEvent({ ...post, nowMs, ...secrets })).toThrow(
          new TypeError('Pass the endpoint secret or the API key that signs the posts.'),
        );
      expect(() => expressEvents({ ...secrets, onEvent: () => undefined })).toThrow(TypeError);
    }
  });

  it('verifyEvent refuses a body with any single byte changed', () => {
    const body = Buffer.from(vectors.body);
    for (let at = 0; at < body.length; at++) {
      const rawBody = Buffer.from(body);
      rawBody[at]! ^= 1;
      expect(() => verifyEvent({ rawBody, signature: vectors.endpoint.header, secret: SECRET, nowMs })).toThrow(
        EventVerificationError,
      );
    }
  });
});

describe('an adapter', () => {
  const taken: RequestEvent[] = [];
  const options = {
    secret: SECRET,
    onEvent: (received: RequestEvent) => {
      if (received.type === 'request.failed') throw new Error('the database is down');
      taken.push(received);
    },
  };
  const signed = createTestEvent(event, { secret: SECRET });
  const failing = createTestEvent({ ...event, type: 'request.failed' }, { secret: SECRET });
  const forged = { ...signed, rawBody: signed.rawBody.replace('zażółć', 'zazolc') };
  const post = async (url: string, { rawBody, headers }: typeof signed) =>
    (await fetch(url, { method: 'POST', body: rawBody, headers })).status;
  beforeEach(() => void taken.splice(0));

  async function withServer(
    listen: () => Promise<{ url: string; close: () => Promise<unknown> }>,
    check: (url: string) => Promise<void>,
  ) {
    const { url, close } = await listen();
    await check(url).finally(close);
  }
  const listenTo = (app: express.Express) => () =>
    new Promise<{ url: string; close: () => Promise<void> }>((resolve) => {
      const server = app.listen(0, '127.0.0.1', () => {
        const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
        resolve({
          url,
          close: () =>
            new Promise((done) => {
              server.closeAllConnections();
              server.close(() => done());
            }),
        });
      });
    });
  const behaves = async (url: string) => {
    expect(await post(url, signed)).toBe(204);
    expect(taken).toEqual([event]);
    const refused = await fetch(url, { method: 'POST', body: forged.rawBody, headers: forged.headers });
    expect([refused.status, refused.headers.get('content-type')]).toEqual([400, 'text/plain; charset=utf-8']);
    expect(await refused.text()).toMatch(/^no_match: no signature matches/);
    expect(await post(url, failing)).toBe(500);
    expect(taken).toHaveLength(1);
  };

  it('the adapter for Express accepts, refuses, and requests a retry', async () => {
    await withServer(listenTo(express().post('/hook', expressEvents(options))), behaves);
    await withServer(
      listenTo(
        express()
          .use(express.raw({ type: '*/*' }))
          .post('/hook', expressEvents(options)),
      ),
      async (url) => {
        taken.splice(0);
        await behaves(url);
      },
    );
  });

  it('the adapter for Express says what is wrong if the body was parsed before', async () => {
    const app = express().use(express.json()).post('/hook', expressEvents(options));
    let said = '';
    app.use((error: Error, _request: express.Request, response: express.Response, _next: express.NextFunction) => {
      said = error.message;
      response.sendStatus(500);
    });
    await withServer(listenTo(app), async (url) => {
      expect(await post(url, signed)).toBe(500);
    });
    expect(said).toBe(
      'the body was parsed before the signature was verified: mount expressEvents before express.json(), or use express.raw()',
    );
  });

  it('the adapter for Node’s own server gives the reason, and survives a sender that disconnects', async () => {
    const refused: string[] = [];
    const said = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const server = createServer(expressEvents({ ...options, onRefused: ({ reason }) => refused.push(reason) }));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/hook`;
    try {
      const gone = connect(port, '127.0.0.1', () => {
        gone.write('POST /hook HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf');
        setImmediate(() => gone.destroy());
      });
      await new Promise((resolve) => gone.on('close', resolve));
      await behaves(url);
      expect(refused).toEqual(['no_match']);
      expect(said.mock.calls).toEqual([[expect.objectContaining({ message: 'the database is down' })]]);
      expect((await fetch(url, { method: 'POST', body: 'x'.repeat(1024 * 1024 + 1) })).status).toBe(413);
    } finally {
      said.mockRestore();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });

  it('the adapter for Express answers 413 to a very large body, and still answers the next post', async () => {
    const next = Object.entries({ ...signed.headers, host: 'x', 'content-length': Buffer.byteLength(signed.rawBody) });
    await withServer(listenTo(express().post('/hook', expressEvents(options))), async (url) => {
      const sender = connect(Number(new URL(url).port), '127.0.0.1').pause();
      const ended = new Promise((resolve, reject) => sender.once('end', resolve).once('error', reject));
      const large = Buffer.alloc(8 * 1024 * 1024);
      sender.write(`POST /hook HTTP/1.1\r\nHost: x\r\nContent-Length: ${large.length}\r\n\r\n`);
      await new Promise((resolve) => sender.write(large, resolve));
      const head = next.map(([name, value]) => `${name}: ${value}\r\n`).join('');
      sender.end(`POST /hook HTTP/1.1\r\n${head}\r\n${signed.rawBody}`);
      let answers = '';
      sender.on('data', (data) => {
        answers += data;
      });
      sender.resume();
      await ended;
      expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 204']);
      expect(answers).toContain('the body is larger than any event');
    });
  });

  it.each([false, true])(
    'the adapter for Fastify accepts, refuses, and requests a retry (own JSON parser: %s)',
    async (own) => {
      await withServer(async () => {
        const app = fastify();
        if (own) {
          app.removeContentTypeParser('application/json');
          app.addContentTypeParser('application/json', { parseAs: 'string' }, (_, body, done) =>
            done(null, JSON.parse(String(body))),
          );
        }
        await app.register(fastifyEvents({ ...options, path: '/hook' }));
        const url = `${await app.listen({ port: 0, host: '127.0.0.1' })}/hook`;
        return { url, close: () => app.close() };
      }, behaves);
    },
  );

  it('the adapter for Lambda accepts base64 bodies and headers in any case', async () => {
    const handler = lambdaEvents(options);
    const headers = Object.fromEntries(
      Object.entries(signed.headers).map(([name, value]) => [
        name.replace('service-signature', 'Service-Signature'),
        value,
      ]),
    );
    const several = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]));
    const encoded = Buffer.from(signed.rawBody).toString('base64');
    for (const post of [
      { headers, body: signed.rawBody, isBase64Encoded: false },
      { headers: signed.headers, body: encoded, isBase64Encoded: true },
      { headers: null, multiValueHeaders: several, body: signed.rawBody },
    ]) {
      expect(await handler(post)).toEqual({ statusCode: 204, body: '' });
    }
    expect(taken).toEqual([event, event, event]);
    expect(await handler({ headers, body: encoded })).toMatchObject({
      statusCode: 400,
      body: expect.stringMatching(/^no_match: /),
    });
    expect(await handler({ headers: null, body: null })).toMatchObject({ statusCode: 400 });
    await expect(handler({ headers: failing.headers, body: failing.rawBody })).rejects.toThrow('the database is down');
  });
});
