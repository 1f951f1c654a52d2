/**
 * npm run mutants [-- part of a name or of a file]
 *
 * Makes one mistake at a time in a copy of the source and runs the tests that must notice it. The exit code is 1 if a
 * mistake is not noticed or no longer fits the source.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { MUTANTS, type Mutant } from '../test/mutants/all';
import { createProgress } from './support/progress';

const ROOT = join(__dirname, '..');
/**
 * Enough runs for the random tests to notice every mutant, with a fixed seed, so that the result is always the same.
 */
const FUZZ = { FUZZ_RUNS: '2000', FUZZ_SEED: '42', RUNS: '8' };

type Fate = 'killed' | 'SURVIVED' | 'DOES NOT FIT' | 'DOES NOT RUN';

interface Run {
  readonly outcome: 'passed' | 'failed' | 'broken';
  /** The first test that failed. */
  readonly killer: string;
}

function main(part: string | undefined): number {
  const mutants = MUTANTS.filter(({ name, file }) => part === undefined || name.includes(part) || file.includes(part));
  if (mutants.length === 0) return complain(`no mutant's name or file contains "${part}"`);
  const copy = copyOfTree();
  const progress = createProgress(mutants.length);
  try {
    // Tests that fail without a mutant would seem to notice every mistake.
    progress.say('Running the tests on the source as it is…');
    const honest = runTests(copy, [...new Set(mutants.flatMap((mutant) => mutant.tests))]);
    if (honest.outcome !== 'passed')
      return complain(`the tests do not pass on the source as it is (${honest.outcome} ${honest.killer})`);
    console.log('| fate | where | mistake | killed by |\n| --- | --- | --- | --- |');
    const fates = mutants.map((mutant, index) => {
      progress.at(index, 'mutants');
      const [fate, killer] = fateOf(copy, mutant);
      progress.end();
      return report(mutant, fate, killer);
    });
    progress.at(mutants.length, 'mutants');
    progress.end();
    const unkilled = fates.filter((fate) => fate !== 'killed').length;
    console.log(`\n${fates.length - unkilled} of ${fates.length} mutants killed`);
    return unkilled === 0 ? 0 : 1;
  } finally {
    rmSync(copy, { recursive: true });
  }
}

function copyOfTree(): string {
  const copy = mkdtempSync(join(tmpdir(), 'mutants-'));
  const listed = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  for (const path of listed.stdout.split('\0')) {
    if (path !== '' && existsSync(join(ROOT, path))) cpSync(join(ROOT, path), join(copy, path));
  }
  for (const path of ['node_modules', 'test/packages/node_modules', 'tools/node_modules']) {
    if (existsSync(join(ROOT, path))) symlinkSync(join(ROOT, path), join(copy, path));
  }
  return copy;
}

function fateOf(copy: string, { file, find, replace, tests }: Mutant): [Fate, killer: string] {
  const path = join(copy, file);
  const source = readFileSync(path, 'utf8');
  if (find === '' || source.split(find).length !== 2) return ['DOES NOT FIT', ''];
  try {
    writeFileSync(
      path,
      source.replace(find, () => replace),
    );
    const { outcome, killer } = runTests(copy, tests);
    return [outcome === 'passed' ? 'SURVIVED' : outcome === 'failed' ? 'killed' : 'DOES NOT RUN', killer];
  } finally {
    writeFileSync(path, source);
  }
}

/** `broken`: the run failed and no test did, for example because the mutant does not compile. That proves nothing. */
function runTests(copy: string, tests: readonly string[]): Run {
  const jest = [join('node_modules', 'jest', 'bin', 'jest.js'), '--runInBand', '--bail', '--silent', ...tests];
  const run = spawnSync(process.execPath, jest, {
    cwd: copy,
    env: { ...process.env, ...FUZZ },
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (run.status === 0) return { outcome: 'passed', killer: '' };
  const aTestFailed = /^Tests: .*\b[1-9]\d* failed/m.test(run.stderr);
  const killer = /^ {2}● (.+)$/m.exec(run.stderr)?.[1] ?? '';
  const failed = aTestFailed && !run.stderr.includes('Test suite failed to run');
  return { outcome: failed ? 'failed' : 'broken', killer };
}

function report({ file, name }: Mutant, fate: Fate, killer: string): Fate {
  console.log(`| ${fate} | ${file.replace('src/', '')} | ${name} | ${killer} |`);
  return fate;
}

function complain(what: string): number {
  console.error(what);
  return 1;
}

process.exitCode = main(parseArgs({ allowPositionals: true }).positionals[0]);
