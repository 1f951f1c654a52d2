/** What CI believes of Jest's reports: a suite that did not run, a skipped test and a failure each end it. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { aFolder } from '../support/folder';

const SCRIPT = join(__dirname, '../../scripts/check-reports.mjs');
const TRACKED = ['test/a.test.ts', 'test/gate/b.slow.test.ts', 'test/gate/clients/sdk.test.ts'];
const folder = aFolder();
const write = (path: string, content = '') => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
  return path;
};

beforeAll(() => {
  for (const args of [
    ['init', '-q'],
    ['add', ...TRACKED.map((path) => write(path)), write('test/a.ts')],
  ])
    execFileSync('git', args, { cwd: folder });
});

/** The status of each test of a suite, by its name. A suite that could not be loaded has none. */
type Tests = Readonly<Record<string, string>>;
type Report = Readonly<Record<string, Tests | 'not loaded'>>;

const [A, B] = [{ 'test/a.test.ts': { 'a holds': 'passed' } }, { 'test/gate/b.slow.test.ts': { 'b holds': 'passed' } }];
const b = (status: string, fullName = 'b holds'): Report => ({ 'test/gate/b.slow.test.ts': { [fullName]: status } });

/** As Jest writes it. */
const reported = (report: Report) => ({
  testResults: Object.entries(report).map(([suite, tests]) => ({
    name: join(folder, suite),
    status: tests === 'not loaded' || Object.values(tests).includes('failed') ? 'failed' : 'passed',
    assertionResults:
      tests === 'not loaded' ? [] : Object.entries(tests).map(([fullName, status]) => ({ fullName, status })),
  })),
});

it.each<[string, readonly Report[], readonly string[]]>([
  ['every suite is in one of the reports', [A, B], []],
  ['a suite is in no report', [A], ['did not run: test/gate/b.slow.test.ts']],
  ['the report is empty', [{}], ['did not run: test/a.test.ts', 'did not run: test/gate/b.slow.test.ts']],
  ['a test of the last report was skipped', [A, b('pending')], ['was skipped: b holds']],
  ['a test is still to be written', [A, b('todo')], ['was skipped: b holds']],
  ['a test was switched off', [A, b('disabled')], ['was skipped: b holds']],
  ['a test was skipped in one run of two', [A, B, b('pending')], ['was skipped: b holds']],
  ['a listed test was skipped', [A, b('pending', 'cfn-lint finds nothing')], []],
  [
    'a test with a listed name inside of its own was skipped',
    [A, b('pending', 'no cfn-lint ')],
    ['was skipped: no cfn-lint '],
  ],
  ['a test failed', [A, b('failed')], ['failed: test/gate/b.slow.test.ts']],
  ['a test failed in one run of two', [A, b('failed'), B], ['failed: test/gate/b.slow.test.ts']],
  [
    'a suite could not be loaded',
    [A, { 'test/gate/b.slow.test.ts': 'not loaded' }],
    ['failed: test/gate/b.slow.test.ts'],
  ],
])('CI ends with 1 exactly if something did not run, was skipped or failed: %s', (_, reports, faults) => {
  const files = reports.map((report, n) => write(`${n}.json`, JSON.stringify(reported(report))));
  const { status, stderr } = spawnSync(process.execPath, [SCRIPT, ...files], { cwd: folder, encoding: 'utf8' });
  const said = stderr.split('\n').filter((line) => line !== '');
  expect([status, said.map((line) => line.replace(`${folder}/`, ''))]).toEqual([Number(faults.length > 0), faults]);
});
