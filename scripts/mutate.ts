/**
 * npm run mutate -- PATH... [--sample N] [--seed N] [--workers N] [--force] [--jest]
 *
 * Changes the source below PATH, one small change at a time, and runs the tests that reach it: a change that no test
 * notices is listed. PATH is a file or a folder below one of the AREAS; several are of one area. With --sample, N changes
 * that compile are drawn at random, and the score has the interval in which the true one lies (95 %).
 * Results are kept in reports/mutation and used again while neither source nor tests change; --force tries all again.
 * --jest runs the tests with Jest, which takes many times as long (scripts/mutate/test-runner.mjs).
 * Exit code 1 if the score is below the goal of the area.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { HAS_TOOLS, HOW_TO_INSTALL, toolPath } from './support/tools';

const ROOT = join(__dirname, '..');
/** The name in stryker.config.json. */
const TSCONFIG = 'tsconfig.mutation.json';
/** The names of tests that fail without a change. */
const LEFT_OUT = join(ROOT, 'reports/mutation/left-out.json');
const REPORT = join(ROOT, 'reports/mutation/mutation.json');

interface Area {
  /** The tests that notice changes there within seconds, as globs below `test`. */
  readonly tests: readonly string[];
  /** Percent. */
  readonly goal: number;
}

const AREAS: Readonly<Record<string, Area>> = {
  'src/protocol': { tests: ['protocol/**/*.test.ts', 'client/verify.test.ts'], goal: 95 },
  'src/core': { tests: ['core/**/*.test.ts', 'delivery/guard/**/*.test.ts'], goal: 95 },
  'src/app': {
    tests: [
      'app/**/*.test.ts',
      'api/{createRequest/{accepted,idempotency,invalid,max-open,refused},getRequest/*,reportExecution/*}.test.ts',
      'api/{authentication/keys,claimRequest/*,error-examples,listEvents/listEvents,replayed-intent}.test.ts',
      'console/{answers,chat,configuration,keys,passkeys,refusals,requests,requester,search,webhooks}.test.ts',
      'lambda/{canary,events}.test.ts',
      'security/{access,company-sign-in,guessing,mailed-links}.test.ts',
      'store/{administration,audit,heads,lost-records,mail-digests,proof,signed-turns,signing-keys,sweep}.test.ts',
      'delivery/engine/{callback,dead-endpoint,destinations,endpoints,first-attempt,guard,integration,recover}.test.ts',
    ],
    goal: 88,
  },
  'src/adapters': {
    tests: [
      'adapters/*.test.ts',
      'delivery/sender/*.test.ts',
      'store/{conformance,clocks,forms,mail-digests,signed-turns,sweep,transient,written}.test.ts',
      'app/**/{apply-change,audit-pages,list-events,turns-at-once}.test.ts',
      'api/{createRequest/accepted,getRequest/*}.test.ts',
      'console/passkeys.test.ts',
    ],
    goal: 88,
  },
  'src/lambda': {
    tests: [
      'lambda/*.test.ts',
      'app/**/{audit-pages,batch,peer}.test.ts',
      'infra/edge.test.ts',
      'api/{createRequest/{accepted,invalid,refused},getRequest/*,reportExecution/*,authentication/keys}.test.ts',
      'api/{claimRequest/*,error-examples}.test.ts',
      'console/{answers,chat,configuration,handlers,keys,passkeys,problems,refusals}.test.ts',
      'console/{changes,powers,requests,search,view,webhooks}.test.ts',
      '{journey,security}/company-sign-in.test.ts',
      'store/{heads,lost-records,sweep}.test.ts',
      'security/{access,guessing,mailed-links}.test.ts',
    ],
    goal: 88,
  },
  'src/client': {
    tests: [
      'client/{calls,events,follow,limits,receivers,transport,verify,wait}.test.ts',
      'client/worker-{check,leases,loop,parts,run,wakes}.test.ts',
    ],
    goal: 88,
  },
  'src/local': { tests: ['local/**/*.test.ts', 'store/conformance.test.ts'], goal: 80 },
  // The signing of a decision replaces modules, which only Jest does.
  'src/console/lib': { tests: ['console/lib/**/!(signing).test.ts'], goal: 80 },
};

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    workers: { type: 'string', default: '2' },
    force: { type: 'boolean', default: false },
    jest: { type: 'boolean', default: false },
  },
});

