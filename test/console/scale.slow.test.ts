/**
 * The inbox and the history of a large organization, in a browser: 502 open requests and some thousand ended ones, or as many
 * as ENDED_REQUESTS says. They are written past the functions, as the functions would have written them.
 */
import type { Browser } from 'playwright-core';
import { writeClones } from '../../bench/support/clones';
import { MemoryStream } from '../../src/local/memory/stream';
import type { OrgId, RequestId } from '../../src/protocol/identifiers';
import { createRequestStore } from '../../src/service/request/store/request-store';
import type { House } from '../support/house';
import { describeInBrowser } from './browser';
import { openWorld, signedIn, type Visitor, type World } from './visitor';

jest.setTimeout(300_000);

const ENDED = Number(process.env.ENDED_REQUESTS ?? 1_500);
const OPEN = 502;
const CHUNK = 500;

/** Ended requests were handled long ago, so the stream does not tell the functions of them. */
async function untold(write: () => Promise<void>): Promise<void> {
  const told = jest.spyOn(MemoryStream.prototype, 'add').mockReturnValue(undefined);
  await write();
  told.mockRestore();
}

describeInBrowser('the console of a large organization', () => {
  let world: World;
  let house: House;
  let browser: Browser;
  let bravo: Visitor;
  let oldest: string;
  let flood: (count: number) => Promise<unknown>;

  beforeAll(async () => {
    world = await openWorld();
    ({ house, browser } = world);
    const { tables } = house.running;
    const store = createRequestStore(tables);
    const clone = async (id: string, count: number, shiftMs: number) => {
      const { request } = (await store.load('org_demo' as OrgId, id as RequestId))!;
      const original = { request: { ...request, createdAtMs: request.createdAtMs + shiftMs }, intent: null };
      return writeClones(tables, original, count);
    };
    oldest = await house.proposed({ summary: 'The first one, for Northwind' });
    await house.turn('op_bravo', oldest);
    await house.advance(120_000);
    const ended = await house.proposed({ summary: 'Parcel lost' });
    await house.turn('op_bravo', ended);
    await house.advance(0);
    await untold(async () => {
      for (let n = 0; n < ENDED; n += CHUNK) await clone(ended, CHUNK, -n);
    });
    const refund = { action: 'demo.refund', requester: 'op_delta', params: { amount: '64.10', order: '9121' } };
    const lost = await house.proposed({ ...refund, summary: 'Parcel lost' });
    flood = (count) => clone(lost, count, OPEN);
    await clone(lost, OPEN - 2, 1);
    await house.proposed({ ...refund, params: { amount: '48000.00', order: '8812' }, summary: 'Charged twice' });
    bravo = await signedIn(browser, house, 'op_bravo', { viewport: { width: 1440, height: 900 } });
  });
  afterAll(async () => {
    await world?.close();
  });

  test('the inbox counts all 502 waiting requests, finds the last of them by a word, and has pages', async () => {
    const { page } = bravo;
    await page.getByText('502 need you').waitFor();
    await page.getByText('1–50 of 502').first().waitFor();
    const [words, filters] = await Promise.all([
      page.getByLabel('Search the open requests').boundingBox(),
      page.getByLabel('Sort by').boundingBox(),
    ]);
    // The search and the filters are one line.
    expect(Math.abs(words!.y - filters!.y)).toBeLessThan(10);
    await page.getByRole('button', { name: 'Next page' }).first().click();
    await page.getByText('51–100 of 502').first().waitFor();
    await page.getByLabel('Search the open requests').fill('charged 8812');
    await page.getByText('1 of 502').first().waitFor();
    await page.getByRole('link', { name: /48,000\.00/ }).waitFor();
    await page.getByLabel('Search the open requests').fill('nobody has this');
    await page.getByText('No request matches').waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByText('1–50 of 502').first().waitFor();
  });

  test('the inbox keeps a filter and an order in its address, and stops several requests for one reason', async () => {
    const { page } = bravo;
    await page.getByLabel('Sort by').selectOption('amount');
    await page.getByRole('row').nth(1).getByText('48,000.00').waitFor();
    await page.getByLabel('Action').selectOption('demo.refund');
    await page.waitForURL('**/?action=demo.refund&sort=amount');
    await page.reload();
    await page.getByRole('row').nth(1).getByText('48,000.00').waitFor();
    await page.getByText('1–50 of 502').first().waitFor();
    for (const n of [1, 2, 3]) await page.getByRole('row').nth(n).getByRole('checkbox').check();
    await page.getByText('3 selected').waitFor();
    expect(await page.getByRole('button', { name: /approve|turn/i }).count()).toBe(0);
    await page.getByRole('button', { name: 'Refuse…' }).click();
    await page.getByRole('alertdialog').getByLabel('Reason for all of them').fill('Paid twice');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Refuse them' }).click();
    await page.getByRole('dialog').getByText('3 requests refused').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
    await page.getByText('499 need you').waitFor();
    expect(bravo.faults).toEqual([]);
  });

  test('the inbox in a flood shows no unknown count, and can be paged through', async () => {
    const { page } = bravo;
    await flood(300);
    await page.goto(house.url);
    await page.locator('#main').getByText('799 open requests ask you').waitFor();
    await page.getByText('1–50 of 799').first().waitFor();
    await page
      .getByRole('navigation', { name: 'Views' })
      .getByRole('link', { name: 'Needs me', exact: true })
      .waitFor();
    await page.getByRole('button', { name: 'Next page' }).first().click();
    await page.getByText('51–100 of 799').first().waitFor();
    await page.getByLabel('Search the open requests').fill('nobody has this');
    await page.getByText('0 of 799').first().waitFor();
    expect(bravo.faults).toEqual([]);
  });

  test('the history searches ended requests step by step, says how far it searched, and finds the oldest', async () => {
    const { page } = bravo;
    await page.goto(`${house.url}/requests?text=northwind`);
    await page.getByText(/^0 of 1,000 requests match, searched back to /).waitFor();
    expect(await page.getByText('No request matches').count()).toBe(0);
    const further = page.getByRole('button', { name: 'Search further back' });
    for (let step = 1; (await page.locator(`a[href="/requests/${oldest}"]`).count()) === 0; step++) {
      expect(step).toBeLessThan(ENDED / 1000 + 3);
      await further.click();
      await page
        .getByText(new RegExp(`of ${Math.min(step + 1, 999)},\\d{3} requests match|Everything was searched`))
        .waitFor();
    }
    await page.getByText('Everything was searched.').waitFor();
  });
});
