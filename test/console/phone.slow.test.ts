/** A request on a phone, in a browser: the code that a notification brought, and a session that ended meanwhile. */
import type { Browser, Page } from 'playwright-core';
import type { House } from '../support/house';
import { describeInBrowser } from './browser';
import { follow, inConsole, openRequest, park, signingVisitor, until, type Visitor } from './visitor';

jest.setTimeout(60_000);

const BAR = /^Turn (my|the last) key… now$/;
const codeOf = (page: Page) => page.getByLabel('Your code for this request');
const question = (page: Page) => page.getByRole('alertdialog');
const yes = (page: Page) => question(page).getByRole('button', { name: /^Turn (my|the last) key$/ });

describeInBrowser('a request on a phone', () => {
  let house: House;
  let browser: Browser;
  const { here, as } = inConsole({ isMobile: true, hasTouch: true, serviceWorkers: 'allow' });
  beforeAll(() => {
    ({ house, browser } = here);
  });

  /** As an admin does who revokes a session, or as time does. */
  const endSessions = async (operator: string) => {
    const { sessions } = (await house.api('op_alpha', 'GET', `/api/sessions?operator=${operator}`)).body;
    for (const { id } of sessions) await house.api('op_alpha', 'DELETE', `/api/sessions/${id}?operator=${operator}`);
  };
  const asked = async () => {
    const id = await house.proposed({ action: 'demo.solo', requester: 'op_alpha', params: { service: 'billing' } });
    return { id, code: await house.code('op_bravo', id), path: `/requests/${id}` };
  };
  const turned = async (id: string) => (await house.read(id)).outcome === 'authorized';

  test('a pressed notification, *Turn my key…* and *Turn*: the key is turned, and no digit was typed', async () => {
    const { id, code, path } = await asked();
    const bravo = await as('op_bravo');
    const { page } = bravo;
    const sent = await watched(page);
    await page.goto(`${house.url}${path}#code=${code}`);
    const what = page.getByRole('region', { name: 'What you approve' });
    await what.waitFor();
    // What is approved is read first.
    expect(await page.evaluate<number>('scrollY')).toBe(0);
    expect(await what.getByText('billing').isVisible()).toBe(true);
    expect(await codeOf(page).inputValue()).toBe(code);
    expect(await tracesOf(bravo, code)).toEqual([]);
    await page.getByRole('button', { name: BAR }).tap();
    await yes(page).waitFor();
    expect([await sent(code), await turned(id)]).toEqual([[], false]);
    await yes(page).tap();
    await page.getByText('Approved by you').first().waitFor();
    expect(await turned(id)).toBe(true);
    expect(await sent(code)).toEqual([`POST ${house.url}/api${path}/turn`]);
    expect(await tracesOf(bravo, code)).toEqual([]);
    await page.reload();
    await page.getByRole('heading', { name: 'What was requested' }).waitFor();
    expect(page.url()).toBe(house.url + path);
  });

  test('a page of the request that is open takes the code of a notification that is pressed later', async () => {
    const { code, path, id } = await asked();
    const bravo = await as('op_bravo');
    await openRequest(bravo, id);
    // As the browser does that is told to show this address in the window that it has.
    await bravo.page.evaluate(`location.hash = 'code=${code}'`);
    await until(bravo.page, `document.querySelector('input[name="code"]').value === '${code}'`);
    expect(bravo.page.url()).toBe(house.url + path);
    expect(await tracesOf(bravo, code)).toEqual([]);
  });

  test('an address that brings no code is left without it, and the field stays empty', async () => {
    const { path } = await asked();
    const { page } = await as('op_bravo');
    for (const wrong of ['1234567', '123456789', '1234567x', '']) {
      await page.goto(`${house.url}/nowhere`);
      await page.goto(`${house.url}${path}#code=${wrong}`);
      await codeOf(page).waitFor();
      expect([page.url(), await codeOf(page).inputValue()]).toEqual([house.url + path, '']);
    }
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  describe('after a session that ended while the phone slept', () => {
    let bravo: Visitor;
    beforeAll(async () => {
      bravo = await signingVisitor(browser, house, 'op_bravo');
    });
    afterEach(() => expect(bravo.faults).toEqual([]));
    afterAll(() => bravo.close());

    test('a pressed notification leads to the sign-in, and the passkey back to the request with its code, once', async () => {
      const { code, path } = await asked();
      const { page } = bravo;
      await follow(page, '/nowhere');
      await endSessions('op_bravo');
      await park(page, house.url);
      await page.goto(`${house.url}${path}#code=${code}`);
      await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
      expect(page.url()).toBe(house.url + path);
      expect(await tracesOf(bravo, code)).toEqual([]);
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
      await page.getByRole('heading', { name: 'What you approve' }).waitFor();
      expect(page.url()).toBe(house.url + path);
      expect(await codeOf(page).inputValue()).toBe(code);
      await page.reload();
      await codeOf(page).waitFor();
      expect(await codeOf(page).inputValue()).toBe('');
    });

    test('the open page asks for the passkey by itself, and keeps the code in its field', async () => {
      const { id, code, path } = await asked();
      const { page } = bravo;
      await park(page, house.url);
      await page.goto(`${house.url}${path}#code=${code}`);
      await codeOf(page).waitFor();
      await endSessions('op_bravo');
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
      await page.getByRole('heading', { name: 'Sign in again' }).waitFor({ state: 'detached' });
      expect(await codeOf(page).inputValue()).toBe(code);
      await page.getByRole('button', { name: BAR }).click();
      await yes(page).click();
      await page.getByText('Approved by you').first().waitFor();
      expect(await turned(id)).toBe(true);
    });

    test('a key that is turned after the session ended is turned by the passkey that signs in, with the same code', async () => {
      const { id, code, path } = await asked();
      const { page } = bravo;
      await park(page, house.url);
      await page.goto(`${house.url}${path}#code=${code}`);
      await page.getByRole('button', { name: BAR }).click();
      await yes(page).waitFor();
      await endSessions('op_bravo');
      await yes(page).click();
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
      await page.getByText('Approved by you').first().waitFor();
      expect(await turned(id)).toBe(true);
    });
  });
});

/** The calls that had this text anywhere: in the address, a header or the body, which only the page has. */
async function watched(page: Page): Promise<(text: string) => Promise<string[]>> {
  const calls: string[] = [];
  page.on('request', (request) =>
    calls.push(`${request.method()} ${request.url()}${JSON.stringify(request.headers())}`),
  );
  await page.addInitScript(`(() => {
    const real = window.fetch;
    window.sent = [];
    window.fetch = (request, ...rest) => {
      if (request instanceof Request && request.method !== 'GET')
        request.clone().text().then((body) => window.sent.push(request.method + ' ' + request.url + body));
      return real(request, ...rest);
    };
  })()`);
  return async (text) =>
    [...calls, ...(await page.evaluate<string[]>('window.sent'))]
      .filter((call) => call.includes(text))
      .map((call) => call.replace(/\{.*/, ''));
}

/** Where the browser has this text: the address, its history, any storage, the title. The field is where it belongs. */
async function tracesOf({ page, context }: Visitor, text: string): Promise<string[]> {
  const devtools = await context.newCDPSession(page);
  // It stays attached: to detach it would take away the passkeys of the page.
  // Without what a person typed into the address bar: nobody types the address of a notification.
  const entries = (await devtools.send('Page.getNavigationHistory')).entries.map(({ url, title }) => [url, title]);
  const kept = await page.evaluate<Record<string, unknown>>(`(async () => {
    const lists = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    return {
      address: location.href,
      state: JSON.stringify(history.state),
      title: document.title,
      cookie: document.cookie,
      local: JSON.stringify({ ...localStorage }),
      session: JSON.stringify({ ...sessionStorage }),
      databases: JSON.stringify(await indexedDB.databases()),
      cached: lists.flat().map(({ url }) => url).join(),
      text: document.body.textContent,
    };
  })()`);
  return Object.entries({ ...kept, history: JSON.stringify(entries) })
    .filter(([, value]) => String(value).includes(text))
    .map(([where]) => where);
}
