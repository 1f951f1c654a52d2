import type { AddressInfo } from 'node:net';
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
  it('accepts every vector, under the endpoint’s secret and under the API key', () => {
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

  it.each([
    ['no_signature', { signature: undefined }],
    ['malformed_header', { signature: 'v1=00' }],
    ['no_match', { rawBody: JSON.stringify(JSON.parse(vectors.body), null, 1) }],
    ['no_match', { secret: 'whsec_of_another_endpoint' }],
    ['too_old', { nowMs: nowMs + 301_000 }],
    ['too_new', { nowMs: nowMs - 301_000 }],
  ])('refuses with %s, and hints at the cause', (reason, change) => {
    const post = { rawBody: vectors.body, signature: vectors.endpoint.header, secret: SECRET, nowMs, ...change };
    try {
      verifyEvent(post);
    } catch (error) {
      expect(error).toBeInstanceOf(EventVerificationError);
      expect(error).toMatchObject({ reason, message: expect.stringMatching(/.{40}/) });
      return;
    }
    throw new Error('it was accepted');
  });

  it('does not start without a secret: nothing must verify under an empty key', () => {
    for (const secrets of [{}, { secret: '' }, { secret: [] }]) {
      expect(() =>
        verifyEvent({ rawBody: vectors.body, signature: vectors.endpoint.header, nowMs, ...secrets }),
      ).toThrow(TypeError);
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
    expect(await post(url, forged)).toBe(400);
    expect(await post(url, failing)).toBe(500);
    expect(taken).toHaveLength(1);
  };

  it('for Express takes, refuses, and asks for another try', async () => {
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

  it('for Express says what is wrong where the body was parsed before', async () => {
    const app = express().use(express.json()).post('/hook', expressEvents(options));
    let said = '';
    app.use((error: Error, _request: express.Request, response: express.Response, _next: express.NextFunction) => {
      said = error.message;
      response.sendStatus(500);
    });
    await withServer(listenTo(app), async (url) => {
      expect(await post(url, signed)).toBe(500);
    });
    expect(said).toContain('before express.json()');
  });

  it('for Fastify takes, refuses, and asks for another try', async () => {
    await withServer(async () => {
      const app = fastify();
      await app.register(fastifyEvents({ ...options, path: '/hook' }) as never);
      const url = `${await app.listen({ port: 0, host: '127.0.0.1' })}/hook`;
      return { url, close: () => app.close() };
    }, behaves);
  });

  it('for Lambda takes base64 bodies and headers in any case', async () => {
    const handler = lambdaEvents(options);
    const headers = Object.fromEntries(
      Object.entries(signed.headers).map(([name, value]) => [
        name.replace('service-signature', 'Service-Signature'),
        value,
      ]),
    );
    expect(await handler({ headers, body: signed.rawBody, isBase64Encoded: false })).toEqual({ statusCode: 204 });
    const encoded = Buffer.from(signed.rawBody).toString('base64');
    expect(await handler({ headers: signed.headers, body: encoded, isBase64Encoded: true })).toEqual({
      statusCode: 204,
    });
    expect(await handler({ headers, body: encoded })).toEqual({ statusCode: 400 });
    expect(await handler({ headers: null, body: null })).toEqual({ statusCode: 400 });
  });
});
