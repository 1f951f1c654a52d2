/** What a receiver of events answers, and the words in which an event is refused. */
import type { ALBHandler, APIGatewayProxyHandler, APIGatewayProxyHandlerV2 } from 'aws-lambda';
import {
  createTestEvent,
  deriveCallbackKey,
  type EventVerificationError,
  expressEvents,
  lambdaEvents,
  type RequestEvent,
  verifyEvent,
} from '../../src/client';
import { signEvent } from '../../src/protocol/signature';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const NOON = Date.UTC(2026, 10, 20, 12);
const event = {
  id: 'evt_1',
  type: 'request.authorized',
  data: { request: { id: 'req_1' } },
} as unknown as RequestEvent;
const signedNow = () => createTestEvent(event, { secret: SECRET });
const refusalOf = (post: object): EventVerificationError | null => {
  try {
    verifyEvent({ rawBody: '{}', secret: SECRET, nowMs: NOON, ...post });
    return null;
  } catch (error) {
    return error as EventVerificationError;
  }
};
const signed = (body: string | object, atMs = NOON) => {
  const rawBody = typeof body === 'string' ? body : JSON.stringify(body);
  return { rawBody, signature: signEvent({ body: rawBody, keys: [SECRET], tSeconds: Math.floor(atMs / 1000) }) };
};

describe('an event that is refused', () => {
  it.each<[object, string, RegExp]>([
    [{}, 'no_signature', /^there is no Service-Signature header: .* a proxy removed the header$/],
    [{ signature: '' }, 'no_signature', /^there is no Service-Signature header/],
    [{ signature: null, headers: { other: 'x' } }, 'no_signature', /^there is no Service-Signature header/],
    [{ rawBody: {} }, 'parsed_body', /^the body was parsed before it was verified; .* the raw bytes of the body$/],
    [{ signature: 'x' }, 'malformed_header', /form t=<unix seconds>,v1=<hex>$/],
    [
      { signature: `t=${NOON / 1000},v1=${'0'.repeat(64)}` },
      'no_match',
      /^no signature matches: .* its whsec_ secret\)$/,
    ],
    [{ ...signed(event), rawBody: JSON.stringify(event, null, 1) }, 'no_match', /^no signature matches/],
    [{ ...signed(event), secret: 'whsec_of_another_endpoint' }, 'no_match', /^no signature matches/],
    [signed(event, NOON - 301_000), 'too_old', /^the signature is older than the tolerance: .* machine is fast$/],
    [signed(event, NOON + 301_000), 'too_new', /^the signature is from the future: .* machine is slow$/],
    [
      { ...signed(event), rawBody: `\uFEFF${JSON.stringify(event)}` },
      'byte_order_mark',
      /begins with a byte order mark/,
    ],
    [
      { ...signed(event), rawBody: Buffer.from(`\uFEFF${JSON.stringify(event)}`) },
      'byte_order_mark',
      /the service does not send: something on the way added it\. Pass the raw bytes of the body$/,
    ],
    [{ ...signed(event), rawBody: `\uFEFF${JSON.stringify(event)}`, signature: 'x' }, 'malformed_header', /^the/],
    [signed('{}'), 'not_an_event', /^the signature is valid, but the body is not an event of this version$/],
  ])('an event is refused in words: %j, %s', (post, reason, words) => {
    const refusal = refusalOf(post)!;
    expect([refusal.name, refusal.reason]).toEqual(['EventVerificationError', reason]);
    expect(refusal.message).toMatch(words);
  });

  it.each([
    { ...event, id: 7 },
    { ...event, id: undefined },
    { ...event, type: 7 },
    { ...event, type: undefined },
    { ...event, data: undefined },
    { ...event, data: {} },
    { ...event, data: { request: {} } },
    { ...event, data: { request: { id: 7 } } },
    { ...event, data: { request: null } },
    ...['', 'null', '[]', '{', '"evt"', 'not JSON'],
  ])('a signed body is not an event: %j', (body) => expect(refusalOf(signed(body))!.reason).toBe('not_an_event'));

  it('an event is judged by the given tolerance in whole seconds', () => {
    expect(refusalOf(signed(event, NOON - 300_000))).toBeNull();
    expect(refusalOf({ ...signed(event, NOON - 11_000), toleranceSeconds: 10 })!.reason).toBe('too_old');
    expect(refusalOf({ ...signed(event, NOON - 10_000), toleranceSeconds: 10 })).toBeNull();
    expect(refusalOf({ ...signed(event), nowMs: NOON + 300_999 })).toBeNull();
    const sentence = '`toleranceSeconds` and `nowMs` must be finite numbers.';
    for (const wrong of [
      { toleranceSeconds: Number.NaN },
      { toleranceSeconds: Number.POSITIVE_INFINITY },
      { nowMs: Number.NaN },
    ])
      expect(refusalOf({ ...signed(event), ...wrong })).toEqual(new RangeError(sentence));
  });

  it('an event is judged by this machine’s clock by default', () => {
    const { rawBody, headers } = signedNow();
    expect(verifyEvent({ rawBody, headers, secret: SECRET })).toEqual(event);
    expect(() => verifyEvent({ ...signed(event, 0), secret: SECRET })).toThrow(/older than the tolerance/);
  });
});

