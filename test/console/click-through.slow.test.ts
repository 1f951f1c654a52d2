/** From `npm start` to a reported execution by clicks alone, like a user who has read nothing. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import type { Demo } from '../../src/local/demo';
import { aFolder } from '../support/folder';
import { openHouse } from '../support/house';
import { openedOnce } from '../support/opened';
import { tokenIn } from '../support/sign-in-link';
import { violationsOf } from './axe';
import { describeInBrowser, launch } from './browser';
import { buildConsole } from './built';
import { openLink, type Visitor, visitor } from './visitor';

const ROOT = join(__dirname, '../..');
const WAIT_MS = 15_000;

/** The names of the controls in the walk by clicks, in its order, as its readers look for them. */
const WALK = namesIn('A walk by clicks');

function namesIn(heading: string): string[] {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const section = readme.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
  return [...section.matchAll(/\*([^*]+)\*/g)].map(([, name = '']) => name);
}

/** As `npm start` runs it, on any free port: what it printed once it was up, and how to end it. */
async function npmStart(dataDir: string) {
  const args = ['--import', 'tsx', 'src/local/main.ts', '--port', '0', '--data-dir', dataDir, '--test-clock'];
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] });
  let greeting = '';
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      greeting += chunk.toString();
      if (greeting.includes('Ctrl-C')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`it ended with ${code}: ${greeting}`)));
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  return {
    greeting,
    stop: () => {
      child.kill('SIGINT');
      return ended;
    },
  };
}

