/** What holds for every page: accessible in both themes, at every width, harmless whatever a proposer wrote, light to load. */
import { gzipSync } from 'node:zlib';
import type { Browser, Page, Request, Response, Route } from 'playwright-core';
import type { House } from '../support/house';
import { openedOnce } from '../support/opened';
import { violationsOf } from './axe';
import { describeInBrowser } from './browser';
import { furnish, HOSTILE, PAGES } from './furnish';
import { smallTargets } from './targets';
import { inConsole, openRequest, park, signedIn, visitor } from './visitor';

jest.setTimeout(120_000);

const FIRST_LOAD_BYTES = 65_000;
/** The page of a request from nothing, in the same way. It had 113,263 for an admin when its parts were eleven calls. */
const REQUEST_LOAD_BYTES = 113_000;
/** No row waits for the first, and only a runner has the second. */
const NOT_WEIGHED = /\.(woff2|png|svg)$|\/local\//;
/** A page without a request for this long is completely loaded. */
const QUIET_MS = 250;

const [LIGHT, DARK] = [{ colorScheme: 'light' }, { colorScheme: 'dark' }] as const;
const LOOKS = [
  { ...LIGHT, width: 390 },
  { ...DARK, width: 1440 },
  { ...DARK, width: 390 },
  { ...LIGHT, width: 1440 },
] as const;

