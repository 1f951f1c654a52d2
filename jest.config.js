const { statfsSync } = require('node:fs');
const { tmpdir } = require('node:os');

// The SDK's notice about Node's versions would drown every failure.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
// Far from UTC, and not by whole hours: nothing may depend on the zone of the machine.
process.env.TZ ??= 'Asia/Kathmandu';
// The embedded database waits for the disk at every write. What a test leaves has to outlive a killed process, not the machine.
process.env.TMPDIR ??= isLarge('/dev/shm') ? '/dev/shm' : tmpdir();

const SWC = (parser = {}) => ['@swc/jest', { jsc: { target: 'es2022', ...parser }, module: { type: 'commonjs' } }];
/** Packages that have only modules of ECMAScript. */
const MODULES = 'openid-client|oauth4webapi|jose|preact|@modelcontextprotocol/ext-tasks';

module.exports = {
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  // Jest reads the name and the date of each file in them, and the packages have 90,000.
  roots: ['bench', 'examples', 'infra', 'scripts', 'src', 'test'].map((folder) => `<rootDir>/${folder}`),
  // Clients of MCP that need 450 MB: `npm run gate:clients` runs them.
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/gate/clients/'],
  // Types are checked by `npm run check:types`; here they are only stripped.
  transform: {
    '^.+\\.tsx?$': SWC({ parser: { syntax: 'typescript' } }),
    [`/node_modules/(${MODULES})/.+\\.m?js$`]: SWC(),
  },
  transformIgnorePatterns: [`/node_modules/(?!(${MODULES})/)`],
  moduleNameMapper: {
    // Pages load styles, which happy-dom does not need.
    '\\.css$': '<rootDir>/test/support/no-styles.cjs',
    // As in vite.config.mts.
    '^react$': 'preact/compat',
    '^react-dom$': 'preact/compat',
    '^react-dom/client$': 'preact/compat/client',
    '^react-dom/test-utils$': 'preact/test-utils',
    '^react/jsx-runtime$': 'preact/jsx-runtime',
    // This package has no entry for CommonJS.
    '^@modelcontextprotocol/ext-tasks/(.+)$': '<rootDir>/node_modules/@modelcontextprotocol/ext-tasks/dist/$1/index.js',
  },
  // Copies of the project, by the mutation tool.
  modulePathIgnorePatterns: ['<rootDir>/.stryker-tmp'],
  testTimeout: 30_000,
  // More than the cores of a small machine, because some suites wait for a browser or another process.
  maxWorkers: 3,
};

function isLarge(folder) {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= 2 ** 31;
  } catch {
    // Only Linux has it.
    return false;
  }
}
