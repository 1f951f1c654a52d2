/** What people meet first, in a browser at `http://localhost`: a link that signs in, the guide, and the first passkey. */
import type { Browser, Page } from 'playwright-core';
import type { House } from '../support/house';
import { newOrganization } from '../support/new-organization';
import { mailedLinks } from '../support/sign-in-link';
import { violationsOf } from './axe';
import { describeInBrowser } from './browser';
import { smallTargets } from './targets';
import {
  atHouse,
  follow,
  openLink,
  openWorld,
  signedIn,
  signInLink,
  type Visitor,
  visitor,
  type World,
} from './visitor';

jest.setTimeout(60_000);

describeInBrowser('the first hour', () => {
  let world: World;
  let house: House;
  let browser: Browser;
  const open: Visitor[] = [];
  const kept = <T extends Visitor>(visit: T): T => {
    open.push(visit);
    return visit;
  };

  beforeAll(async () => {
    world = await openWorld();
    ({ house, browser } = world);
  });
  afterEach(async () => {
    const faults = open.flatMap((visit) => visit.faults);
    await Promise.all(open.splice(0).map((visit) => visit.close()));
    expect(faults).toEqual([]);
  });
  afterAll(() => world?.close());

  /** The calls that the page sends from now on. */
  const callsOf = (page: Page): string[] => {
    const calls: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api')) calls.push(`${request.method()} ${pathname}`);
    });
    return calls;
  };
  const inbox = (page: Page) => page.getByRole('heading', { name: /^Inbox/ }).waitFor();
  /** This browser remembers who signed in last. */
  const signInPage = (page: Page) => page.getByRole('heading', { name: 'Sign in to Acme Payments' }).waitFor();
  const signOut = async (page: Page) => {
    await follow(page, '/account');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await signInPage(page);
  };

  describe('a sign-in link', () => {
    test('signing out after a sign-in by link shows the sign-in page, and nothing of the link', async () => {
      const { page } = kept(await signedIn(browser, house, 'op_bravo'));
      const calls = callsOf(page);
      await signOut(page);
      await page.waitForLoadState('networkidle');
      expect(calls.filter((call) => call.endsWith('/api/session'))).toEqual(['DELETE /api/session']);
      expect(new URL(page.url()).pathname).toBe('/sign-in');
      expect(await page.getByRole('dialog').count()).toBe(0);
      await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
      expect(await page.getByRole('button', { name: 'Continue' }).count()).toBe(0);
    });

    /** A link, and the browser in which its person opens it. */
    interface Sent {
      readonly operator: string;
      readonly link: string;
      readonly person: Visitor;
    }
    const person = async () => kept(await visitor(browser));
    const lastMail = async (operator: string) => atHouse(house, (await mailedLinks(house, operator)).at(-1)!);
    const KINDS: Readonly<Record<string, (n: number) => Promise<Sent>>> = {
      'an invitation': async (n) => {
        const operator = `op_new_${n}`;
        const operators = [
          { id: operator, name: 'Ida', email: `${operator.replaceAll('_', '.')}@acme.dev`, role: 'operator' },
        ];
        await house.api('op_alpha', 'POST', '/api/operator-invitations', { operators });
        return { operator, link: await lastMail(operator), person: await person() };
      },
      'an admin’s link': async () => {
        const { body } = await house.api('op_alpha', 'POST', '/api/operators/op_charlie/sign-in-link');
        return { operator: 'op_charlie', link: body.sign_in_url, person: await person() };
      },
      'a mailed link': async () => {
        // Three an hour for an address.
        await house.advance(3_600_000);
        await house.api('op_alpha', 'PUT', '/api/mailed-links', { allowed: true });
        const visit = await person();
        const { page } = visit;
        await page.goto(house.url);
        await page.getByText('Get a link by mail').click();
        await page.getByLabel('Organization that mails the link').fill('org_demo');
        await page.getByLabel('E-mail address').fill('op_delta@org-demo.example');
        await page.getByRole('button', { name: 'Mail me a link' }).click();
        await page.getByText('can get a link, it is on its way.').waitFor();
        return { operator: 'op_delta', link: await lastMail('op_delta'), person: visit };
      },
    };
    const render = async (page: Page, link: string) => {
      const calls = callsOf(page);
      await page.goto(link);
      await page.getByRole('heading', { name: 'This link signs you in' }).waitFor();
      await page.waitForLoadState('networkidle');
      expect(calls).toEqual([]);
    };
    const SCANS: Readonly<Record<string, (sent: Sent) => Promise<unknown>>> = {
      'a HEAD': ({ link }) => fetch(link, { method: 'HEAD' }),
      'a GET': ({ link }) => fetch(link),
      'a page that runs its scripts': async ({ link }) => {
        const scanner = kept(await visitor(browser));
        await render(scanner.page, link);
        expect(await scanner.context.cookies()).toEqual([]);
      },
      'a page in the same browser, opened twice': async ({ link, person: { page } }) => {
        for (let n = 0; n < 2; n += 1) {
          await page.goto('about:blank');
          await render(page, link);
        }
      },
    };
    const ways = Object.keys(KINDS).flatMap((kind) => Object.keys(SCANS).map((scan) => [kind, scan] as const));

    test.each(ways.map(([kind, scan], n) => [kind, scan, n] as const))(
      '%s is changed by nothing but a press: not by %s',
      async (kind, scan, n) => {
        const sent = await KINDS[kind]!(n);
        const stored = async () => {
          const { sessions } = (await house.api('op_alpha', 'GET', `/api/sessions?operator=${sent.operator}`)).body;
          const { entries } = (await house.api('op_alpha', 'GET', '/api/audit?limit=1')).body;
          return { sessions, entries };
        };
        const before = await stored();
        await SCANS[scan]!(sent);
        expect(await stored()).toEqual(before);
        const { page } = sent.person;
        await page.goto('about:blank');
        await openLink(page, sent.link);
        await inbox(page);
        const { operator } = (await (await page.request.get(`${house.url}/api/session`)).json()) as {
          operator: { id: string };
        };
        expect(operator.id).toBe(sent.operator);
        expect((await stored()).sessions).toHaveLength(before.sessions.length + 1);
      },
    );

    test('the page of a link names nobody, has one button, and fits a phone, in light and in dark', async () => {
      const { page } = kept(await visitor(browser));
      await page.goto(await signInLink(house, 'op_charlie'));
      await page.getByRole('heading', { name: 'This link signs you in' }).waitFor();
      expect(await page.getByRole('main').textContent()).not.toMatch(/Charlie|op_charlie|Acme/);
      expect(await page.getByRole('main').getByRole('button').allTextContents()).toEqual(['Continue', '']);
      expect(await smallTargets(page)).toEqual([]);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect({ colorScheme, violations: await violationsOf(page) }).toEqual({ colorScheme, violations: [] });
      }
    });
  });

  describe('a first passkey', () => {
    const card = (page: Page) => page.getByRole('region', { name: 'Add a passkey now' });

    test('an operator adds a passkey in one press from the inbox, and signs in with it on the next day', async () => {
      const waiting = await house.proposed({ action: 'demo.deploy', requester: 'op_alpha', summary: 'It waits' });
      const { page, context } = kept(
        await signedIn(browser, house, 'op_bravo', { viewport: { width: 1280, height: 900 } }),
      );
      await card(page).getByLabel('This device').selectOption('Password manager');
      // Never above a request.
      const last = await page.getByRole('table', { name: 'Requests' }).boundingBox();
      expect((await card(page).boundingBox())!.y).toBeGreaterThan(last!.y + last!.height);
      await card(page).getByRole('button', { name: 'Add a passkey' }).click();
      await page.getByText('Added. From now on, sign in with your passkey.').waitFor();
      const { passkeys } = (await house.api('op_bravo', 'GET', '/api/passkeys')).body;
      expect(passkeys).toMatchObject([{ name: 'Password manager', standing: 'waiting' }]);

      await house.advance(24 * 3_600_000);
      await context.clearCookies();
      await page.goto(house.url);
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
      await inbox(page);
      await page.waitForLoadState('networkidle');
      expect(await card(page).count()).toBe(0);
      expect(waiting).toMatch(/^req_/);
    });

    test('*Not now* is kept in this browser for this operator, and for nobody else', async () => {
      const { page } = kept(await signedIn(browser, house, 'op_charlie'));
      await card(page).getByRole('button', { name: 'Not now' }).click();
      await card(page).waitFor({ state: 'detached' });
      await page.reload();
      await inbox(page);
      await page.waitForLoadState('networkidle');
      expect(await card(page).count()).toBe(0);
      await signOut(page);
      await openLink(page, await signInLink(house, 'op_delta'));
      await card(page).waitFor();
      await signOut(page);
      await openLink(page, await signInLink(house, 'op_charlie'));
      await inbox(page);
      await page.waitForLoadState('networkidle');
      expect(await card(page).count()).toBe(0);
    });

    test('the card goes when the sign-in is no longer fresh, and is accessible on a phone and a desktop', async () => {
      const { page } = kept(await signedIn(browser, house, 'op_delta', { hurried: true }));
      await card(page).waitFor();
      for (const width of [360, 390, 1280]) {
        await page.setViewportSize({ width, height: 844 });
        const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
        expect({ width, over: Math.max(0, await page.evaluate<number>(overflow)) }).toEqual({ width, over: 0 });
      }
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect({ colorScheme, violations: await violationsOf(page) }).toEqual({ colorScheme, violations: [] });
      }
      await page.setViewportSize({ width: 390, height: 844 });
      expect(await smallTargets(page)).toEqual([]);
      await house.advance(5 * 60_000);
      // The page learns the time of the service with its next answer.
      await page.reload();
      await inbox(page);
      await page.waitForLoadState('networkidle');
      expect(await card(page).count()).toBe(0);
    });

    test('who cannot have a passkey here, or has requested the link by mail, is not asked', async () => {
      const byAddress = kept(await visitor(browser));
      const link = new URL(await signInLink(house, 'op_delta'));
      await openLink(byAddress.page, link.href.replace(link.origin, house.running.baseUrl));
      await inbox(byAddress.page);
      await byAddress.page.waitForLoadState('networkidle');
      expect(await card(byAddress.page).count()).toBe(0);
    });
  });

  describe('the guide of a new organization', () => {
    const guideOf = async (org: string, width: number) => {
      const ada = kept(await visitor(browser, { viewport: { width, height: 900 } }));
      const made = await newOrganization(house, org, `op_ada_${width}`);
      await openLink(ada.page, house.url + (await made.link()));
      await ada.page.getByRole('heading', { name: 'Send your first request' }).waitFor();
      await ada.page.getByRole('region', { name: 'Add a passkey now' }).waitFor();
      return { ...ada, ...made };
    };
    const boxOf = async (page: Page, selector: string) => (await page.locator(selector).boundingBox())!;

    test.each([360, 390, 768, 1280, 1440])(
      'the first page of a new organization has room for its steps, %d pixels wide, with the passkey above them',
      async (width) => {
        const { page } = await guideOf(`org_new_${width}`, width);
        const [main, guide, passkey] = [
          await boxOf(page, 'main'),
          await boxOf(page, '.guide'),
          await boxOf(page, '.passkey-now'),
        ];
        expect(passkey.y + passkey.height).toBeLessThanOrEqual(guide.y);
        expect(guide.width).toBeGreaterThan(Math.min(560, main.width - 40));
        const name = await page.getByLabel('Name of the organization').boundingBox();
        expect(name!.width).toBeGreaterThan(200);
        const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
        expect(Math.max(0, await page.evaluate<number>(overflow))).toBe(0);
        expect(await violationsOf(page)).toEqual([]);
      },
    );

    test('the first admin adds a passkey in the guide, and a second admin, who signs in and approves the next change', async () => {
      const { page } = await guideOf('org_pair', 1281);
      await page
        .getByRole('region', { name: 'Add a passkey now' })
        .getByRole('button', { name: 'Add a passkey' })
        .click();
      await page.getByText('Added. From now on, sign in with your passkey.').waitFor();
      const last = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Make it last' }) });
      await last.getByText('from then on, each change waits for the key of the other admin').waitFor();
      await last.getByRole('link', { name: 'Add an admin' }).click();
      await page.getByRole('button', { name: 'Invite people…' }).click();
      const form = page.getByRole('dialog', { name: 'Invite people' });
      await form.getByLabel('Addresses or CSV').fill('Ben <ben@acme.example>, admin');
      await form.getByLabel('Id of Ben').fill('op_ben_pair');
      await form.getByText('Each of them gets a mail with a sign-in link').waitFor();
      await form.getByRole('button', { name: 'Invite', exact: true }).click();
      await form.waitFor({ state: 'detached' });
      await follow(page, '/welcome');
      await last.getByText('No change waits now.').waitFor();

      // What waits, where, and who can approve it.
      await last.getByRole('link', { name: 'Add a webhook' }).click();
      await page.getByRole('button', { name: 'New endpoint…' }).waitFor();
      await follow(page, '/keys');
      await page.getByRole('button', { name: 'New key…' }).click();
      await page.getByLabel('What it is for').fill('ledger');
      await page.getByLabel('read: read requests').check();
      await page.getByRole('button', { name: 'Make key' }).click();
      await page.getByRole('dialog', { name: 'Waits for another admin’s key' }).getByText('Ben').waitFor();
      await page.keyboard.press('Escape');
      await follow(page, '/welcome');
      const waits = last.getByRole('region', { name: 'Changes that wait' });
      await waits.getByText('waits for Ben').waitFor();

      // The link of the second admin was mailed when they were added: no change could make one now.
      const ben = kept(await visitor(browser));
      await openLink(ben.page, atHouse(house, (await mailedLinks(house, 'op_ben_pair')).at(-1)!));
      await ben.page.getByRole('link', { name: /ledger/ }).click();
      await ben.page.getByRole('heading', { name: 'What you approve' }).waitFor();
    });
  });
});
