/** Notifications on this device: what the account page and the card after a decision offer, drawn without a browser. */
import { createHash } from 'node:crypto';
import { listOf, type Opened, openConsole, queryClient } from './console';
import { draw, type Shown } from './drawn';
import { NOW, requestOf, seatOf, session } from './given';
import { advance, createElement, install, settle } from './page';

const { Devices }: { Devices: unknown } = require('../../../src/console/pages/account-devices');
const { AfterDecision }: { AfterDecision: unknown } = require('../../../src/console/pages/request/after-decision');
const { App }: { App: unknown } = require('../../../src/console/app');
const { useSession }: { useSession(): { data: object | null } } = require('../../../src/console/lib/session');
const { default: NotifyCard }: { default: unknown } = require('../../../src/console/ui/notify-card');

/** With the session as the page reads it, so that a new one is drawn. */
const AccountPart = () => {
  const { data } = useSession();
  return data == null ? null : createElement(Devices, { session: data });
};

const KEY = Buffer.concat([Buffer.of(4), Buffer.alloc(64, 7)]).toString('base64url');
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const IPAD =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15';
const ANDROID =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';
const COMPUTER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

let page: Opened['page'];
let answers: Opened['answers'];
let sent: Opened['sent'];
let asked: Opened['asked'];
let me: ReturnType<typeof session>;
let phone: ReturnType<typeof browserOf>;
let listed: object[];
let publicKey: string | null;
/** The key that the browser is given. */
let subscribesWith: string;

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const deviceOf = (n: number, endpoint = `https://push.example/${n}`, more: object = {}) => ({
  id: `dev_${n}`,
  device: 'android',
  endpoint_sha256: sha256(endpoint),
  created_at: NOW - 3 * 24 * 3600_000,
  accepted_at: NOW - 3600_000,
  ...more,
});

/** What the browser has of pushes, and what it was asked for, in order. */
function browserOf({
  userAgent = ANDROID,
  has = true,
  answersWith = 'granted',
  standalone = undefined as unknown,
} = {}) {
  const state = { permission: 'default', endpoint: null as string | null, made: 0, did: [] as string[] };
  const close = () => void state.did.push('close what is shown');
  const data = { path: '/requests/req_1' };
  const subscription = () =>
    state.endpoint === null
      ? null
      : {
          endpoint: state.endpoint,
          toJSON: () => ({ endpoint: state.endpoint, keys: { p256dh: 'p', auth: 'a' } }),
          unsubscribe: async () => {
            state.did.push('unsubscribe');
            state.endpoint = null;
          },
        };
  const pushManager = {
    getSubscription: async () => subscription(),
    subscribe: async ({ userVisibleOnly, applicationServerKey }: Record<string, never>) => {
      expect([userVisibleOnly, Buffer.from(applicationServerKey!).toString('base64url')]).toEqual([
        true,
        subscribesWith,
      ]);
      state.did.push('subscribe');
      state.made += 1;
      state.endpoint = `https://push.example/new-${state.made}`;
      return subscription();
    },
  };
  const registration = { pushManager, getNotifications: async () => [{ close, data }] };
  const serviceWorker = {
    getRegistration: async () => registration,
    register: async () => registration,
    ready: registration,
  };
  const navigator = {
    userAgent,
    maxTouchPoints: userAgent === COMPUTER ? 0 : 5,
    ...(has ? { serviceWorker } : {}),
    ...(standalone === undefined ? {} : { standalone }),
  };
  const Notification = {
    get permission() {
      return state.permission;
    },
    requestPermission: async () => {
      state.did.push('ask');
      state.permission = answersWith;
      return answersWith;
    },
  };
  install({ navigator, Notification });
  const { window } = globalThis as unknown as { window: Record<string, unknown> };
  if (has) Object.assign(window, { PushManager: class {}, Notification });
  else {
    delete window.PushManager;
    delete window.Notification;
  }
  return state;
}

