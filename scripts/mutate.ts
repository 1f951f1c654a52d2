/**
 * npm run mutate -- PATH... [--sample N] [--seed N] [--workers N] [--force]
 *
 * Changes the source below PATH, one small change at a time (StrykerJS), and runs the tests that reach it: a change that no
 * test notices is listed. PATH is a file or a folder of one area (stryker.config.mjs). With --sample, only N lines are
 * changed, drawn at random. Results are used again while neither source nor tests change; --force tries all again.
 * Exit code 1 if the score is below the goal of the area.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { missing, pathIn } from './support/needed.cjs';

const ROOT = join(__dirname, '..');
const AREA = /^src\/(protocol|service|client)(?=\/|$)/;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    workers: { type: 'string', default: '2' },
    force: { type: 'boolean', default: false },
  },
});

function main(): number {
  const absent = missing('npm run mutate', '@stryker-mutator/core', 'tools');
  if (absent !== null) return complain(absent);
  const paths = positionals.map((path) => relative(ROOT, join(ROOT, path)));
  const [area, ...others] = new Set(paths.map((path) => AREA.exec(path)?.[0]));
  if (area === undefined || others.length > 0)
    return complain('Name files or folders below one of src/protocol, src/service and src/client.');
  const files = paths.flatMap(sourcesBelow);
  const mutated = values.sample === undefined ? files : draw(files, Number(values.sample), Number(values.seed));
  const incremental = `reports/mutation/${area.replaceAll('/', '-')}.json`;
  const { status } = spawnSync(
    pathIn('tools', '.bin/stryker'),
    [
      ...['run', 'stryker.config.mjs', '--mutate', mutated.join(','), '--incrementalFile', incremental],
      ...['--concurrency', values.workers, ...(values.force ? ['--force'] : [])],
    ],
    { cwd: ROOT, stdio: 'inherit', env: { ...process.env, MUTATION_AREA: area } },
  );
  return status ?? 1;
}

function sourcesBelow(path: string): string[] {
  if (statSync(join(ROOT, path)).isFile()) return [path];
  return readdirSync(join(ROOT, path), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(path, name))
    .sort();
}

/** Lines of code of these files, all with the same probability. */
function draw(files: readonly string[], count: number, seed: number): string[] {
  const random = dice(seed);
  return files
    .flatMap((file) =>
      readFileSync(join(ROOT, file), 'utf8')
        .split('\n')
        .flatMap((line, index) =>
          /^\s*(\/?\*|\/\/|import |$)/.test(line) ? [] : [`${file}:${index + 1}-${index + 1}`],
        ),
    )
    .map((line) => ({ line, at: random() }))
    .sort((one, other) => one.at - other.at)
    .slice(0, count)
    .map(({ line }) => line);
}

/** mulberry32. */
function dice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function complain(what: string): number {
  console.error(what);
  return 1;
}

process.exitCode = main();
