/** Finds a Chromium for the tests of the console. Without one they are skipped with one line, and in CI they fail. */

import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { describeIf } from '../support/needed';

/** The shell first: the same engine, but no window, toolbar or address bar, which take a third of the processor time. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * What no page here uses. Each window of a full Chromium loads two hidden pages for its address bar, which cost more than
 * most pages of the console. The rest is what Playwright disables: its own list does not count beside a second one.
 */
const WITHOUT = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'BlockOriginHeaderModificationOnRedirect',
  'DestroyProfileOnBrowserClose',
  'DialMediaRouteProvider',
  'GlobalMediaControls',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'Translate',
];

/** To optimize the code of a page costs more than the page saves by it in the second for which a test has it open. */
const QUICK = '--js-flags=--no-maglev --no-turbofan';

/** The path of a Chromium that can be run, or null. */
function findChromium(env: NodeJS.ProcessEnv = process.env): string | null {
  if (env.CHROMIUM_PATH) return isExecutable(env.CHROMIUM_PATH) ? env.CHROMIUM_PATH : null;
  const folders = ['/usr/bin', ...(env.PATH ?? '').split(delimiter)];
  const found = NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
  if (found !== undefined) return found;
  const own = chromium.executablePath();
  return own !== '' && isExecutable(own) ? own : null;
}

export const chromiumPath = findChromium();

/** `describe`, or `describe.skip` with one line if no browser is found. CI never skips. */
export const describeInBrowser = (name: string, tests: () => void): void =>
  describeIf(
    chromiumPath === null ? `${name}: no Chromium found. Set CHROMIUM_PATH, or apt-get install chromium` : null,
    name,
    tests,
  );

/** `measured`: the browser of a person, for tests that say how long something takes. */
export function launch({ measured = false } = {}): Promise<Browser> {
  if (chromiumPath === null) throw new Error('no Chromium found');
  return chromium.launch({
    executablePath: chromiumPath,
    // In a container, Chromium's own sandbox does not work and /dev/shm is too small.
    args: [
      '--no-sandbox',
      '--disable-dev-shm-usage',
      '--disable-gpu',
      `--disable-features=${WITHOUT.join(',')}`,
      ...(measured ? [] : [QUICK]),
    ],
  });
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