beforeEach(() => {
  me = session();
  ({ page, answers, sent, asked } = openConsole(me));
  page.document.cookie = 'signed_in=ses_1';
  phone = browserOf();
  listed = [];
  publicKey = KEY;
  subscribesWith = KEY;
  answers['GET /api/devices'] = () => listOf('devices', listed, { public_key: publicKey, shows: 'text' });
  answers['GET /api/passkeys'] = () => listOf('passkeys', [{}]);
  answers['POST /api/devices'] = ({ body }) => {
    const { endpoint } = body as { endpoint: string };
    const device = deviceOf(listed.length + 1, endpoint, { accepted_at: null });
    listed.push(device);
    return [201, { server_now: NOW, device }];
  };
});

const account = (as: object = me): Promise<Shown> => {
  queryClient.setQueryData(['session'], as);
  return draw(queryClient, AccountPart);
};
const added = () => sent('POST', '/api/devices').filter(({ path }) => path === '/api/devices');
/** As another operator, or in another organization, who signs in with this browser. */
const OTHERS: [string, object][] = [
  ['another operator', session('operator', { operator: { id: 'op_b', name: 'Bob', role: 'operator' } })],
  ['the operator with the same id of another organization', session('operator', { org: 'org_other' })],
];

describe('the press', () => {
  test('the permission is asked for only by a press, which subscribes at once', async () => {
    const shown = await account();
    expect(phone.did).toEqual([]);
    await shown.press('Notify this device');
    expect(phone.did).toEqual(['ask', 'close what is shown', 'subscribe']);
    const keys = { p256dh: 'p', auth: 'a' };
    expect(added()).toEqual([
      { path: '/api/devices', body: { endpoint: 'https://push.example/new-1', keys, public_key: KEY } },
    ]);
    expect(shown.text()).toContain('This device is notified.');
    expect(shown.items()[0]).toMatch(/^Android \(this device\) added 3 d ago · nothing sent yet/);
    expect(shown.has('Notify this device')).toBe(false);
  });

  test.each<[string, object]>([
    ['of six minutes ago', { fresh_until: NOW }],
    ['by a mailed link', { began: 'mailed_link', fresh_until: null }],
    ['by a company account', { began: 'identity', fresh_until: null }],
  ])(
    'in a session %s, the press asks for nothing and leads to a new sign-in, and the next press subscribes',
    async (_, old) => {
      me = session('operator', old);
      const signsIn = session('operator', { session_id: 'ses_2' });
      const challenge = Buffer.alloc(32, 7).toString('base64url');
      answers['POST /api/session/options'] = () => [200, { options: { challenge, rpId: 'console.example' } }];
      answers['POST /api/session/passkey'] = () => [200, { ...signsIn, ways: [] }];
      const response = {
        clientDataJSON: Uint8Array.of(1),
        authenticatorData: Uint8Array.of(2),
        signature: Uint8Array.of(3),
      };
      const key = { id: 'cred_1', rawId: Buffer.from('cred_1'), type: 'public-key', response };
      const credentials = { get: async () => ({ ...key, getClientExtensionResults: () => ({}) }) };
      Object.assign((globalThis as unknown as { navigator: object }).navigator, { credentials });
      install({ PublicKeyCredential: class {} });
      const shown = await account();
      await shown.press('Notify this device');
      expect([phone.did, added()]).toEqual([[], []]);
      expect(shown.text()).toContain('To notify this device, sign in again first.');
      await shown.press('Sign in with a passkey');
      expect([phone.did, added()]).toEqual([[], []]);
      expect(shown.text()).toContain('You are signed in again. Press once more.');
      await shown.press('Notify this device');
      expect(added()).toHaveLength(1);
      expect(shown.text()).toContain('This device is notified.');
    },
  );

  test('if the service finds the session too old, the subscription ends and a new sign-in is offered', async () => {
    answers['POST /api/devices'] = () => [409, { kind: 'sign_in_again', error: 'too old' }];
    const shown = await account();
    await shown.press('Notify this device');
    expect([phone.did.at(-1), phone.endpoint]).toEqual(['unsubscribe', null]);
    expect(shown.text()).toContain('To notify this device, sign in again first.');
    expect(shown.has('Sign in with a passkey')).toBe(true);
  });

  test.each([422, 500])(
    'a subscription that the service refuses with %d does not stay in the browser',
    async (status) => {
      answers['POST /api/devices'] = () => [status, { kind: 'refused', error: 'no such push service' }];
      const shown = await account();
      await shown.press('Notify this device');
      expect(phone.endpoint).toBeNull();
      expect(shown.text()).toContain('No such push service.');
      expect(shown.text()).not.toContain('This device is notified.');
    },
  );

  test('after the key of the service changed, the page reads the new one and asks for the press again', async () => {
    publicKey = Buffer.alloc(65, 9).toString('base64url');
    const before = phone;
    const accepts = answers['POST /api/devices']!;
    answers['POST /api/devices'] = () => [409, { kind: 'conflict', error: 'public_key: read it again' }];
    subscribesWith = publicKey;
    const shown = await account();
    publicKey = KEY;
    await shown.press('Notify this device');
    expect(shown.text()).toContain('Press once more.');
    expect(before.endpoint).toBeNull();
    answers['POST /api/devices'] = accepts;
    subscribesWith = KEY;
    await shown.press('Notify this device');
    expect(added().at(-1)!.body).toMatchObject({ public_key: KEY });
    expect(shown.text()).toContain('This device is notified.');
  });

  test('a permission that is not given says so, and nothing is subscribed', async () => {
    phone = browserOf({ answersWith: 'denied' });
    const shown = await account();
    await shown.press('Notify this device');
    expect(phone.did).toEqual(['ask']);
    expect(added()).toEqual([]);
    expect(shown.text()).toContain('Notifications of this console are blocked in this browser.');
    phone = browserOf({ answersWith: 'default' });
    const again = await account();
    await again.press('Notify this device');
    expect(again.text()).toContain('The browser was not allowed to show notifications');
    expect(again.has('Notify this device')).toBe(true);
  });

  test('a browser without a push service says so', async () => {
    const shown = await account();
    const { serviceWorker } = (globalThis as unknown as { navigator: { serviceWorker: { ready: never } } }).navigator;
    (serviceWorker.ready as { pushManager: { subscribe: unknown } }).pushManager.subscribe = async () => {
      throw new DOMException('Registration failed - push service not available', 'AbortError');
    };
    await shown.press('Notify this device');
    expect(shown.text()).toContain('The browser could not subscribe to its push service.');
    expect(added()).toEqual([]);
  });
});

