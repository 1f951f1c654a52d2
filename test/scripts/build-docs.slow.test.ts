import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { launch } from '../console/browser';
import { aFolder } from '../support/folder';
import { describeWith } from '../support/needed';
import { REFERENCE } from '../support/reference';

const ROOT = join(__dirname, '../..');

describeWith('tools', 'redoc', 'the API reference that npm run docs makes', () => {
  let folder: string;
  let browser: Browser;
  beforeAll(async () => {
    folder = aFolder();
    execFileSync(process.execPath, ['--import', 'tsx', 'scripts/build-docs.ts', folder], { cwd: ROOT, stdio: 'pipe' });
    browser = await launch();
  }, 60_000);
  afterAll(() => browser?.close());

  it('the API reference shows every operation of /v1 and the routes of the contract, and asks nothing of another host', async () => {
    const page = await browser.newPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(pathToFileURL(join(folder, 'index.html')).href);
    for (const { summary } of REFERENCE) {
      await page.locator('h2', { hasText: summary }).first().waitFor({ state: 'attached', timeout: 10_000 });
    }
    expect(asked.filter((url) => !/^(file|data|blob):/.test(url))).toEqual([]);
    expect(asked.filter((url) => url.endsWith('redoc.js'))).toHaveLength(1);
  }, 30_000);

  it('the built documentation is complete: no element of a page names a file that is not beside it', () => {
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.html'))) {
      const page = readFileSync(join(folder, file), 'utf8');
      const named = [...page.matchAll(/<(?:script|link|img|iframe)\b[^>]*?\b(?:src|href)="([^"]*)"/g)].map(
        ([, at]) => at,
      );
      expect(named).toEqual(['redoc.js']);
    }
    expect(readFileSync(join(folder, 'redoc.js'), 'utf8')).not.toMatch(/["'`](?:https?:)?\/\/(?:cdn|fonts|unpkg)\b/);
  });
});
