const { existsSync, statfsSync } = require('node:fs');
const { constants, setPriority, tmpdir } = require('node:os');
const { join } = require('node:path');
const { IS_CI } = require('./scripts/support/ci.cjs');

/** Types are checked apart by `tsc --noEmit`; swc only strips them here. */
// The SDK's notice about Node's versions would drown every failure.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
// Far from UTC, and not by whole hours: nothing may depend on the zone of the machine.
process.env.TZ ??= 'Asia/Kathmandu';
// The embedded database waits for the disk at every write, which is most of the time of a test that writes much. What a
// test leaves has to outlive a killed process, and never the machine, so it is kept in memory where there is enough.
process.env.TMPDIR ??= temporaryFolder();

// What has packages of its own. CI never goes without them: it installs them first, or when it tries the only test with them.
const isMissing = (folder) => !IS_CI && !existsSync(join(__dirname, folder, 'node_modules'));
for (const [what, folder] of [
  ['the gate', 'src/gate'],
  ['what the tools of maintainers do', 'tools'],
  ['programs on the Node of Lambda', 'test/runtimes'],
  ['other runtimes of the client', 'test/client/runtimes'],
  ['other generators of clients', 'test/client/generators'],
  ['the API reference', 'scripts/build-docs'],
  ['agents of other frameworks', 'test/gate/frameworks'],
  ['the conformance suite of MCP, which needs the Node of Lambda', 'test/gate/conformance'],
])
  if (isMissing(folder)) console.warn(`Not tested: ${what}. To test it: npm ci --prefix ${folder}`);
const withoutGate = isMissing('src/gate');

// Unmodified clients of MCP are large, and each call of one is a process. They are run by hand.
const withoutClients = withoutGate || !existsSync(join(__dirname, 'test/gate/clients/node_modules'));
// Not to the output, where `--listTests` prints the suites.
if (withoutClients) console.warn('The clients of MCP are not tried on the gate. To try them: npm run gate:clients');

// CI runs these once, on the Node of Lambda, which runs their code (`architecture` reads it): `npm run test:functions`. What a
// newcomer starts and what consumers install runs the same code in the other suites, on the Node that is installed.
const OF_FUNCTIONS =
  'adapters api app architecture core delivery fuzz infra lambda linearizability protocol security simulation store';
const ON_NODE_OF_LAMBDA = OF_FUNCTIONS.split(' ').map((folder) => `<rootDir>/test/${folder}/`);
const { npm_lifecycle_event: script } = process.env;

// Its two workers take what the other run of CI leaves of two cores, so that both are used to the end.
if (IS_CI && script === 'test:suites') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

module.exports = {
  testEnvironment: '<rootDir>/test/support/environment.cjs',
  runtime: '<rootDir>/test/support/runtime.cjs',
  testMatch: (script === 'test:functions' ? ON_NODE_OF_LAMBDA : ['<rootDir>/test/']).map(
    (path) => `${path}**/*.test.ts`,
  ),
  // Jest reads the name and the date of each file in them, and the packages have 90,000.
  roots: ['bench', 'examples', 'infra', 'scripts', 'src', 'test'].map((folder) => `<rootDir>/${folder}`),
  testPathIgnorePatterns: [
    '/node_modules/',
    ...(IS_CI && script === 'test:suites' ? ON_NODE_OF_LAMBDA : []),
    ...(withoutGate ? ['<rootDir>/test/gate/'] : []),
    ...(withoutClients ? ['<rootDir>/test/gate/clients/'] : []),
  ],
  transform: {
    '^.+\\.tsx?$': [
      '@swc/jest',
      { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'commonjs' } },
    ],
    '/node_modules/(openid-client|oauth4webapi|jose|preact|@modelcontextprotocol/ext-tasks)/.+\\.m?js$': [
      '@swc/jest',
      { jsc: { target: 'es2022' }, module: { type: 'commonjs' } },
    ],
  },
  // These packages have only modules of ECMAScript.
  transformIgnorePatterns: [
    '/node_modules/(?!(openid-client|oauth4webapi|jose|preact|@modelcontextprotocol/ext-tasks)/)',
  ],
  // Pages load styles, which happy-dom does not need.
  moduleNameMapper: {
    '\\.css$': '<rootDir>/test/support/no-styles.cjs',
    // As in vite.config.mts.
    '^react$': 'preact/compat',
    '^react-dom$': 'preact/compat',
    '^react-dom/client$': 'preact/compat/client',
    '^react-dom/test-utils$': 'preact/test-utils',
    '^react/jsx-runtime$': 'preact/jsx-runtime',
    // This package has no entry for CommonJS.
    '^@modelcontextprotocol/ext-tasks/(.+)$':
      '<rootDir>/src/gate/node_modules/@modelcontextprotocol/ext-tasks/dist/$1/index.js',
    // For the upstreams of tests, which are outside the folder in which these names resolve.
    '^@modelcontextprotocol/(server|node|client)$':
      '<rootDir>/src/gate/node_modules/@modelcontextprotocol/$1/dist/index.cjs',
  },
  // Copies of the project, by the mutation tool.
  modulePathIgnorePatterns: ['<rootDir>/.stryker-tmp'],
  // A global that is looked up in the context of a test costs many times what a parameter of a module costs, and the AWS
  // SDK looks these up for every value. No test replaces them, and no package declares one of these names itself.
  sandboxInjectedGlobals: ['Array', 'Object', 'Math', 'JSON', 'Promise', 'Symbol', 'Number', 'Uint8Array'],
  testSequencer: '<rootDir>/test/support/longest-first.cjs',
  testTimeout: 30_000,
  // More than the cores of a small machine: some suites wait for a browser or another process. CI runs two of these at once,
  // and needs less processor time with fewer workers.
  maxWorkers: !IS_CI || !script?.startsWith('test:') ? 3 : script === 'test:suites' ? 2 : 1,
};

function temporaryFolder() {
  const inMemory = '/dev/shm';
  try {
    const { bavail, bsize } = statfsSync(inMemory);
    if (bavail * bsize >= 2 ** 31) return inMemory;
  } catch {
    // Only Linux has it.
  }
  return tmpdir();
}