describe('a browser that several people use', () => {
  test.each(OTHERS)('this device is never said to be that of %s, who signs in after', async (_, other) => {
    await (await account()).press('Notify this device');
    listed = [deviceOf(7)];
    const shown = await account(other);
    expect(shown.text()).not.toContain('This device is notified.');
    expect(shown.text()).not.toContain('(this device)');
    expect(shown.has('Notify this device')).toBe(true);
  });

  test.each(OTHERS)(
    'the press of %s ends the subscription before it, with everything that it shows',
    async (_, other) => {
      await (await account()).press('Notify this device');
      listed = [];
      phone.did.length = 0;
      const shown = await account(other);
      await shown.press('Notify this device');
      expect(phone.did).toEqual(['ask', 'close what is shown', 'unsubscribe', 'subscribe']);
      expect(added().map(({ body }) => (body as { endpoint: string }).endpoint)).toEqual([
        'https://push.example/new-1',
        'https://push.example/new-2',
      ]);
      expect(shown.text()).toContain('This device is notified.');
    },
  );

  test.each(OTHERS)('the sign-in of %s ends the subscription before it, without a press', async (_, other) => {
    await (await account()).press('Notify this device');
    phone.did.length = 0;
    // The same operator ends nothing, in a later session too.
    await draw(queryClient, App);
    queryClient.setQueryData(['session'], { ...me, session_id: 'ses_2' });
    await settle();
    expect(phone.did).toEqual([]);
    await settle(() => queryClient.setQueryData(['session'], other));
    expect([phone.did, phone.endpoint]).toEqual([['close what is shown', 'unsubscribe'], null]);
    // Once: a later subscription of this operator stays.
    await (await account(other)).press('Notify this device');
    phone.did.length = 0;
    await draw(queryClient, App);
    expect(phone.did).toEqual([]);
  });

  test('a subscription that could not be ended without a network is ended by the next page', async () => {
    await (await account()).press('Notify this device');
    const { serviceWorker } = (globalThis as unknown as { navigator: { serviceWorker: { ready: never } } }).navigator;
    const { pushManager } = serviceWorker.ready as { pushManager: { getSubscription: unknown } };
    const real = pushManager.getSubscription;
    pushManager.getSubscription = async () => {
      throw new DOMException('Registration failed', 'AbortError');
    };
    const signedIn = () => queryClient.setQueryData(['session'], OTHERS[0]![1]);
    signedIn();
    await draw(queryClient, App);
    expect(phone.endpoint).not.toBeNull();
    pushManager.getSubscription = real;
    signedIn();
    await draw(queryClient, App);
    expect(phone.endpoint).toBeNull();
  });

  test('a device that was removed elsewhere is offered again', async () => {
    await (await account()).press('Notify this device');
    listed = [];
    const shown = await account(me);
    expect(shown.has('Notify this device')).toBe(true);
  });
});

