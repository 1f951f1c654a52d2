/**
 * An operator at a browser: at `http://localhost`, on a device that has passkeys, signed in by a fresh link, and watched for
 * whatever the page should never do.
 */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { type House, type HouseOptions, openHouse } from '../support/house';
import { launch } from './browser';
import { buildConsole } from './built';

export interface World {
  readonly house: House;
  readonly browser: Browser;
  close(): Promise<void>;
}

interface WorldOptions extends Omit<HouseOptions, 'byName'> {
  /** The browser has notifications. */
  readonly full?: boolean;
}

/** The service and a browser, as people meet them. Every test of the console in a browser opens its world here. */
export async function openWorld({ full, ...options }: WorldOptions = {}): Promise<World> {
  await buildConsole();
  const [house, browser] = await Promise.all([openHouse({ memory: true, ...options, byName: true }), launch({ full })]);
  return {
    house,
    browser,
    async close() {
      await browser.close();
      await house.stop();
    },
  };
}

export interface Visitor {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Violations of the CSP, errors of scripts, dialogs of the page: none is ever right. */
  readonly faults: string[];
  close(): Promise<void>;
}

interface VisitorOptions extends BrowserContextOptions {
  /** Lists ask for news eight times as often as for a person: for tests that wait for it. */
  readonly hurried?: boolean;
  /** The console waits for news as it does for a person. */
  readonly waiting?: boolean;
}

/** A call that waits would keep a page from ever being quiet: here it is a look each second, for tests of something else. */
const LOOK = `(() => {
  const real = window.fetch;
  const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  window.fetch = async (request, ...rest) => {
    if (!(request instanceof Request) || !request.url.includes('/api/watch')) return real(request, ...rest);
    for (;;) {
      await sleep(1000);
      request.signal.throwIfAborted();
      const answer = await real(request.url.replace(/wait=\\d+/, 'wait=0'), { signal: request.signal });
      if (!answer.ok || (await answer.clone().json()).changed) return answer;
    }
  };
})()`;

const HURRY = `(() => {
  const real = window.setInterval;
  window.setInterval = (run, ms, ...rest) => real(run, ms >= 1000 ? ms / 8 : ms, ...rest);
})()`;

export async function visitor(
  browser: Browser,
  { hurried = false, waiting = false, ...options }: VisitorOptions = {},
): Promise<Visitor> {
  // Nothing fades: what is looked at is what stays.
  // What a service worker keeps would outlive the answers that a test gives.
  const calm = { viewport: { width: 390, height: 844 }, reducedMotion: 'reduce', serviceWorkers: 'block' } as const;
  const context = await browser.newContext({ ...calm, ...options });
  if (hurried) await context.addInitScript(HURRY);
  if (!waiting) await context.addInitScript(LOOK);
  const page = await context.newPage();
  await addAuthenticator(page);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('console', (message) => {
    if (/Content Security Policy|violates the following/i.test(message.text())) faults.push(`csp: ${message.text()}`);
  });
  return { page, context, faults, close: () => context.close() };
}

export async function signInLink(house: House, operator: string): Promise<string> {
  const { body } = await house.send('POST', '/local/sign-in', { body: { operator } });
  return atHouse(house, body.sign_in_url);
}

/** The link of a mail or of the demo, at the address at which people are. */
export function atHouse({ url }: House, link: string): string {
  const { pathname, search, hash } = new URL(link);
  return url + pathname + search + hash;
}

/** As the person does for whom the link was made. */
export async function openLink(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
}

export async function signedIn(
  browser: Browser,
  house: House,
  operator: string,
  options: VisitorOptions = {},
): Promise<Visitor> {
  const opened = await visitor(browser, options);
  await openLink(opened.page, await signInLink(house, operator));
  await opened.page.getByRole('heading', { name: /^Inbox/ }).waitFor();
  return opened;
}

interface Regulars {
  /** The operator in the one tab that is theirs for all tests of a suite, at a page that shows nothing. */
  as(operator: string): Promise<Visitor>;
  /** The same tab, at the inbox. */
  atInbox(operator: string): Promise<Visitor>;
  /** After each test: what was wrong in any tab. Every tab that was used is left at a page that requests nothing. */
  rest(): Promise<string[]>;
}

/** A page that requests nothing. After `about:blank`, the next page would need a new process, which costs a second of it. */
export const park = (page: Page, url: string) => page.goto(`${url}/local/demo.css`);

