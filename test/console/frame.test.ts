/** What stands around every page, in a browser. */
import type { Browser } from 'playwright-core';
import { type House, openHouse } from '../support/house';
import { describeInBrowser, launch } from './browser';
import { buildConsole } from './built';
import { signedIn, visitor } from './visitor';

jest.setTimeout(60_000);

describeInBrowser('the frame of the console', () => {
  let house: House;
  let browser: Browser;
  beforeAll(async () => {
    await buildConsole();
    [house, browser] = await Promise.all([openHouse({ memory: true }), launch()]);
  });
  afterAll(async () => {
    await browser?.close();
    await house?.stop();
  });

  test('a first visit shows the sign-in page and logs no error', async () => {
    const nobody = await visitor(browser);
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
    await bravo.page.getByRole('link', { name: 'org_demo' }).waitFor();
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

  test('eight boxes of the code have one width, with a gap in the middle', async () => {
    const { body } = await house.propose();
    const bravo = await signedIn(browser, house, 'op_bravo', { viewport: { width: 1280, height: 800 } });
    await bravo.page.goto(`${house.url}/requests/${body.request.id}`);
    await bravo.page.getByLabel('Your code for this request').waitFor();
    const widths = await bravo.page.evaluate<number[]>(
      "[...document.querySelectorAll('.code-box')].map((box) => Math.round(box.getBoundingClientRect().width))",
    );
    expect(new Set(widths).size).toBe(1);
    expect(widths).toHaveLength(8);
    await bravo.close();
  });
});
