/** The audit log on a phone, in a browser. */
import type { House } from '../support/house';
import { violationsOf } from './axe';
import { describeInBrowser } from './browser';
import { inConsole } from './visitor';

jest.setTimeout(60_000);

describeInBrowser('the audit log on a phone', () => {
  let house: House;
  const { here, as } = inConsole({});
  beforeAll(() => {
    ({ house } = here);
  });

  test('the audit log has a heading for each day and one line for each entry whose words fit into it, which a touch opens', async () => {
    const { body } = await house.propose({ action: 'demo.deploy', params: { service: 'billing' } });
    await house.advance(26 * 3600_000);
    await house.propose({ action: 'demo.solo' });
    const { page } = await as('op_alpha');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${house.url}/audit`);
    const log = page.getByRole('table', { name: 'Audit log' });
    await log.getByText('requested “Deploy to production”').waitFor();
    const days = await log.locator('.log-day').allTextContents();
    expect(days.length).toBeGreaterThanOrEqual(2);
    expect(days[0]).toMatch(/^Today, \d+ \w+ \d{4}$/);
    expect(new Set(days).size).toBe(days.length);
    const rows = log.locator('tr.log');
    const heights = await rows.evaluateAll((all) =>
      (all as unknown as { getBoundingClientRect(): { height: number } }[]).map(
        (row) => row.getBoundingClientRect().height,
      ),
    );
    expect(heights.length).toBeGreaterThan(5);
    // Two lines at most, because the words of no entry here need a third.
    expect(heights.filter((height) => height < 44 || height > 56)).toEqual([]);
    expect(heights.filter((height) => height <= 48).length).toBeGreaterThan(0);
    const row = rows.filter({ hasText: 'requested “Deploy to production”' });
    // Where the words are, and not where the browser draws the button.
    await row.click({ position: { x: 200, y: 20 } });
    await row.getByRole('link', { name: 'open request' }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await row.getByRole('link', { name: 'open request' }).click();
    await page.waitForURL(`${house.url}/requests/${body.request.id}`);
  });
});
