/**
 * `describe`, `it`, hooks, `expect` and `jest` like Jest's, for test files that stay loaded. For each change, Jest
 * would load every file and its imports again, which takes a hundred times as long as the tests. It supports what the
 * tests of this project use, and throws for anything else.
 */
import { createRequire } from 'node:module';

/** Jest's own parts, of the version that Jest uses. */
const circus = through('jest', '@jest/core', 'jest-config', 'jest-circus');
const { expect } = circus('expect');
const each = circus('jest-each');
const runtime = createRequire(circus.resolve('jest-runtime'));
const { ModuleMocker } = runtime('jest-mock');
const { ModernFakeTimers } = runtime('@jest/fake-timers');

function through(...names) {
  return names.reduce((require, name) => createRequire(require.resolve(name)), createRequire(import.meta.url));
}

/** The tests of one file, and a function for each open block of its tree. `isolate`: like `jest.isolateModules`. */
export function createRegistry({ isolate }) {
  let block = aBlock('', null);
  const add = (title, fn) => block.tests.push({ title, fn, block });
  const hook = (kind) => (fn) => block[kind].push(fn);
  const describe = (title, fn) => {
    const outer = block;
    block = aBlock(title, outer);
    outer.blocks.push(block);
    fn();
    block = outer;
  };
  const nothing = () => undefined;
  const it = Object.assign(add, { each: each.bind(add, false), skip: Object.assign(nothing, { each: () => nothing }) });
  const globals = {
    it,
    test: it,
    describe: Object.assign(describe, { each: each.bind(describe, false), skip: nothing }),
    beforeAll: hook('beforeAll'),
    beforeEach: hook('beforeEach'),
    afterEach: hook('afterEach'),
    afterAll: hook('afterAll'),
    expect,
    jest: createJest(isolate),
  };
  return { root: block, globals };
}

function aBlock(title, parent) {
  return { title, parent, tests: [], blocks: [], beforeAll: [], beforeEach: [], afterEach: [], afterAll: [] };
}

function createJest(isolateModules) {
  const mocker = new ModuleMocker(globalThis);
  mockers.add(mocker);
  const timers = new ModernFakeTimers({ config: { rootDir: process.cwd(), fakeTimers: {} }, global: globalThis });
  const giveBack = timers.useRealTimers.bind(timers);
  return {
    fn: (implementation) => mocker.fn(implementation),
    spyOn: (...args) => mocker.spyOn(...args),
    restoreAllMocks: () => mocker.restoreAllMocks(),
    isolateModules,
    setTimeout: () => undefined,
    useFakeTimers(options) {
      giveTimersBack();
      giveTimersBack = giveBack;
      return timers.useFakeTimers(options);
    },
    useRealTimers: giveBack,
    advanceTimersByTime: (ms) => timers.advanceTimersByTime(ms),
  };
}

export function fullName({ title, block }) {
  const titles = [title];
  for (let at = block; at !== null; at = at.parent) titles.unshift(at.title);
  return titles.filter((part) => part !== '').join(' ');
}

export function testsBelow(block) {
  return [...block.tests, ...block.blocks.flatMap(testsBelow)];
}

/**
 * Runs the chosen tests of `block` in their order. It calls `begin(tests)` before each test and before a block's
 * set-up, and `done` with each result. If `done` returns false, the rest is skipped. What was set up is always torn
 * down.
 */
export async function runBlock(block, chosen, { begin, done, limitMs }) {
  const tests = testsBelow(block).filter((test) => chosen.has(test));
  if (tests.length === 0) return true;
  let isGoing = true;
  begin(tests);
  const setUp = await attempt(() => inTurn(block.beforeAll), limitMs(null));
  if (setUp.fault !== null) {
    for (const test of tests) isGoing &&= done(test, setUp);
  } else {
    for (const test of block.tests) {
      if (!isGoing || !chosen.has(test)) continue;
      begin([test]);
      isGoing = done(test, await attempt(() => runTest(test), limitMs(test)));
    }
    for (const inner of block.blocks) {
      if (isGoing) isGoing = await runBlock(inner, chosen, { begin, done, limitMs });
    }
  }
  begin(tests);
  const taken = await attempt(() => inTurn(block.afterAll), limitMs(null));
  return taken.fault === null || !isGoing ? isGoing : done(tests.at(-1), taken);
}

async function runTest({ fn, block }) {
  const blocks = [];
  for (let at = block; at !== null; at = at.parent) blocks.unshift(at);
  try {
    for (const { beforeEach } of blocks) await inTurn(beforeEach);
    await fn();
  } finally {
    for (const { afterEach } of blocks.reverse()) await inTurn(afterEach);
  }
}

async function inTurn(hooks) {
  for (const hook of hooks) await hook();
}

/** `isLate`: it did not end within the time limit. */
async function attempt(run, ms) {
  const from = performance.now();
  let timer;
  let stray;
  const late = new Promise((resolve) => {
    timer = realTimeout(() => resolve('late'), ms);
  });
  const astray = new Promise((_, reject) => {
    stray = reject;
  });
  astray.catch(() => undefined);
  process.on('uncaughtException', stray).on('unhandledRejection', stray);
  try {
    const outcome = await Promise.race([(async () => run())(), late, astray]);
    const isLate = outcome === 'late';
    // A test that hangs does not restore timers or what it replaced, and then no other test could run.
    if (isLate) {
      giveTimersBack();
      for (const mocker of mockers) mocker.restoreAllMocks();
    }
    return { fault: isLate ? `not done after ${ms} ms` : null, isLate, ms: performance.now() - from };
  } catch (error) {
    return { fault: String(error?.stack ?? error), isLate: false, ms: performance.now() - from };
  } finally {
    realClear(timer);
    process.off('uncaughtException', stray).off('unhandledRejection', stray);
  }
}

/** Those of the test that replaced them last. */
let giveTimersBack = () => undefined;

/** Of every test file. */
const mockers = new Set();

/** Those of the process, even while a test has replaced them. */
const realTimeout = setTimeout;
const realClear = clearTimeout;
