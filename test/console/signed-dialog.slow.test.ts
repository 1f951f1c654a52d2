/** The last question before a key is turned with a passkey, on screens of any size. */
import type { Browser, Page } from 'playwright-core';
import type { House } from '../support/house';
import { describeInBrowser } from './browser';
import { inConsole, openRequest, signingVisitor, TURN, type Visitor } from './visitor';

jest.setTimeout(120_000);

const SIZES = [
  [1440, 900],
  [390, 844],
  [360, 640],
] as const;

/** As much as a request can have: 24 params with names of 64 and values of 512 characters. */
const LONGEST = Object.fromEntries(
  Array.from({ length: 24 }, (_, index) => [`param_${index}_`.padEnd(64, 'n'), `${'value '.repeat(85)}${index}`]),
);

describeInBrowser('the dialog of a signed decision', () => {
  let house: House;
  let browser: Browser;
  let charlie: Visitor;
  const { here } = inConsole({});
  beforeAll(async () => {
    ({ house, browser } = here);
    const byName = { ...house, url: house.url.replace('127.0.0.1', 'localhost') };
    charlie = await signingVisitor(browser, byName, 'op_charlie');
  });
  afterAll(async () => {
    expect(charlie?.faults).toEqual([]);
    await charlie?.close();
  });

  const propose = async (params: Readonly<Record<string, string>>) => {
    const summary = 'The supplier has moved to another bank. '.repeat(12);
    const id = await house.proposed({ action: 'demo.payout', requester: 'op_alpha', params, summary });
    const text = 'Did you call them on the number that we had before the letter came? '.repeat(25);
    await house.api('op_bravo', 'POST', `/api/requests/${id}/questions`, { text });
    return id;
  };
  const askToTurn = async (id: string) => {
    await openRequest(charlie, id);
    await charlie.page.getByLabel('Your code for this request').fill('12345678');
    await charlie.page.getByRole('button', { name: TURN }).click();
    await charlie.page.getByText('The exact text').waitFor();
    return charlie.page.getByRole('alertdialog');
  };

  test.each(SIZES)(
    'all of its buttons are on a screen of %d by %d before anything is scrolled, however long the statement is',
    async (width, height) => {
      const { page } = charlie;
      await page.setViewportSize({ width, height });
      const dialog = await askToTurn(await propose(LONGEST));
      expect(await unreachable(page)).toEqual([]);
      await dialog.getByText('The exact text').click();
      await dialog.getByText('"decision":"authorize"').waitFor();
      for (const part of ['The exact text', 'param_23', 'Requested by']) {
        await dialog.getByText(part).first().scrollIntoViewIfNeeded();
        expect({ part, hidden: await unreachable(page) }).toEqual({ part, hidden: [] });
      }
      await page.keyboard.press('Escape');
    },
  );

  test('why a passkey did not sign is beside the button, however long the statement is', async () => {
    const { page } = charlie;
    await page.setViewportSize({ width: 360, height: 640 });
    const dialog = await askToTurn(await propose(LONGEST));
    await page.evaluate(`navigator.credentials.get = () => Promise.reject(new DOMException('', 'NotAllowedError'))`);
    await dialog.getByRole('button', { name: /^Sign and/ }).click();
    const why = dialog.getByRole('alert');
    await why.waitFor();
    expect(await isOnScreen(page, '[role="alertdialog"] [role="alert"]')).toBe(true);
    expect(await unreachable(page)).toEqual([]);
    await page.keyboard.press('Escape');
  });

  test('what has the focus in the middle is behind neither the title nor the buttons', async () => {
    const { page } = charlie;
    await page.setViewportSize({ width: 360, height: 640 });
    const dialog = await askToTurn(await propose(LONGEST));
    await dialog.getByText('The exact text').focus();
    expect(await isOnScreen(page, '[role="alertdialog"] summary')).toBe(true);
    await page.keyboard.press('Escape');
  });
});

/** Whether its middle and the middle of each edge can be pressed where they are now. */
const IS_ON_SCREEN = `(at) => {
  const { left, right, top, bottom } = at.getBoundingClientRect();
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const points = [[x, y], [left + 2, y], [right - 2, y], [x, top + 2], [x, bottom - 2]];
  return points.every(([x, y]) => at.contains(document.elementFromPoint(x, y)));
}`;

const isOnScreen = (page: Page, selector: string) =>
  page.evaluate<boolean>(`(${IS_ON_SCREEN})(document.querySelector('${selector}'))`);

/** The buttons of the dialog that cannot be pressed without scrolling. */
const unreachable = (page: Page) =>
  page.evaluate<string[]>(
    `[...document.querySelectorAll('[role="alertdialog"] button')].filter((at) => !(${IS_ON_SCREEN})(at)).map((at) => at.textContent)`,
  );
