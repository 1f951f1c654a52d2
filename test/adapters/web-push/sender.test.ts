/** What is posted to a push service, and what follows from its answer. */
import { createECDH, createPublicKey, randomBytes, verify } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:http';
import net from 'node:net';
import { refreshable } from '../../../src/adapters/secrets/refreshed';
import { createWebPush, type WebPushOptions } from '../../../src/adapters/web-push';
import type { DialTarget } from '../../../src/adapters/webhook-sender';
import type { GuardOptions } from '../../../src/adapters/webhook-sender/checked';
import type { PushDevice } from '../../../src/service/push/rules/device';
import { PUSH_HOSTS } from '../../../src/service/push/rules/hosts';
import { aRawReceiver, aSender, closeAll, listen, onLoopback, withClock } from '../../delivery/sender/support';
import { openAsInRfc } from './rfc8291';

afterEach(closeAll);

const NOON = Date.UTC(2026, 10, 29, 12);
const CONSOLE = 'https://keys.acme.example';
const KEY = 'k'.repeat(64);
const PUSH = {
  plaintext: Buffer.from('{"title":"Žofie 🗝"}'),
  topic: 'T'.repeat(32),
  ttlSeconds: 900,
  urgency: 'high',
} as const;
const ACCEPTED = { kind: 'accepted' };

const pair = createECDH('prime256v1');
pair.generateKeys();
const auth = randomBytes(16);
const browser = { own: pair.getPrivateKey(), browserPublic: pair.getPublicKey(), auth };

let nowMs = NOON;
const clock = { nowMs: () => nowMs };
beforeEach(() => {
  nowMs = NOON;
});

function aPushSender({
  guard = {},
  ...options
}: Partial<WebPushOptions> & { readonly guard?: Partial<GuardOptions> } = {}) {
  return createWebPush({
    clock,
    sender: aSender({ clock, ...guard }),
    pushHosts: { hosts: [], allowLoopback: true },
    keyText: refreshable(clock, async () => KEY),
    subject: CONSOLE,
    ...options,
  });
}

async function aDevice(endpoint: string, publicKey?: string): Promise<PushDevice> {
  return {
    id: 'dev_000000000000000000000001',
    device: 'android',
    endpoint,
    p256dh: pair.getPublicKey('base64url'),
    auth: auth.toString('base64url'),
    publicKey: publicKey ?? (await aPushSender().publicKey()),
    accessEpoch: 0,
    createdAtMs: NOON,
    acceptedAtMs: null,
  };
}

interface Posted {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A push service on this machine that answers with this status and these headers. */
async function aPushService(status = 201, headers: Readonly<Record<string, string>> = {}) {
  const posted: Posted[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url = '' } = request;
    posted.push({ method, url, headers: request.headers, body: Buffer.concat(chunks) });
    response.writeHead(status, headers).end();
  });
  const { port } = await listen(server);
  return { endpoint: `http://127.0.0.1:${port}/push/secret?a=%2F`, posted, port };
}

/** What this push service gets, and what the service makes of its answer. */
async function pushedTo(status = 201, headers: Readonly<Record<string, string>> = {}) {
  const service = await aPushService(status, headers);
  const outcome = await aPushSender().send(await aDevice(service.endpoint), PUSH);
  return { outcome, ...service };
}

