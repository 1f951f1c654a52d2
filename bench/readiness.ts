/** How soon the console can be used on a slow device (its CPU throttled to a quarter), as a ratio to an empty page. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { chromiumPath, launch } from '../test/console/browser';
import { buildConsole } from '../test/console/built';
import { type House, openHouse } from '../test/support/house';
import { tokenIn } from '../test/support/sign-in-link';
import { fact, log, table } from './report';
import { interleaved, interval, median, pairedRatio, said } from './support/stats';

const ROUNDS = 15;
const THROTTLE = 4;
const OPEN_REQUESTS = 5;

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
  const [house, browser, empty] = await Promise.all([openHouse(), launch({ measured: true }), serveEmptyPage()]);
  try {
    for (let n = 0; n < OPEN_REQUESTS; n++) await house.propose({ requester: 'op_charlie', params: { n: String(n) } });
    const cookie = await sessionOf(house);
    const [blank, inbox] = await interleaved(
      [() => loads(browser, addressOf(empty), null), () => loads(browser, house.url, cookie)],
      { rounds: ROUNDS },
    );
    const [first, second] = [0, 1].map((load) => inbox!.map((times) => times[load]!)) as [number[], number[]];
    write(
      first,
      second,
      blank!.map((times) => times[0]!),
    );
  } finally {
    empty.close();
    await browser.close();
    await house.stop();
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

function write(cold: readonly number[], warm: readonly number[], blank: readonly number[]): void {
  const row = (what: string, times: readonly number[]) => {
    const { low, high } = interval(times);
    const ms = `${median(times).toFixed(0)} (${low.toFixed(0)}–${high.toFixed(0)})`;
    return [what, ms, times === blank ? '1' : said(pairedRatio(times, blank), 1)];
  };
  fact('first visit of the inbox on a slow phone, to an empty page', '≤ 8', said(pairedRatio(cold, blank), 1));
  fact('the same, with its files in the cache', '≤ 5', said(pairedRatio(warm, blank), 1));
  log(
    'The console on a slow device',
    table(
      ['page', 'ms', 'to an empty page'],
      [row('empty page', blank), row('inbox, first load', cold), row('inbox, second load', warm)],
    ),
  );
}
