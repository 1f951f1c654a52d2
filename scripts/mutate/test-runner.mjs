/**
 * Runs tests for StrykerJS in one process that stays alive (scripts/mutate/describe.mjs). A change in code that runs
 * when a module loads gets its own modules.
 *
 * A change counts as noticed only if the failed test passes again without the change. A change that no test noticed, or
 * for which a test did not end in time, is tried a second time with its own modules and all tests that import the file.
 * So neither the remains of an earlier change nor a busy machine affects the result. Tests that fail without a change
 * are skipped, and their names are written down.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createWorld, setAside, translateTypeScript } from './world.mjs';

const require = createRequire(import.meta.url);

/** A test hangs if it takes longer than this and than twenty times its usual time. */
const SLOW_MS = 5_000;
const SLOW_FACTOR = 20;
const ENDLESS = 'it never ends';

class TestRunner {
  static inject = [];
  #world = null;
  /** How long each test takes without a change, in ms. */
  #usualMs = new Map();
  /**
   * How long all tests of a file take. The fastest file runs first, so that slow tests run only for what it does not
   * notice.
   */
  #fileMs = new Map();
  /** The tests that run a change, also if it runs only while a module loads. */
  #coveredBy = new Map();

  capabilities() {
    return { reloadEnvironment: true };
  }

  async init() {
    // Time zone and folder for temporary files.
    require(join(process.cwd(), 'jest.config.js'));
    Object.assign(process.env, { NODE_ENV: 'test', JEST_WORKER_ID: '1' });
    translateTypeScript();
    strykers().activeMutant = undefined;
  }

  async dryRun() {
    const namespace = strykers();
    namespace.mutantCoverage = { static: {}, perTest: {} };
    const world = this.#clean();
    const [tests, leftOut] = [[], []];
    await world.run(world.tests, {
      begin: (group) => {
        namespace.currentTestId = group.length === 1 ? group[0].id : GROUP + JSON.stringify(group.map(({ id }) => id));
      },
      done: ({ id, file }, { fault, ms }) => {
        this.#fileMs.set(file, ms + (this.#fileMs.get(file) ?? 0));
        if (fault === null) tests.push({ id, name: id, fileName: file, timeSpentMs: ms, status: 0 });
        else leftOut.push(id);
        return true;
      },
      limitMs: () => 60_000,
    });
    writeFileSync(LEFT_OUT, JSON.stringify(leftOut));
    namespace.currentTestId = undefined;
    // From now on in the new order.
    this.#world = null;
    const mutantCoverage = withoutGroups(namespace.mutantCoverage, new Set(leftOut));
    for (const [test, counts] of Object.entries(mutantCoverage.perTest)) {
      for (const id of Object.keys(counts)) this.#coveredBy.set(id, [...(this.#coveredBy.get(id) ?? []), test]);
    }
    return { status: 'complete', tests, mutantCoverage };
  }