/** The address of no page. */
const NOWHERE = '/nowhere';

/** For suites in which operators come and go: a new profile costs two seconds of processor time, a link costs none. */
export function regulars(browser: () => Browser, house: () => House, options: VisitorOptions): Regulars {
  const tabs = new Map<string, Visitor>();
  const used = new Set<Visitor>();
  const as = async (operator: string) => {
    const tab = tabs.get(operator) ?? (await signedIn(browser(), house(), operator, options));
    tabs.set(operator, tab);
    used.add(tab);
    return tab;
  };
  return {
    as,
    async atInbox(operator) {
      const tab = await as(operator);
      await follow(tab.page, '/');
      await tab.page.getByRole('heading', { name: /^Inbox/ }).waitFor();
      return tab;
    },
    async rest() {
      for (const { page } of used) {
        await page.unrouteAll({ behavior: 'ignoreErrors' });
        await page.keyboard.press('Escape');
        await follow(page, NOWHERE);
      }
      used.clear();
      return [...tabs.values()].flatMap(({ faults }) => faults.splice(0));
    },
  };
}

/** A world for all tests of a suite, and a tab for each operator who comes. Nothing may be wrong in a tab. */
export function inConsole(options: VisitorOptions) {
  const world = {} as World;
  const { as, atInbox, rest } = regulars(
    () => world.browser,
    () => world.house,
    options,
  );
  beforeAll(async () => void Object.assign(world, await openWorld()));
  afterEach(async () => expect(await rest()).toEqual([]));
  afterAll(() => world.close?.());
  return { here: world, as, atInbox };
}

export async function openRequest({ page }: Visitor, id: string): Promise<void> {
  // From one request to another the old page must be gone before the headings are looked for.
  if (page.url().includes('/requests/')) await leave(page);
  await follow(page, `/requests/${id}`);
  await page.getByRole('heading', { name: /^What (you approve|you requested|is asked|was requested)$/ }).waitFor();
}

/** Until nothing of the page is left. */
export async function leave(page: Page): Promise<void> {
  await follow(page, NOWHERE);
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
}

/** Opens the page at this path, with nothing left of the page before. */
export async function openPage(page: Page, path: string): Promise<void> {
  await leave(page);
  await follow(page, path);
}

/** As a link within the console: the page is not loaded again, which costs most of a second of processor time. */
export async function follow(page: Page, path: string): Promise<void> {
  // A dialog that was closed just now takes its entry out of the history first (src/console/lib/back.ts).
  await until(page, `!history.state?.above || document.querySelector('dialog') !== null`);
  await page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'))`,
  );
}

/** Longer than anything takes in a browser beside others. */
const HAPPENS_WITHIN_MS = 30_000;

/** Until this holds in the page, whose policy lets no text become a script that looks again. */
export async function until(page: Page, holds: string): Promise<void> {
  await page.evaluate(`(async () => {
    const endsAt = performance.now() + ${HAPPENS_WITHIN_MS};
    while (!(${holds})) {
      if (performance.now() > endsAt) throw new Error(${JSON.stringify(`within ${HAPPENS_WITHIN_MS} ms it did not happen: ${holds}`)});
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  })()`);
}

/** Opens a part of the page that is one closed line on a phone. */
export const unfold = (page: Page, part: string) =>
  page.getByRole('button', { name: part, exact: true, expanded: false }).click();

/** The button of the card, and not the one of the bar on a phone. */
export const TURN = /^Turn (my|the last) key…$/;

/** Types the code and says yes to the question that follows. */
export async function turnInBrowser({ page }: Visitor, code: string): Promise<void> {
  await page.getByLabel('Your code for this request').fill(code);
  await page.getByRole('button', { name: TURN }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Turn (my|the last) key$/ })
    .click();
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
}

/** With a passkey that can sign. */
export async function signingVisitor(browser: Browser, house: House, operator: string): Promise<Visitor> {
  const opened = await signedIn(browser, house, operator, { hurried: true });
  await follow(opened.page, '/account');
  await opened.page.getByRole('button', { name: 'Add a passkey' }).click();
  await opened.page.getByText('Added. You can sign in with it now.').waitFor();
  await opened.page.getByText('An admin can countersign it now.').waitFor();
  return opened;
}

/** The passkeys of this device, in this tab: a finger is always on its reader. */
async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}
