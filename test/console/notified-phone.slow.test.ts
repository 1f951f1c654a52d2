/**
 * A phone that is notified: from the create of a request to the turned key. The browser has no push service, so the runner makes
 * the subscription and opens what is pushed, and the test hands the text to the worker (docs/local.md#the-demo).
 */
import type { Worker } from 'playwright-core';
import { violationsOf } from './axe';
import { describeInFullBrowser } from './browser';
import { follow, openWorld, signedIn, type Visitor, type World } from './visitor';

jest.setTimeout(120_000);

const ANDROID =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';
const WAIT_MS = 15_000;
const ACTION = 'demo.wire-out';
const BAR = /^Turn (my|the last) key… now$/;
const YES = /turn (my|the last) key$/i;

interface Pushed {
  readonly title: string;
  readonly path: string;
  readonly code: string | null;
  readonly decided: boolean;
  readonly payload: string;
}

interface Shown {
  readonly title: string;
  readonly body: string;
  readonly data: { readonly path: string; readonly code?: string };
}

describeInFullBrowser('a phone that is notified', () => {
  let world: World;
  let charlie: Visitor;
  let deliver: (payload: string) => Promise<void>;

  beforeAll(async () => {
    world = await openWorld({ full: true, demoPages: true });
    const { house, browser } = world;
    const quorum = { default: 1, min: 1, max: 1, selectable: false };
    const policy = { title: 'Wire money', roster: ['op_bravo', 'op_charlie'], quorum, turn: 'code_and_passkey' };
    const { status } = await house.api('op_alpha', 'PUT', `/api/actions/${ACTION}`, policy);
    expect(status).toBe(200);
    const phone = { isMobile: true, hasTouch: true, userAgent: ANDROID, serviceWorkers: 'allow' } as const;
    charlie = await signedIn(browser, house, 'op_charlie', phone);
    await charlie.context.grantPermissions(['notifications'], { origin: house.url });
    deliver = await asPushService(charlie, house.url);
  });
  afterEach(() => expect(charlie.faults).toEqual([]));
  afterAll(() => world?.close());

  const pushed = async (): Promise<readonly Pushed[]> => {
    const { body } = await world.house.send('GET', '/local/phone?operator=op_charlie');
    return body.notifications;
  };
  const arrived = (wanted: (push: Pushed) => boolean) => until(async () => (await pushed()).find(wanted));
  /** The browser shows a notification some time after the worker got its push. */
  const shown = (wanted: (notification: Shown) => boolean) =>
    until(async () =>
      (
        await charlie.page.evaluate<Shown[]>(`navigator.serviceWorker.ready
          .then((registration) => registration.getNotifications())
          .then((all) => all.map(({ title, body, data }) => ({ title, body, data })))`)
      ).find(wanted),
    );
  /** What a press on the notification opens, as the worker itself says. */
  const addressOf = ({ data }: Shown) =>
    workerOf(charlie).evaluate<string>(`addressOf(${JSON.stringify(data)}, location.origin)`);

  test('a device is notified by one press, and its first push says so', async () => {
    const { page } = charlie;
    await follow(page, '/account');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByText('Added. You can sign in with it now.').waitFor();
    await page.getByRole('button', { name: 'Notify this device' }).tap();
    await page.getByText('This device is notified.').waitFor();
    await page.getByText('(this device)').waitFor();
    const { payload, title } = await arrived(() => true);
    await deliver(payload);
    expect(await shown(() => true)).toMatchObject({ title, data: { path: '/' } });
    expect(await violationsOf(page)).toEqual([]);
  });

  test('a key is turned by three presses and no digit, and one sentence then takes the place of the notification', async () => {
    const { house } = world;
    const { page } = charlie;
    const presses: string[] = [];
    const press = (what: string, pressing: Promise<unknown>) => {
      presses.push(what);
      return pressing;
    };
    const typed: string[] = [];
    await page.exposeFunction('typed', (key: string) => void typed.push(key));
    await page.addInitScript("addEventListener('keydown', ({ key }) => window.typed(key), true)");

    const from = performance.now();
    const params = { amount: '18400.00', currency: 'EUR', to: 'Northwind GmbH' };
    const id = await house.proposed({ action: ACTION, requester: 'op_alpha', params });
    const path = `/requests/${id}`;
    const { payload, code } = await arrived((push) => push.path === path);
    await deliver(payload);
    const notification = await shown(({ data }) => data.path === path);
    await press('the notification', page.goto(house.url + (await addressOf(notification))));
    await press('Turn my key…', page.getByRole('button', { name: BAR }).tap());
    await press('Turn', page.getByRole('alertdialog').getByRole('button', { name: YES }).tap());
    await page.getByText(/^Approved by you/).waitFor();
    const seconds = (performance.now() - from) / 1000;
    process.stdout.write(`from the create to the turned key: ${seconds.toFixed(1)} s, ${presses.length} presses\n`);
    expect(seconds).toBeLessThan(10);
    expect([presses.length, typed]).toEqual([3, []]);
    expect((await house.read(id)).outcome).toBe('authorized');

    expect(code).toBe(await house.code('op_charlie', id));
    expect(notification.data.code).toBe(code);
    expect(`${notification.title} ${notification.body}`.replaceAll(/\s/g, '')).not.toContain(code);
    expect(page.url()).toBe(house.url + path);
    await deliver((await arrived((push) => push.path === path && push.decided)).payload);
    expect(await shown(({ data }) => data.path === path && data.code === undefined)).toMatchObject({
      title: expect.stringMatching(/^Approved: Wire money/),
      body: 'The request was approved by Charlie.',
    });
  });

  test('a press while the page shows the request changes only its fragment, and fills in the code', async () => {
    const { house } = world;
    const { page } = charlie;
    const id = await house.proposed({ action: ACTION, requester: 'op_alpha', params: { amount: '1.00' } });
    await follow(page, `/requests/${id}`);
    const field = page.getByLabel('Your code for this request');
    await field.waitFor();
    await page.evaluate('globalThis.isSamePage = true');
    // Only a press lets a worker focus a page, and it cannot be simulated: here the page has the focus.
    const opened = await workerOf(charlie).evaluate<string[]>(`(async () => {
      const focused = [];
      WindowClient.prototype.focus = async function () { focused.push(await placeOf(this)); };
      await open('/requests/${id}#code=12345678');
      return focused;
    })()`);
    expect(opened).toEqual([`/requests/${id}`]);
    await until(async () => (await field.inputValue()) === '12345678' || undefined);
    expect([page.url(), await page.evaluate('globalThis.isSamePage')]).toEqual([`${house.url}/requests/${id}`, true]);
  });

  test('the phone of the demo shows what was pushed, and its press opens the request', async () => {
    const { house } = world;
    const { page } = charlie;
    const id = await house.proposed({ action: ACTION, requester: 'op_alpha', params: { amount: '2.00' } });
    await page.goto(house.url);
    await page.getByRole('link', { name: 'Show the phone' }).click();
    await page.getByRole('link', { name: 'Charlie' }).click();
    await page.getByRole('heading', { name: 'Charlie’s phone' }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Press it as Charlie' }).first().click();
    await page.getByLabel('Your code for this request').waitFor();
    expect(page.url()).toBe(`${house.url}/requests/${id}`);
  });
});

const workerOf = ({ context }: Visitor): Worker => context.serviceWorkers()[0]!;

async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  const from = performance.now();
  while (performance.now() - from < WAIT_MS) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`it did not happen within ${WAIT_MS} ms`);
}

/** Hands a text to the service worker, as the browser does with a push that it opened. */
async function asPushService({ page, context }: Visitor, origin: string) {
  const devtools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      for (const { registrationId } of registrations) resolve(registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  return async (data: string) => {
    await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registered, data });
  };
}
