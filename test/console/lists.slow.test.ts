/** The lists of the console in a browser: what filters move, what narrow rows cut, and which calls the first page makes. */
import type { Page } from 'playwright-core';
import { describeInBrowser } from './browser';
import { inConsole, signedIn, visitor } from './visitor';

jest.setTimeout(120_000);

/** Longer than any column, and different only at its end. */
const NAME = 'Delta Maria Fernández-Lindqvist of Accounting ';

describeInBrowser('the lists of the console', () => {
  const { here } = inConsole({});

  beforeAll(async () => {
    const { house } = here;
    for (const order of ['88120000000000000000000001', '88120000000000000000000002'])
      await house.proposed({ action: 'demo.refund', requester: 'op_delta', params: { amount: '48000.00', order } });
    await house.proposed({ action: 'demo.deploy', requester: 'op_charlie', params: { service: 'billing' } });
  });

  const PLACE = `(() => {
    const box = (selector) => document.querySelector(selector)?.getBoundingClientRect();
    const chips = [...document.querySelectorAll('.filters .chip')];
    return {
      table: box('.table-card, .empty').top,
      height: box('.filters').height,
      chips: chips.map((chip) => [Math.round(chip.getBoundingClientRect().left), Math.round(chip.getBoundingClientRect().top)]),
    };
  })()`;
  interface Place {
    readonly table: number;
    readonly height: number;
    readonly chips: readonly (readonly [number, number])[];
  }
  const placeOf = (page: Page) => page.evaluate<Place>(PLACE);

  test.each([
    ['/', ['?unusual=true', '?action=demo.refund&requester=op_delta&state=notified&unusual=true', '?text=nothing']],
    ['/requests', ['?state=denied', '?action=demo.refund&state=notified&requester=op_delta&run=none']],
  ])('a filter of %s moves nothing, at any width', async (path, searches) => {
    const { page, close } = await signedIn(here.browser, here.house, 'op_bravo');
    for (const width of [390, 768, 1024, 1280, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      const open = async (search: string) => {
        await page.goto(`${here.house.url}${path}${search}`);
        await page.locator('.table-card, .empty').first().waitFor();
        return placeOf(page);
      };
      const before = await open('');
      // The line that says how far a search looked is above the list of the history.
      const compared = path === '/' ? before : { ...before, table: 0 };
      for (const search of searches) {
        const after = await open(search);
        expect({ width, search, ...after, table: path === '/' ? after.table : 0 }).toEqual({
          width,
          search,
          ...compared,
        });
      }
      if (width >= 1440)
        expect({ width, lines: new Set(before.chips.map(([, top]) => top)).size }).toEqual({ width, lines: 1 });
    }
    await close();
  });

  /** The elements in a row that are cut, and what they say. The requester's words may be. */
  const CUT = `[...document.querySelectorAll('tbody td, tbody td *')]
    .filter((each) => !each.closest('.words, .unseen') && getComputedStyle(each).position !== 'absolute')
    .filter((each) => getComputedStyle(each).overflowX === 'hidden' && each.scrollWidth > each.clientWidth + 1)
    .map((each) => each.textContent)`;
  /** What is beside the card of its table, and so not visible. */
  const OUTSIDE = `[...document.querySelectorAll('tbody td')]
    .filter((cell) => cell.getBoundingClientRect().right > cell.closest('.table-card').getBoundingClientRect().right + 1)
    .map((cell) => cell.textContent)`;
  /** Names and badges that are drawn over something else in their row. */
  const OVERLAPS = `[...document.querySelectorAll('tbody tr')].flatMap((row) => {
    const parts = [...row.querySelectorAll('.person, .badge, .keys-left .dots, .time-left, .stretched')].map((part) => {
      const range = document.createRange();
      range.selectNodeContents(part);
      return [part, range.getBoundingClientRect()];
    });
    const isOver = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    return parts.flatMap(([part, box], n) =>
      parts.slice(n + 1).filter(([, other]) => isOver(box, other)).map(([other]) => part.textContent + ' / ' + other.textContent));
  })`;

  test.each(['/', '/requests'])(
    'what tells the rows of %s from each other is never cut, at any width',
    async (path) => {
      const { page, close } = await signedIn(here.browser, here.house, 'op_bravo');
      await page.route(/\/api\/(inbox|requests)(\?|$)/, async (route) => {
        const response = await route.fetch();
        const body = (await response.json()) as { requests: { view: { requester_name: string } }[] };
        body.requests.forEach(({ view }, n) => {
          view.requester_name = `${NAME}${n}`;
        });
        await route.fulfill({ response, json: body });
      });
      await page.goto(here.house.url + path);
      await page.getByText('88120000000000000000000002').first().waitFor();
      for (const width of [360, 390, 600, 768, 900, 1024, 1200, 1280, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        const found = {
          cut: await page.evaluate(CUT),
          outside: await page.evaluate(OUTSIDE),
          over: await page.evaluate(OVERLAPS),
        };
        expect({ width, ...found }).toEqual({ width, cut: [], outside: [], over: [] });
        const text = ((await page.getByRole('table').textContent()) ?? '').replace(/\s+/g, ' ');
        for (const n of [0, 1, 2]) expect({ width, has: text.includes(`${NAME}${n}`) }).toEqual({ width, has: true });
      }
      await close();
    },
  );

  test('the inbox of an admin makes at most three calls, and none twice', async () => {
    const before = await signedIn(here.browser, here.house, 'op_alpha');
    const { page, close } = await visitor(here.browser, {
      storageState: await before.context.storageState(),
      waiting: true,
    });
    const calls: string[] = [];
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (pathname.startsWith('/api/')) calls.push(pathname + search);
    });
    await page.goto(here.house.url);
    await page.getByRole('row').nth(1).waitFor();
    // Whatever the page asks for after its rows are there.
    await page.waitForTimeout(2500);
    expect(calls.map((call) => call.split('?')[0]).sort()).toEqual(['/api/inbox', '/api/passkeys', '/api/watch']);
    expect(new Set(calls).size).toBe(calls.length);
    await close();
    await before.close();
  });
});
