/** Finds a Chromium for the tests of the console. Without one they are skipped with one line, and in CI they fail. */

import { accessSync, constants } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { describeIf } from '../support/needed';

const SHELL = 'chromium-headless-shell';
const FULL = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** The shell first: the same engine, but no window, toolbar or address bar, which take a third of the processor time. */
const ANY = [SHELL, ...FULL];

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

/** The path of a Chromium with one of these names that can be run, or null. */
function findChromium(names: readonly string[], env: NodeJS.ProcessEnv = process.env): string | null {
  const { CHROMIUM_PATH: given, PATH = '' } = env;
  if (given && (names.includes(SHELL) || !basename(given).includes('headless')))
    return isExecutable(given) ? given : null;
  const folders = ['/usr/bin', ...PATH.split(delimiter)];
  const found = names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
  if (found !== undefined) return found;
  const own = chromium.executablePath();
  return own !== '' && isExecutable(own) ? own : null;
}

export const chromiumPath = findChromium(ANY);
const fullChromiumPath = findChromium(FULL);

/** `describe`, or `describe.skip` with one line if no browser is found. CI never skips. */
export const describeInBrowser = (name: string, tests: () => void): void =>
  describeIf(
    chromiumPath === null ? `${name}: no Chromium found. Set CHROMIUM_PATH, or apt-get install chromium` : null,
    name,
    tests,
  );

/** The same for tests of notifications, which the shell always denies. They launch the `full` browser. */
export const describeInFullBrowser = (name: string, tests: () => void): void =>
  describeIf(
    fullChromiumPath === null
      ? `${name}: no full Chromium found, and the shell has no notifications. apt-get install chromium`
      : null,
    name,
    tests,
  );

/** `measured`: the browser of a person, for tests that say how long something takes. `full`: it has notifications. */
export function launch({ measured = false, full = false } = {}): Promise<Browser> {
  const executablePath = full ? fullChromiumPath : chromiumPath;
  if (executablePath === null) throw new Error('no Chromium found');
  return chromium.launch({
    executablePath,
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
