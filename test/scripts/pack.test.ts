/** What `npm run pack` says in a clone that has not installed everything. What it packs: test/client/package. */
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { aFolder } from '../support/folder';

const ROOT = join(__dirname, '../..');
const COPIED = ['package.json', 'packages', 'scripts'];
const LINKED = ['infra', 'generated', 'node_modules', 'tsconfig.json'];

/** A clone with these. */
function pack(linked: readonly string[], command: readonly string[]) {
  const clone = aFolder();
  for (const name of COPIED)
    cpSync(join(ROOT, name), join(clone, name), {
      recursive: true,
      filter: (path) => !path.endsWith('node_modules') && !path.includes('client/dist'),
    });
  for (const name of linked) symlinkSync(join(ROOT, name), join(clone, name));
  const { status, stdout, stderr } = spawnSync('npm', command, { cwd: clone, encoding: 'utf8' });
  return {
    failed: status !== 0,
    stdout,
    lines: stderr.split('\n').filter((line) => !/^(npm (error|notice|warn|ERR).*)?$/.test(line)),
  };
}

it.each([
  ['npm run pack', ['run', '-s', 'pack']],
  ['npm pack', ['pack', '-s', './packages/client']],
])('a clone without development packages says so in one sentence: %s', (name, command) => {
  const lines = [`${name} needs typescript-7, which is not installed: npm ci`];
  expect(pack([], command)).toEqual({ failed: true, stdout: '', lines });
});

it('a flag that does not exist is answered with the usage, and packs nothing', () => {
  const { failed, lines } = pack(LINKED, ['run', '-s', 'pack', '--', '--whithout-gate']);
  expect([failed, lines.at(-1)]).toEqual([true, 'usage: npm run pack -- [FOLDER] [--name NAME] [--without-gate]']);
});

it('both READMEs install what a package is made of before they make one', () => {
  for (const path of ['README.md', 'src/client/README.md'])
    expect(readFileSync(join(ROOT, path), 'utf8')).toContain('npm ci && npm run pack');
});
