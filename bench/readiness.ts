/** How soon the console can be used on a slow device (its CPU throttled to a quarter), as a ratio to an empty page. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { chromiumPath, launch } from '../test/console/browser';
import { buildConsole } from '../test/console/built';
import { type House, openHouse } from '../test/support/house';
import { tokenIn } from '../test/support/sign-in-link';
import { fact, log, table } from './report';
import { inLanes, WIDTH } from './support/lanes';
import { interleaved, interval, median, pairedRatio, said } from './support/stats';

const ROUNDS = 15;
const THROTTLE = 4;
/** So many requests are open: each organization has its own service. */
const OPEN_REQUESTS = [5, 50, 500];

/**
 * Runs in the page before its own scripts, and logs when the document has what the person waits for. A locator that looks for
 * it from outside would also run in the page, and would add a fifth to what is measured on a slow device.
 */
const WATCH = `(() => {
  const ready = () => document.querySelector('main table a, #ready') !== null;
  const look = () => {
    if (window.readyAt !== undefined || !ready()) return;
    window.readyAt = performance.now();
    console.log('ready');
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true });
})()`;
const EMPTY =
  '<!doctype html><html lang="en"><head><title>Empty</title></head><body><p id="ready">Empty</p></body></html>';

export async function readiness(): Promise<void> {
  if (chromiumPath === null) {
    console.log('readiness: left out, because there is no Chromium (CHROMIUM_PATH)');
    return;
  }
  await buildConsole();
  const [browser, empty] = await Promise.all([launch({ measured: true }), serveEmptyPage()]);
  const houses: House[] = [];
  try {
    const ways = [() => loads(browser, addressOf(empty), null)];
    for (const count of OPEN_REQUESTS) {
      const house = await openHouse();
      houses.push(house);
      await inLanes(count, WIDTH, (n) => house.propose({ requester: 'op_charlie', params: { n: String(n) } }));
      const cookie = await sessionOf(house);
      ways.push(() => loads(browser, house.url, cookie));
    }
    const [blank, ...inboxes] = await interleaved(ways, { rounds: ROUNDS });
    write(
      inboxes,
      blank!.map((times) => times[0]!),
    );
  } finally {
    empty.close();
    await browser.close();
    for (const house of houses) await house.stop();
  }
}

/** Two loads in one new profile: the second one has the files in its cache. */
async function loads(browser: Browser, url: string, cookie: string | null): Promise<number[]> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' });
  try {
    const [name = '', value = ''] = (cookie ?? '').split('=');
    if (cookie !== null) {
      await context.addCookies([
        { name, value, url },
        { name: 'signed_in', value: '1', url },
      ]);
    }
    await context.addInitScript(WATCH);
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE });
    const times: number[] = [];
    for (let load = 0; load < 2; load++) {
      const isReady = page.waitForEvent('console', (message) => message.text() === 'ready');
      await page.goto(url);
      await isReady;
      times.push(await page.evaluate<number>('window.readyAt'));
      // The next visit finds an installed service worker.
      if (cookie !== null) await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
    }
    return times;
  } finally {
    await context.close();
  }
}

async function serveEmptyPage(): Promise<Server> {
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(EMPTY));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

const addressOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

async function sessionOf(house: House): Promise<string> {
  const link = (await house.send('POST', '/local/sign-in', { body: { operator: 'op_bravo' } })).body.sign_in_url;
  const body = { token: tokenIn(link as string) };
  const opened = await house.send('POST', '/api/session', { body, headers: { origin: house.url } });
  return opened.headers.get('set-cookie')!.split(';')[0]!;
}

/** `inboxes`: the times of the first and the second load, in each round. */
function write(inboxes: readonly (readonly (readonly number[])[])[], blank: readonly number[]): void {
  const load = (at: number) => inboxes.map((inbox) => inbox.map((times) => times[at]!));
  const [first, second] = [load(0), load(1)];
  const row = (what: string, times: readonly number[]) => {
    const { low, high } = interval(times);
    const ms = `${median(times).toFixed(0)} (${low.toFixed(0)}–${high.toFixed(0)})`;
    return [what, ms, times === blank ? '1' : said(pairedRatio(times, blank), 1)];
  };
  const ratios = (times: readonly (readonly number[])[]) =>
    times.map((each) => said(pairedRatio(each, blank), 1)).join(', ');
  const open = OPEN_REQUESTS.join(', ');
  fact(`first visit of the inbox on a slow phone, to an empty page: ${open} open`, '≤ 8', ratios(first));
  fact('the same, with its files in the cache', '≤ 5', ratios(second));
  log(
    'The console on a slow device',
    table(
      ['page', 'ms', 'to an empty page'],
      [
        row('empty page', blank),
        ...OPEN_REQUESTS.flatMap((count, at) => [
          row(`inbox with ${count} open, first load`, first[at]!),
          row(`inbox with ${count} open, second load`, second[at]!),
        ]),
      ],
    ),
  );
}
