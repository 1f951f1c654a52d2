/** What stands in for the browser's push service in every page that a runner serves. */
import { createContext, runInContext } from 'node:vm';
import { pushScript } from '../../src/local/push-script';
import { buildConsole } from '../console/built';
import { openHouse } from '../support/house';

const MADE = {
  endpoint: 'http://127.0.0.1:8787/local/push/abc',
  expirationTime: null,
  keys: { p256dh: 'p', auth: 'a' },
};

interface Subscription {
  readonly endpoint: string;
  toJSON(): object;
  unsubscribe(): Promise<boolean>;
}

/** A page in which nothing of the browser's own may be called. */
function page({ has = true } = {}) {
  const stored = new Map<string, string>();
  const calls: [method: string, path: string, body: unknown][] = [];
  const answers = { status: 201 };
  const never = () => {
    throw new Error('the browser was asked');
  };
  class PushManager {
    subscribe: (options: object) => Promise<Subscription> = never;
    getSubscription: () => Promise<Subscription | null> = never;
  }
  // As in browsers: methods of the prototype.
  Object.assign(PushManager.prototype, { subscribe: never, getSubscription: never });
  const window = has ? { PushManager, Notification: { permission: 'default', requestPermission: never } } : {};
  const context = createContext({
    window,
    ...window,
    URL,
    DOMException,
    btoa,
    localStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    },
    fetch: async (path: string, { method, body }: { method: string; body?: string }) => {
      calls.push([method, path, body && JSON.parse(body)]);
      return { ok: answers.status < 300, status: answers.status, json: async () => MADE };
    },
  });
  runInContext(pushScript().body!, context);
  const manager = (): PushManager => Object.create(PushManager.prototype);
  return { context, stored, calls, answers, manager, Notification: context.Notification };
}

describe('a page of a runner', () => {
  test.each([false, true])(
    'every page of a runner begins with what stands in for the push service; with the demo’s bar: %s',
    async (demoPages) => {
      await buildConsole();
      const house = await openHouse({ memory: true, demoPages });
      try {
        const { body } = await house.send('GET', '/account');
        expect(/<script[^>]*>/.exec(body)![0]).toBe('<script src="/local/push.js">');
        expect(body.indexOf('<script')).toBeLessThan(body.indexOf('<link'));
        const { status, headers } = await house.send('GET', '/local/push.js');
        expect([status, headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
      } finally {
        await house.stop();
      }
    },
  );

  test('a page of a runner subscribes at the runner, with the key that it was given, and finds its subscription again', async () => {
    const { calls, manager } = page();
    expect(await manager().getSubscription()).toBeNull();
    const applicationServerKey = Uint8Array.of(4, 255, 254, 253, 252, 251);
    const made = await manager().subscribe({ userVisibleOnly: true, applicationServerKey });
    expect(calls).toEqual([['POST', '/local/push/subscriptions', { public_key: 'BP_-_fz7' }]]);
    const found = (await manager().getSubscription())!;
    for (const each of [made, found]) expect([each.endpoint, each.toJSON()]).toEqual([MADE.endpoint, MADE]);
  });

  test('the end of a subscription in a page of a runner is told to the runner, at the address of the page', async () => {
    const { calls, manager } = page();
    const made = await manager().subscribe({ applicationServerKey: new Uint8Array(65) });
    expect(await made.unsubscribe()).toBe(true);
    expect(calls.at(-1)).toEqual(['DELETE', '/local/push/abc', undefined]);
    expect(await manager().getSubscription()).toBeNull();
  });

  test('a page of a runner is as a browser whose push service refuses, if the runner does', async () => {
    const { answers, manager } = page();
    answers.status = 400;
    await expect(manager().subscribe({ applicationServerKey: new Uint8Array(1) })).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(await manager().getSubscription()).toBeNull();
  });

  test('the permission in a page of a runner is given when it is asked for, unless it was refused before', async () => {
    const { Notification, stored } = page();
    expect(Notification.permission).toBe('default');
    expect(await Notification.requestPermission()).toBe('granted');
    expect(Notification.permission).toBe('granted');
    stored.set('runner-permission', 'denied');
    expect([await Notification.requestPermission(), Notification.permission]).toEqual(['denied', 'denied']);
  });

  test('a browser that cannot be pushed to stays so in a page of a runner', () => {
    expect(page({ has: false }).context).not.toHaveProperty('Notification');
  });
});
