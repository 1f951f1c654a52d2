/** The check of an account before the first deployment. What it judges is tested with the restore (restore-checks.test.ts). */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as account from '../../scripts/support/account';
import { runCommand } from '../support/command';
import { aFolder } from '../support/folder';

const DEV = JSON.parse(readFileSync(join(__dirname, '../../deployments/dev.json'), 'utf8'));

describe('npm run check-account', () => {
  const folder = aFolder();
  const file = join(folder, 'dev.json');
  let [here, readiness] = [{} as account.Place, {} as account.Readiness];
  let asked: object[] = [];
  beforeAll(() => {
    jest.doMock('../../scripts/support/account', () => ({
      ...jest.requireActual<typeof account>('../../scripts/support/account'),
      placeHere: async () => here,
      readinessOf: async (config: object) => {
        asked.push(config);
        return readiness;
      },
    }));
    const own = { account: '111122223333', region: 'eu-west-1', mailFrom: 'keys@acme.io' };
    writeFileSync(file, JSON.stringify({ ...DEV, ...own }));
  });
  afterAll(() => void jest.dontMock('../../scripts/support/account'));
  beforeEach(() => {
    here = { account: '111122223333', region: 'eu-west-1' };
    readiness = { facts: ['SES in eu-west-1: 200 mails a day.'], problems: [] };
    asked = [];
  });

  it('an account that can take the deployment is told with its limits, and ends with 0', async () => {
    const said = await runCommand('check-account', '--config', file);
    const stdout = 'SES in eu-west-1: 200 mails a day.\nok: 111122223333 can take dev in eu-west-1\n';
    expect(said).toEqual({ code: 0, stdout, stderr: '' });
    expect(asked).toEqual([expect.objectContaining({ mailFrom: 'keys@acme.io', region: 'eu-west-1' })]);
  });

  it('what is missing is one line each, and the check ends with 1', async () => {
    readiness = { ...readiness, problems: ['SES is in its sandbox.', 'Lambda runs 10 functions.'] };
    const { code, stdout, stderr } = await runCommand('check-account', '--config', file);
    expect([code, stderr]).toEqual([1, 'missing: SES is in its sandbox.\nmissing: Lambda runs 10 functions.\n']);
    expect(stdout).not.toContain('ok:');
  });

  it.each([
    ['account', { account: '444455556666', region: 'eu-west-1' }, 'The account is 444455556666, and'],
    ['region', { account: '111122223333', region: 'eu-central-1' }, 'The region is eu-central-1, and'],
  ])('in another %s than that of the file nothing is asked', async (_, elsewhere, why) => {
    here = elsewhere;
    const { code, stderr } = await runCommand('check-account', '--config', file);
    expect([code, stderr, asked]).toEqual([1, expect.stringContaining(`missing: ${why}`), []]);
  });

  it.each<[string, string[], RegExp]>([
    ['without a file', [], /^usage: npm run check-account/],
    ['with a file that is not there', ['--config', 'none.json'], /^cannot read none\.json/],
    ['with placeholders', ['--config', 'deployments/dev.json'], /is a placeholder/],
  ])('a check %s asks nothing and ends with 2', async (_, args, why) => {
    const { code, stderr } = await runCommand('check-account', ...args);
    expect([code, stderr, asked]).toEqual([2, expect.stringMatching(why), []]);
  });
});