describe('a push to a device', () => {
  test('a push is posted to the endpoint with its length of life, topic and urgency, and only the browser can open it', async () => {
    const { outcome, posted } = await pushedTo(201, { Location: '/message/1' });
    expect(outcome).toEqual(ACCEPTED);
    expect(posted).toHaveLength(1);
    expect(posted[0]).toMatchObject({ method: 'POST', url: '/push/secret?a=%2F' });
    expect(posted[0]!.headers).toMatchObject({
      ttl: '900',
      topic: PUSH.topic,
      urgency: 'high',
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      'content-length': String(posted[0]!.body.length),
    });
    expect(openAsInRfc(posted[0]!.body, browser)).toEqual(PUSH.plaintext);
    expect(posted[0]!.body.includes('title')).toBe(false);
  });

  test('a push says who sends it: a token for the origin of the endpoint, valid for less than a day, signed by the key that the device knows', async () => {
    nowMs = NOON + 999;
    const { posted, port } = await pushedTo();
    const [, token, k] = /^vapid t=([\w-]+\.[\w-]+\.[\w-]+), k=([\w-]+)$/.exec(posted[0]!.headers.authorization!)!;
    const [header, claims, signature] = token!.split('.');
    const json = (part?: string) => JSON.parse(Buffer.from(part!, 'base64url').toString('utf8'));
    expect(json(header)).toEqual({ typ: 'JWT', alg: 'ES256' });
    expect(json(claims)).toEqual({ aud: `http://127.0.0.1:${port}`, exp: expect.any(Number), sub: CONSOLE });
    const { exp } = json(claims);
    // Whole seconds, hours ahead, and less than a day also by a clock that is an hour behind.
    expect(Number.isInteger(exp)).toBe(true);
    expect(exp - NOON / 1000).toBeGreaterThan(3_600);
    expect(exp - NOON / 1000).toBeLessThanOrEqual(23 * 3_600);
    expect(k).toBe((await aDevice('https://x.example')).publicKey);
    const point = Buffer.from(k!, 'base64url');
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
    const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
    const signed = Buffer.from(`${header}.${claims}`);
    const bytes = Buffer.from(signature!, 'base64url');
    expect(verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, bytes)).toBe(true);
  });

  test('the same secret makes the same key in every instance and region, and another secret another key', async () => {
    const of = (text: string) => aPushSender({ keyText: refreshable(clock, async () => text) }).publicKey();
    const [key, again, other] = [await of(KEY), await of(KEY), await of(`${KEY}x`)];
    // Also computed in Python. A change of the derivation would end every subscription.
    expect(key).toBe('BOzWZ9YkRoWnp8SeQIWmUSBqzy8-F2oAUnq9C-JTfQEpcnf2QlWQI24Itf8j3uBKB_s_H9h-cUl5PIjOVEGo3rk');
    expect([again, other === key]).toEqual([key, false]);
    expect(Buffer.from(key, 'base64url')).toHaveLength(65);
  });

  test('a push of the largest text is posted', async () => {
    const { endpoint, posted } = await aPushService();
    const plaintext = Buffer.alloc(3_993, 'x');
    expect(await aPushSender().send(await aDevice(endpoint), { ...PUSH, plaintext })).toEqual(ACCEPTED);
    expect(posted[0]!.body).toHaveLength(4_096);
  });
});