describe('a header', () => {
  const { rawBody, signature } = signed(event);
  it.each<object>([
    { 'Service-Signature': signature },
    { 'SERVICE-SIGNATURE': [signature, 'another'] },
    { 'service-signature': signature.split(',') },
    { 'service-signature': signature.split(',').map((part) => ` ${part}`) },
    { 'service-signature': undefined, 'Service-Signature': signature },
    { other: 'x', 'service-signature': signature },
    new Headers({ 'Service-Signature': signature }),
  ])('a header is found in any case: %#', (headers) => expect(refusalOf({ rawBody, headers })).toBeNull());

  it('a header that a framework split into a list verifies as the signature too, and one of two posts does not', () => {
    const other = signed(event, NOON - 1000).signature;
    expect(refusalOf({ rawBody, signature: signature.split(',') })).toBeNull();
    expect(refusalOf({ rawBody, signature: [other, signature] })!.reason).toBe('malformed_header');
    expect(refusalOf({ rawBody, signature: [] })!.reason).toBe('no_signature');
  });

  it.each<object>([
    { 'service-signature': undefined },
    { 'service-signature': [] },
    { 'x-service-signature': signature },
    new Headers({ other: 'x' }),
  ])('a missing header is not made up: %#', (headers) =>
    expect(refusalOf({ rawBody, headers })!.reason).toBe('no_signature'),
  );
});

it('a test event is a post as the service sends it', () => {
  const apiKey = 'rak_x';
  const { rawBody, headers } = createTestEvent(event, { apiKey: [apiKey] }, NOON + 999);
  expect(rawBody).toBe(JSON.stringify(event));
  expect(headers).toEqual({
    'content-type': 'application/json',
    'service-signature': signEvent({ body: rawBody, keys: [deriveCallbackKey(apiKey)], tSeconds: NOON / 1000 }),
    'service-event-id': 'evt_1',
    'service-event-type': 'request.authorized',
    'service-delivery-id': `dlv_${'0'.repeat(24)}`,
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(NOON / 1000),
    // test-request.test.ts verifies it with a library of Standard Webhooks.
    'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
    'service-audit-head': expect.any(String),
  });
});

describe('a receiver', () => {
  const TEXT = 'text/plain; charset=utf-8';
  const taken: RequestEvent[] = [];
  const options = { secret: SECRET, onEvent: (given: RequestEvent) => void taken.push(given) };
  beforeEach(() => void taken.splice(0));

  it('the receiver for Lambda answers a post without a body with a reason as text', async () => {
    const handler = lambdaEvents(options);
    // It is a handler of API Gateway, of a function URL and of a load balancer.
    handler satisfies APIGatewayProxyHandler & APIGatewayProxyHandlerV2 & ALBHandler;
    const forBodyless = signEvent({ body: '', keys: [SECRET], tSeconds: Math.floor(Date.now() / 1000) });
    const none = { 'service-signature': forBodyless };
    for (const without of [null, undefined]) {
      expect(await handler({ body: without, headers: none })).toEqual({
        statusCode: 400,
        headers: { 'content-type': TEXT },
        body: 'not_an_event: the signature is valid, but the body is not an event of this version',
      });
    }
  });

  describe('for Express', () => {
    async function answerTo(request: object, chunks: readonly Buffer[] = [], next?: (error: unknown) => void) {
      const said: unknown[] = [];
      const response = {
        writeHead: (...head: unknown[]) => {
          said.push(...head);
          return { end: (...text: unknown[]) => said.push(...text) };
        },
        destroy: () => said.push('destroyed'),
      };
      const incoming = {
        ...{ headers: {}, complete: true, readableEnded: false },
        ...request,
        async *[Symbol.asyncIterator]() {
          yield* chunks;
        },
      };
      await expressEvents({ ...options })(incoming, response, next);
      return said;
    }
    const halves = (text: string) => [Buffer.from(text.slice(0, 7)), Buffer.from(text.slice(7))];

    it('the receiver for Express finds the bytes in any place', async () => {
      const { rawBody, headers } = signedNow();
      const bytes = Buffer.from(rawBody);
      expect(await answerTo({ headers }, halves(rawBody))).toEqual([204]);
      expect(await answerTo({ headers, rawBody: bytes, body: {}, readableEnded: true })).toEqual([204]);
      expect(await answerTo({ headers, body: bytes, readableEnded: true })).toEqual([204]);
      expect(await answerTo({ headers, body: rawBody, readableEnded: true })).toEqual([204]);
      // A parser that found no body of its type leaves an object behind, and the stream unread.
      expect(await answerTo({ headers, body: {} }, halves(rawBody))).toEqual([204]);
      expect(taken).toHaveLength(5);
    });

    it.each([null, undefined])(
      'the receiver for Express treats an empty post, whose body is %p, as not signed',
      async (body) => {
        const [status, head] = await answerTo({ body, readableEnded: true });
        expect([status, head]).toEqual([400, { 'content-type': TEXT }]);
      },
    );

    it('the receiver for Express accepts a megabyte, and refuses more', async () => {
      const megabyte = Buffer.alloc(1024 * 1024);
      expect((await answerTo({}, [megabyte]))[0]).toBe(400);
      expect(await answerTo({}, [megabyte, Buffer.alloc(1)])).toEqual([
        413,
        { 'content-type': TEXT },
        'the body is larger than any event',
      ]);
    });

    it('the receiver for Express answers 500 if nobody handles an error, and nothing to a sender that is gone', async () => {
      const told = jest.spyOn(console, 'error').mockImplementation(() => undefined);
      const parsed = { body: {}, readableEnded: true };
      expect(await answerTo(parsed)).toEqual([500]);
      expect(told).toHaveBeenCalledTimes(1);
      expect(await answerTo({ ...parsed, complete: false })).toEqual(['destroyed']);
      expect(told).toHaveBeenCalledTimes(1);
      told.mockRestore();
    });
  });
});
