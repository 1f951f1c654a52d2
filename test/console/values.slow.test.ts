/** What people see of values in a browser: what separates them from words, what is folded, and what copying gives. */
import type { Page } from 'playwright-core';
import { DIGEST, type House } from '../support/house';
import { violationsOf } from './axe';
import { describeInBrowser } from './browser';
import { GRANTED, proposeValues, WIRED } from './values';
import { inConsole, openPage, openRequest } from './visitor';

jest.setTimeout(60_000);

interface Piece {
  readonly text: string;
  readonly weight: number;
  readonly color: string;
}

/** Every text that is seen in an element, with how it is drawn. */
const seenIn = (page: Page, selector: string) =>
  page.evaluate<Piece[]>(`(() => {
    const found = [];
    for (const root of document.querySelectorAll(${JSON.stringify(selector)})) {
      const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let node = walk.nextNode(); node !== null; node = walk.nextNode()) {
        const range = document.createRange();
        range.selectNodeContents(node);
        const { width, height } = range.getBoundingClientRect();
        const { fontWeight, color } = getComputedStyle(node.parentElement);
        const isSeen = node.parentElement.checkVisibility() && width > 1 && height > 1;
        if (isSeen) found.push({ text: node.data, weight: Number(fontWeight), color });
      }
    }
    return found;
  })()`);
const textsOf = (pieces: readonly Piece[]) => pieces.map(({ text }) => text);
const marksIn = async (page: Page, selector: string) =>
  textsOf(await seenIn(page, selector))
    .join('')
    .match(/«[^«»]*»/g) ?? [];
const copied = (page: Page, selector: string) =>
  page.evaluate<string>(`(() => {
    getSelection().selectAllChildren(document.querySelector(${JSON.stringify(selector)}));
    return getSelection().toString().trim().replace(/\\s+/g, ' ');
  })()`);
const colorOf = (page: Page, name: string) =>
  page.evaluate<string>(`(() => {
    const probe = document.createElement('i');
    probe.style.color = 'var(${name})';
    document.body.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  })()`);

const APPROVED = '[aria-labelledby="approved"]';
const FOLDED = `${APPROVED} details`;

