/**
 * Which session may do what with the devices of its operator, by how it began and how old it is (docs/decisions/push.md). A
 * device is a place to which codes go: adding one needs what adding a passkey needs.
 */
import { DEMO_ORG } from '../../src/local/demo';
import type { Began } from '../../src/service/access/rules/fresh-sign-in';
import { openLedger } from '../support/ledger';
import { openedOnce } from '../support/opened';
import { aSubscription, publishedKey } from '../support/push';

const MINUTE = 60_000;
const AGES = {
  'new': 0,
  '1 ms under five minutes': 5 * MINUTE - 1,
  'five minutes': 5 * MINUTE,
  'twelve hours less 1 ms': 12 * 60 * MINUTE - 1,
};
type Age = keyof typeof AGES;

type Operation = 'list' | 'subscribe' | 'test' | 'remove' | 'choose what is shown';
const BY_MAIL = 403;
const AGAIN = 'sign_in_again';
/** For a fresh session, and for an older one. */
const EXPECTED: Readonly<
  Record<Began, Readonly<Record<Operation, readonly [fresh: number | string, older: number | string]>>>
> = {
  passkey: {
    list: [200, 200],
    subscribe: [201, AGAIN],
    test: [200, 200],
    remove: [200, 200],
    'choose what is shown': [200, 200],
  },
  link: {
    list: [200, 200],
    subscribe: [201, AGAIN],
    test: [200, 200],
    remove: [200, 200],
    'choose what is shown': [200, 200],
  },
  mailed_link: {
    list: [200, 200],
    subscribe: [BY_MAIL, BY_MAIL],
    test: [BY_MAIL, BY_MAIL],
    remove: [BY_MAIL, BY_MAIL],
    'choose what is shown': [BY_MAIL, BY_MAIL],
  },
  identity: {
    list: [200, 200],
    subscribe: [AGAIN, AGAIN],
    test: [AGAIN, AGAIN],
    remove: [AGAIN, AGAIN],
    'choose what is shown': [AGAIN, AGAIN],
  },
};

let nowMs = Date.parse('2026-11-29T08:00:00Z');
const ledger = openedOnce(() => openLedger({ memory: true, nowMs: () => nowMs }));

describe.each(Object.keys(EXPECTED) as Began[])('a session that began with %s', (began) => {
  const rows = (Object.keys(AGES) as Age[]).flatMap((age) =>
    (Object.keys(EXPECTED[began]) as Operation[]).map((operation) => [age, operation] as const),
  );
  it.each(rows)('a session that is %s may, or may not: %s', async (age, operation) => {
    const key = await publishedKey(ledger.ports);
    const owner = await ledger.session('op_bravo');
    const stored = await ledger.send('POST', '/api/devices', { cookie: owner, body: aSubscription(key) });
    const { id } = stored.body.device;
    const cookie = await ledger.session('op_bravo', DEMO_ORG, began);
    nowMs += AGES[age];
    const calls: Readonly<Record<Operation, readonly [method: string, path: string, body?: object]>> = {
      list: ['GET', '/api/devices'],
      subscribe: ['POST', '/api/devices', aSubscription(key)],
      test: ['POST', `/api/devices/${id}/test`],
      remove: ['DELETE', `/api/devices/${id}`],
      'choose what is shown': ['PUT', '/api/devices/shown', { shows: 'no_text' }],
    };
    const [method, path, body] = calls[operation];
    const devices = async () => (await ledger.ports.deviceStore.read(DEMO_ORG, 'op_bravo' as never))!.devices;
    const before = await devices();
    const answer = await ledger.send(method, path, { cookie, body });
    const expected = EXPECTED[began][operation][AGES[age] < 5 * MINUTE ? 0 : 1];
    expect(answer.status === 409 ? answer.body.kind : answer.status).toBe(expected);
    if (answer.status >= 400) expect(await devices()).toEqual(before);
    // The next row begins with a list that has room.
    nowMs += 12 * 60 * MINUTE;
    const cleaner = await ledger.session('op_bravo');
    for (const each of await devices()) await ledger.send('DELETE', `/api/devices/${each.id}`, { cookie: cleaner });
  });
});

it('an admin finds no device of somebody else, and cannot add one for them', async () => {
  const key = await publishedKey(ledger.ports);
  const [owner, admin] = [await ledger.session('op_bravo'), await ledger.session('op_alpha')];
  const { body } = await ledger.send('POST', '/api/devices', { cookie: owner, body: aSubscription(key) });
  const operators = await ledger.send('GET', '/api/operators', { cookie: admin });
  const access = await ledger.send('GET', '/api/operator-access', { cookie: admin });
  expect(JSON.stringify([operators.body, access.body])).not.toContain(body.device.id);
  for (const path of ['/api/devices?operator=op_bravo', '/api/devices'])
    expect((await ledger.send('GET', path, { cookie: admin })).body.devices ?? []).toEqual([]);
  expect((await ledger.send('DELETE', `/api/devices/${body.device.id}`, { cookie: admin })).status).toBe(404);
  const forThem = { ...aSubscription(key), operator: 'op_bravo' };
  expect((await ledger.send('POST', '/api/devices', { cookie: admin, body: forThem })).status).toBe(400);
});
