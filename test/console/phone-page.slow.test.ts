/** The page of a request on a phone, in a browser: what is where, what the bar leaves free, and what back does. */
import type { CDPSession, Page } from 'playwright-core';
import type { House } from '../support/house';
import { violationsOf } from './axe';
import { describeInBrowser } from './browser';
import { furnish } from './furnish';
import { smallTargets } from './targets';
import { follow, inConsole, openRequest, park, TURN, unfold, until, type Visitor } from './visitor';

jest.setTimeout(120_000);

const UPRIGHT = [
  [320, 568],
  [360, 640],
  [390, 844],
  [430, 932],
] as const;
const SCREENS = UPRIGHT.flatMap(([width, height]) => [
  [width, height],
  [height, width],
]) as (readonly [number, number])[];
const NOW = /^Turn (my|the last) key… now$/;

describeInBrowser('the page of a request on a phone', () => {
  let house: House;
  let furnished: Record<string, string>;
  const { here, as } = inConsole({ isMobile: true, hasTouch: true });
  beforeAll(async () => {
    ({ house } = here);
    furnished = await furnish(house);
    const params = Object.fromEntries(
      Array.from({ length: 24 }, (_, at) => [`field_${at}`, `value ${at} ${'of many words '.repeat(at)}`]),
    );
    furnished.long = await house.proposed({ action: 'demo.solo', requester: 'op_alpha', params });
  });
  const opened = async (name: string, [width, height]: readonly [number, number] = [390, 844]): Promise<Visitor> => {
    const bravo = await as('op_bravo');
    await bravo.page.setViewportSize({ width, height });
    await openRequest(bravo, furnished[name]!);
    await bravo.page.getByRole('button', { name: NOW }).waitFor();
    return bravo;
  };

  describe('the bar', () => {
    test.each(['long', 'hostile', 'transfer', 'documents'])(
      'never covers anything that is approved: %s',
      async (name) => {
        for (const screen of SCREENS) {
          const { page } = await opened(name, screen);
          expect({ screen, covered: await page.evaluate<string[]>(COVERED) }).toEqual({ screen, covered: [] });
        }
      },
    );

    it('leaves the end of the page and everything that gets the focus free, also with text of twice the size', async () => {
      for (const size of ['100%', '200%']) {
        for (const screen of SCREENS) {
          const { page } = await opened('refund', screen);
          await page.evaluate(`document.documentElement.style.fontSize = '${size}'`);
          const hidden = await page.evaluate<string[]>(HIDDEN);
          await page.evaluate(`document.documentElement.style.fontSize = ''`);
          expect({ size, screen, hidden }).toEqual({ size, screen, hidden: [] });
        }
      }
    });

    test.each([
      ['upright', 390, 844 - 336],
      ['sideways', 844, 390 - 200],
    ] as const)(
      'leaves the field free while a keyboard is on the screen of a phone that is held %s',
      async (_, width, height) => {
        const { page } = await opened('refund', [width, height]);
        await page.getByLabel('Your code for this request').tap();
        const isFree = await page.evaluate<boolean>(`(() => {
        const { left, right, top, bottom } = document.activeElement.getBoundingClientRect();
        const at = (y) => document.elementFromPoint((left + right) / 2, y) === document.activeElement;
        return document.activeElement.name === 'code' && at(top + 1) && at(bottom - 1);
      })()`);
        expect(isFree).toBe(true);
        // Sideways there is no room for both.
        expect(await page.locator('.quick-bar').isVisible()).toBe(height > 300);
        await page.evaluate('document.activeElement.blur()');
        expect(await page.locator('.quick-bar').isVisible()).toBe(true);
      },
    );

    it('is at the bottom edge, with its buttons where a thumb is, and outside of what the screen cuts off', async () => {
      const { page, context } = await opened('refund');
      const devtools: CDPSession = await context.newCDPSession(page);
      for (const [[width, height], insets] of [
        [[390, 844], { top: 47, bottom: 34, left: 0, right: 0 }],
        [[844, 390], { top: 0, bottom: 21, left: 47, right: 47 }],
      ] as const) {
        await page.setViewportSize({ width, height });
        await devtools.send('Emulation.setSafeAreaInsetsOverride' as never, { insets } as never);
        const bar = (await page.locator('.quick-bar').boundingBox())!;
        expect([bar.x, bar.width, Math.round(bar.y + bar.height)]).toEqual([0, width, height]);
        const turn = (await page.getByRole('button', { name: NOW }).boundingBox())!;
        const refuse = (await page.getByRole('button', { name: 'Refuse… now' }).boundingBox())!;
        expect(turn.x + turn.width).toBeLessThanOrEqual(width - Math.max(insets.right, 16));
        expect(turn.y + turn.height).toBeLessThanOrEqual(height - insets.bottom);
        // The thumb of the right hand meets the button that goes on.
        expect(turn.x).toBeGreaterThan(refuse.x + refuse.width);
        expect(turn.x + turn.width).toBeGreaterThan(width / 2);
        for (const part of ['main h1', 'main .card', '.quick-bar-facts', '.bar .brand']) {
          const { x } = (await page.locator(part).first().boundingBox())!;
          expect({ part, x, isClear: x >= Math.max(insets.left, 16) }).toMatchObject({ part, isClear: true });
        }
        expect((await page.locator('.bar .brand').boundingBox())!.y).toBeGreaterThanOrEqual(insets.top);
      }
      await devtools.send('Emulation.setSafeAreaInsetsOverride' as never, { insets: {} } as never);
    });
  });

  test.each(SCREENS)(
    'at %d × %d: the gravest remark, what is approved, the decision, and the rest closed',
    async (...screen) => {
      const { page } = await opened('refund', screen);
      const tops = await page.evaluate<number[]>(`[
        '[aria-labelledby="remarks"]', '[aria-labelledby="approved"]', '[aria-labelledby="act"]', '.part, .technical',
      ].map((part) => document.querySelector(part).getBoundingClientRect().top)`);
      expect(tops).toEqual([...tops].sort((left, right) => left - right));
      const remarks = page.getByRole('region', { name: 'Unusual for this action' });
      expect(await remarks.getByRole('listitem').count()).toBe(1);
      await remarks.getByText('is 400 times the highest').waitFor();
      for (const name of ['Keys', 'Policy', 'Questions', 'Timeline']) {
        const part = page.getByRole('region', { name, exact: true });
        expect((await part.boundingBox())!.height).toBeLessThan(75);
      }
      await page.getByRole('button', { name: 'Keys', exact: true }).tap();
      await page.getByRole('region', { name: 'Keys', exact: true }).getByText('Alpha').waitFor();
      expect(await smallTargets(page)).toEqual([]);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await violationsOf(page)).toEqual([]);
      }
    },
  );

  it('moves nothing as it loads, with a code, upright and sideways', async () => {
    for (const [width, height] of [
      [390, 844],
      [844, 390],
    ] as const) {
      const { page } = await opened('refund', [width, height]);
      await park(page, house.url);
      await page.goto(`${house.url}/requests/${furnished.refund}#code=12345678`);
      await page.getByRole('button', { name: NOW }).waitFor();
      await page.waitForLoadState('networkidle');
      const shifts = await page.evaluate<number[]>(`new Promise((resolve) => {
        const all = [];
        new PerformanceObserver((list) => all.push(...list.getEntries().map(({ value }) => value)))
          .observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(all), 300);
      })`);
      expect(shifts).toEqual([]);
    }
  });

  it('keeps what was typed when the screen becomes wide and narrow again', async () => {
    const { page } = await opened('refund');
    await page.getByLabel('Your code for this request').fill('1234');
    await unfold(page, 'Questions');
    await page.getByLabel('Ask Delta something').fill('Why?');
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await page.getByLabel('Your code for this request').inputValue()).toBe('1234');
      expect(await page.getByLabel('Ask Delta something').inputValue()).toBe('Why?');
    }
  });

  it('zooms into no field, however the phone is held', async () => {
    const small = `[...document.querySelectorAll('input:not([type="checkbox"]), select, textarea')]
      .filter((field) => field.checkVisibility() && Number.parseFloat(getComputedStyle(field).fontSize) < 16)
      .map((field) => field.outerHTML)`;
    for (const screen of [
      [390, 844],
      [844, 390],
      [932, 430],
    ] as const) {
      const { page } = await opened('refund', screen);
      await page.getByRole('button', { name: 'Questions', exact: true }).tap();
      expect(await page.evaluate<string[]>(small)).toEqual([]);
      await page.getByRole('button', { name: 'Refuse… now' }).tap();
      await page.getByRole('alertdialog').getByRole('textbox').waitFor();
      expect(await page.evaluate<string[]>(small)).toEqual([]);
      expect(await smallTargets(page)).toEqual([]);
      await page.keyboard.press('Escape');
      for (const path of ['/', '/account', '/requests']) {
        await follow(page, path);
        await page.getByRole('heading', { level: 1 }).waitFor();
        expect({ path, small: await page.evaluate<string[]>(small) }).toEqual({ path, small: [] });
      }
    }
    const { viewport } = await (await as('op_bravo')).page.evaluate<{ viewport: string }>(
      `({ viewport: document.querySelector('meta[name="viewport"]').content })`,
    );
    expect(viewport).toBe('width=device-width, initial-scale=1, viewport-fit=cover');
  });

  describe('back', () => {
    const dialog = (page: Page) => page.getByRole('alertdialog');
    const fromInbox = async () => {
      const bravo = await as('op_bravo');
      const { page } = bravo;
      await page.setViewportSize({ width: 390, height: 844 });
      await park(page, house.url);
      await page.goto(`${house.url}/`);
      await page.getByRole('heading', { name: /^Inbox/ }).waitFor();
      await follow(page, `/requests/${furnished.refund}`);
      await page.getByLabel('Your code for this request').fill('12345678');
      return bravo;
    };

    it('closes a dialog, stays on the request with the code, and then leaves it', async () => {
      const { page } = await fromInbox();
      const address = page.url();
      await page.evaluate('scrollTo(0, 200)');
      await page.getByRole('button', { name: NOW }).tap();
      await dialog(page).waitFor();
      await page.goBack();
      await dialog(page).waitFor({ state: 'detached' });
      expect([page.url(), await page.getByLabel('Your code for this request').inputValue()]).toEqual([
        address,
        '12345678',
      ]);
      expect(await page.evaluate<number>('scrollY')).toBe(200);
      await page.goBack();
      await page.getByRole('heading', { name: /^Inbox/ }).waitFor();
    });

    it('stays on a page that was reloaded under a dialog, and closes a dialog there', async () => {
      const { page } = await fromInbox();
      const address = page.url();
      await page.getByRole('button', { name: NOW }).tap();
      await dialog(page).waitFor();
      await page.reload();
      await page.getByLabel('Your code for this request').fill('12345678');
      expect(await page.evaluate('history.state')).toBeNull();
      await page.getByRole('button', { name: NOW }).tap();
      await dialog(page).waitFor();
      await page.goBack();
      await dialog(page).waitFor({ state: 'detached' });
      expect([page.url(), await page.evaluate('history.state')]).toEqual([address, null]);
    });

    it('leaves the page at once after a dialog that was closed by its button, which moves nothing', async () => {
      const { page } = await fromInbox();
      await page.evaluate('scrollTo(0, 200)');
      await page.getByRole('button', { name: NOW }).tap();
      await dialog(page).getByRole('button', { name: 'Cancel' }).tap();
      await until(page, 'history.state === null');
      expect(await page.evaluate<number>('scrollY')).toBe(200);
      await page.goBack();
      await page.getByRole('heading', { name: /^Inbox/ }).waitFor();
    });

    it('returns from a page that was chosen in the menu to the page before, and the menu is closed', async () => {
      const { page } = await fromInbox();
      const address = page.url();
      await page.evaluate('scrollTo(0, 200)');
      await page.getByRole('button', { name: 'Menu', exact: true }).tap();
      await page.getByRole('dialog').getByRole('link', { name: 'History' }).tap();
      await page.getByRole('heading', { name: 'History' }).waitFor();
      expect(await page.evaluate<number>('scrollY')).toBe(0);
      expect(await page.getByRole('dialog').count()).toBe(0);
      await page.goBack();
      await page.getByRole('heading', { name: 'What you approve' }).waitFor();
      expect(page.url()).toBe(address);
      await page.goBack();
      await page.getByRole('heading', { name: /^Inbox/ }).waitFor();
    });

    it('does not close a dialog that waits for its answer', async () => {
      const { page } = await fromInbox();
      const address = page.url();
      let goOn = () => {};
      const held = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      await page.route('**/turn', async (route) => {
        await held;
        await route.fulfill({ status: 409, json: { kind: 'wrong_code', error: 'This is not your code.' } });
      });
      await page.getByRole('button', { name: NOW }).tap();
      await dialog(page)
        .getByRole('button', { name: /^Turn (my|the last) key$/ })
        .tap();
      await page.getByRole('button', { name: 'Sending…' }).waitFor();
      await page.goBack();
      expect([await dialog(page).count(), page.url()]).toEqual([1, address]);
      goOn();
      await page.getByText('This is not your code.').waitFor();
      // The field is where the next code is typed.
      await until(page, `document.activeElement?.name === 'code' && history.state === null`);
      expect(await page.getByRole('button', { name: TURN }).isEnabled()).toBe(true);
      await page.unroute('**/turn');
      await page.goBack();
      await page.getByRole('heading', { name: /^Inbox/ }).waitFor();
    });
  });
});

