/**
 * npm run mutate -- PATH... [--sample N] [--seed N] [--workers N] [--force]
 *
 * Changes the source below PATH, one small change at a time, and runs the tests that reach it: a change that no test
 * notices is listed. PATH is a file or a folder below one of the AREAS; several are of one area. With --sample, only the
 * changes on N lines drawn at random are tried, and the score has the interval in which the true one lies (95 %).
 * Results are kept in reports/mutation and used again while neither source nor tests change; --force tries all again.
 * Exit code 1 if the score is below the goal of the area.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';

const ROOT = join(__dirname, '..');
/** As stryker.config.json has it. */
const TSCONFIG = 'tsconfig.mutation.json';
const REPORT = join(ROOT, 'reports/mutation/mutation.json');

interface Area {
  /** What of the tests notices changes there within seconds; globs below `test`. */
  readonly tests: readonly string[];
  /** Percent. */
  readonly goal: number;
  /** Checked by the compiler of the service; the console has one of its own. */
  readonly isTyped?: boolean;
}

const AREAS: Readonly<Record<string, Area>> = {
  'src/protocol': { tests: ['protocol/**/*.test.ts', 'client/verify.test.ts'], goal: 95 },
  'src/core': { tests: ['core/**/*.test.ts', 'delivery/guard/**/*.test.ts'], goal: 95 },
  'src/app': { tests: ['{app,api,store,delivery,journey,security}/**/*.test.ts', 'console/*.test.ts'], goal: 88 },
  'src/adapters': { tests: ['{adapters,api,store}/**/*.test.ts', 'delivery/{sender,guard}/**/*.test.ts'], goal: 88 },
  'src/lambda': {
    tests: ['{api,security,adapters}/**/*.test.ts', 'console/{requests,configuration,webhooks,view}.test.ts'],
    goal: 88,
  },
  'src/client': { tests: ['client/{events,safety,transport,verify,wait,worker*}.test.ts'], goal: 88 },
  'src/local': { tests: ['local/**/*.test.ts'], goal: 80 },
  'src/console/lib': { tests: ['console/lib.test.ts', 'console/lib/**/*.test.ts'], goal: 80, isTyped: false },
};

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
  const paths = positionals.map((path) => relative(ROOT, join(ROOT, path)));
  const isBelow = (area: string) => (path: string) => path === area || path.startsWith(`${area}/`);
  const name = Object.keys(AREAS).find((area) => paths.length > 0 && paths.every(isBelow(area)));
  if (name === undefined || !paths.every((path) => existsSync(join(ROOT, path)))) {
    return complain(`name files or folders below one of ${Object.keys(AREAS).join(', ')}`);
  }
  const area = AREAS[name]!;
  const files = paths.flatMap(sourcesBelow);
  const sample = values.sample === undefined ? null : Number(values.sample);
  if (sample !== null && !(sample > 0)) return complain('--sample: a number of lines');
  const targets = sample === null ? files : drawLines(files, sample, Number(values.seed));
  mkdirSync(join(ROOT, 'reports/mutation'), { recursive: true });
  rmSync(REPORT, { force: true });
  // The area alone: checking every file that rests on it again for each change takes longer than the tests.
  writeFileSync(join(ROOT, TSCONFIG), `{ "extends": "./tsconfig.json", "include": ["${name}"], "exclude": [] }\n`);
  const label = `${labelOf(paths)}${sample === null ? '' : `-${sample}-${values.seed}`}`;
  const run = spawnSync(
    join(ROOT, 'node_modules/.bin/stryker'),
    [
      'run',
      'stryker.config.json',
      ...['--mutate', targets.join(',')],
      ...['--concurrency', values.workers],
      ...['--incrementalFile', `reports/mutation/${label}.json`],
      ...(values.force ? ['--force'] : []),
      // Types prove nothing about a file that another tsconfig covers.
      ...(area.isTyped === false ? ['--checkers', ''] : []),
    ],
    { cwd: ROOT, stdio: 'inherit', env: { ...process.env, MUTATION_TESTS: JSON.stringify(area.tests), ...FEW } },
  );
  if (!existsSync(REPORT)) return complain(`the run ended with ${run.status ?? run.signal} and without a report`);
  return report(paths.join(' '), area, sample !== null);
}

