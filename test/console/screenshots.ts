/**
 * `npm run screenshots`: every page, narrow and wide, light and dark, of two worlds at `http://localhost`: the demo with
 * something to show, and a new organization with its first admin; and the pictures of the documents.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { setUpActions } from '../../examples/agent-gate/set-up';
import { createClient, sealIntent } from '../../src/client';
import { DIGEST, type House } from '../support/house';
import { newOrganization } from '../support/new-organization';
import { furnish, PAGES } from './furnish';
import { proposeValues } from './values';
import { openLink, openWorld, signedIn, signInLink, visitor } from './visitor';

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
  const world = await openWorld();
  const { house, browser } = world;
  try {
    const furnished = await furnish(house);
    for (const width of WIDTHS) {
      for (const colorScheme of ['light', 'dark'] as const)
        await shoot(browser, house, { width, colorScheme }, furnished);
    }
    const asked = { change: await askForOneKey(house), gated: await askAsGate(house), ...(await proposeValues(house)) };
    const scenes = [
      ...scenesOf(house, furnished, asked),
      ...(await firstHour(house)),
      ...(await onPhone(house, furnished)),
    ].filter(({ name }) => wanted(name));
    for (const scene of scenes) {
      for (const width of scene.phone === undefined ? WIDTHS : [390]) {
        for (const colorScheme of ['light', 'dark'] as const) await shootScene(browser, { width, colorScheme }, scene);
      }
    }
  } finally {
    await world.close();
  }
}

async function shootScene(browser: Browser, look: Look, scene: Scene) {
  const { page, close } = await visitor(browser, { ...optionsOf(look), ...scene.phone });
  await scene.open(page);
  await page.waitForLoadState('networkidle');
  await scene.act?.(page);
  if (scene.act === undefined) await wholePage(page, look);
  const isLarge = look.width > 1000 || scene.phone !== undefined;
  if (IN_DOCUMENTS.has(scene.name) && isLarge && look.colorScheme === 'light')
    await page.screenshot({ path: join(PICTURES, `${scene.name}-light.png`) });
  await page.screenshot({ path: join(FOLDER, `${scene.name}-${look.width}-${look.colorScheme}.png`) });
  await close();
}

const IN_DOCUMENTS: ReadonlySet<string> = new Set(['agent-gate', 'phone', 'value-with-words', 'values-side-by-side']);

interface Scene {
  readonly name: string;
  readonly open: (page: Page) => Promise<void>;
  /** Opens what is shown in the window. Without it, the complete page is shown. */
  readonly act?: (page: Page) => Promise<void>;
  /** Shown only on a phone, which is this one. */
  readonly phone?: BrowserContextOptions;
}

/** What people meet first: a link, a first inbox, and the guide of a new organization. */
async function firstHour(house: House): Promise<Scene[]> {
  const { link } = await newOrganization(house, 'org_new', 'op_ada');
  const ada = (path: string) => async (page: Page) => {
    await openLink(page, house.url + (await link()));
    await page.getByRole('heading', { name: 'Send your first request' }).waitFor();
    if (path !== '/welcome') await page.goto(house.url + path);
  };
  const charlie = async (page: Page) => void (await page.goto(await signInLink(house, 'op_charlie')));
  return [
    { name: 'sign-in-by-link', open: charlie, act: async () => undefined },
    {
      name: 'switch-operator',
      open: async (page) => {
        await openLink(page, await signInLink(house, 'op_bravo'));
        await page.getByRole('heading', { name: /^Inbox/ }).waitFor();
        await charlie(page);
      },
      act: async () => undefined,
    },
    { name: 'passkey-card', open: async (page) => openLink(page, await signInLink(house, 'op_delta')) },
    { name: 'new-welcome', open: ada('/welcome') },
    { name: 'new-account', open: ada('/account') },
    { name: 'new-operators', open: ada('/operators') },
    { name: 'new-settings', open: ada('/settings') },
  ];
}

const ANDROID =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

