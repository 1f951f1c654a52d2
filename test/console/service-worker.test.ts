/** What the service worker shows for a push, and which page of the console a press on it opens. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';

const SOURCE = readFileSync(join(__dirname, '../../src/console/public/sw.js'), 'utf8');
const ORIGIN = 'https://console.example';
const REQUEST = '/requests/req_0123456789abcdef01234567';

/** A page that is asleep answers nothing. All were loaded as `/`, which is what a browser tells. */
const ASLEEP = 'asleep';

/** The worker alone, with the pages that are open, and whether notifications are allowed. */
function worker(open: readonly string[] = [], { allowed = true } = {}) {
  const did: string[] = [];
  const shown: Record<string, unknown>[] = [];
  const pages = open.map((place) => ({
    url: `${ORIGIN}/`,
    focus: async () => void did.push(`focus ${place}`),
    navigate: async (to: string) => void did.push(`navigate ${place} to ${to.replace(ORIGIN, '')}`),
    postMessage: (_: unknown, [port]: [{ postMessage(place: string): void }]) =>
      place !== ASLEEP && port.postMessage(place),
  }));
  const listeners: Record<string, (event: object) => void> = {};
  const self = {
    addEventListener: (type: string, listener: (event: object) => void) => {
      listeners[type] = listener;
    },
    registration: {
      showNotification: async (title: string, options: { tag?: string; renotify?: boolean }) => {
        if (!allowed) throw new TypeError('No notification permission has been granted for this origin.');
        // As in browsers.
        if (options.renotify === true && !options.tag) throw new TypeError('renotify needs a tag');
        shown.push({ title, ...options });
      },
      getNotifications: async ({ tag }: { tag: string }) => {
        if (!allowed) throw new TypeError('not allowed');
        return shown.filter((each) => each.tag === tag).slice(-1);
      },
    },
    clients: {
      matchAll: async () => pages,
      openWindow: async (to: string) => void did.push(`open ${to}`),
    },
  };
  const context = createContext({ self, location: new URL(ORIGIN), URL, MessageChannel, setTimeout });
  runInContext(SOURCE, context);
  const tell = async (type: string, event: object) => {
    let work: Promise<unknown> = Promise.resolve();
    listeners[type]!({
      ...event,
      waitUntil: (promise: Promise<unknown>) => {
        work = promise;
      },
    });
    await work;
  };
  return {
    did,
    shown,
    tell,
    addressOf: (data: unknown): string =>
      (context.addressOf as (data: unknown, origin: string) => string)(data, ORIGIN),
    push: async (text: string | null) => {
      await tell('push', { data: text === null ? null : { json: () => JSON.parse(text), text: () => text } });
      // Objects of another realm.
      return JSON.parse(JSON.stringify(shown.at(-1) ?? null));
    },
    press: async (data: unknown) => {
      const close = jest.fn();
      await tell('notificationclick', { notification: { data, close } });
      expect(close).toHaveBeenCalledTimes(1);
      return did;
    },
  };
}

const PUSH = {
  title: 'Refund EUR 48.00 needs your key',
  lines: ['Requested by Delta.', 'Ends at 14:05 UTC.'],
  path: REQUEST,
  tag: 'q1w2e3r4t5y6u7i8o9p0a1s2d3f4g5h6',
  seat: '1.0',
  code: '41938820',
};
const NEWS = { title: 'There is news', body: '', tag: 'news', data: { path: '/' } };