describeInBrowser('the values of a request', () => {
  let house: House;
  let ids: Awaited<ReturnType<typeof proposeValues>>;
  const { here, as, atInbox } = inConsole({ viewport: { width: 1440, height: 900 } });
  beforeAll(async () => {
    ({ house } = here);
    ids = await proposeValues(house);
  });
  const opened = async (id: string) => {
    const bravo = await as('op_bravo');
    await openRequest(bravo, id);
    return bravo.page;
  };

  test('a value that has the words of its title is drawn in another weight and colour than they are', async () => {
    const page = await opened(ids.wired);
    const [ink, secondary] = [await colorOf(page, '--ink'), await colorOf(page, '--secondary')];
    const pieces = (await seenIn(page, 'h1')).filter(({ text }) => text.trim() !== '');
    expect(pieces).toEqual([
      { text: 'Wire money', weight: 450, color: secondary },
      { text: 'EUR 18,400.00', weight: 650, color: ink },
      { text: ' to ', weight: 450, color: secondary },
      { text: WIRED.to, weight: 650, color: ink },
    ]);
  });

  test.each([1440, 390])(
    'at a width of %d, words and values of a title follow each other as in a sentence',
    async (width) => {
      const page = await opened(ids.wired);
      await page.setViewportSize({ width, height: 900 });
      const said = ['Wire money', 'EUR 18,400.00', ' to ', WIRED.to];
      const sentence = async (selector: string) =>
        textsOf((await seenIn(page, selector)).filter(({ text }) => text.trim() !== ''));
      expect(await sentence('h1')).toEqual(said);
      const lines = await page.evaluate<number>(
        "Math.round(document.querySelector('h1').offsetHeight / parseFloat(getComputedStyle(document.querySelector('h1')).lineHeight))",
      );
      expect(lines).toBeLessThanOrEqual(width > 1000 ? 1 : 3);
      await openPage(page, '/');
      const link = `a[href="/requests/${ids.wired}"]`;
      await page.locator(link).waitFor();
      expect(await sentence(link)).toEqual(said);
      await page.setViewportSize({ width: 1440, height: 900 });
    },
  );

  test('two values with only white space between them keep their marks', async () => {
    const page = await opened(ids.granted);
    expect(await marksIn(page, 'h1')).toEqual([`«${GRANTED.database}»`, `«${GRANTED.role}»`]);
    const { page: inbox } = await atInbox('op_bravo');
    const link = `a[href="/requests/${ids.granted}"]`;
    await inbox.locator(link).waitFor();
    expect(await marksIn(inbox, link)).toEqual([`«${GRANTED.database}»`, `«${GRANTED.role}»`]);
  });

  test('an empty value is seen by its marks', async () => {
    const params = { ...WIRED, to: '' };
    const page = await opened(await house.proposed({ action: 'demo.remit', requester: 'op_charlie', params }));
    expect(await marksIn(page, 'h1')).toEqual(['«»']);
    expect(await marksIn(page, `${APPROVED} dd`)).toEqual(['«»']);
  });

  test('no other mark is seen, on no page that shows a request, and a screen reader reads all', async () => {
    const page = await opened(ids.wired);
    expect(await marksIn(page, 'main')).toEqual([]);
    await page.getByRole('button', { name: 'Refuse…', exact: true }).click();
    await page.getByRole('alertdialog').waitFor();
    expect(await marksIn(page, '[role="alertdialog"]')).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByRole('option', { name: new RegExp(`«${WIRED.to}»`) }).waitFor();
    expect(await marksIn(page, '[role="listbox"] [role="option"]:first-child')).toEqual([]);
    await page.keyboard.press('Escape');
    for (const path of ['/', '/requests']) {
      await openPage(page, path);
      await page.getByRole('link', { name: `Wire money «EUR 18,400.00» to «${WIRED.to}»` }).waitFor();
      expect(await marksIn(page, `tr:has(a[href="/requests/${ids.wired}"])`)).toEqual([]);
    }
  });

  test('in forced colours, in which words and values have one colour, every value has its marks', async () => {
    const page = await opened(ids.wired);
    await page.emulateMedia({ forcedColors: 'active' });
    expect(await marksIn(page, 'h1')).toEqual(['«EUR 18,400.00»', `«${WIRED.to}»`]);
    expect(await marksIn(page, `${APPROVED} dd`)).toEqual([
      '«EUR 18,400.00»',
      `«${WIRED.to}»`,
      `«${WIRED.account}»`,
      `«${WIRED.order}»`,
    ]);
    await page.emulateMedia({ forcedColors: 'none' });
  });

  test('copying gives a value as it is shown, without marks, and an account number without gaps', async () => {
    const page = await opened(ids.wired);
    expect(await copied(page, 'h1')).toBe(`Wire money EUR 18,400.00 to ${WIRED.to}`);
    expect(await copied(page, `${APPROVED} dd:nth-of-type(1)`)).toBe('EUR 18,400.00');
    expect(await copied(page, `${APPROVED} dl > div:nth-child(3) dd`)).toBe(WIRED.account);
    const gaps = await page.evaluate<number[]>(
      `[...document.querySelectorAll('${APPROVED} dd .four')].map((group, index, all) =>
        index === 0 ? 0 : Math.round(group.getBoundingClientRect().left - all[index - 1].getBoundingClientRect().right))`,
    );
    expect(gaps).toHaveLength(6);
    expect(gaps.slice(1).every((gap) => gap >= 3)).toBe(true);
  });

  test('no label is as bold as a value beside it, and the key of a param looks like no label', async () => {
    const page = await opened(ids.wired);
    const labels = await seenIn(page, `${APPROVED} dt`);
    expect(textsOf(labels)).toEqual(['Amount', 'To', 'Account', 'order']);
    const values = await seenIn(page, `${APPROVED} .value`);
    const lightest = Math.min(...values.map(({ weight }) => weight));
    expect(Math.max(...labels.map(({ weight }) => weight))).toBeLessThan(lightest);
    const fonts = await page.evaluate<string[]>(
      `[...document.querySelectorAll('${APPROVED} dt')].map((each) => getComputedStyle(each.firstElementChild ?? each).fontFamily)`,
    );
    expect(fonts[3]).toMatch(/mono/i);
  });

  test('what the program sent is one closed line, in which every param is as it was sent', async () => {
    const page = await opened(ids.wired);
    expect(textsOf(await seenIn(page, FOLDED)).join('')).toBe(
      'As the program sent it: 5 params · 1 digest: tool_definition',
    );
    await page.getByText('As the program sent it').click();
    const sent = await page.locator(`${FOLDED} li`).allTextContents();
    expect(sent).toEqual([
      '«amount» = «18400.00»',
      `«to» = «${WIRED.to}»`,
      `«account» = «${WIRED.account}»`,
      '«order» = «8812»',
      `«tool_definition» = «${DIGEST}»`,
    ]);
    expect(textsOf(await seenIn(page, `${FOLDED} li:first-child`)).join('')).toBe('amount = 18400.00');
    expect(await violationsOf(page)).toEqual([]);
  });

  test('a value that does not fit its format stays open, as it was sent', async () => {
    const id = await house.proposed({
      action: 'demo.remit',
      requester: 'op_charlie',
      params: { ...WIRED, amount: '4e6' },
    });
    const page = await opened(id);
    const line = textsOf(await seenIn(page, `${APPROVED} dl > div:first-child`)).join('');
    expect(line).toBe('Amount4e6 (does not fit: money)');
    expect(await page.getByText('As the program sent it: 4 params').count()).toBe(1);
  });

  test('the fingerprint stands once, also when the details are open, and in the dialog', async () => {
    const page = await opened(ids.wired);
    const { request } = (await house.api('op_bravo', 'GET', `/api/requests/${ids.wired}`)).body;
    const hex = request.operation_hash.slice('sha256:'.length, 'sha256:'.length + 16);
    const stands = async (selector: string) =>
      textsOf(await seenIn(page, selector))
        .join('|')
        .replaceAll(' ', '')
        .split(hex).length - 1;
    expect(await stands('main')).toBe(1);
    await page.locator('details[aria-label="Technical details"] summary').click();
    expect(await stands('main')).toBe(1);
    await page.getByRole('button', { name: 'Refuse…', exact: true }).click();
    expect(await stands('[role="alertdialog"]')).toBe(1);
    await page.keyboard.press('Escape');
  });

  test('the code is typed into one field, in which its digits are seen', async () => {
    const page = await opened(ids.wired);
    const code = page.getByLabel('Your code for this request');
    await code.fill('41938820');
    const drawn = await page.evaluate<Record<string, unknown>>(`(() => {
      const field = document.querySelector('input[name="code"]');
      return {
        ink: getComputedStyle(field).color,
        border: getComputedStyle(field).borderTopStyle,
        isAsWide: field.offsetWidth === field.closest('form').offsetWidth,
        hasRoom: field.scrollWidth <= field.clientWidth,
        boxes: field.parentElement.querySelectorAll('[aria-hidden]').length,
      };
    })()`);
    expect(drawn).toEqual({
      ink: await colorOf(page, '--ink'),
      border: 'solid',
      isAsWide: true,
      hasRoom: true,
      boxes: 0,
    });
  });
});