describeInBrowser('a newcomer', () => {
  let browser: Browser;
  let folder: string;
  let service: Awaited<ReturnType<typeof npmStart>>;
  let newcomer: Visitor;
  let address: string;
  beforeAll(async () => {
    await buildConsole();
    folder = aFolder();
    [service, browser] = await Promise.all([npmStart(folder), launch()]);
    [address] = /http:\/\/localhost:\d+/.exec(service.greeting)!;
    newcomer = await visitor(browser, { viewport: { width: 1280, height: 900 } });
    newcomer.page.setDefaultTimeout(WAIT_MS);
  }, 120_000);
  // The next one is nobody yet. A new profile would cost two seconds of processor time.
  afterEach(async () => {
    await newcomer.page.goto('about:blank');
    await newcomer.context.clearCookies();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  it('the greeting has one address for people', () => {
    expect(service.greeting.match(/http:\/\/localhost:\d+/g)).toHaveLength(1);
  });

  it('the walk of the README can be completed by clicks on what it names, from the greeting to an execution that a worker reported', async () => {
    const { page, faults } = newcomer;
    await page.goto(address);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    // The code of the mail is already in the field, so approving takes two clicks.
    for (const name of WALK) {
      const control = (role: 'button' | 'link') => page.getByRole(role, { name, exact: true });
      await control('button').or(control('link')).first().click();
    }
    await page
      .getByRole('region', { name: 'Result' })
      .getByText(/refund_[0-9a-f]{8}/)
      .waitFor();
    expect(faults).toEqual([]);
  }, 90_000);

  it('the demo signs in as each operator with one click, from the sign-in page and from any other page', async () => {
    const { page, faults } = newcomer;
    await page.goto(`${address}/sign-in`);
    const bar = page.getByRole('navigation', { name: 'Demo' });
    for (const name of ['Alpha (admin)', 'Bravo', 'Charlie', 'Delta']) {
      await bar.getByRole('button', { name, exact: true }).click();
      await page.getByRole('heading', { name: /^Inbox/ }).waitFor();
      const who = await page.evaluate('fetch("/api/session").then((answer) => answer.json())');
      expect(who).toMatchObject({ operator: { name: name.replace(' (admin)', '') } });
    }
    // The bar of the demo leaves room for the frame, whose foot has the account.
    const foot = await page.getByRole('link', { name: /^Your account: / }).boundingBox();
    expect(foot!.y + foot!.height).toBeLessThanOrEqual(900);
    expect(faults).toEqual([]);
  }, 60_000);

  it('the demo signs in again with one click where an edit needs it, and the edit is then sent as it was typed', async () => {
    const { page, faults } = newcomer;
    await page.goto(`${address}/sign-in`);
    const bar = page.getByRole('navigation', { name: 'Demo' });
    await bar.getByRole('button', { name: 'Alpha (admin)' }).click();
    await page.getByRole('heading', { name: /^Inbox/ }).waitFor();
    await page.goto(`${address}/settings`);
    await page.getByRole('button', { name: 'Rename…' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Acme Treasury');
    const headers = { 'content-type': 'application/json' };
    await fetch(`${address}/local/clock`, { method: 'POST', headers, body: '{"advance_ms":360000}' });
    await page.getByRole('button', { name: 'Rename it' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('This page then continues by itself').waitFor();
    await dialog.getByRole('button', { name: 'Alpha (admin)' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('region', { name: 'Name' }).getByText('Acme Treasury').waitFor();
    expect(new URL(page.url()).pathname).toBe('/settings');
    expect(faults).toEqual([]);
  }, 60_000);

  it('the demo makes a new link with one click if the one of the demo file was used', async () => {
    const { page } = newcomer;
    const { operators } = JSON.parse(readFileSync(join(folder, 'demo.json'), 'utf8')) as Demo;
    const [{ sign_in_url }] = operators.filter(({ id }) => id === 'op_charlie') as [Demo['operators'][number]];
    const spend = () =>
      fetch(new URL('/api/session', sign_in_url), {
        method: 'POST',
        headers: { origin: new URL(sign_in_url).origin, 'content-type': 'application/json' },
        body: JSON.stringify({ token: tokenIn(sign_in_url) }),
      });
    expect([(await spend()).status, (await spend()).status]).toEqual([200, 401]);
    await openLink(page, sign_in_url);
    await page.getByRole('alert').getByRole('button', { name: 'Charlie' }).click();
    await page.getByRole('heading', { name: /^Inbox/ }).waitFor();
  });

  test.each([
    ['Propose a restart', 'One key'],
    ['Propose a deployment', 'Two keys of Alpha, Bravo and Charlie'],
    ['Propose a launch', 'Two keys within 60 seconds'],
  ])(
    'the demo %s: it says who can turn a key, and each code is in a mail',
    async (button, keys) => {
      const { page } = newcomer;
      await page.goto(`${address}/local/propose`);
      await page.getByRole('button', { name: button }).click();
      await page.getByText(keys).waitFor();
      const links = page.getByRole('main').getByRole('link');
      const proposed = page.url();
      // One next step, until somebody looks for others.
      expect(await links.allTextContents()).toEqual(['Open Bravo’s mail']);
      const others = page.getByText('Other steps');
      await others.click();
      const mails = (await links.allTextContents()).filter((label) => label.endsWith('’s mail'));
      expect(mails.length).toBeGreaterThanOrEqual(3);
      for (const name of mails) {
        await page.goto(proposed);
        await others.click();
        await links.filter({ hasText: name }).click();
        expect(await page.locator('code').first().textContent()).toMatch(/^\d{4} \d{4}$/);
      }
    },
    60_000,
  );

  it('the demo’s pages are accessible, in light and in dark', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, context } = newcomer;
      await page.emulateMedia({ colorScheme });
      for (const path of ['/local/propose', '/local/mailbox?operator=op_bravo', '/sign-in']) {
        await page.goto(address + path);
        await page.getByRole('heading', { level: 1 }).waitFor();
        expect([path, colorScheme, await violationsOf(page)]).toEqual([path, colorScheme, []]);
      }
      expect(context.pages()).toHaveLength(1);
    }
  }, 90_000);
});

describe('the pages of the demo', () => {
  const house = openedOnce(() => openHouse({ memory: true }));

  it('the demo’s pages exist only if the runner was asked for them', async () => {
    for (const path of ['/local/propose', '/local/mailbox', '/local/proposed', '/local/demo.js', '/local/demo.css']) {
      expect([path, (await house.send('GET', path)).status]).toEqual([path, 404]);
    }
    expect((await house.send('POST', '/local/enter', { body: 'operator=op_alpha' })).status).toBe(404);
    expect((await house.send('GET', '/')).body).not.toContain('demo-bar');
  });
});
