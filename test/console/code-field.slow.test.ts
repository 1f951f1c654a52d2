/** The way to the field for a code, and what a keyboard writes into it, in a browser. */
import type { Page } from 'playwright-core';
import type { House } from '../support/house';
import { describeInBrowser } from './browser';
import { inConsole, openRequest, TURN } from './visitor';

jest.setTimeout(60_000);

const BAR = /^Turn (my|the last) key… now$/;
const codeOf = (page: Page) => page.getByLabel('Your code for this request');
const FIELD = `document.querySelector('input[name="code"]')`;
const hasFocus = (page: Page) => page.evaluate<boolean>(`document.activeElement === ${FIELD}`);
const isInView = (page: Page) =>
  page.evaluate<boolean>(`(() => {
    const { left, right, top, bottom } = ${FIELD}.getBoundingClientRect();
    return ${FIELD} === document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  })()`);
const turned = (text: string) => text.replace(/\s/g, '');

describeInBrowser('the field for a code', () => {
  let house: House;
  const { here, as } = inConsole({});
  beforeAll(() => {
    ({ house } = here);
  });
  const opened = async ([width, height]: readonly [number, number]) => {
    const params = Object.fromEntries(Array.from({ length: 24 }, (_, at) => [`field_${at}`, `value ${at}`]));
    const id = await house.proposed({ action: 'demo.solo', requester: 'op_alpha', params });
    const bravo = await as('op_bravo');
    await bravo.page.setViewportSize({ width, height });
    await openRequest(bravo, id);
    await bravo.page.evaluate('scrollTo(0, 0)');
    return bravo.page;
  };

  test.each([
    ['the bar', BAR, [390, 844]],
    ['the bar', BAR, [360, 640]],
    ['the card', TURN, [390, 844]],
  ] as const)('on a phone, the button of %s leads to the empty field, and nothing is red', async (_, button, size) => {
    const page = await opened(size);
    const code = codeOf(page);
    if (button === BAR) expect(await isInView(page)).toBe(false);
    await page.getByRole('button', { name: button }).click();
    expect(await hasFocus(page)).toBe(true);
    expect(await isInView(page)).toBe(true);
    expect(await code.getAttribute('aria-invalid')).toBe('false');
    expect(await page.getByText('Enter the 8 digits').count()).toBe(0);
    // The way goes on from there.
    await page.keyboard.type('12345678');
    await page.getByRole('button', { name: BAR }).click();
    await page.getByRole('alertdialog').waitFor();
    await page.keyboard.press('Escape');
  });

  test('on a phone, the bar says how many digits are missing of a code that was begun', async () => {
    const page = await opened([390, 844]);
    await codeOf(page).fill('123');
    await page.evaluate('scrollTo(0, 0)');
    await page.getByRole('button', { name: BAR }).click();
    await page.getByText('The code has 8 digits. You entered 3.').waitFor();
    expect(await isInView(page)).toBe(true);
  });

  test('Enter in the empty field says what is missing, also on a phone', async () => {
    const page = await opened([390, 844]);
    await codeOf(page).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Enter the 8 digits of your code.').waitFor();
  });

  test('digits that a Japanese keyboard composes in full width are the code, each of them once', async () => {
    const page = await opened([1440, 900]);
    const code = codeOf(page);
    await code.focus();
    const keyboard = await page.context().newCDPSession(page);
    for (const text of ['１', '１２', '１２３', '１２３４'])
      await keyboard.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
    await keyboard.send('Input.insertText', { text: '１２３４' });
    expect(turned(await code.inputValue())).toBe('1234');
    await page.keyboard.insertText('５６７８');
    expect(turned(await code.inputValue())).toBe('12345678');
    await keyboard.detach();
  });

  test('a code that is pasted in full width is the code', async () => {
    const page = await opened([390, 844]);
    const code = codeOf(page);
    await code.focus();
    await page.evaluate(`(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', 'コードは １２３４ ５６７８ です');
      ${FIELD}.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    })()`);
    expect(turned(await code.inputValue())).toBe('12345678');
    await page.getByRole('button', { name: BAR }).click();
    await page.getByRole('alertdialog').waitFor();
  });
});
