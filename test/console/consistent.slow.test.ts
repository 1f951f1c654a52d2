/** No page of the console contradicts another page or its own next sentence. */
import type { Page } from 'playwright-core';
import { DIGEST, ENVELOPE, type House } from '../support/house';
import { violationsOf } from './axe';
import { describeInBrowser } from './browser';
import { follow, inConsole, leave, openRequest, turnInBrowser } from './visitor';

jest.setTimeout(60_000);

const WIDE = { viewport: { width: 1440, height: 900 }, hurried: true } as const;

describeInBrowser('the console', () => {
  let house: House;
  const { here, as, atInbox } = inConsole(WIDE);
  const rowOf = (page: Page, id: string) =>
    page.getByRole('row').filter({ has: page.locator(`a[href="/requests/${id}"]`) });

  beforeAll(() => {
    ({ house } = here);
  });

  test('the inbox warns of a first refund of 48,000, and not of a harmless first request', async () => {
    const large = await house.proposed({ action: 'demo.refund', requester: 'op_charlie', params: { amount: '48000' } });
    const harmless = await house.proposed({
      action: 'demo.deploy',
      requester: 'op_delta',
      params: { service: 'billing' },
    });
    const { page } = await atInbox('op_bravo');
    await rowOf(page, large).getByText('nothing approved yet, large number').waitFor();
    await rowOf(page, large).getByText('1 warning').waitFor({ state: 'attached' });
    await rowOf(page, harmless).getByText('first request', { exact: true }).waitFor();
    expect(
      await rowOf(page, harmless)
        .getByText(/warning/)
        .count(),
    ).toBe(0);
    await page.getByRole('button', { name: 'Unusual 1' }).click();
    await rowOf(page, harmless).waitFor({ state: 'detached' });
    await rowOf(page, large).waitFor();
    await Promise.all([large, harmless].map((id) => house.abort('op_bravo', id)));
  });

  test('the inbox judges a request like its own page', async () => {
    for (const amount of ['10', '20', '30', '40', '50']) {
      const id = await house.proposed({ action: 'demo.refund', requester: 'op_alpha', params: { amount } });
      await house.turn('op_bravo', id);
    }
    const id = await house.proposed({ action: 'demo.refund', requester: 'op_delta', params: { amount: '900' } });
    const { page } = await atInbox('op_bravo');
    await rowOf(page, id).getByText('18× the highest approved Amount').waitFor();
    await rowOf(page, id).getByText('2 warnings').waitFor({ state: 'attached' });
    await rowOf(page, id).getByRole('link').click();
    const unusual = page.getByRole('region', { name: 'Unusual for this action' });
    await unusual.getByText('is 18 times the highest approved before (EUR 50.00).').waitFor();
    expect(await unusual.getByRole('listitem').count()).toBe(2);
    await page.getByText('last approved: «EUR 50.00»').waitFor();
  });

  test('the console warns of a sealed call that was used before, with a link to its first use, also after a turn', async () => {
    const sealed = { action: 'demo.deploy', requester: 'op_alpha', params: { intent: DIGEST }, intent: ENVELOPE };
    const [first, again] = [await house.proposed(sealed), await house.proposed(sealed)];
    const bravo = await as('op_bravo');
    await openRequest(bravo, first);
    const warning = bravo.page.getByRole('listitem').filter({ hasText: 'This sealed call was used before' });
    expect(await warning.count()).toBe(0);
    await openRequest(bravo, again);
    expect(await warning.textContent()).toBe(
      `This sealed call was used before, in ${first}. Check that the params describe what it really does.`,
    );
    // Only the answer to the turn is drawn from here on: it does not say where the call was used.
    await bravo.page.route(`**/api/requests/${again}`, () => {});
    await turnInBrowser(bravo, await house.code('op_bravo', again));
    await bravo.page.getByText('You turned your key at').waitFor();
    expect(await warning.count()).toBe(1);
    await warning.getByRole('link').click();
    await bravo.page.waitForURL(`${house.url}/requests/${first}`);
  });

  test('the page says one thing after a turn, without a machine’s time, and keeps the focus beside it', async () => {
    const id = await house.proposed({ action: 'demo.deploy', requester: 'op_alpha' });
    const bravo = await as('op_bravo');
    await openRequest(bravo, id);
    await turnInBrowser(bravo, await house.code('op_bravo', id));
    const decision = bravo.page.getByRole('region', { name: 'Your decision' });
    await decision.getByText('You turned your key at').waitFor();
    expect(await decision.getByRole('status').count()).toBe(1);
    expect(await bravo.page.getByRole('main').textContent()).not.toMatch(/\dT\d\d:\d\d|Take back your key to change/);
    await expect(bravo.page.evaluate('document.activeElement.textContent')).resolves.toBe('Your decision');
  });

  test('no button is more prominent than the one that the page asks for', async () => {
    const id = await house.proposed({ action: 'demo.deploy', requester: 'op_alpha' });
    const bravo = await as('op_bravo');
    await openRequest(bravo, id);
    const groundOf = (name: string) =>
      bravo.page.evaluate<string>(`(() => {
        const button = [...document.querySelectorAll('button')].find((each) => each.textContent === ${JSON.stringify(name)});
        return getComputedStyle(button).backgroundColor;
      })()`);
    expect(await groundOf('Refuse…')).toBe(await groundOf('Abort…'));
    expect(await groundOf('Turn my key…')).not.toBe(await groundOf('Refuse…'));
  });

  test('a failing endpoint is never shown as healthy, and the page says since when, why, and when it is tried next', async () => {
    const url = 'http://127.0.0.1:9/closed';
    const added = await house.api('op_alpha', 'POST', '/api/webhooks', { url, description: 'The ledger' });
    const id = await house.proposed({});
    await house.refuse('op_bravo', id);
    await house.advance(0);
    const { page } = await as('op_alpha');
    await follow(page, '/overview');
    const alert = page.getByRole('region', { name: 'Failing endpoint' });
    await alert.getByText(/The ledger has been failing for/).waitFor();
    await alert.getByText(/Last error: \S/).waitFor();
    await alert.getByText(/Next attempt/).waitFor();
    expect(await page.getByText('Healthy').count()).toBe(0);
    expect(await page.getByRole('region', { name: 'Delivered at first attempt' }).textContent()).not.toContain('100 %');
    await follow(page, `/webhooks/${added.body.endpoint.id}`);
    await page.getByText('Failing', { exact: true }).first().waitFor();
    expect(await page.getByText('Healthy').count()).toBe(0);
    const about = page.getByRole('region', { name: 'Endpoint' });
    await about
      .getByText(/^Failing for .+\. Last error: .+\. 1 event is waiting\. Next attempt (now|in [\d:]+)\.$/)
      .waitFor();
    expect(await violationsOf(page, ['color-contrast'])).toEqual([]);
    await house.api('op_alpha', 'DELETE', `/api/webhooks/${added.body.endpoint.id}`);
  });

  test('operators find no link to a form that they cannot use', async () => {
    const { page } = await as('op_bravo');
    expect(await page.getByRole('link', { name: 'API keys' }).count()).toBe(0);
    for (const path of ['/keys', '/operators', '/webhooks', '/audit', '/new-action']) {
      await leave(page);
      await follow(page, path);
      await page.getByRole('heading', { name: 'For admins' }).waitFor();
    }
    await follow(page, '/actions/demo.refund');
    const policy = page.getByRole('region', { name: 'Policy' });
    await policy.getByText('"amount" ≥ "1000": 3 keys').waitFor();
    expect(await policy.getByRole('textbox').count()).toBe(0);
    expect(await page.getByRole('button', { name: /save|delete/i }).count()).toBe(0);
  });

  test('the console can be used with keys alone: j and k, Enter, Ctrl K and ?', async () => {
    const [first, second] = [
      await house.proposed({ action: 'demo.deploy' }),
      await house.proposed({ action: 'demo.deploy' }),
    ];
    const { page } = await atInbox('op_charlie');
    await rowOf(page, second).waitFor();
    const focused = () => page.evaluate<string | null>('document.activeElement.getAttribute("href")');
    await page.keyboard.press('j');
    const top = await focused();
    await page.keyboard.press('j');
    expect(await focused()).not.toBe(top);
    await page.keyboard.press('k');
    expect(await focused()).toBe(top);
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'What you approve' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or jump to' }).fill('overv');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or jump to' }).fill(first);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/requests/${first}`);
  });
});