/** Everything that is approved or warned of: each line of it, scrolled to either edge, and what of it is then under a bar. */
const COVERED = `(() => {
  const head = document.querySelector('.bar');
  const isStuck = getComputedStyle(head).position === 'sticky';
  const bar = document.querySelector('.quick-bar');
  const parts = document.querySelectorAll('.remarks, .remarks li, [aria-labelledby="approved"] :is(dd, dt, .why, h2, li), .evidence :is(h2, .document-row, .caption)');
  return [...parts].filter((part) => part.checkVisibility() && part.textContent !== '').flatMap((part) => {
    part.scrollIntoView({ block: 'end', behavior: 'instant' });
    const under = part.getBoundingClientRect().bottom > bar.getBoundingClientRect().top + 0.5;
    part.scrollIntoView({ block: 'start', behavior: 'instant' });
    const above = isStuck && part.getBoundingClientRect().top < head.getBoundingClientRect().bottom - 0.5;
    return under || above ? [(under ? 'below: ' : 'above: ') + part.outerHTML.slice(0, 120)] : [];
  });
})()`;

/** What has the focus and is under a bar, and the end of the page if it is. */
const HIDDEN = `(async () => {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const bar = document.querySelector('.quick-bar');
  const found = [];
  for (const each of document.querySelectorAll('main :is(a, button, input, textarea, summary)')) {
    if (!each.checkVisibility() || bar.contains(each)) continue;
    each.focus();
    const { bottom, height } = each.getBoundingClientRect();
    if (!bar.checkVisibility()) continue;
    const { top } = bar.getBoundingClientRect();
    if (bottom > top + 0.5 && height < top / 2) found.push(each.outerHTML.slice(0, 80) + ' ' + bottom + ' > ' + top);
  }
  document.activeElement.blur();
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  scrollTo(0, document.documentElement.scrollHeight);
  const cards = [...document.querySelectorAll('main .card')].filter((card) => card.checkVisibility());
  const end = Math.max(...cards.map((card) => card.getBoundingClientRect().bottom));
  const { top } = bar.getBoundingClientRect();
  if (end > top) found.push('the end: ' + end + ' > ' + top);
  return found;
})()`;
