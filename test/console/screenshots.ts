/**
 * `npm run screenshots`: every page, narrow and wide, light and dark, over a house with something to show; and the two
 * pictures of the README.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { type House, openHouse } from '../support/house';
import { launch } from './browser';
import { furnish, PAGES } from './furnish';
import { signedIn, visitor } from './visitor';

const FOLDER = join(__dirname, '../../screenshots');
/** In the repository: what somebody sees of it first. */
const PICTURES = join(__dirname, '../../docs/pictures');
const WIDTHS = [390, 1440] as const;
/** `npm run screenshots -- inbox request`: only these pages. */
const ONLY = new Set(process.argv.slice(2));
const wanted = (name: string) => ONLY.size === 0 || ONLY.has(name);

async function main(): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  mkdirSync(PICTURES, { recursive: true });
  const [house, browser] = await Promise.all([openHouse(), launch()]);
  try {
    const furnished = await furnish(house);
    for (const width of WIDTHS) {
      for (const colorScheme of ['light', 'dark'] as const)
        await shoot(browser, house, { width, colorScheme }, furnished);
    }
    if (wanted('change')) await shootChange(browser, house);
  } finally {
    await browser.close();
    await house.stop();
  }
}

/** A lower quorum, as the admin who asks for it and as the second admin see it. */
async function shootChange(browser: Browser, house: House): Promise<void> {
  const policy = {
    title: 'Release to customers',
    roster: ['op_echo', 'op_foxtrot', 'op_golf'],
    quorum: { default: 1, min: 1, max: 3, selectable: false },
    deny_self_approval: true,
  };
  const { body } = await house.api('op_echo', 'PUT', '/api/actions/demo.release', policy);
  const viewport = { width: 1440, height: 900 };
  const second = await signedIn(browser, house, 'op_foxtrot', { viewport });
  for (const [name, path] of [
    ['change-inbox', '/'],
    ['change', `/requests/${body.change.id}`],
  ] as const) {
    await second.page.goto(house.url + path);
    await second.page.waitForLoadState('networkidle');
    await second.page.screenshot({ path: join(FOLDER, `${name}.png`), fullPage: true });
  }
  await second.close();
  const first = await signedIn(browser, house, 'op_echo', { viewport });
  await first.page.goto(`${house.url}/operators`);
  await first.page.getByRole('button', { name: 'Make a sign-in link for Golf' }).click();
  await first.page.getByRole('heading', { name: 'Waits for another admin’s key' }).waitFor();
  await first.page.screenshot({ path: join(FOLDER, 'change-waits.png') });
  await first.close();
}

interface Look {
  readonly width: number;
  readonly colorScheme: 'light' | 'dark';
}

async function shoot(browser: Browser, house: House, { width, colorScheme }: Look, furnished: Record<string, string>) {
  // As a phone: its scroll bar takes no room.
  const phone = width < 600 ? { isMobile: true, hasTouch: true } : {};
  const height = width < 600 ? 844 : 900;
  const options = { viewport: { width, height }, colorScheme, ...phone };
  if (wanted('sign-in')) {
    const nobody = await visitor(browser, options);
    await nobody.page.goto(`${house.url}/sign-in`);
    await nobody.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await nobody.page.screenshot({ path: join(FOLDER, `sign-in-${width}-${colorScheme}.png`) });
    await nobody.close();
  }
  const { page, close } = await signedIn(browser, house, 'op_alpha', options);
  for (const [name, path] of Object.entries(PAGES).filter(([name]) => wanted(name))) {
    await page.goto(house.url + path.replace(/\{(\w+)\}/g, (_, key: string) => furnished[key] ?? ''));
    await page.waitForLoadState('networkidle');
    if (name === 'request' && width > 1000)
      await page.screenshot({ path: join(PICTURES, `console-${colorScheme}.png`) });
    // A taller window, and not `fullPage`: what sticks to an edge of the window stays at that edge.
    const needed = await page.evaluate<number>('document.documentElement.scrollHeight');
    await page.setViewportSize({ width, height: Math.max(height, needed) });
    await page.screenshot({ path: join(FOLDER, `${name}-${width}-${colorScheme}.png`) });
    await page.setViewportSize({ width, height });
  }
  await close();
}

main().then(
  () => process.stdout.write(`screenshots are in ${FOLDER}\n`),
  (error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  },
);