/** From *Notify this device* to the turned key. */
async function onPhone(house: House, { refund = '' }: Record<string, string>): Promise<Scene[]> {
  const phone = { userAgent: ANDROID, deviceScaleFactor: 2, serviceWorkers: 'allow' } as const;
  const pressed = `/requests/${refund}#code=${await house.code('op_alpha', refund)}`;
  const decide = async (page: Page) => {
    await page
      .getByRole('button', { name: /^Turn my key…$/ })
      .first()
      .click();
    await page.getByRole('alertdialog').waitFor();
  };
  const notifications = (page: Page) => page.getByRole('region', { name: 'Notifications' });
  const addPasskey = (page: Page) => page.getByRole('button', { name: 'Add a passkey' }).click();
  const inSight = (part: Locator) =>
    part.evaluate((element) => (element as unknown as Sight).scrollIntoView({ block: 'center' }));
  return [
    { name: 'phone', phone, open: at(house, 'op_alpha', pressed), act: async () => undefined },
    { name: 'phone-code', phone, open: at(house, 'op_alpha', pressed) },
    { name: 'phone-dialog', phone, open: at(house, 'op_alpha', pressed), act: decide },
    {
      name: 'phone-account',
      phone,
      open: at(house, 'op_golf', '/account'),
      act: async (page) => {
        await addPasskey(page);
        await notifications(page).getByRole('button', { name: 'Notify this device' }).click();
        await page.getByText('This device is notified.').waitFor();
        await inSight(notifications(page));
      },
    },
    {
      name: 'phone-home-screen',
      phone: { ...phone, userAgent: IPHONE },
      open: async (page) => {
        await page.context().addInitScript('delete window.PushManager; delete window.Notification;');
        await at(house, 'op_foxtrot', '/account')(page);
      },
      act: async (page) => {
        await addPasskey(page);
        await page.getByText('Add to Home Screen').waitFor();
        await inSight(notifications(page));
      },
    },
  ];
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
  const { baseUrl } = house.running;
  await setUpActions(baseUrl);
  const client = createClient({ baseUrl, apiKey: house.running.demo.keys.proposer });
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

/** A change and a dialog, as the operator sees them who has to decide. */
function scenesOf(
  house: House,
  furnished: Record<string, string>,
  { change, gated, wired, granted }: Readonly<Record<'change' | 'gated' | 'wired' | 'granted', string>>,
): Scene[] {
  const typeCode = async (page: Page) => {
    await page.getByLabel('Your code for this request').fill('41938820');
    await page.getByRole('button', { name: /^Turn (my|the last) key…$/ }).click();
    await page.getByRole('alertdialog').waitFor();
  };
  return [
    { name: 'change', open: at(house, 'op_foxtrot', `/requests/${change}`) },
    { name: 'change-dialog', open: at(house, 'op_foxtrot', `/requests/${change}`), act: typeCode },
    { name: 'evidence', open: at(house, 'op_charlie', `/requests/${furnished.migration}`) },
    { name: 'evidence-kinds', open: at(house, 'op_charlie', `/requests/${furnished.documents}`) },
    {
      name: 'evidence-dialog',
      open: at(house, 'op_charlie', `/requests/${furnished.migration}`),
      act: typeCode,
    },
    { name: 'change-inbox', open: at(house, 'op_foxtrot', '/') },
    { name: 'agent-gate', open: at(house, 'op_bravo', `/requests/${gated}`) },
    { name: 'value-with-words', open: at(house, 'op_bravo', `/requests/${wired}`) },
    { name: 'values-side-by-side', open: at(house, 'op_bravo', `/requests/${granted}`) },
    { name: 'values-dialog', open: at(house, 'op_bravo', `/requests/${wired}`), act: typeCode },
    { name: 'turn-dialog', open: at(house, 'op_alpha', `/requests/${furnished.refund}`), act: typeCode },
    { name: 'last-key-dialog', open: at(house, 'op_alpha', `/requests/${furnished.transfer}`), act: typeCode },
    {
      name: 'misuse-dialog',
      open: at(house, 'op_alpha', `/requests/${furnished.mine}`),
      act: async (page) => {
        await page.getByRole('button', { name: 'This was not me…', exact: true }).click();
        await page.getByRole('alertdialog').waitFor();
      },
    },
  ];
}

const at = (house: House, operator: string, path: string) => async (page: Page) => {
  await openLink(page, await signInLink(house, operator));
  await page.getByRole('heading', { name: /^Inbox/ }).waitFor();
  await page.goto(house.url + path);
};

interface Sight {
  scrollIntoView(options: { readonly block: 'center' }): void;
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
