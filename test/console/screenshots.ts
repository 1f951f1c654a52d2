/**
 * `npm run screenshots`: every page, narrow and wide, light and dark, over a house with something to show; and the two
 * pictures of the README.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { setUpActions } from '../../examples/agent-gate/set-up';
import { createClient, sealIntent } from '../../src/client';
import { DIGEST, type House, openHouse } from '../support/house';
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
    const asked = { change: await askForOneKey(house), gated: await askAsGate(house) };
    const scenes = scenesOf(furnished, asked).filter(({ name }) => wanted(name));
    for (const scene of scenes) {
      for (const width of WIDTHS) {
        for (const colorScheme of ['light', 'dark'] as const)
          await shootScene(browser, house, { width, colorScheme }, scene);
      }
    }
  } finally {
    await browser.close();
    await house.stop();
  }
}

/** A change and a dialog, as the operator sees them who has to decide. */
async function shootScene(browser: Browser, house: House, look: Look, scene: Scene) {
  const { page, close } = await signedIn(browser, house, scene.operator, optionsOf(look));
  await page.goto(house.url + scene.path);
  await page.waitForLoadState('networkidle');
  await scene.act?.(page);
  if (scene.act === undefined) await wholePage(page, look);
  if (scene.name === 'agent-gate' && look.width > 1000 && look.colorScheme === 'light')
    await page.screenshot({ path: join(PICTURES, 'agent-gate-light.png') });
  await page.screenshot({ path: join(FOLDER, `${scene.name}-${look.width}-${look.colorScheme}.png`) });
  await close();
}

interface Scene {
  readonly name: string;
  readonly operator: string;
  readonly path: string;
  readonly act?: (page: Page) => Promise<void>;
}

/** A lower quorum, which the second admin has to approve. */
async function askForOneKey(house: House): Promise<string> {
  const policy = {
    title: 'Release to customers',
    roster: ['op_echo', 'op_foxtrot', 'op_golf'],
    quorum: { default: 1, min: 1, max: 3, selectable: false },
    deny_self_approval: true,
  };
  const { body } = await house.api('op_echo', 'PUT', '/api/actions/demo.release', policy);
  return body.change.id;
}

/** A call of an agent, as the gate of `examples/agent-gate` proposes it. */
async function askAsGate(house: House): Promise<string> {
  await setUpActions(house.url);
  const client = createClient({ baseUrl: house.url, apiKey: house.running.demo.keys.proposer });
  const reason =
    'invoice.txt in the shared folder asks for it.\nThe amount and the account are the ones on the invoice.\n';
  const action = 'agent.payment';
  const keys = [Buffer.alloc(32, 1).toString('base64')];
  const sealed = sealIntent({ keys, action, client: 'gate.office', method: 'tools.call', args: [] });
  const { request } = await client.createRequest({
    action,
    requester: 'op_alpha',
    params: {
      amount: '1250.00',
      to: 'ACME GmbH',
      upstream: 'office node upstream.mjs files',
      tool: 'pay',
      tool_definition: DIGEST,
      intent: sealed.digest,
      ...(await client.attach('reason', reason)),
    },
    intent: sealed.intent,
  });
  return request.id;
}

function scenesOf(furnished: Record<string, string>, { change, gated }: { change: string; gated: string }): Scene[] {
  const typeCode = async (page: Page) => {
    await page.getByLabel('Your code for this request').fill('41938820');
    await page.getByRole('button', { name: /^Turn (my|the last) key…$/ }).click();
    await page.getByRole('alertdialog').waitFor();
  };
  return [
    { name: 'change', operator: 'op_foxtrot', path: `/requests/${change}` },
    { name: 'change-dialog', operator: 'op_foxtrot', path: `/requests/${change}`, act: typeCode },
    { name: 'evidence', operator: 'op_charlie', path: `/requests/${furnished.migration}` },
    { name: 'evidence-kinds', operator: 'op_charlie', path: `/requests/${furnished.documents}` },
    {
      name: 'evidence-dialog',
      operator: 'op_charlie',
      path: `/requests/${furnished.migration}`,
      act: typeCode,
    },
    { name: 'change-inbox', operator: 'op_foxtrot', path: '/' },
    { name: 'agent-gate', operator: 'op_bravo', path: `/requests/${gated}` },
    { name: 'turn-dialog', operator: 'op_alpha', path: `/requests/${furnished.refund}`, act: typeCode },
    { name: 'last-key-dialog', operator: 'op_alpha', path: `/requests/${furnished.transfer}`, act: typeCode },
    {
      name: 'misuse-dialog',
      operator: 'op_alpha',
      path: `/requests/${furnished.mine}`,
      act: async (page) => {
        await page.getByRole('button', { name: 'This was not me…', exact: true }).click();
        await page.getByRole('alertdialog').waitFor();
      },
    },
  ];
}

interface Look {
  readonly width: number;
  readonly colorScheme: 'light' | 'dark';
}

function optionsOf({ width, colorScheme }: Look) {
  // As a phone: its scroll bar takes no room.
  const phone = width < 600 ? { isMobile: true, hasTouch: true } : {};
  return { viewport: { width, height: heightOf(width) }, colorScheme, ...phone };
}

const heightOf = (width: number): number => (width < 600 ? 844 : 900);

/** A taller window, and not `fullPage`: what sticks to an edge of the window stays at that edge. */
async function wholePage(page: Page, { width }: Look): Promise<void> {
  const needed = await page.evaluate<number>('document.documentElement.scrollHeight');
  await page.setViewportSize({ width, height: Math.max(heightOf(width), needed) });
}

async function shoot(browser: Browser, house: House, look: Look, furnished: Record<string, string>) {
  const { width, colorScheme } = look;
  if (wanted('sign-in')) {
    const nobody = await visitor(browser, optionsOf(look));
    await nobody.page.goto(`${house.url}/sign-in`);
    await nobody.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await nobody.page.screenshot({ path: join(FOLDER, `sign-in-${width}-${colorScheme}.png`) });
    await nobody.close();
  }
  const pages = Object.entries(PAGES).filter(([name]) => wanted(name));
  if (pages.length === 0) return;
  const { page, close } = await signedIn(browser, house, 'op_alpha', optionsOf(look));
  for (const [name, path] of pages) {
    await page.goto(house.url + path.replace(/\{(\w+)\}/g, (_, key: string) => furnished[key] ?? ''));
    await page.waitForLoadState('networkidle');
    if (name === 'request' && width > 1000)
      await page.screenshot({ path: join(PICTURES, `console-${colorScheme}.png`) });
    await wholePage(page, look);
    await page.screenshot({ path: join(FOLDER, `${name}-${width}-${colorScheme}.png`) });
    await page.setViewportSize({ width, height: heightOf(width) });
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
