/** The push service of one machine: it answers as real ones do, and opens what arrives as browsers do. */
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sealPush } from '../../src/adapters/web-push/seal';
import { vapidHeader, vapidKeyOf } from '../../src/adapters/web-push/vapid';
import { type MadeSubscription, openPushService, type PushPost } from '../../src/local/push-service';
import { openPush } from '../../src/local/push-service/open';
import { openPhone } from '../../src/local/push-service/phone';
import type { OperatorId, OrgId } from '../../src/protocol/identifiers';
import { at } from '../support/builders';
import { aDevice } from '../support/stage';

const ORIGIN = 'http://127.0.0.1:8787';
const KEY = vapidKeyOf('a text');
const OTHER_KEY = vapidKeyOf('another text');
const DAY_MS = 24 * 3600_000;

let nowMs = at('12:00');
const folder = mkdtempSync(join(tmpdir(), 'pushes-'));
const path = join(folder, 'pushes.ndjson');
const open = () => openPushService(path, { nowMs: () => nowMs }, ORIGIN);
beforeEach(() => {
  nowMs = at('12:00');
  rmSync(path, { force: true });
});
afterAll(() => rmSync(folder, { recursive: true }));

const PAYLOAD = {
  title: 'Deploy',
  lines: ['One.'],
  path: '/requests/req_1',
  tag: 'tag',
  code: '12345678',
  seat: '1.0',
};
const idOf = ({ endpoint }: MadeSubscription) => endpoint.split('/').at(-1)!;

async function aPost(made: MadeSubscription, patch: Partial<PushPost['headers']> = {}, payload: object = PAYLOAD) {
  const { endpoint } = made;
  const headers = {
    authorization: await vapidHeader(KEY, { endpoint, subject: ORIGIN, nowMs }),
    'content-encoding': 'aes128gcm',
    ttl: '60',
    topic: 'tag',
    urgency: 'high',
    ...patch,
  };
  return { id: idOf(made), headers, body: sealPush(new TextEncoder().encode(JSON.stringify(payload)), made.keys) };
}

it('a subscription has what a browser gives, and no two are equal', () => {
  const [one, other] = [open().subscribe(KEY.publicKey)!, open().subscribe(KEY.publicKey)!];
  expect(one).toEqual({
    endpoint: expect.stringMatching(/^http:\/\/127\.0\.0\.1:8787\/local\/push\/[\w-]{32}$/),
    expirationTime: null,
    keys: { p256dh: expect.stringMatching(/^B[\w-]{86}$/), auth: expect.stringMatching(/^[\w-]{22}$/) },
  });
  expect(new Set([one.endpoint, other.endpoint, one.keys.auth, other.keys.auth]).size).toBe(4);
});

it.each([undefined, null, 7, '', 'short', KEY.publicKey.slice(1)])(
  'a subscription needs the key of the service: %p is none',
  (publicKey) => expect(open().subscribe(publicKey)).toBeNull(),
);

it('a push is accepted, opened with the key of its subscription, and kept with how it was sent', async () => {
  const service = open();
  const made = service.subscribe(KEY.publicKey)!;
  const answer = service.post(await aPost(made));
  expect(answer).toEqual({ status: 201, location: expect.stringContaining(`${made.endpoint}/`) });
  expect(service.received([made.endpoint])).toEqual([
    {
      ...{ subscription: idOf(made), payload: JSON.stringify(PAYLOAD) },
      ...{ topic: 'tag', ttl_seconds: 60, urgency: 'high', sent_at: nowMs },
    },
  ]);
});

const token = (claims: Partial<{ endpoint: string; subject: string; nowMs: number }>, key = KEY) =>
  vapidHeader(key, { endpoint: `${ORIGIN}/x`, subject: ORIGIN, nowMs, ...claims });

it.each<[string, number, () => Promise<Record<string, string | undefined>>]>([
  ['no token', 401, async () => ({ authorization: undefined })],
  ['another scheme', 401, async () => ({ authorization: 'Bearer x' })],
  ['another key', 403, async () => ({ authorization: await token({}, OTHER_KEY) })],
  [
    'a signature by another key',
    403,
    async () => ({ authorization: (await token({}, OTHER_KEY)).replace(/k=.*/, `k=${KEY.publicKey}`) }),
  ],
  [
    'a token for another push service',
    403,
    async () => ({ authorization: await token({ endpoint: 'https://x.dev/' }) }),
  ],
  ['a token that has ended', 403, async () => ({ authorization: await token({ nowMs: nowMs - DAY_MS }) })],
  ['a token for more than a day', 403, async () => ({ authorization: await token({ nowMs: nowMs + DAY_MS }) })],
  ['a sender without an address', 403, async () => ({ authorization: await token({ subject: 'somebody' }) })],
  ['no TTL', 400, async () => ({ ttl: undefined })],
  ['a TTL in a part of a second', 400, async () => ({ ttl: '1.5' })],
  ['a topic of 33 characters', 400, async () => ({ topic: 'x'.repeat(33) })],
  ['a topic of other characters', 400, async () => ({ topic: 'a+b' })],
  ['an unknown urgency', 400, async () => ({ urgency: 'urgent' })],
  ['another encoding', 400, async () => ({ 'content-encoding': 'aesgcm' })],
])('a push with %s is refused with %d, and not kept', async (_, status, patch) => {
  const service = open();
  const made = service.subscribe(KEY.publicKey)!;
  expect(service.post(await aPost(made, await patch())).status).toBe(status);
  expect(service.received([made.endpoint])).toEqual([]);
});