describe('a push', () => {
  test('a push shows its title and its lines, and sounds again for the same request', async () => {
    expect(await worker().push(JSON.stringify(PUSH))).toMatchObject({
      title: PUSH.title,
      body: 'Requested by Delta.\nEnds at 14:05 UTC.',
      tag: PUSH.tag,
      renotify: true,
    });
  });

  test('the code of a push is only in the data of its notification', async () => {
    const { data, ...visible } = await worker().push(JSON.stringify(PUSH));
    expect(data).toEqual({ path: REQUEST, seat: '1.0', code: PUSH.code });
    expect(JSON.stringify(visible)).not.toContain(PUSH.code);
  });

  test('a decided request replaces its notification by one sentence, without a sound and without a code', async () => {
    const lines = ['The request was approved by Bravo.'];
    const decided = { ...PUSH, title: 'Approved: refund EUR 48.00', lines, decided: true };
    expect(await worker().push(JSON.stringify(decided))).toEqual({
      title: decided.title,
      body: lines[0],
      tag: PUSH.tag,
      renotify: false,
      icon: '/icon-192.png',
      data: { path: REQUEST },
    });
  });

  test('a reminder, which brings no code, keeps the code of the notification that it replaces', async () => {
    const { push } = worker();
    await push(JSON.stringify(PUSH));
    const { title, data } = await push(JSON.stringify({ ...PUSH, title: 'Reminder', code: undefined }));
    expect([title, data.code]).toEqual(['Reminder', PUSH.code]);
  });

  test.each<[string, object]>([
    ['of the next round', { seat: '2.0' }],
    ['after a new code', { seat: '1.1' }],
    ['that names no seat', { seat: undefined }],
    ['about another request', { tag: 'another' }],
    ['about a decision', { decided: true }],
  ])('a push %s keeps no code of the notification before it', async (_, more) => {
    const { push } = worker();
    await push(JSON.stringify(PUSH));
    expect((await push(JSON.stringify({ ...PUSH, code: undefined, ...more }))).data).not.toHaveProperty('code');
  });

  test('a push without lines shows its title alone', async () => {
    const push = { ...PUSH, title: 'A request needs your key', lines: [] };
    expect(await worker().push(JSON.stringify(push))).toMatchObject({ title: push.title, body: '' });
  });

  test.each<[string, string | null]>([
    ['that is empty', null],
    ['that is no JSON', 'hello'],
    ['that is no object', 'null'],
    ['that is a list', '[]'],
    ['without a title', JSON.stringify({ ...PUSH, title: undefined })],
    ['with an empty title', JSON.stringify({ ...PUSH, title: '' })],
    ['without lines', JSON.stringify({ ...PUSH, lines: undefined })],
    ['with one text in place of lines', JSON.stringify({ ...PUSH, lines: 'ab' })],
    ['with a line that is no text', JSON.stringify({ ...PUSH, lines: [{}] })],
    ['without a path', JSON.stringify({ ...PUSH, path: undefined })],
    ['without a tag', JSON.stringify({ ...PUSH, tag: undefined })],
    ['with an empty tag', JSON.stringify({ ...PUSH, tag: '' })],
  ])('a push %s shows that there is news', async (_, text) => {
    expect(await worker().push(text)).toMatchObject(NEWS);
  });
});

describe('the address that a press opens', () => {
  const { addressOf } = worker();

  test.each<[unknown, string]>([
    [{ path: REQUEST, code: '41938820' }, `${REQUEST}#code=41938820`],
    [{ path: REQUEST }, REQUEST],
    [{ path: '/' }, '/'],
    [{ path: '/account' }, '/account'],
    // The code belongs to a request, and to the fragment.
    [{ path: '/', code: '41938820' }, '/'],
    [{ path: '/account', code: '41938820' }, '/account'],
    [{ path: `${REQUEST}?next=//evil.example#top`, code: '41938820' }, `${REQUEST}#code=41938820`],
    // Only eight digits are a code.
    [{ path: REQUEST, code: '4193882' }, REQUEST],
    [{ path: REQUEST, code: '41938820&next=x' }, REQUEST],
    // Every other origin.
    [{ path: 'https://evil.example/requests/x', code: '41938820' }, '/'],
    [{ path: '//evil.example/requests/x', code: '41938820' }, '/'],
    [{ path: '/\\evil.example/requests/x', code: '41938820' }, '/'],
    [{ path: '/\t/evil.example/requests/x', code: '41938820' }, '/'],
    [{ path: 'javascript:alert(1)' }, '/'],
    [{ path: '//' }, '/'],
    [{ path: 'requests/x' }, '/'],
    // What this worker did not write.
    [{}, '/'],
    [{ path: 1 }, '/'],
    [null, '/'],
    [undefined, '/'],
    ['/account', '/'],
  ])('a press on %j opens %s', (data, address) => {
    expect(addressOf(data)).toBe(address);
  });
});

describe('a press', () => {
  test('a press closes the notification and opens its request', async () => {
    expect(await worker().press({ path: REQUEST, code: '41938820' })).toEqual([`open ${REQUEST}#code=41938820`]);
  });

  test('a press focuses the page that shows the address, and changes only its fragment', async () => {
    expect(await worker(['/', REQUEST]).press({ path: REQUEST, code: '41938820' })).toEqual([
      `focus ${REQUEST}`,
      `navigate ${REQUEST} to ${REQUEST}#code=41938820`,
    ]);
    expect(await worker([ASLEEP, '/account']).press({ path: '/account' })).toEqual([
      'focus /account',
      'navigate /account to /account#',
    ]);
  });

  test('a press leaves every page that shows something else as it is', async () => {
    const other = REQUEST.replace('0123', '4567');
    const open = ['/', other, `${REQUEST}/x`, ASLEEP];
    expect(await worker(open).press({ path: REQUEST })).toEqual([`open ${REQUEST}`]);
  });
});

describe('a subscription that ended', () => {
  test('the new subscription of a browser is ended too, and the person is told, because only a person adds one', async () => {
    const { shown, tell } = worker();
    const unsubscribe = jest.fn(async () => true);
    await tell('pushsubscriptionchange', { newSubscription: { unsubscribe } });
    expect(unsubscribe).toHaveBeenCalledTimes(1);
    expect(shown).toMatchObject([{ title: 'This device is no longer notified', data: { path: '/account' } }]);
  });

  test('without the permission, the end of a subscription shows nothing and fails at nothing', async () => {
    const { shown, tell } = worker([], { allowed: false });
    await tell('pushsubscriptionchange', { newSubscription: null });
    expect(shown).toEqual([]);
  });
});