describe('the answer of a push service', () => {
  test.each([200, 201, 202, 204])('status %i: it has the push', async (status) => {
    expect((await pushedTo(status)).outcome).toEqual(ACCEPTED);
  });

  test.each([404, 410])('status %i: the subscription has ended', async (status) => {
    expect((await pushedTo(status)).outcome).toEqual({ kind: 'gone' });
  });

  test.each([400, 401, 403, 405, 413])(
    'status %i: the push is not sent again, and the device stays',
    async (status) => {
      expect((await pushedTo(status, { 'Retry-After': '5' })).outcome).toEqual({ kind: 'refused', status });
    },
  );

  test.each([
    ['429 without a time', 429, {}, null],
    ['429 with seconds', 429, { 'Retry-After': '120' }, 120],
    [
      '429 with a date',
      429,
      { 'Retry-After': new Date(NOON + 90_000).toUTCString(), Date: new Date(NOON).toUTCString() },
      90,
    ],
    ['429 with what is no time', 429, { 'Retry-After': 'soon' }, null],
    ['500', 500, {}, null],
    ['503 with seconds', 503, { 'Retry-After': '17' }, 17],
  ])('%s: the push may be sent again then', async (_, status, headers: Record<string, string>, afterSeconds) => {
    expect((await pushedTo(status, headers)).outcome).toEqual({ kind: 'later', afterSeconds });
  });

  test.each([301, 302, 303, 307, 308])('redirect %i is not followed, not even to the same host', async (status) => {
    const { outcome, posted } = await pushedTo(status, { Location: '/push/elsewhere' });
    expect(outcome).toEqual({ kind: 'refused', status });
    expect(posted).toHaveLength(1);
  });

  test('a push service that hangs has ten seconds', async () => {
    let heard = () => {};
    const came = new Promise<void>((resolve) => {
      heard = resolve;
    });
    const { url } = await aRawReceiver(() => heard());
    const device = await aDevice(url);
    await withClock(async (pass) => {
      let over = false;
      const sent = aPushSender()
        .send(device, PUSH)
        .finally(() => {
          over = true;
        });
      await came;
      await pass(9_900);
      expect(over).toBe(false);
      await pass(100);
      expect(await sent).toEqual({ kind: 'later', afterSeconds: null });
    });
  });

  test('an answer without end is cut off, and its status counts', async () => {
    const { url, closed } = await aRawReceiver((socket) => {
      socket.write('HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n');
      const pour = () => socket.destroyed || socket.write(`3e8\r\n${'x'.repeat(1_000)}\r\n`, () => setTimeout(pour, 1));
      pour();
    });
    expect(await aPushSender().send(await aDevice(url), PUSH)).toEqual(ACCEPTED);
    await closed();
  });

  test('a push service that refuses the connection, or is not in DNS, may be tried again', async () => {
    const later = { kind: 'later', afterSeconds: null };
    expect(await aPushSender().send(await aDevice('http://127.0.0.1:1/a'), PUSH)).toEqual(later);
    const guard = { resolve: async () => Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND' })) };
    const options = { guard, pushHosts: { hosts: PUSH_HOSTS, allowLoopback: false } };
    expect(await aPushSender(options).send(await aDevice('https://fcm.googleapis.com/a'), PUSH)).toEqual(later);
  });
});

describe('the address of a push service', () => {
  const listed = { hosts: PUSH_HOSTS, allowLoopback: false };

  test.each(['169.254.169.254', '10.0.0.1', '127.0.0.1', 'fd00:ec2::254'])(
    'a listed host that resolves to %s gets nothing',
    async (address) => {
      const dialled: DialTarget[] = [];
      const guard = { allowLoopback: false, resolve: async () => [address], dial: onLoopback(1, dialled) };
      const sent = aPushSender({ guard, pushHosts: listed }).send(await aDevice('https://fcm.googleapis.com/a'), PUSH);
      expect(await sent).toEqual({ kind: 'refused', status: 0 });
      expect(dialled).toEqual([]);
    },
  );

  test.each(['https://push.example.com/a', 'https://evilpush.apple.com/a', 'http://127.0.0.1:9/a'])(
    'a stored endpoint that is on no list is not even looked up: %s',
    async (endpoint) => {
      const dialled: DialTarget[] = [];
      const guard = { dial: onLoopback(1, dialled) };
      const sent = aPushSender({ guard, pushHosts: listed }).send(await aDevice(endpoint), PUSH);
      expect(await sent).toEqual({ kind: 'refused', status: 0 });
      expect(dialled).toEqual([]);
    },
  );

  test('a listed host is posted to over TLS, on the port of https', async () => {
    const dialled: DialTarget[] = [];
    const guard = {
      allowLoopback: false,
      resolve: async () => ['142.250.1.1'],
      dial: (target: DialTarget) => {
        dialled.push(target);
        return net.connect(1, '127.0.0.1');
      },
    };
    await aPushSender({ guard, pushHosts: listed }).send(await aDevice('https://fcm.googleapis.com/a'), PUSH);
    expect(dialled).toEqual([{ host: '142.250.1.1', port: 443, family: 4 }]);
  });
});

describe('a new VAPID key', () => {
  let stored = KEY;
  let reads = 0;
  const aReader = () =>
    refreshable(clock, async () => {
      reads += 1;
      return stored;
    });
  beforeEach(() => {
    stored = KEY;
    reads = 0;
  });

  test('a device that subscribed with an earlier key has ended, and nothing is posted to it', async () => {
    const { endpoint, posted } = await aPushService();
    const device = await aDevice(endpoint);
    stored = 'n'.repeat(64);
    expect(await aPushSender({ keyText: aReader() }).send(device, PUSH)).toEqual({ kind: 'gone' });
    expect(posted).toEqual([]);
  });

  test('a device that subscribed with a key that this instance has not read yet gets its push', async () => {
    const { endpoint, posted } = await aPushService();
    const sender = aPushSender({ keyText: aReader() });
    expect(await sender.send(await aDevice(endpoint), PUSH)).toEqual(ACCEPTED);
    stored = 'n'.repeat(64);
    const newer = await aPushSender({ keyText: aReader() }).publicKey();
    expect(await sender.send(await aDevice(endpoint, newer), PUSH)).toEqual(ACCEPTED);
    expect(posted).toHaveLength(2);
  });

  test('the key that is published is read again, so that an instance never publishes the one before', async () => {
    const sender = aPushSender({ keyText: aReader() });
    const { endpoint } = await aPushService();
    await sender.send(await aDevice(endpoint), PUSH);
    stored = 'n'.repeat(64);
    expect(await sender.publicKey()).not.toBe((await aDevice(endpoint)).publicKey);
  });

  test('pushes to devices of the current key read the secret once', async () => {
    const { endpoint } = await aPushService();
    const sender = aPushSender({ keyText: aReader() });
    const device = await aDevice(endpoint);
    for (let push = 0; push < 3; push += 1) expect(await sender.send(device, PUSH)).toEqual(ACCEPTED);
    expect(reads).toBe(1);
  });
});