  async mutantRun({ activeMutant: { id }, sandboxFileName, testFilter, hitLimit }) {
    // Code that runs while a module loads may run again later.
    const covering = testFilter ?? this.#coveredBy.get(id) ?? [];
    if (covering.length > 0) {
      const world = this.#clean();
      const ids = new Set(covering);
      const first = await this.#judge(
        world,
        id,
        world.tests.filter((test) => ids.has(test.id)),
        hitLimit,
      );
      if (first.status === 'timeout' && first.reason === ENDLESS) return first;
      if (first.status === 'killed' && (await this.#passes(first.killedBy[0]))) return first;
    }
    const nearest = this.#clean().nearest(sandboxFileName);
    // A test may load a module only while it runs, which cannot be seen before.
    const ids = new Set(covering);
    const covered = new Set(this.#clean().tests.flatMap((test) => (ids.has(test.id) ? [test.file] : [])));
    // Code that never runs while a module loads affects only the tests that run it.
    const known = testFilter === undefined ? nearest : nearest.filter((file) => covered.has(file));
    const files = [...new Set([...known, ...covered])];
    const fresh = await this.#judgeAnew(id, files, hitLimit);
    if (fresh.status !== 'killed' || (await this.#passes(fresh.killedBy[0]))) return fresh;
    if (await this.#passes(fresh.killedBy[0])) return fresh;
    return { status: 'error', errorMessage: `fails also without the change: ${fresh.killedBy[0]}` };
  }

  /** With modules that are loaded while the change is active. */
  async #judgeAnew(id, files, hitLimit) {
    const aside = setAside();
    let nrOfTests = 0;
    try {
      for (const file of files) {
        strykers().activeMutant = id;
        const world = createWorld([file]);
        if (world.faults.length > 0) return { status: 'error', errorMessage: world.faults[0] };
        const verdict = await this.#judge(world, id, world.tests, hitLimit);
        nrOfTests += verdict.nrOfTests ?? 0;
        if (verdict.status !== 'survived') return { ...verdict, nrOfTests };
      }
      return { status: 'survived', nrOfTests };
    } finally {
      strykers().activeMutant = undefined;
      aside.restore();
    }
  }

  async #judge(world, id, tests, hitLimit) {
    const namespace = strykers();
    Object.assign(namespace, { activeMutant: id, hitCount: hitLimit === undefined ? undefined : 0, hitLimit });
    const { failed, count } = await this.#runUntilFailure(
      world,
      tests.filter((test) => !isLeftOut(test.id)),
    );
    const { hitCount } = namespace;
    Object.assign(namespace, { activeMutant: undefined, hitCount: undefined, hitLimit: undefined });
    if (hitCount > hitLimit) return { status: 'timeout', reason: ENDLESS };
    if (failed === null) return { status: 'survived', nrOfTests: count };
    const [{ id: test }, { fault, isLate }] = failed;
    if (isLate) {
      // A test that hangs may still act later.
      this.#world = null;
      return { status: 'timeout', reason: `${test}: ${fault}` };
    }
    return { status: 'killed', killedBy: [test], failureMessage: fault, nrOfTests: count };
  }

  /**
   * Whether a test passes without a change. If not, the change has left something behind, and everything is loaded
   * again.
   */
  async #passes(id) {
    const world = this.#clean();
    const { failed } = await this.#runUntilFailure(
      world,
      world.tests.filter((test) => test.id === id),
    );
    if (failed !== null) this.#world = null;
    return failed === null;
  }

  async #runUntilFailure(world, tests) {
    let failed = null;
    let count = 0;
    await world.run(tests, {
      begin: () => undefined,
      done: (test, result) => {
        count += 1;
        if (result.fault === null) this.#usualMs.set(test.id, Math.max(result.ms, this.#usualMs.get(test.id) ?? 0));
        else failed = [test, result];
        return failed === null;
      },
      limitMs: (test) => Math.max(SLOW_MS, SLOW_FACTOR * (this.#usualMs.get(test?.id) ?? 0)),
    });
    return { failed, count };
  }

  /** Loaded without a change, and again if a change left something behind. */
  #clean() {
    if (this.#world === null) {
      setAside();
      const files = JSON.parse(process.env.MUTATION_TESTS).map((file) => join(process.cwd(), file));
      const msOf = (file) => this.#fileMs.get(file) ?? 0;
      this.#world = createWorld(files.sort((a, b) => msOf(a) - msOf(b)));
      if (this.#world.faults.length > 0) throw new Error(this.#world.faults.join('\n'));
    }
    return this.#world;
  }
}

const LEFT_OUT = process.env.MUTATION_LEFT_OUT;
let leftOut = null;

/** Also in a process that is started after the first run. */
function isLeftOut(id) {
  leftOut ??= new Set(existsSync(LEFT_OUT) ? JSON.parse(readFileSync(LEFT_OUT, 'utf8')) : []);
  return leftOut.has(id);
}

const strykers = () => (globalThis.__stryker__ ??= {});

const GROUP = 'group:';

/** The set-up of a block counts as covered by each of its tests. */
function withoutGroups({ static: loading, perTest }, isGone) {
  const tests = {};
  for (const [id, counts] of Object.entries(perTest)) {
    for (const test of id.startsWith(GROUP) ? JSON.parse(id.slice(GROUP.length)) : [id]) {
      if (isGone.has(test)) continue;
      tests[test] ??= {};
      for (const [mutant, count] of Object.entries(counts)) tests[test][mutant] = (tests[test][mutant] ?? 0) + count;
    }
  }
  return { static: loading, perTest: tests };
}

export const strykerPlugins = [{ kind: 'TestRunner', name: 'resident', injectableClass: TestRunner }];
