/** The frame around every page, in a browser. */
import type { Browser } from 'playwright-core';
import type { House } from '../support/house';
import { describeInBrowser } from './browser';
import { smallTargets } from './targets';
import { openWorld, signedIn, visitor, type World } from './visitor';

jest.setTimeout(60_000);

describeInBrowser('the frame of the console', () => {
  let world: World;
  let house: House;
  let browser: Browser;
  beforeAll(async () => {
    world = await openWorld();
    ({ house, browser } = world);
  });
  afterAll(async () => {
    await world?.close();
  });

  test('a first visit shows the sign-in page and logs no error', async () => {
    const nobody = await visitor(browser, { serviceWorkers: 'allow' });
    const logged: string[] = [];
    nobody.page.on('console', (message) => logged.push(message.text()));
    await nobody.page.goto(house.url);
    await nobody.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await nobody.page.waitForLoadState('networkidle');
    expect([...logged, ...nobody.faults]).toEqual([]);
    await nobody.close();
  });

  test('the organization is named on every page, and a reload keeps who is signed in', async () => {
    const bravo = await signedIn(browser, house, 'op_bravo', { viewport: { width: 1280, height: 800 } });
    await bravo.page.getByRole('link', { name: 'Acme Payments' }).waitFor();
    // The navigation at the side, the page beside it.
    const [pages, main] = await Promise.all([
      bravo.page.getByRole('navigation', { name: 'Pages' }).boundingBox(),
      bravo.page.getByRole('main').boundingBox(),
    ]);
    expect(pages!.x + pages!.width).toBeLessThan(260);
    expect(main!.x).toBeGreaterThan(pages!.x + pages!.width);
    expect(main!.y).toBeLessThan(50);
    await bravo.page.reload();
    await bravo.page.getByRole('heading', { name: /^Inbox/ }).waitFor();
    await bravo.page.getByRole('link', { name: /^Your account: .*Bravo/ }).click();
    await bravo.page.getByLabel('Time zone').selectOption('America/New_York');
    const text = await bravo.page.getByText(/^Now it is/).textContent();
    expect(text).toMatch(/^Now it is \d{1,2} \w{3} \d{4}, \d\d:\d\d:\d\d\. Every page/);
    await bravo.page.reload();
    expect(await bravo.page.getByLabel('Time zone').inputValue()).toBe('America/New_York');
    expect(bravo.faults).toEqual([]);
    await bravo.close();
  });

  test('the console has a manifest with icons, and its own script at /sw.js', async () => {
    const { page, close } = await signedIn(browser, house, 'op_bravo');
    const read = (path: string) =>
      page.evaluate<string>(`fetch('${path}').then((answer) => answer.headers.get('content-type'))`);
    expect(await read('/sw.js')).toMatch(/^text\/javascript/);
    expect(await read('/manifest.webmanifest')).toMatch(/^application\/manifest\+json/);
    const manifest = await page.evaluate<{ icons: { src: string }[] }>(
      "fetch('/manifest.webmanifest').then((answer) => answer.json())",
    );
    for (const { src } of manifest.icons) expect(await read(src)).toMatch(/^image\//);
    await close();
  });

  test('the console opens without a network, says so, and has stored no answer of the service', async () => {
    const { page, context, close } = await signedIn(browser, house, 'op_bravo', { serviceWorkers: 'allow' });
    await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
    await page.reload();
    await page.getByRole('heading', { name: /^Inbox/ }).waitFor();
    await page.waitForFunction('navigator.serviceWorker.controller !== null');
    const kept = await page.evaluate<string[]>(`caches.keys()
      .then((names) => Promise.all(names.map((name) => caches.open(name).then((cache) => cache.keys()))))
      .then((lists) => lists.flat().map(({ url }) => new URL(url).pathname))`);
    expect(kept.length).toBeGreaterThan(2);
    expect(kept.filter((path) => path.startsWith('/api'))).toEqual([]);
    await context.setOffline(true);
    await page.reload();
    await page.getByText('answers of the service are never kept on this device').waitFor();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Retry now' }).click();
    await page.getByRole('heading', { name: /^Inbox/ }).waitFor();
    await close();
  });

  test('the inbox shows a request in two lines on a phone, in more if its title or its warning is long, with targets that are large enough', async () => {
    await house.propose({
      action: 'demo.refund',
      requester: 'op_delta',
      params: { amount: '48000.00', currency: 'EUR' },
    });
    const { page, close } = await signedIn(browser, house, 'op_bravo', { isMobile: true, hasTouch: true });
    await page.getByRole('link', { name: /Refund a customer «EUR 48,000.00»/ }).waitFor();
    const heights = await page.evaluate<number[]>(
      "[...document.querySelectorAll('tbody tr')].map((row) => row.getBoundingClientRect().height)",
    );
    const lines = await page.evaluate<number[]>(
      `[...document.querySelectorAll('tbody tr')].map((row) => [...row.querySelectorAll('.row-title > a, .badge')]
        .reduce((all, each) => all + Math.round(each.getBoundingClientRect().height / 20) - 1, 2))`,
    );
    for (const [n, height] of heights.entries()) {
      expect(height).toBeGreaterThanOrEqual(64);
      expect({ n, height, fits: height <= 80 + 22 * (lines[n]! - 2) }).toMatchObject({ n, fits: true });
    }
    await page.getByRole('button', { name: 'Select' }).tap();
    await page.getByRole('checkbox').last().tap();
    await page.getByText('1 selected').waitFor();
    const bar = await page.getByRole('button', { name: 'Clear' }).boundingBox();
    expect(bar!.x + bar!.width).toBeLessThan(390 - 16);
    expect(await smallTargets(page)).toEqual([]);
    await page.getByRole('button', { name: 'Search or jump to' }).tap();
    await page.getByRole('listbox', { name: 'Results' }).getByRole('option').first().waitFor();
    expect(await smallTargets(page)).toEqual([]);
    await close();
  });
});