function main(): number {
  if (!HAS_TOOLS) return complain(`npm run mutate needs the packages of tools/: ${HOW_TO_INSTALL}`);
  const paths = positionals.map((path) => relative(ROOT, join(ROOT, path)));
  const isBelow = (area: string) => (path: string) => path === area || path.startsWith(`${area}/`);
  const name = Object.keys(AREAS).find((area) => paths.length > 0 && paths.every(isBelow(area)));
  if (name === undefined || !paths.every((path) => existsSync(join(ROOT, path)))) {
    return complain(`name files or folders below one of ${Object.keys(AREAS).join(', ')}`);
  }
  const area = AREAS[name]!;
  const files = paths.flatMap(sourcesBelow);
  const sample = values.sample === undefined ? null : Number(values.sample);
  if (sample !== null && !(sample > 0)) return complain('--sample: a number of changes');
  const drawn = sample === null ? null : draw(files, sample * DRAWN_FOR_ONE, Number(values.seed));
  mkdirSync(join(ROOT, 'reports/mutation'), { recursive: true });
  for (const file of [REPORT, LEFT_OUT]) rmSync(file, { force: true });
  // Only the area. The console has its own configuration.
  const base = name.startsWith('src/console') ? './src/console/tsconfig.json' : './tsconfig.json';
  writeFileSync(join(ROOT, TSCONFIG), `{ "extends": "${base}", "include": ["${name}"], "exclude": [] }\n`);
  const label = `${labelOf(paths)}${sample === null ? '' : `-${sample}-${values.seed}`}`;
  const run = spawnSync(
    toolPath('.bin/stryker'),
    [
      'run',
      'stryker.config.json',
      ...['--mutate', files.join(',')],
      ...['--concurrency', values.workers],
      ...['--incrementalFile', `reports/mutation/${label}.json`],
      ...(values.jest ? ['--testRunner', 'jest'] : []),
      ...(values.force ? ['--force'] : []),
    ],
    {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...process.env, ...testsOf(area), ...drawnOnes(drawn), ...FEW, MUTATION_LEFT_OUT: LEFT_OUT },
    },
  );
  if (!existsSync(REPORT)) return complain(`the run ended with ${run.status ?? run.signal} and without a report`);
  return report(paths.join(' '), area, drawn === null ? null : { drawn, count: sample! });
}

/** A third to a half of all changes do not compile. */
const DRAWN_FOR_ONE = 2;

/** For scripts/mutate/checker.mjs. */
function drawnOnes(drawn: readonly Drawn[] | null): Record<string, string> {
  if (drawn === null) return {};
  const file = join(ROOT, 'reports/mutation/drawn.json');
  writeFileSync(file, JSON.stringify(drawn.map((one) => keyOf(one.fileName, one, 0))));
  return { MUTATION_DRAWN: file };
}

/** For scripts/mutate/test-runner.mjs and jest.mutation.config.js. */
function testsOf({ tests }: Area): Record<string, string> {
  const globs = { MUTATION_GLOBS: JSON.stringify(tests) };
  const listed = spawnSync(
    join(ROOT, 'node_modules/.bin/jest'),
    ['--listTests', '--config', 'jest.mutation.config.js'],
    { cwd: ROOT, encoding: 'utf8', env: { ...process.env, ...globs } },
  );
  const files = listed.stdout.split('\n').filter((line) => line !== '');
  return { ...globs, MUTATION_TESTS: JSON.stringify(files.map((file) => relative(ROOT, file)).sort()) };
}

/**
 * For each change, the random tests repeat the same short run, so that the result is always the same. Suites that allow
 * it keep their tables in memory.
 */
const FEW = { FUZZ_RUNS: '200', FUZZ_SEED: '42', TEST_EFFORT: '1', MEMORY_ALONE: '1' };

type Status = 'Killed' | 'Timeout' | 'Survived' | 'NoCoverage' | 'CompileError' | 'RuntimeError' | 'Ignored';

interface Change {
  readonly mutatorName: string;
  readonly replacement: string;
  readonly location: Readonly<Record<'start' | 'end', { readonly line: number; readonly column: number }>>;
}

interface Tried extends Change {
  readonly status: Status;
  readonly statusReason?: string;
}

