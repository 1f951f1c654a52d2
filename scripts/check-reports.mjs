/**
 * `node scripts/check-reports.mjs REPORT…`: fails if a suite of the repository is in none of Jest's JSON reports, or if a test
 * was skipped that is not listed here.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { parseArgs } from 'node:util';

/** Suites that CI does not run, and why. */
const NOT_RUN = { 'test/gate/clients/': 'clients of MCP with 450 MB of packages: npm run gate:clients' };
/** The beginning of the names of tests that CI may skip, and why. */
const MAY_BE_SKIPPED = {
  'cfn-lint ': 'no package of npm or Debian: it runs where the program is installed',
};

const { positionals } = parseArgs({ allowPositionals: true });
const reports = positionals.map((path) => JSON.parse(readFileSync(path, 'utf8')));
const suites = reports.flatMap(({ testResults }) => testResults);
const ran = new Set(suites.map(({ name }) => relative(process.cwd(), name)));
const tracked = execFileSync('git', ['ls-files', '*.test.ts'], { encoding: 'utf8' }).trim().split('\n');
const tests = suites.flatMap(({ assertionResults }) => assertionResults);
const named = (status) => tests.filter((each) => each.status === status).map(({ fullName }) => fullName);
const begins = (list) => (name) => Object.keys(list).some((start) => name.startsWith(start));

const faults = [
  ...tracked.filter((suite) => !ran.has(suite) && !begins(NOT_RUN)(suite)).map((suite) => `did not run: ${suite}`),
  ...[...named('pending'), ...named('todo'), ...named('disabled')]
    .filter((name) => !begins(MAY_BE_SKIPPED)(name))
    .map((name) => `was skipped: ${name}`),
  ...suites.filter(({ status }) => status === 'failed').map(({ name }) => `failed: ${name}`),
];
for (const fault of faults) console.error(fault);
const [passed, failed] = [named('passed').length, named('failed').length];
console.log(`${ran.size} suites`);
console.log(`${passed} passed, ${failed} failed, ${tests.length - passed - failed} skipped`);
if (faults.length > 0) process.exitCode = 1;
