/** For `npm run mutate`, which names the area. */
import { createRequire } from 'node:module';

/** The tests that notice changes there, as globs below `test`, and the share of the changes that they must notice. */
const AREAS = {
  'src/protocol': { tests: ['protocol/**/*.test.ts', 'client/verify.test.ts'], goal: 95 },
  'src/service': {
    tests: [
      '{access,administration,audit,ceremony,chat,execution,notice,policy,powers,remark,request}/**/*.test.ts',
      'delivery/*.test.ts',
      'delivery/guard/**/*.test.ts',
    ],
    goal: 95,
  },
  'src/client': {
    tests: [
      'client/{calls,events,follow,limits,receivers,transport,verify,wait}.test.ts',
      'client/worker-{check,leases,loop,parts,run,wakes}.test.ts',
    ],
    goal: 88,
  },
};

const { tests, goal } = AREAS[process.env.MUTATION_AREA];
// For each change, the random tests repeat the same short run, so that the result is always the same.
Object.assign(process.env, { FUZZ_RUNS: '200', FUZZ_SEED: '42', RUNS: '8', MEMORY_ALONE: '1' });

export default {
  packageManager: 'npm',
  plugins: ['@stryker-mutator/jest-runner', '@stryker-mutator/typescript-checker'],
  testRunner: 'jest',
  jest: {
    config: {
      ...createRequire(import.meta.url)('./jest.config.js'),
      testMatch: tests.map((glob) => `<rootDir>/test/${glob}`),
      modulePathIgnorePatterns: [],
      testPathIgnorePatterns: ['/node_modules/'],
    },
  },
  coverageAnalysis: 'perTest',
  checkers: ['typescript'],
  tsconfigFile: 'tsconfig.mutation.json',
  incremental: true,
  thresholds: { high: goal, low: goal, break: goal },
  dryRunTimeoutMinutes: 30,
  tempDirName: '.stryker-tmp',
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: { logTests: false, reportTests: false },
  allowConsoleColors: false,
  ignorePatterns: ['dist', 'cdk.out', 'screenshots', 'reports', '.local', '.git'],
};