describe('what the page says where nothing can be pressed', () => {
  test.each<[string, () => void, string]>([
    [
      'the browser cannot',
      () => browserOf({ has: false, userAgent: COMPUTER }),
      'This browser cannot show notifications',
    ],
    [
      'the permission is denied',
      () => {
        phone.permission = 'denied';
      },
      'Notifications of this console are blocked in this browser.',
    ],
    [
      'the service has no key yet',
      () => {
        publicKey = null;
      },
      'The service is preparing its key for notifications.',
    ],
    [
      'ten devices are notified',
      () => {
        listed = Array.from({ length: 10 }, (_, n) => deviceOf(n));
      },
      '10 of your devices are notified',
    ],
    [
      'iOS is too old',
      () => browserOf({ has: false, userAgent: IPHONE, standalone: true }),
      'Notifications need iOS or iPadOS 16.4 or later.',
    ],
  ])('if %s, the page says so', async (_, given, words) => {
    given();
    const shown = await account();
    expect(shown.text()).toContain(words);
    expect(shown.has('Notify this device')).toBe(false);
    expect(phone.did).toEqual([]);
  });

  test('a tenth device can still be added, and the tenth is not told that there are too many', async () => {
    listed = Array.from({ length: 9 }, (_, n) => deviceOf(n));
    const shown = await account();
    await shown.press('Notify this device');
    expect(shown.text()).toContain('This device is notified.');
    expect(shown.text()).not.toContain('10 of your devices');
  });

  test('the page looks for the key of the service by itself, until there is one', async () => {
    publicKey = null;
    const shown = await account();
    publicKey = KEY;
    await advance(3000);
    expect(shown.has('Notify this device')).toBe(true);
    const before = asked.length;
    await advance(30_000);
    expect(asked).toHaveLength(before);
  });

  test('a permission that was given elsewhere is seen when somebody comes back to the page', async () => {
    phone.permission = 'denied';
    const shown = await account();
    phone.permission = 'granted';
    await settle(() => page.tell('visibilitychange'));
    expect(shown.has('Notify this device')).toBe(true);
  });
});

