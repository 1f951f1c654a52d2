/** When the console is built: `npm start`, a synthesis and a package use what `scripts/ensure-console.mjs` leaves. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { aFolder } from '../support/folder';

const SCRIPT = 'scripts/ensure-console.mjs';
/** Notes that it ran, and takes as long as another process needs to start. */
const BUILDER = `
const { appendFileSync, mkdirSync, writeFileSync } = require('node:fs');
appendFileSync('builds', process.env.NODE_ENV + ' ');
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
mkdirSync('dist/console', { recursive: true });
writeFileSync('dist/console/index.html', 'built');
`;
const SOURCES = ['src/console/pages/page.tsx', 'src/protocol/a.ts', 'generated/limits.ts'];
const MADE_OF = [...SOURCES, 'vite.config.mts', 'package-lock.json'];
const FOLDERS = ['src/console/pages', 'src/console', 'src/protocol', 'generated'];

let folder: string;
const at = (path: string) => join(folder, path);
const write = (path: string, content = '') => {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), content);
};
const ensure = () => promisify(execFile)(process.execPath, [at(SCRIPT)]);
const builds = () => (existsSync(at('builds')) ? readFileSync(at('builds'), 'utf8').trim().split(' ') : []);
/** As if the console had been built an hour ago, from what was an hour older. */
const HOUR_S = 3600;
const settle = () => {
  const nowS = Date.now() / 1000;
  for (const path of [...MADE_OF, ...FOLDERS]) utimesSync(at(path), nowS - 2 * HOUR_S, nowS - 2 * HOUR_S);
  utimesSync(at('dist/console/index.html'), nowS - HOUR_S, nowS - HOUR_S);
};

beforeEach(() => {
  folder = aFolder();
  mkdirSync(at('scripts'));
  cpSync(join(__dirname, '../..', SCRIPT), at(SCRIPT));
  write('node_modules/vite/bin/vite.js', BUILDER);
  for (const path of MADE_OF) write(path);
  write('package.json', '{"engines":{"node":">=20.19"}}');
  write('node_modules/package.json', '{"type":"commonjs"}');
});

it('the build script builds a fresh clone once, also for processes that start at once, and not again', async () => {
  await Promise.all([ensure(), ensure(), ensure()]);
  await ensure();
  expect(builds()).toEqual(['production']);
  expect(existsSync(at('dist/.building-console'))).toBe(false);
});

it('`npm start` says that it builds the console before the build ends, and says nothing if there is nothing to build', async () => {
  const { scripts } = JSON.parse(readFileSync(join(__dirname, '../../package.json'), 'utf8'));
  expect(scripts.start).toMatch(new RegExp(`^node ${SCRIPT} && `));
  const running = spawn(process.execPath, [at(SCRIPT)]);
  const [said] = await once(running.stderr, 'data');
  expect([String(said), existsSync(at('dist/console/index.html'))]).toEqual([
    'Building the console. This takes some seconds, and only after a change of its files…\n',
    false,
  ]);
  await once(running, 'close');
  expect(builds()).toHaveLength(1);
  settle();
  expect(await ensure()).toEqual({ stdout: '', stderr: '' });
});

describe('a console that is built', () => {
  beforeEach(() => {
    write('dist/console/index.html');
    settle();
  });

  it('a built console is kept if only other files are newer', async () => {
    write('src/lambda/api.lambda.ts');
    await ensure();
    expect(builds()).toEqual([]);
  });

  it.each(MADE_OF)('the console is built again after a change of %s', async (path) => {
    write(path, 'changed');
    await ensure();
    expect(builds()).toEqual(['production']);
  });

  it('the console is built again after a source was removed', async () => {
    rmSync(at('src/console/pages/page.tsx'));
    await ensure();
    expect(builds()).toHaveLength(1);
  });
});

it('the build script leaves edits during a build to the next build, and ends even if a source has a date in the future', async () => {
  const running = ensure();
  while (builds().length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  write('generated/limits.ts', 'edited');
  await running;
  await ensure();
  expect(builds()).toHaveLength(2);
  const future = Date.now() / 1000 + HOUR_S;
  utimesSync(at('generated/limits.ts'), future, future);
  await ensure();
  expect(builds()).toHaveLength(3);
});

it('the build script takes the lock of a build that was killed', async () => {
  mkdirSync(at('dist/.building-console'), { recursive: true });
  const old = Date.now() / 1000 - HOUR_S;
  utimesSync(at('dist/.building-console'), old, old);
  await ensure();
  expect(builds()).toHaveLength(1);
});

it('the build script builds nothing if the sources are absent', async () => {
  rmSync(at('src'), { recursive: true });
  await ensure();
  expect(builds()).toEqual([]);
});