/** The random tests repeat one short run for each change, so that the same change has the same fate every time. */
const FEW = { FUZZ_RUNS: '200', FUZZ_SEED: '42' };

type Status = 'Killed' | 'Timeout' | 'Survived' | 'NoCoverage' | 'CompileError' | 'RuntimeError' | 'Ignored';

function report(path: string, { goal }: Area, isSample: boolean): number {
  const { files } = JSON.parse(readFileSync(REPORT, 'utf8')) as {
    files: Record<string, { mutants: { status: Status }[] }>;
  };
  const scores = Object.entries(files).map(([file, { mutants }]) => ({ file, ...scoreOf(mutants) }));
  for (const one of scores.filter(({ all }) => all > 0)) {
    console.log(`${one.file}: ${one.killed} of ${one.all} changes noticed, ${percent(one)} %`);
  }
  const { killed, all } = scoreOf(Object.values(files).flatMap(({ mutants }) => mutants));
  if (all === 0) return complain(`nothing below ${path} was changed`);
  const score = (100 * killed) / all;
  const [low, high] = interval(killed, all);
  const within = isSample ? `, ${low.toFixed(1)} to ${high.toFixed(1)} with 95 % confidence` : '';
  console.log(`${path}: ${killed} of ${all} changes noticed, ${percent({ killed, all })} % (goal ${goal} %)${within}`);
  return score >= goal ? 0 : 1;
}

/** The name of a file, for which a list of paths is too long. */
function labelOf(paths: readonly string[]): string {
  const one = paths.join('+').replaceAll('/', '-');
  return one.length <= 100 ? one : createHash('sha256').update(one).digest('hex').slice(0, 16);
}

interface Score {
  readonly killed: number;
  readonly all: number;
}

/** Without the changes that do not compile, and those that stop a test file from loading: neither proves a test. */
function scoreOf(mutants: readonly { readonly status: Status }[]): Score {
  const count = (...of: Status[]) => mutants.filter(({ status }) => of.includes(status)).length;
  const killed = count('Killed', 'Timeout');
  return { killed, all: killed + count('Survived', 'NoCoverage') };
}

const percent = ({ killed, all }: Score): string => ((100 * killed) / all).toFixed(1);

/** Wilson's score interval, percent. */
function interval(hits: number, of: number): [number, number] {
  const [z, share] = [1.96, hits / of];
  const centre = share + z ** 2 / (2 * of);
  const spread = z * Math.sqrt((share * (1 - share)) / of + z ** 2 / (4 * of ** 2));
  return [centre - spread, centre + spread].map((value) => (100 * value) / (1 + z ** 2 / of)) as [number, number];
}

function sourcesBelow(path: string): string[] {
  if (statSync(join(ROOT, path)).isFile()) return [path];
  return readdirSync(join(ROOT, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .sort();
}

/** `file:line-line` of lines that hold code, each as likely as any other. */
function drawLines(files: readonly string[], count: number, seed: number): string[] {
  const lines = files.flatMap((file) =>
    readFileSync(join(ROOT, file), 'utf8')
      .split('\n')
      .flatMap((text, index) => (isCode(text) ? [`${file}:${index + 1}-${index + 1}`] : [])),
  );
  const random = dice(seed);
  return lines
    .map((line) => ({ line, at: random() }))
    .sort((a, b) => a.at - b.at)
    .slice(0, count)
    .map(({ line }) => line);
}

const isCode = (line: string): boolean =>
  !/^\s*($|\/?\*|\/\/|import |export type |export interface |readonly |\})/.test(line);

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