it('a push without topic and urgency is accepted', async () => {
  const service = open();
  const made = service.subscribe(KEY.publicKey)!;
  expect(service.post(await aPost(made, { topic: undefined, urgency: undefined })).status).toBe(201);
  expect(service.received([made.endpoint])).toMatchObject([{ topic: null, urgency: 'normal' }]);
});

it('a push of more than 4,096 bytes is answered with 413, and one that was sealed for another browser with 400', async () => {
  const service = open();
  const [made, other] = [service.subscribe(KEY.publicKey)!, service.subscribe(KEY.publicKey)!];
  const post = await aPost(made);
  expect(service.post({ ...post, body: new Uint8Array(4097) }).status).toBe(413);
  expect(service.post({ ...post, body: (await aPost(other)).body }).status).toBe(400);
  expect(service.post({ ...post, body: new Uint8Array(20) }).status).toBe(400);
  const changed = Uint8Array.from(post.body);
  changed[changed.length - 1]! ^= 1;
  expect(service.post({ ...post, body: changed }).status).toBe(400);
});

it('a push to an unknown subscription is answered with 404, and to one that has ended with 410', async () => {
  const service = open();
  const made = service.subscribe(KEY.publicKey)!;
  const post = await aPost(made);
  expect(service.post({ ...post, id: 'x'.repeat(32) }).status).toBe(404);
  expect([service.end(idOf(made)), service.end('x'.repeat(32))]).toEqual([true, false]);
  expect(service.post(post).status).toBe(410);
});

it('subscriptions, their ends and the newest hundred pushes of each are there after a restart, in a file of their owner', async () => {
  const service = open();
  const [made, ended] = [service.subscribe(KEY.publicKey)!, service.subscribe(KEY.publicKey)!];
  for (let n = 0; n < 101; n++) service.post(await aPost(made, {}, { ...PAYLOAD, title: `${n}` }));
  service.end(idOf(ended));
  for (let n = 0; n < 2; n++) {
    const again = open();
    const titles = again.received([made.endpoint]).map(({ payload }) => JSON.parse(payload).title);
    expect([titles.length, titles[0], titles.at(-1)]).toEqual([100, '100', '1']);
    expect(again.post(await aPost(ended)).status).toBe(410);
  }
  expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(2 + 100 + 1);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(existsSync(`${path}.next`)).toBe(false);
});

it('a phone lists what the devices of an operator were told, newest first, and what was replaced', async () => {
  const service = open();
  const [made, other, strange] = [1, 2, 3].map(() => service.subscribe(KEY.publicKey)!);
  const devices = [made!, other!].map(({ endpoint }, n) => ({ ...aDevice(`phone ${n}`), endpoint }));
  const phone = openPhone(service, async (org, operator) => (`${org} ${operator}` === 'org_1 op_1' ? devices : []));
  for (const [to, payload] of [
    [made!, PAYLOAD],
    [other!, PAYLOAD],
    [strange!, PAYLOAD],
    [made!, { title: 'Approved', lines: [], path: '/requests/req_1', tag: 'tag', decided: true }],
    [made!, { ...PAYLOAD, tag: 'other' }],
  ] as const) {
    nowMs += 1000;
    service.post(await aPost(to, {}, payload));
  }
  const of = (org: string, operator: string) => phone.of(org as OrgId, operator as OperatorId);
  const told = await of('org_1', 'op_1');
  expect(told.map(({ title, tag, device_id, replaced }) => [title, tag, device_id, replaced])).toEqual([
    ['Deploy', 'other', devices[0]!.id, false],
    ['Approved', 'tag', devices[0]!.id, false],
    ['Deploy', 'tag', devices[1]!.id, false],
    ['Deploy', 'tag', devices[0]!.id, true],
  ]);
  expect(told[1]).toMatchObject({ code: null, seat: null, decided: true, device: 'android' });
  expect(told[3]).toMatchObject({ code: '12345678', seat: '1.0', decided: false, payload: JSON.stringify(PAYLOAD) });
  expect(await of('org_2', 'op_1')).toEqual([]);
});

it('the service opens the push of RFC 8291, appendix A, and nothing with more than one record or another end', () => {
  const keys = {
    privateKey: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  };
  const body = Buffer.from(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
    'base64url',
  );
  expect(openPush(body, keys).toString()).toBe('When I grow up, I want to be a watermelon');
  const small = Buffer.from(body);
  small.writeUInt32BE(30, 16);
  expect(() => openPush(small, keys)).toThrow('more than one record');
  const otherKeyLength = Buffer.from(body);
  otherKeyLength[20] = 64;
  expect(() => openPush(otherKeyLength, keys)).toThrow('another length');
});