describe('an iPhone or an iPad', () => {
  test.each([
    ['an iPhone', IPHONE],
    ['an iPad', IPAD],
  ])('%s is asked for a passkey first, and then told how to add the application', async (_, userAgent) => {
    browserOf({ has: false, userAgent });
    answers['GET /api/passkeys'] = () => listOf('passkeys', []);
    const shown = await account();
    expect(shown.text()).toContain('Add a passkey first');
    expect(shown.text()).not.toContain('Add to Home Screen');
    answers['GET /api/passkeys'] = () => listOf('passkeys', [{}]);
    await settle(() => queryClient.invalidateQueries({ queryKey: ['passkeys'] }));
    expect(shown.items()).toEqual([
      'Press Share in the browser, then Add to Home Screen.',
      'Open Approvals from the Home Screen, and sign in there with your passkey.',
      'There, open your account and press Notify this device.',
    ]);
    expect(shown.has('Notify this device')).toBe(false);
  });

  test('the application on the Home Screen has the press itself', async () => {
    browserOf({ userAgent: IPHONE, standalone: true });
    expect((await account()).has('Notify this device')).toBe(true);
  });
});

describe('the list', () => {
  test.each([
    [0, '1 day'],
    [24 * 3600_000 - 1, '1 day'],
    [24 * 3600_000, '2 days'],
  ])('a push that was noted %d ms ago was sent within %s, because the service notes one a day', async (ago, words) => {
    listed = [deviceOf(1, undefined, { accepted_at: NOW - ago })];
    expect((await account()).items()[0]).toContain(`last sent within ${words}`);
  });

  test('each device is shown with when it was added and when something was last sent to it', async () => {
    listed = [deviceOf(1, undefined, { device: 'iphone' }), deviceOf(2, undefined, { accepted_at: null })];
    const [iphone, android] = (await account()).items();
    expect(iphone).toMatch(/^iPhone added 3 d ago · last sent within 1 day/);
    expect(android).toMatch(/^Android added 3 d ago · nothing sent yet/);
  });

  test('a test is sent to the device beside which it was pressed', async () => {
    listed = [deviceOf(1, undefined, { device: 'iphone' }), deviceOf(2)];
    answers['POST /api/devices/dev_2/test'] = () => [200, { server_now: NOW }];
    const shown = await account();
    await shown.press('Send a test to Android');
    expect(sent('POST', '/test')).toEqual([{ path: '/api/devices/dev_2/test', body: undefined }]);
    expect(shown.items().map((item) => item.includes('a test is on its way'))).toEqual([false, true]);
  });

  test('if this device is removed, the browser’s subscription ends too, and what it shows', async () => {
    const shown = await account();
    await shown.press('Notify this device');
    phone.did.length = 0;
    answers['DELETE /api/devices/dev_1'] = () => {
      listed = [];
      return [200, { server_now: NOW }];
    };
    await shown.press('Remove Android');
    await shown.press('Remove it');
    expect([phone.did, phone.endpoint]).toEqual([['close what is shown', 'unsubscribe'], null]);
    expect(shown.has('Notify this device')).toBe(true);
  });

  test('if another device is removed, this one stays', async () => {
    listed = [deviceOf(1, undefined, { device: 'iphone' })];
    const shown = await account();
    await shown.press('Notify this device');
    answers['DELETE /api/devices/dev_1'] = () => {
      listed.shift();
      return [200, { server_now: NOW }];
    };
    await shown.press('Remove iPhone');
    await shown.press('Remove it');
    expect(phone.endpoint).toBe('https://push.example/new-1');
    expect(shown.text()).toContain('This device is notified.');
  });

  test('the setting hides the text on all devices, and shows it again', async () => {
    listed = [deviceOf(1)];
    let shows = 'text';
    answers['GET /api/devices'] = () => listOf('devices', listed, { public_key: KEY, shows });
    answers['PUT /api/devices/shown'] = ({ body }) => {
      ({ shows } = body as { shows: string });
      return [200, { server_now: NOW, shows }];
    };
    const shown = await account();
    const LABEL = 'Show only “A request needs your key”';
    await shown.check(LABEL);
    expect(shown.control(LABEL).checked).toBe(true);
    await shown.check(LABEL, false);
    expect(sent('PUT').map(({ body }) => body)).toEqual([{ shows: 'no_text' }, { shows: 'text' }]);
    expect(shown.control(LABEL).checked).toBe(false);
  });
});

