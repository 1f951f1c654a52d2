/** `node scripts/advisories.mjs`, over a registry on this machine. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { aFolder } from '../support/folder';

const SCRIPT = join(__dirname, '../../scripts/advisories.mjs');
const LOCK = {
  lockfileVersion: 3,
  packages: {
    '': { name: 'x', version: '1.0.0', dependencies: { shipped: '1.0.0' }, devDependencies: { tool: '1.0.0' } },
    'node_modules/shipped': { version: '1.0.0' },
    'node_modules/tool': { version: '1.0.0', dev: true },
  },
};
const advisory = (severity: string) => ({
  id: 1,
  url: 'https://a.example/1',
  title: 'It leaks',
  severity,
  vulnerable_versions: '<2',
});

describe('the advisories about what is installed', () => {
  const folder = aFolder();
  let registry: Server;
  let severity: string | null;
  const asked: string[] = [];
  beforeAll(async () => {
    writeFileSync(join(folder, 'package.json'), JSON.stringify(LOCK.packages['']));
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(LOCK));
    registry = createServer((request, response) => {
      asked.push(request.url!);
      const versions = { '1.0.0': { name: 'shipped', version: '1.0.0' } };
      const document = { name: 'shipped', versions, 'dist-tags': { latest: '1.0.0' } };
      const found = { shipped: severity === 'none' ? [] : [advisory(severity!)] };
      response.statusCode = severity === null ? 405 : 200;
      response.end(JSON.stringify(request.method === 'POST' ? found : document));
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => registry.once('listening', resolve));
  });
  afterAll(() => registry.close());

  const known = (level: string) => `advisories: shipped: ${level}: It leaks https://a.example/1\n`;

  it.each<[string | null, number, unknown]>([
    ['critical', 1, known('critical')],
    ['high', 1, known('high')],
    ['moderate', 0, known('moderate')],
    ['none', 0, 'advisories: none is known\n'],
    [null, 0, expect.stringMatching(/^advisories: not looked up, because the registry did not answer \(405 [^\n]+\n$/)],
  ])('an advisory of the severity %s ends the check with %d', async (level, code, said) => {
    severity = level;
    const { port } = registry.address() as AddressInfo;
    const env = {
      ...process.env,
      npm_config_registry: `http://127.0.0.1:${port}/`,
      npm_config_cache: join(folder, level ?? '-'),
    };
    const ended = await new Promise((resolve) =>
      execFile(process.execPath, [SCRIPT, folder], { env }, (error, stdout) => resolve([error?.code ?? 0, stdout])),
    );
    expect(ended).toEqual([code, said]);
    expect(asked).toContain('/-/npm/v1/security/advisories/bulk');
  });
});
