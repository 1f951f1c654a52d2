/** Devices to which notices are pushed: who adds, sees and removes them, and what ends them (docs/decisions/push.md). */
import { DEMO_ORG, FOUR_EYES_ORG } from '../../src/local/demo';
import type { OperatorId, OrgId } from '../../src/protocol/identifiers';
import type { FoundDevice } from '../../src/service/push/ports';
import { liveDevices, type PushDevice } from '../../src/service/push/rules/device';
import { createDeviceStore } from '../../src/service/push/store/device-store';
import { removeDevice } from '../../src/service/push/use-cases/devices';
import { noteFoundDevice } from '../../src/service/push/use-cases/found-device';
import { type Ledger, openLedger } from '../support/ledger';
import { aPoint, aSubscription, publishedKey } from '../support/push';
import { losingAnswers } from '../support/tables';

const DAY_MS = 24 * 3600_000;
/** Nothing is posted here, so no private key belongs to it. */
const PUSH_KEY = aPoint();
const aBrowser = (endpoint?: string) => aSubscription(PUSH_KEY, endpoint);

describe('a device', () => {
  let ledger: Ledger;
  beforeAll(async () => {
    ledger = await openLedger({ memory: true });
    await ledger.ports.pushKeys.publish(PUSH_KEY);
    // Nothing is handed over to `notice`, which would publish its own key.
    jest.spyOn(ledger.queues.notices, 'send').mockResolvedValue();
  });
  afterAll(() => ledger?.stop());
  beforeEach(async () => {
    for (const operator of ['op_alpha', 'op_bravo', 'op_charlie'])
      for (const { id } of await devices(operator)) await ledger.api(operator, 'DELETE', `/api/devices/${id}`);
  });

  const add = (operator: string, browser = aBrowser()) => ledger.api(operator, 'POST', '/api/devices', browser);
  const added = async (operator: string, browser = aBrowser()) => {
    const { status, body } = await add(operator, browser);
    expect([status, body]).toMatchObject([201, {}]);
    return body.device as { readonly id: string };
  };
  const list = async (operator: string) => (await ledger.api(operator, 'GET', '/api/devices')).body;
  const devices = async (operator: string): Promise<{ readonly id: string }[]> => (await list(operator)).devices;
  /** Where a notice would be pushed. */
  const told = async (operator: string, org: OrgId = DEMO_ORG) =>
    liveDevices((await ledger.ports.config.recipient(org, operator as OperatorId))!).map(({ endpoint }) => endpoint);
  const found = (operator: string, device: string, what: FoundDevice['found'], at = ledger.ports.clock.nowMs()) =>
    noteFoundDevice(ledger.ports, {
      ...{ kind: 'push_device', org: DEMO_ORG, operator: operator as OperatorId, device },
      ...{ found: what, at },
    });
  const entries = async (kind: string, org = DEMO_ORG) => ledger.entries(org, kind);

  it('is in the list of its operator alone, and says nothing that lets somebody else push to it', async () => {
    const browser = aBrowser();
    const device = await added('op_alpha', browser);
    const answer = await list('op_alpha');
    expect(answer).toMatchObject({
      devices: [{ id: device.id, device: 'unknown', accepted_at: null, created_at: expect.any(Number) }],
      public_key: PUSH_KEY,
      shows: 'text',
    });
    const text = JSON.stringify(answer);
    for (const secret of [browser.endpoint, ...Object.values(browser.keys)]) expect(text).not.toContain(secret);
    expect(await devices('op_bravo')).toEqual([]);
    expect(await told('op_alpha')).toEqual([browser.endpoint]);
  });

  it('is removed by its operator, and by nobody else', async () => {
    const { id } = await added('op_alpha');
    for (const other of ['op_bravo', 'op_delta']) {
      expect((await ledger.api(other, 'DELETE', `/api/devices/${id}`)).status).toBe(404);
    }
    expect(await told('op_alpha')).toHaveLength(1);
    expect((await ledger.api('op_alpha', 'DELETE', `/api/devices/${id}`)).status).toBe(200);
    expect((await ledger.api('op_alpha', 'DELETE', `/api/devices/${id}`)).status).toBe(404);
    expect(await told('op_alpha')).toEqual([]);
  });

  it('is added and removed with an entry in the chain, once for each browser that sends the same again', async () => {
    const browser = aBrowser();
    const before = (await entries('device.added')).length;
    const { id } = await added('op_alpha', browser);
    expect(await added('op_alpha', browser)).toMatchObject({ id });
    const all = await entries('device.added');
    expect(all).toHaveLength(before + 1);
    expect(all.filter(({ subject }) => subject === id)).toMatchObject([
      { actor: 'op_alpha', data: { operator: 'op_alpha', device: 'unknown' } },
    ]);
    await ledger.api('op_alpha', 'DELETE', `/api/devices/${id}`);
    expect((await entries('device.removed')).filter(({ subject }) => subject === id)).toMatchObject([
      { actor: 'op_alpha', data: { operator: 'op_alpha', because: 'removed' } },
    ]);
  });

  it('is replaced if its browser subscribes again with other keys', async () => {
    const first = aBrowser();
    const { id } = await added('op_alpha', first);
    const second = aBrowser(first.endpoint);
    const again = await added('op_alpha', second);
    expect(again.id).not.toBe(id);
    expect(await devices('op_alpha')).toMatchObject([{ id: again.id }]);
  });

  it('is the eleventh of nobody: ten are accepted, also by requests at the same time, and an eleventh after one was removed', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => add('op_alpha')));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201).length).toBeLessThanOrEqual(10);
    while ((await devices('op_alpha')).length < 10) await added('op_alpha');
    expect(await add('op_alpha')).toMatchObject({
      status: 422,
      body: { kind: 'refused', error: 'You have 10 devices. Remove one first.' },
    });
    const [oldest] = await devices('op_alpha');
    await ledger.api('op_alpha', 'DELETE', `/api/devices/${oldest!.id}`);
    await added('op_alpha');
  });

  it('is ended by what ends passkeys, counts no more, and makes way for another', async () => {
    const operator = 'op_charlie';
    for (let count = 0; count < 10; count++) await added(operator);
    await ledger.api(operator, 'DELETE', `/api/sessions?operator=${operator}`);
    await ledger.signIn(operator);
    expect([await devices(operator), await told(operator)]).toEqual([[], []]);
    const browser = aBrowser();
    await added(operator, browser);
    expect(await told(operator)).toEqual([browser.endpoint]);
    const stored = await ledger.ports.deviceStore.read(DEMO_ORG, operator as OperatorId);
    expect(stored!.devices).toHaveLength(1);
  });

  it('is told nothing while its operator is disabled, or after they are enabled again', async () => {
    const operator = 'op_bravo';
    await added(operator);
    await ledger.api('op_alpha', 'PATCH', `/api/operators/${operator}`, { enabled: false });
    expect(await told(operator)).toEqual([]);
    await ledger.api('op_alpha', 'PATCH', `/api/operators/${operator}`, { enabled: true });
    await ledger.signIn(operator);
    expect(await told(operator)).toEqual([]);
  });

  it('is live in its access epoch, and not while its operator is disabled', () => {
    const [device] = [{ accessEpoch: 1 } as PushDevice];
    const owner = { enabled: true, accessEpoch: 1, devices: [device!] };
    expect(liveDevices(owner)).toEqual([device]);
    expect(liveDevices({ ...owner, enabled: false })).toEqual([]);
    for (const accessEpoch of [0, 2]) expect(liveDevices({ ...owner, accessEpoch })).toEqual([]);
  });

  it('and what it shows survive an edit of the operator', async () => {
    const browser = aBrowser();
    await added('op_bravo', browser);
    expect((await ledger.api('op_bravo', 'PUT', '/api/devices/shown', { shows: 'no_text' })).status).toBe(200);
    await ledger.api('op_alpha', 'PATCH', '/api/operators/op_bravo', { name: 'Bravo B' });
    expect(await told('op_bravo')).toEqual([browser.endpoint]);
    expect(await list('op_bravo')).toMatchObject({ shows: 'no_text' });
    const recipient = await ledger.ports.config.recipient(DEMO_ORG, 'op_bravo' as OperatorId);
    expect(recipient).toMatchObject({ name: 'Bravo B', pushShows: 'no_text' });
    expect(await list('op_alpha')).toMatchObject({ shows: 'text' });
    await added('op_bravo');
    expect(await list('op_bravo')).toMatchObject({ shows: 'no_text' });
    await ledger.api('op_bravo', 'PUT', '/api/devices/shown', { shows: 'text' });
  });

  describe('is tested', () => {
    /** What was sent to the queue of `notice`, for a device. */
    const sent = async (act: () => Promise<unknown>) => {
      const send = jest.mocked(ledger.queues.notices.send);
      send.mockClear();
      await act();
      return send.mock.calls.flatMap(([messages]) => messages.map(({ body }) => body));
    };

    // This operator has added few devices before.
    it('when it is added, so that the person sees it work, and by a press of its operator', async () => {
      const adding = await sent(() => added('op_bravo'));
      const [{ id: device }] = (await devices('op_bravo')) as [{ readonly id: string }];
      const test = [{ org: DEMO_ORG, push: { operator: 'op_bravo', device, attempt: 0, about: { test: true } } }];
      expect(adding).toEqual(test);
      const press = () => ledger.api('op_bravo', 'POST', `/api/devices/${device}/test`);
      expect(await sent(async () => expect(await press()).toMatchObject({ status: 200 }))).toEqual(test);
    });

    it('by nobody else, and not after it was removed or its access ended', async () => {
      const { id } = await added('op_charlie');
      const from = (operator: string) => ledger.api(operator, 'POST', `/api/devices/${id}/test`);
      expect(await sent(async () => expect(await from('op_bravo')).toMatchObject({ status: 404 }))).toEqual([]);
      await ledger.api('op_charlie', 'DELETE', '/api/sessions?operator=op_charlie');
      await ledger.signIn('op_charlie');
      expect(await sent(async () => expect(await from('op_charlie')).toMatchObject({ status: 404 }))).toEqual([]);
    });

    it('ten times in ten minutes, and is added nevertheless', async () => {
      const fresh = await openLedger({ memory: true });
      try {
        const key = await publishedKey(fresh.ports);
        const { body } = await fresh.api('op_bravo', 'POST', '/api/devices', aSubscription(key));
        const press = () => fresh.api('op_bravo', 'POST', `/api/devices/${body.device.id}/test`);
        for (let count = 1; count < 10; count++) expect((await press()).status).toBe(200);
        const refused = await press();
        expect(refused).toMatchObject({
          status: 429,
          body: { error: expect.stringContaining('10 tests within ten minutes') },
        });
        expect(Number(refused.headers['retry-after'])).toBeGreaterThan(500);
        expect((await fresh.api('op_bravo', 'POST', '/api/devices', aSubscription(key))).status).toBe(201);
      } finally {
        await fresh.stop();
      }
    });

    it('never, if the caller only lists: then the service publishes its key, where there is no device', async () => {
      const asked = [{ publish_push_key: true }];
      expect(await sent(() => devices('op_alpha'))).toEqual(asked);
      await added('op_alpha');
      expect(await sent(() => devices('op_alpha'))).toEqual([]);
    });
  });

  describe('whose browser somebody else had before', () => {
    it.each([
      ['of the organization', DEMO_ORG, 'op_bravo'],
      ['of another organization', FOUR_EYES_ORG, 'op_echo'],
    ] as const)(
      'is removed from the operator %s, who is told, and the entry does not say who has it now',
      async (_, org, earlier) => {
        const browser = aBrowser();
        await ledger.signIn(earlier, org);
        const { id } = await added(earlier, browser);
        await added('op_alpha', browser);
        expect(await told(earlier, org)).toEqual([]);
        expect(await told('op_alpha')).toEqual([browser.endpoint]);
        const [noted] = (await entries('device.removed', org)).filter(({ subject }) => subject === id);
        expect(noted).toMatchObject({ actor_kind: 'service', data: { operator: earlier, because: 'taken_over' } });
        expect(JSON.stringify(noted)).not.toContain('op_alpha');
        expect((await entries('device.removed', DEMO_ORG)).filter(({ subject }) => subject === id)).toHaveLength(
          org === DEMO_ORG ? 1 : 0,
        );
        // And back.
        await added(earlier, browser);
        expect([await told('op_alpha'), await told(earlier, org)]).toEqual([[], [browser.endpoint]]);
        await ledger.api(earlier, 'DELETE', `/api/devices/${(await devices(earlier))[0]!.id}`);
      },
    );

    it.each(['p256dh', 'auth'] as const)(
      'stays with them if only its endpoint is known, and not its %s',
      async (key) => {
        const browser = aBrowser();
        await added('op_bravo', browser);
        const other = aBrowser(browser.endpoint).keys;
        const guessed = { ...browser, keys: { ...browser.keys, [key]: other[key] } };
        expect(await add('op_alpha', guessed)).toMatchObject({
          status: 409,
          body: {
            kind: 'conflict',
            error: expect.stringMatching(/^endpoint: it belongs to a subscription with other keys/),
          },
        });
        expect([await told('op_alpha'), await told('op_bravo')]).toEqual([[], [browser.endpoint]]);
      },
    );

    it('is one operator’s, if two add it at the same moment', async () => {
      const browser = aBrowser();
      await Promise.all([add('op_alpha', browser), add('op_bravo', browser), add('op_charlie', browser)]);
      const all = await Promise.all(['op_alpha', 'op_bravo', 'op_charlie'].map((each) => told(each)));
      expect(all.flat()).toEqual([browser.endpoint]);
    });

    it('can be anybody’s after it was removed', async () => {
      const browser = aBrowser();
      const { id } = await added('op_bravo', browser);
      await ledger.api('op_bravo', 'DELETE', `/api/devices/${id}`);
      await added('op_alpha', aBrowser(browser.endpoint));
    });
  });

  describe('is refused', () => {
    const body = aBrowser();
    const offTheCurve = Buffer.from(body.keys.p256dh, 'base64url');
    offTheCurve[64]! ^= 1;
    const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
    const keys = (given: Partial<typeof body.keys>) => ({ ...body, keys: { ...body.keys, ...given } });
    const HOSTS = 'fcm.googleapis.com, updates.push.services.mozilla.com, *.push.apple.com, *.notify.windows.com';
    it.each<[string, object, RegExp | string]>([
      ['without TLS', { ...body, endpoint: 'http://fcm.googleapis.com/x' }, /^endpoint: Plain http is not taken/],
      ['with a port', { ...body, endpoint: 'https://fcm.googleapis.com:8443/x' }, 'endpoint: It must not name a port.'],
      ['with the port of https', { ...body, endpoint: 'https://fcm.googleapis.com:443/x' }, /^endpoint: /],
      [
        'with a password',
        { ...body, endpoint: 'https://a:b@fcm.googleapis.com/x' },
        /^endpoint: .*user name or password/,
      ],
      ['with a fragment', { ...body, endpoint: 'https://fcm.googleapis.com/x#y' }, /^endpoint: The URL has a fragment/],
      [
        'at a host that is not on the list',
        { ...body, endpoint: 'https://push.example.org/x' },
        `endpoint: push.example.org is not the host of a push service that this deployment allows: ${HOSTS}.`,
      ],
      ['at a host that ends like one', { ...body, endpoint: 'https://evilpush.apple.com/x' }, /^endpoint: evilpush/],
      [
        'at a host that begins like one',
        { ...body, endpoint: 'https://fcm.googleapis.com.evil.org/x' },
        /^endpoint: fcm/,
      ],
      [
        'at the name below which the hosts are',
        { ...body, endpoint: 'https://push.apple.com/x' },
        /^endpoint: push.apple/,
      ],
      ['below a host that is exact', { ...body, endpoint: 'https://a.fcm.googleapis.com/x' }, /^endpoint: a\.fcm/],
      ['in another spelling', { ...body, endpoint: 'https://FCM.googleapis.com/x' }, /^endpoint: It must be written/],
      ['at an address', { ...body, endpoint: 'https://169.254.169.254/x' }, /^endpoint: The address/],
      ['with a long endpoint', { ...body, endpoint: `https://fcm.googleapis.com/${'x'.repeat(1024)}` }, /endpoint/],
      [
        'with a point off the curve',
        keys({ p256dh: text(offTheCurve) }),
        /^keys\.p256dh: must be the 65 bytes of a point/,
      ],
      ['with a compressed point', keys({ p256dh: text(new Uint8Array(33).fill(2)) }), /^keys\.p256dh: /],
      ['with 64 bytes', keys({ p256dh: text(offTheCurve.subarray(1)) }), /^keys\.p256dh: /],
      [
        'with a hybrid point',
        keys({ p256dh: text(Buffer.from([6, ...Buffer.from(body.keys.p256dh, 'base64url').subarray(1)])) }),
        /^keys\.p256dh: /,
      ],
      ['with padding', keys({ auth: `${body.keys.auth}==` }), 'keys.auth: must be 16 bytes, as base64url.'],
      ['with 15 bytes', keys({ auth: text(new Uint8Array(15)) }), /^keys\.auth: /],
      ['with 17 bytes', keys({ auth: text(new Uint8Array(17)) }), /^keys\.auth: /],
      ['without keys', { ...body, keys: {} }, /keys/],
      ['with a field more', { ...body, name: 'phone' }, /not allowed/],
    ])('with 400 and the reason: %s', async (_, given, reason) => {
      const answer = await ledger.api('op_alpha', 'POST', '/api/devices', given);
      expect(answer).toMatchObject({ status: 400, body: { kind: 'invalid' } });
      expect(answer.body.error).toEqual(typeof reason === 'string' ? reason : expect.stringMatching(reason));
      expect(await devices('op_alpha')).toEqual([]);
    });

    it.each([
      'https://web.push.apple.com/QGx',
      'https://wns2-db5p.notify.windows.com/w/?token=BQYAAAB',
      'https://updates.push.services.mozilla.com/wpush/v2/gAAAAA',
    ])(
      'not with the endpoint of a browser: %s',
      async (endpoint) => void (await added('op_alpha', aBrowser(endpoint))),
    );

    it('with 409 if it subscribed with another key than the published one', async () => {
      const other = { ...body, public_key: aPoint() };
      expect(await ledger.api('op_alpha', 'POST', '/api/devices', other)).toMatchObject({
        status: 409,
        body: { kind: 'conflict', error: expect.stringMatching(/^public_key: it is not the current key/) },
      });
    });
  });

  describe('that its push service', () => {
    it('accepts keeps the time of the first push of a day', async () => {
      const { id } = await added('op_alpha');
      const at = ledger.ports.clock.nowMs() - 2 * DAY_MS;
      const acceptedAt = async () => (await list('op_alpha')).devices[0].accepted_at;
      await found('op_alpha', id, 'accepted', at);
      await found('op_alpha', id, 'accepted', at + DAY_MS - 1);
      expect(await acceptedAt()).toBe(at);
      await found('op_alpha', id, 'accepted', at + DAY_MS);
      expect(await acceptedAt()).toBe(at + DAY_MS);
    });

    it('no longer knows is removed with an entry, and no other device is', async () => {
      const [gone, kept] = [await added('op_alpha'), await added('op_alpha')];
      await found('op_alpha', gone.id, 'gone');
      await found('op_alpha', gone.id, 'gone');
      expect(await devices('op_alpha')).toMatchObject([{ id: kept.id }]);
      expect((await entries('device.removed')).filter(({ subject }) => subject === gone.id)).toMatchObject([
        { actor_kind: 'service', data: { because: 'gone' } },
      ]);
    });

    it('no longer gets pushes of, because the service has another key, is in no list and does not count', async () => {
      const ended = await Promise.all(Array.from({ length: 3 }, () => added('op_alpha')));
      const key = aPoint();
      await ledger.ports.pushKeys.publish(key);
      try {
        expect(await devices('op_alpha')).toEqual([]);
        for (let count = 0; count < 10; count++) {
          const body = aBrowser();
          await added('op_alpha', { ...body, public_key: key });
        }
        for (const { id } of ended) await found('op_alpha', id, 'gone');
        const removed = (await entries('device.removed')).filter(({ subject }) =>
          ended.some(({ id }) => id === subject),
        );
        expect(removed.map(({ data }) => data.because)).toEqual(['other_key', 'other_key', 'other_key']);
      } finally {
        for (const { id } of await devices('op_alpha')) await ledger.api('op_alpha', 'DELETE', `/api/devices/${id}`);
        await ledger.ports.pushKeys.publish(PUSH_KEY);
      }
    });

    it('is found for another operator, changes nothing', async () => {
      const { id } = await added('op_alpha');
      await found('op_bravo', id, 'gone');
      await found('op_nobody', id, 'gone');
      expect(await devices('op_alpha')).toHaveLength(1);
    });
  });

  it('is removed once, although the answer to the write is lost', async () => {
    const { id } = await added('op_alpha');
    const deps = { ...ledger.ports, deviceStore: createDeviceStore(losingAnswers(ledger.tables)) };
    const owner = { org: DEMO_ORG, id: 'op_alpha' as OperatorId };
    expect(await removeDevice(deps, owner, id)).toMatchObject({ ok: true });
    expect((await entries('device.removed')).filter(({ subject }) => subject === id)).toHaveLength(1);
  });

  it('cannot be added before the service has published its key', async () => {
    const fresh = await openLedger({ memory: true });
    try {
      expect((await fresh.api('op_alpha', 'GET', '/api/devices')).body).toMatchObject({
        devices: [],
        public_key: null,
      });
      expect(await fresh.api('op_alpha', 'POST', '/api/devices', aBrowser())).toMatchObject({ status: 409 });
    } finally {
      await fresh.stop();
    }
  });
});
