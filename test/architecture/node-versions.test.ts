/** Which Node runs this: `engines` says the oldest one, the greeting of the runner the ones that get security fixes. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { devDependencies, engines } from '../../package.json';
import { greeting } from '../../src/local/command';

const ROOT = join(__dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const tracked = (...patterns: string[]) =>
  execFileSync('git', ['ls-files', '--', ...patterns], { cwd: ROOT, encoding: 'utf8' })
    .trim()
    .split('\n');

const OLDEST = engines.node.replace(/^>=/, '');
const MAJORS = [18, 20, 21, 22, 23, 24, 25, 26];
const isMaintained = (major: number) =>
  !greeting(
    { baseUrl: '', demoFile: '', memory: false } as never,
    { testClock: false, dataDir: '' } as never,
    `${major}.99.0`,
  ).includes('no security fixes');
const maintained = MAJORS.filter(isMaintained);
const sentence = (last: string) => `${maintained.slice(0, -1).join(', ')} ${last} ${maintained.at(-1)}`;

const SENTENCE = `Node ${OLDEST} or later runs it; ${sentence('and')} get security fixes.`;

it.each(['README.md', 'CONTRIBUTING.md', 'docs/deploy.md', 'docs/consumers/quick-start.md', 'src/client/README.md'])(
  'the versions of Node are in one sentence of %s, which agrees with `engines` and the greeting',
  (path) => {
    expect(read(path).replaceAll(/\s+/g, ' ').split(SENTENCE)).toHaveLength(2);
  },
);

it('no document and no message says other versions of Node', () => {
  const texts = tracked('*.md', 'src/*.ts', 'scripts/*.ts', 'scripts/*.mjs').map((path) => [path, read(path)] as const);
  const said = texts.flatMap(([path, text]) =>
    [
      ...text
        .replaceAll(/\s+/g, ' ')
        .matchAll(/\bNode (\d\d(?:, \d\d)*,? (?:and|or) \d\d\b(?!\.\d)|\d[\d.]* or (?:later|newer))/g),
    ]
      .map(([, versions]) => versions!)
      .filter((versions) => ![`${OLDEST} or later`, sentence('or')].includes(versions))
      .map((versions) => `${path}: Node ${versions}`),
  );
  expect(said).toEqual([]);
});

it('each manifest that names a version of Node names the same one', () => {
  const named = tracked('package.json', '*/package.json').map(
    (path) => [path, JSON.parse(read(path)).engines] as const,
  );
  expect(named.filter(([, each]) => each !== undefined)).toEqual([
    ['package.json', engines],
    ['packages/client/package.json', engines],
  ]);
});

it('the package is built, and types are checked, for the oldest version', () => {
  expect(devDependencies['@types/node']).toMatch(new RegExp(`^${OLDEST.replace('.', '\\.')}\\.`));
  const targets = tracked('scripts/pack').flatMap((path) => read(path).match(/target: '.*'/g) ?? []);
  expect(new Set(targets)).toEqual(new Set([`target: 'node${OLDEST.split('.')[0]}'`]));
});
