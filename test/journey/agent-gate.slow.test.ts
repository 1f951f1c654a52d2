/** What a person sees of a call of the example `agent-gate`: in a browser, and in the mail. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { describeInBrowser, launch } from '../console/browser';
import { buildConsole } from '../console/built';
import { openRequest, signedIn, type Visitor } from '../console/visitor';
import { aFolder } from '../support/folder';
import { type House, openHouse } from '../support/house';
import { TYPESCRIPT } from '../support/typescript';

jest.setTimeout(120_000);

const ROOT = join(__dirname, '../..');
const NOT_SHOWN = 'A document was attached that this action does not show: reason.';

describeInBrowser('a call of the example agent-gate', () => {
  const folder = aFolder();
  let house: House;
  let browser: Browser;
  let bravo: Visitor;
  beforeAll(async () => {
    await buildConsole();
    [house, browser] = await Promise.all([openHouse({ memory: true, dataDir: folder, demoPages: true }), launch()]);
    bravo = await signedIn(browser, house, 'op_bravo');
  });
  afterAll(async () => {
    expect(bravo?.faults).toEqual([]);
    await browser?.close();
    await house?.stop();
  });

  /** Starts the example, and shows each request that it waits for to a person. */
  const run = (meet: (id: string) => Promise<unknown>) =>
    new Promise<string>((resolve, reject) => {
      const args = [...TYPESCRIPT, 'examples/agent-gate/main.ts', '--data-dir', folder];
      const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'], detached: true });
      let said = '';
      child.stdout.on('data', (chunk: Buffer) => {
        said += chunk;
        for (const [, id] of chunk.toString().matchAll(/waiting for (req_[0-9a-f]{24})/g))
          meet(id!).catch((error: unknown) => {
            // With the gate that it started.
            process.kill(-child.pid!);
            reject(error);
          });
      });
      child.on('close', () => resolve(said));
    });
  const mainText = (page: Page) => page.getByRole('main').textContent();

  test('the page has the amount, the receiver and the reason of the agent as text, and warns of nothing unshown', async () => {
    const { page } = bravo;
    const said = await run(async (id) => {
      const { body } = await house.api('op_bravo', 'GET', `/api/requests/${id}`);
      if (body.request.action !== 'agent.payment') return house.refuse('op_charlie', id);
      await openRequest(bravo, id);
      await page
        .getByRole('region', { name: 'Evidence: reason' })
        .getByText('The invoice says so.', { exact: true })
        .waitFor();
      const approved = await page.getByRole('region', { name: 'What you approve' }).textContent();
      expect(approved).toMatch(/Amount.*EUR.1,250\.00.*To.*ACME GmbH/s);
      expect(await mainText(page)).not.toContain('does not show');
      return house.turn('op_bravo', id);
    });
    expect(said).toContain('Paid 1250.00 EUR to ACME GmbH.');
  });

  test('where the display declares no document, page, dialog and mail say which one cannot be read', async () => {
    const { body } = await house.api('op_alpha', 'GET', '/api/actions/agent.payment');
    const { display, roster, quorum, title } = body.action;
    const { evidence: _, ...without } = display;
    const edited = { title, roster, quorum, display: without };
    expect((await house.api('op_alpha', 'PUT', '/api/actions/agent.payment', edited)).status).toBe(200);
    const digest = `sha256:${'a'.repeat(64)}`;
    const params = { amount: '1250.00', to: 'ACME GmbH', 'evidence.reason': digest };
    const id = await house.proposed({ action: 'agent.payment', requester: 'op_alpha', params });
    const { page } = bravo;
    await openRequest(bravo, id);
    const unusual = page.getByRole('region', { name: 'Unusual for this action' });
    await unusual.getByText(NOT_SHOWN).waitFor();
    await page.getByLabel('Your code for this request').fill('12345678');
    await page.keyboard.press('Enter');
    await page.getByRole('alertdialog').getByText(NOT_SHOWN).waitFor();
    await page.keyboard.press('Escape');
    await house.messages('op_bravo');
    await page.goto(`${house.url}/local/mailbox?operator=op_bravo`);
    expect(await page.locator('body').textContent()).toContain(`Unusual: ${NOT_SHOWN.replace('A', 'a')}`);
  });
});