describeInBrowser('every page of the console', () => {
  let house: House;
  let browser: Browser;
  let furnished: Record<string, string>;
  const pathOf = (path: string) => path.replace(/\{(\w+)\}/g, (_, key: string) => furnished[key] ?? '');
  const { here, as } = inConsole({});

  beforeAll(async () => {
    ({ house, browser } = here);
    furnished = await furnish(house);
  });

  describe('as an admin sees it', () => {
    const admin = openedOnce(() => signedIn(browser, house, 'op_alpha'));
    afterEach(() => expect(admin.faults).toEqual([]));

    /** What moved, and from where to where. */
    const shiftsOf = (page: Page) =>
      page.evaluate<string[]>(`new Promise((resolve) => {
        const moved = [];
        new PerformanceObserver((list) => {
          for (const { value, sources } of list.getEntries())
            moved.push(value + sources.map(({ node, previousRect: from, currentRect: to }) =>
              ' ' + node?.nodeName + '.' + node?.className + ' ' + from.y + ' -> ' + to.y));
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(moved), 300);
      })`);

    test.each(Object.entries(PAGES))(
      'the page %s moves nothing as it loads, fits every width, can be used with a finger, and is accessible',
      async (name, path) => {
        await admin.page.setViewportSize({ width: LOOKS[0].width, height: 844 });
        // What the page before still requests is not waited for.
        await park(admin.page, house.url);
        // While a page has a route, each of its requests waits for the test.
        if (name === 'audit') await admin.page.route('**/api/audit?*', oneOfEachKind);
        await settled(admin.page, () => admin.page.goto(house.url + pathOf(path)));
        expect(await shiftsOf(admin.page)).toEqual([]);
        await admin.page.unrouteAll();
        for (const width of [360, 390, 768, 1280, 1440, 1920]) {
          await admin.page.setViewportSize({ width, height: 844 });
          const overflow = await admin.page.evaluate<number>(
            'document.documentElement.scrollWidth - document.documentElement.clientWidth',
          );
          expect({ width, overflow }).toEqual({ width, overflow: Math.min(0, overflow) });
          if (width === 390) expect(await smallTargets(admin.page)).toEqual([]);
          for (const look of LOOKS.filter((each) => each.width === width)) {
            await admin.page.emulateMedia(look);
            expect({ look, violations: await violationsOf(admin.page) }).toEqual({ look, violations: [] });
          }
        }
      },
    );

    it('a page does not move if its font loads late', async () => {
      const { page, close } = await visitor(browser, { storageState: await admin.context.storageState() });
      let isLate = false;
      await page.route('**/*.woff2', async (route) => {
        await page.getByRole('heading', { name: /^Inbox/ }).waitFor();
        isLate = true;
        await route.continue();
      });
      await settled(page, () => page.goto(`${house.url}/`));
      await page.evaluate('document.fonts.ready');
      expect(isLate).toBe(true);
      expect(await shiftsOf(page)).toEqual([]);
      await close();
    });

    it('the questions before a key is turned or a request stopped are accessible', async () => {
      await admin.page.setViewportSize({ width: 390, height: 844 });
      await admin.page.emulateMedia({ colorScheme: 'light' });
      await openRequest(admin, furnished.refund!);
      await admin.page.getByRole('button', { name: 'Refuse…', exact: true }).click();
      await admin.page.getByRole('alertdialog').waitFor();
      expect(await violationsOf(admin.page)).toEqual([]);
      await admin.page.keyboard.press('Escape');
      await admin.page.emulateMedia({ colorScheme: 'dark' });
      await admin.page.getByLabel('Your code for this request').fill('12345678');
      await admin.page.keyboard.press('Enter');
      await admin.page.getByRole('alertdialog').waitFor();
      expect(await violationsOf(admin.page)).toEqual([]);
      await admin.page.keyboard.press('Escape');
    });
  });

  it('the sign-in page is accessible', async () => {
    const nobody = await visitor(browser);
    await settled(nobody.page, () => nobody.page.goto(`${house.url}/sign-in`));
    await nobody.page.getByText('Get a link by mail').click();
    for (const look of LOOKS) {
      await nobody.page.emulateMedia(look);
      expect({ look, violations: await violationsOf(nobody.page) }).toEqual({ look, violations: [] });
    }
    await nobody.close();
  });

  it('every page opens at its own address', async () => {
    const { body: page } = await house.send('GET', '/');
    for (const path of Object.values(PAGES).map(pathOf)) {
      // The page that says that there is none is sent with the status that says so.
      const status = path === PAGES['not-found'] ? 404 : 200;
      expect({ path, ...(await house.send('GET', path)) }).toMatchObject({ path, status, body: page });
    }
  });

  it('hostile text is shown as text: no markup, no override, nothing hidden, nothing wider than the screen', async () => {
    const bravo = await as('op_bravo');
    await openRequest(bravo, furnished.hostile!);
    const params = bravo.page.getByRole('region', { name: 'What you approve' });
    await params.getByText(HOSTILE.markup).waitFor();
    const main = (await bravo.page.getByRole('main').textContent()) ?? '';
    expect(main).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
    expect(main).toContain('U+202E');
    expect(main).toContain(HOSTILE.wide);
    expect(await bravo.page.locator('main img, main script, main b').count()).toBe(0);
    const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    expect(await bravo.page.evaluate<number>(overflow)).toBeLessThanOrEqual(0);
    await bravo.page.getByText('3 more remarks').click();
    for (const name of ['override', 'The summary', 'account']) {
      await bravo.page
        .getByRole('region', { name: 'Unusual for this action' })
        .getByText(name, { exact: true })
        .waitFor();
    }
    await bravo.page.getByText('matches what you see').waitFor();
  });

  it.each([390, 1440])(
    'the name of the action is read before its values in the title, in one line at %d px',
    async (width) => {
      const bravo = await as('op_bravo');
      await bravo.page.setViewportSize({ width, height: 844 });
      await openRequest(bravo, furnished.payout!);
      const title = bravo.page.getByRole('heading', { level: 1 });
      // biome-ignore lint/performance/useDomNodeTextContent: what is seen, in the lines in which it is seen
      expect(await title.innerText()).toBe('Wire money 18,400.00 EUR');
      await bravo.page.setViewportSize({ width: 390, height: 844 });
    },
  );

  it('a key cannot be turned for a request whose fingerprint differs from what is shown', async () => {
    const bravo = await as('op_bravo');
    await bravo.page.route(`**/api/requests/${furnished.refund}?page=true`, async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      body.request.params.amount = '1.00';
      await route.fulfill({ response: answer, json: body });
    });
    await openRequest(bravo, furnished.refund!);
    await bravo.page.getByRole('alert').getByText('This is not the fingerprint of what you see').waitFor();
    expect(await bravo.page.getByLabel('Your code for this request').isDisabled()).toBe(true);
    expect(await bravo.page.getByRole('button', { name: /^Turn (my|the last) key…$/ }).isDisabled()).toBe(true);
    expect(await bravo.page.getByRole('button', { name: 'Refuse…', exact: true }).isEnabled()).toBe(true);
  });

  it('the page says that the service does not answer, keeps what it showed, and recovers by itself', async () => {
    const bravo = await signedIn(browser, house, 'op_bravo', { hurried: true });
    await openRequest(bravo, furnished.refund!);
    await bravo.page.route('**/api/**', (route) => route.abort());
    await bravo.page.getByText('The service does not answer.').waitFor();
    await bravo.page.getByText(/What you see is from \d+ \w+ \d{4}, \d\d:\d\d:\d\d\./).waitFor();
    await bravo.page.getByRole('heading', { name: 'What you approve' }).waitFor();
    await bravo.page.getByRole('button', { name: 'Refuse…', exact: true }).click();
    await bravo.page.getByRole('alertdialog').getByRole('button', { name: 'Refuse it' }).click();
    await bravo.page.getByText('It may have been counted anyway').waitFor();
    await bravo.page.unroute('**/api/**');
    await bravo.page.getByText('The service does not answer.').waitFor({ state: 'detached' });
    await bravo.close();

    const nobody = await visitor(browser, { hurried: true });
    // Of a session that has ended, so that the page asks whether it goes on.
    await nobody.context.addCookies([{ name: 'signed_in', value: 'ses_ended', url: house.url }]);
    await nobody.page.route('**/api/**', (route) => route.abort());
    await nobody.page.goto(`${house.url}/`);
    await nobody.page.getByRole('alert').getByText('The service cannot be reached.').waitFor();
    await nobody.page.unroute('**/api/**');
    await nobody.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await nobody.close();
  });

  it('the chosen theme is kept', async () => {
    const bravo = await signedIn(browser, house, 'op_bravo', { colorScheme: 'light' });
    const ground = () => bravo.page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    const light = await ground();
    await bravo.page.getByRole('button', { name: 'Menu', exact: true }).click();
    await bravo.page.getByRole('button', { name: 'Theme: follows the system' }).click();
    const dark = await ground();
    expect(dark).not.toBe(light);
    await bravo.page.reload();
    expect(await ground()).toBe(dark);
    await bravo.close();
  });

  it(`nothing above ${FIRST_LOAD_BYTES / 1000} KB is loaded before the rows of the inbox`, async () => {
    const before = await as('op_bravo');
    const bravo = await visitor(browser, { storageState: await before.context.storageState() });
    const bodies: Promise<{ url: string; bytes: number }>[] = [];
    const weigh = (response: Response) => {
      bodies.push(response.body().then((body) => ({ url: response.url(), bytes: gzipSync(body).length })));
    };
    bravo.page.on('response', weigh);
    await bravo.page.goto(`${house.url}/`);
    await bravo.page.getByRole('row').first().waitFor();
    bravo.page.off('response', weigh);
    const loaded = await Promise.all(bodies);
    const total = loaded.filter(({ url }) => !NOT_WEIGHED.test(url)).reduce((sum, { bytes }) => sum + bytes, 0);
    process.stdout.write(`first load of the console: ${loaded.length} answers, ${total} bytes under gzip\n`);
    expect(total).toBeGreaterThan(50_000);
    expect(total).toBeLessThan(FIRST_LOAD_BYTES);
    await bravo.close();
  });

  /** Without the call that waits for news. */
  const callsOf = async (operator: string, path: string) => {
    const { context } = await as(operator);
    const cold = await visitor(browser, { storageState: await context.storageState() });
    const calls: string[] = [];
    const bodies: Promise<number>[] = [];
    const isCounted = (url: string) => url.includes('/api/') && !url.includes('/api/watch');
    cold.page.on('request', (request) => {
      if (isCounted(request.url())) calls.push(`${request.method()} ${request.url().slice(house.url.length)}`);
    });
    cold.page.on('response', (response) => {
      if (NOT_WEIGHED.test(response.url()) || response.url().includes('/api/watch')) return;
      bodies.push(response.body().then((body) => gzipSync(body).length));
    });
    await settled(cold.page, () => cold.page.goto(house.url + path));
    await cold.close();
    const bytes = (await Promise.all(bodies)).reduce((sum, each) => sum + each, 0);
    return { calls: calls.map((call) => call.replaceAll(/req_[0-9a-f]{24}/g, 'ID')).sort(), bytes };
  };
  const START = ['GET /api/inbox', 'GET /api/requests/ID?compare=true', 'GET /api/requests/ID?page=true'];

  it.each(['op_alpha', 'op_bravo'])(
    'a cold page of a request makes three calls and none twice, for %s',
    async (operator) => {
      for (const name of [
        'refund',
        'launch',
        'payout',
        'hostile',
        'denied',
        'executed',
        'failed',
        'mine',
        'transfer',
      ]) {
        const { calls, bytes } = await callsOf(operator, `/requests/${furnished[name]}`);
        expect({ name, calls }).toEqual({ name, calls: START });
        if (name === 'refund') {
          process.stdout.write(`first load of a request for ${operator}: ${bytes} bytes under gzip\n`);
          expect(bytes).toBeLessThan(REQUEST_LOAD_BYTES);
        }
      }
      const documents = ['diff', 'log', 'plan', 'transcript'].map((name) => `GET /api/requests/ID/evidence/${name}`);
      const { calls } = await callsOf(operator, `/requests/${furnished.documents}`);
      expect(calls).toEqual([...START, ...documents].sort());
    },
  );

  it('a cold page of a change makes four calls and none twice', async () => {
    const policy = { title: 'Release', roster: ['op_echo', 'op_foxtrot', 'op_golf'], deny_self_approval: true };
    const quorum = { default: 1, min: 1, max: 3, selectable: false };
    const { body } = await house.api('op_echo', 'PUT', '/api/actions/demo.release', { ...policy, quorum });
    expect((await callsOf('op_foxtrot', `/requests/${body.change.id}`)).calls).toEqual([
      'GET /api/inbox',
      'GET /api/powers?change=ID',
      'GET /api/requests/ID?page=true',
      'POST /api/actions/demo.release/backtest',
    ]);
  });

  it('the console’s policy allows no inline script or style, and no frame', async () => {
    const { headers } = await house.send('GET', '/');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
  });

  it('a page whose session has ended asks to sign in again, and stays at the same address', async () => {
    const bravo = await as('op_bravo');
    await openRequest(bravo, furnished.executed!);
    await house.advance(13 * 3_600_000);
    await bravo.page.reload();
    await bravo.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(bravo.page.url()).toBe(`${house.url}/requests/${furnished.executed}`);
  });
});

/** Until the page that `opening` leads to has all that it requests at once. */
async function settled(page: Page, opening: () => Promise<unknown>): Promise<void> {
  const underWay = new Set<Request>();
  let changedAt = Date.now();
  const begun = (request: Request) => {
    underWay.add(request);
    changedAt = Date.now();
  };
  const over = (request: Request) => {
    underWay.delete(request);
    changedAt = Date.now();
  };
  page.on('request', begun).on('requestfinished', over).on('requestfailed', over);
  await opening();
  while (underWay.size > 0 || Date.now() - changedAt < QUIET_MS) {
    await page.waitForTimeout(QUIET_MS / 5);
  }
  page.off('request', begun).off('requestfinished', over).off('requestfailed', over);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

/** A row for each kind of entry shows all that fifty rows show, and contrast is measured for each word of each row. */
async function oneOfEachKind(route: Route): Promise<void> {
  const response = await route.fetch();
  const { entries, ...others } = (await response.json()) as { entries: { kind: string }[] };
  const kinds = new Map(entries.map((entry) => [entry.kind, entry]));
  await route.fulfill({ response, json: { ...others, entries: [...kinds.values()] } });
}