interface Sample {
  readonly drawn: readonly Drawn[];
  readonly count: number;
}

function report(path: string, { goal }: Area, sample: Sample | null): number {
  const { files } = JSON.parse(readFileSync(REPORT, 'utf8')) as { files: Record<string, { mutants: Tried[] }> };
  const tried = Object.entries(files).flatMap(([file, { mutants }]) => mutants.map((mutant) => ({ file, ...mutant })));
  const counted = sample === null ? tried : firstOf(sample, tried);
  for (const file of new Set(counted.map((one) => one.file))) {
    const score = scoreOf(counted.filter((one) => one.file === file));
    if (score.all > 0) console.log(`${file}: ${inWords(score)}`);
  }
  if (existsSync(LEFT_OUT)) {
    for (const test of JSON.parse(readFileSync(LEFT_OUT, 'utf8')))
      console.log(`left out, fails without a change: ${test}`);
  }
  for (const { file, location, statusReason = '' } of tried.filter(isUnjudged)) {
    console.log(`in no number: line ${location.start.line} of ${file}: ${statusReason}`);
  }
  const score = scoreOf(counted);
  if (score.all === 0) return complain(`nothing below ${path} was changed`);
  const [low, high] = interval(score.killed, score.all);
  const within = sample === null ? '' : `, ${low.toFixed(1)} to ${high.toFixed(1)} with 95 % confidence`;
  console.log(`${path}: ${inWords(score)} (goal ${goal} %)${within}`);
  return (100 * score.killed) / score.all >= goal ? 0 : 1;
}

/** A test failed because of what an earlier change left behind. If there are many of these, the score means little. */
const isUnjudged = ({ status, statusReason = '' }: Tried) =>
  status === 'RuntimeError' && statusReason.startsWith('fails also without the change');

/**
 * The first changes that compile, in the order in which they were drawn. The changes around them were tried as well.
 */
function firstOf({ drawn, count }: Sample, tried: readonly (Tried & { file: string })[]): (Tried & { file: string })[] {
  const byKey = new Map(tried.map((one) => [keyOf(one.file, one, 1), one]));
  return drawn
    .flatMap((one) => byKey.get(keyOf(one.fileName, one, 0)) ?? [])
    .filter((one) => scoreOf([one]).all === 1)
    .slice(0, count);
}

/** The report counts lines and columns from 1; the tool itself counts from `first`. */
function keyOf(file: string, { mutatorName, replacement, location: { start, end } }: Change, first: number): string {
  const at = [start.line, start.column, end.line, end.column].map((value) => value - first);
  return JSON.stringify([file, mutatorName, replacement, ...at]);
}

/** The name of a file, for which a list of paths is too long. */
function labelOf(paths: readonly string[]): string {
  const one = paths.join('+').replaceAll('/', '-');
  return one.length <= 100 ? one : createHash('sha256').update(one).digest('hex').slice(0, 16);
}

interface Score {
  readonly killed: number;
  /** How many of `killed` were noticed because a test did not end. */
  readonly late: number;
  readonly all: number;
}

/**
 * Without the changes that do not compile or that stop a test file from loading, because they prove nothing about the
 * tests.
 */
function scoreOf(mutants: readonly { readonly status: Status }[]): Score {
  const count = (...of: Status[]) => mutants.filter(({ status }) => of.includes(status)).length;
  const killed = count('Killed', 'Timeout');
  return { killed, late: count('Timeout'), all: killed + count('Survived', 'NoCoverage') };
}

function inWords({ killed, late, all }: Score): string {
  const share = ((100 * killed) / all).toFixed(1);
  return `${killed} of ${all} changes noticed, ${share} %${late === 0 ? '' : `, ${late} because a test did not end`}`;
}

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

interface Drawn extends Change {
  readonly fileName: string;
}

/** Changes of these files, all with the same probability. */
function draw(files: readonly string[], count: number, seed: number): Drawn[] {
  const listed = spawnSync('node', ['scripts/mutate/list-mutants.mjs', ...files], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (listed.status !== 0) throw new Error(listed.stderr);
  const random = dice(seed);
  return (JSON.parse(listed.stdout) as Drawn[])
    .map((change) => ({ change, at: random() }))
    .sort((a, b) => a.at - b.at)
    .slice(0, count)
    .map(({ change }) => change);
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
