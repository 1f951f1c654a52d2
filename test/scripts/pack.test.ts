/** What `npm run pack` says in a clone that has not installed everything. What it packs: test/client/package. */
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { aFolder } from '../support/folder';

const ROOT = join(__dirname, '../..');
const COPIED = ['package.json', 'packages', 'scripts'];
const LINKED = ['infra', 'generated', 'node_modules', 'tsconfig.json'];

/** A clone with these installed. The gate's packages are never among them. */
function pack(linked: readonly string[], command: readonly string[]) {
  const clone = aFolder();
  for (const name of COPIED)
    cpSync(join(ROOT, name), join(clone, name), {
      recursive: true,
      filter: (path) => !path.endsWith('node_modules') && !path.includes('client/dist'),
    });
  for (const name of linked) symlinkSync(join(ROOT, name), join(clone, name));
  const { status, stdout, stderr } = spawnSync('npm', command, { cwd: clone, encoding: 'utf8' });
  return { failed: status !== 0, stdout, lines: stderr.split('\n').filter((line) => !/^(npm .*)?$/.test(line)) };
}

const DEVELOPMENT = 'This command needs the development packages: npm ci';
const OF_THE_GATE = 'The packages of the gate are missing: npm ci --prefix src/gate, or npm run pack -- --without-gate';

it.each([
  ['run', '-s', 'pack'],
  ['pack', '-s', './packages/client'],
])('a clone without development packages says so in one sentence: npm %s %s %s', (...command) => {
  expect(pack([], command)).toEqual({ failed: true, stdout: '', lines: [DEVELOPMENT] });
});

it.each([
  ['run', '-s', 'pack'],
  ['pack', '-s', './packages/client'],
])('a clone without the packages of the gate says so in one sentence: npm %s %s %s', (...command) => {
  expect(pack(LINKED, command)).toEqual({ failed: true, stdout: '', lines: [OF_THE_GATE] });
});

it('a flag that does not exist is answered with the usage, and packs nothing', () => {
  const { failed, lines } = pack(LINKED, ['run', '-s', 'pack', '--', '--whithout-gate']);
  expect([failed, lines.at(-1)]).toEqual([true, 'usage: npm run pack -- [FOLDER] [--name NAME] [--without-gate]']);
});

it('both READMEs install what a package is made of before they make one', () => {
  for (const path of ['README.md', 'src/client/README.md'])
    expect(readFileSync(join(ROOT, path), 'utf8')).toContain('npm ci && npm ci --prefix src/gate && npm run pack');
});