describe('the card after a decision', () => {
  const undecided = requestOf();
  const turned = requestOf({ view: { seats: [seatOf('op_a', { state: 'turned', turned_at: NOW })] } });
  const refused = requestOf({ view: { decided: { by: ['op_a'], at: NOW, note: null, reason: null } } });
  const byOther = requestOf({ view: { decided: { by: ['op_b'], at: NOW, note: null, reason: null } } });
  const afterTurn = async (to: object = turned) => {
    const shown = await draw(queryClient, AfterDecision, undecided);
    expect(shown.text()).toBe('');
    await shown.redraw(to);
    await settle();
    await settle();
    return shown;
  };

  test.each([
    ['turned a key', turned],
    ['refused', refused],
  ])('after the operator %s on a phone, the page offers to notify it', async (_, to) => {
    const shown = await afterTurn(to);
    expect(shown.text()).toContain('Be notified on this phone');
    await shown.press('Notify this device');
    expect(shown.text()).toContain('This device is notified.');
    expect(shown.has('Not now')).toBe(false);
  });

  test.each([
    ['turned a key', turned, 1],
    ['refused', refused, 1],
    ['read that somebody else decided', byOther, 1],
    ['reads the request', undecided, 0],
  ])('what the device shows about a request goes when the operator %s', async (_, to, closed) => {
    await afterTurn(to);
    expect(phone.did).toEqual(Array.from({ length: closed }, () => 'close what is shown'));
    phone.did.length = 0;
    await draw(queryClient, AfterDecision, requestOf({ ...to, request: { id: 'req_2' } }));
    expect(phone.did).toEqual([]);
  });

  test('the card is offered once, whether it was answered or not', async () => {
    const shown = await afterTurn();
    await shown.press('Not now');
    expect(shown.text()).toBe('');
    expect((await afterTurn(refused)).text()).toBe('');
    expect(page.stored('notify-offered:org_demo:op_a')).toBe('1');
    // The service is not told.
    expect(asked.filter((call) => !call.startsWith('GET '))).toEqual([]);
  });

  test('the card of one operator is not that of another in the same browser', async () => {
    await (await afterTurn()).press('Not now');
    for (const [, other] of OTHERS) {
      queryClient.setQueryData(['session'], other);
      const { operator } = other as { operator: { id: string } };
      const shown = await afterTurn(requestOf({ view: { seats: [seatOf(operator.id, { state: 'turned' })] } }));
      expect(shown.text()).toContain('Be notified on this phone');
    }
  });

  test('the card is not offered for the decision of somebody else, or for one that was made before', async () => {
    expect((await afterTurn(byOther)).text()).toBe('');
    const shown = await draw(queryClient, AfterDecision, turned);
    await settle();
    expect(shown.text()).toBe('');
    expect(page.stored('notify-offered:org_demo:op_a')).toBeNull();
  });

  test('the card is not offered on a computer', async () => {
    browserOf({ userAgent: COMPUTER });
    expect((await afterTurn()).text()).toBe('');
  });

  test('the card is not offered where nothing can be pressed, and is kept for later', async () => {
    phone.permission = 'denied';
    expect((await afterTurn()).text()).toBe('');
    expect(page.stored('notify-offered:org_demo:op_a')).toBeNull();
  });

  test('the card is not offered on a phone that is notified', async () => {
    await (await account()).press('Notify this device');
    expect((await draw(queryClient, NotifyCard, { session: me })).text()).toBe('');
  });

  test('on an iPhone the card leads to the passkey first', async () => {
    browserOf({ has: false, userAgent: IPHONE });
    answers['GET /api/passkeys'] = () => listOf('passkeys', []);
    const shown = await afterTurn();
    expect(shown.text()).toContain('Add a passkey first');
    expect(shown.links()).toEqual(['/account']);
  });
});
