/** What commands say: a wrong argument is one line that says what is wrong and what is allowed, and a non-zero exit. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openIntent } from '../../src/client/intents';
import { operationHash } from '../../src/protocol/hash';
import { runCommand } from '../support/command';
import { aFolder } from '../support/folder';
import { TYPESCRIPT } from '../support/typescript';

const ROOT = join(__dirname, '../..');
const run = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
  return { status, stdout, lines: stderr.trim().split('\n') };
};
const RIGHT = ['--action', 'a', '--requester', 'op', '--client', 'c', '--method', 'm'];

describe('seal', () => {
  it.each([
    ['nothing', [], /^usage: /],
    ['an unknown flag', [...RIGHT, '--amount', '5'], /--amount.*usage: /],
    ['arguments that are no JSON', [...RIGHT, '--args', '{charge'], /^--args: \{charge is not a JSON array/],
    ['arguments that are no array', [...RIGHT, '--args', '{}'], /^--args: \{\} is not a JSON array/],
    ['a param without a value', [...RIGHT, '--param', 'charge'], /^--param: "charge" is not of the form key=value/],
  ])('seal answers %s with one line', (_, args, sentence) => {
    const { status, stdout, lines } = run(...TYPESCRIPT, 'scripts/seal.ts', ...args);
    expect({ status, stdout, lines }).toEqual({ status: 1, stdout: '', lines: [expect.stringMatching(sentence)] });
  });

  it('seal prints the body to post, and apart from it the key, which is for the worker alone', () => {
    const args = ['--args', '[{"charge":"ch_1"}]', '--param', 'note=a=b', '--param', 'empty='];
    const { status, stdout, lines } = run(...TYPESCRIPT, 'scripts/seal.ts', ...RIGHT, ...args);
    expect(status).toBe(0);
    const { params, intent, ...body } = JSON.parse(stdout);
    expect(body).toEqual({ action: 'a', requester: 'op' });
    expect(params).toEqual({ note: 'a=b', empty: '', intent: expect.stringMatching(/^sha256:/) });
    const [, key] = /^intent key \(base64\), only for your worker: (\S+)$/.exec(lines.join('\n'))!;
    const request = { action: 'a', params, intent, operation_hash: operationHash('a', params) };
    const opened = openIntent({ keys: [key!], request });
    expect(opened).toMatchObject({ value: { intent: { client: 'c', method: 'm', args: [{ charge: 'ch_1' }] } } });
  });
});

it.each([
  ['verify-audit', /^usage: npm run verify-audit -- FILE /],
  ['verify-proof', /^usage: npm run verify-proof -- FILE /],
  ['smoke', /^usage: npm run smoke -- --url URL /],
  ['check-account', /^usage: npm run check-account -- --config FILE/],
  ['restore', /^usage: npm run restore -- --at TIME /],
  ['replay', /^npm run replay -- FILE…/],
  ['admin', /^npm run admin -- create-org /],
])('%s explains itself with --help and -h, and ends with 0', async (name, usage) => {
  for (const flag of ['--help', '-h'])
    expect(await runCommand(name, flag)).toEqual({ code: 0, stdout: expect.stringMatching(usage), stderr: '' });
});

it('every command reads its arguments with parseArgs', () => {
  const sources = ['scripts', 'src', 'bench'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|mjs|cjs)$/.test(name) && !name.includes('node_modules'))
      .map((name) => join(folder, name)),
  );
  const reading = sources.filter((name) => readFileSync(join(ROOT, name), 'utf8').includes('process.argv'));
  const parsing = /\b(parseArgs|parsedArgs)\(/;
  const passedOn = new Set([
    // Programs start these two, and nobody else.
    ...['scripts/needs.mjs', 'scripts/simulate/worker.ts'],
    // These pass them on to what parses them.
    ...[
      'scripts/admin.ts',
      'scripts/pack/testing.ts',
      'src/local/main.ts',
      'src/gate/main.ts',
      'src/gate/hook/main.ts',
    ],
  ]);
  expect(reading.filter((name) => !parsing.test(readFileSync(join(ROOT, name), 'utf8'))).sort()).toEqual(
    [...passedOn].sort(),
  );
});

describe('a command against AWS', () => {
  it('a command against AWS names the variable to set if the region is missing', () => {
    const env: NodeJS.ProcessEnv = { ...process.env, MAIN_TABLE: 'm', TRANSIENT_TABLE: 't', DATA_KEY_ID: 'k' };
    for (const name of ['AWS_REGION', 'AWS_DEFAULT_REGION', 'AWS_PROFILE']) delete env[name];
    env.CONSOLE_ORIGIN = 'https://a.example';
    env.AWS_CONFIG_FILE = '/dev/null';
    const args = ['create-org', '--org', 'org_a', '--id', 'op_a', '--name', 'A', '--email', 'a@a.example'];
    const { status, stderr } = spawnSync(process.execPath, [...TYPESCRIPT, 'scripts/admin.ts', ...args], {
      cwd: ROOT,
      env,
      encoding: 'utf8',
    });
    expect(status).not.toBe(0);
    expect(stderr).toContain('the region is missing: set AWS_REGION to the region of the deployment');
  });
});

describe('smoke', () => {
  const KEY = JSON.stringify({
    ...{ api_key: 'rak_secret', receiver: 'https://a.example/canary/posts', mailbox_key: 'of the mailbox' },
    passkey: { credentialId: 'id', privateKey: 'secret' },
  });
  afterEach(() => delete process.env.SMOKE_KEY);

  it.each([
    ['nothing', [], /^usage: /],
    ['an unknown flag', ['--uri', 'x'], /--uri/],
    ['no key', ['--url', 'https://a.example'], /^usage: /],
    ['an address that is none', ['--url', 'a.example', '--key', KEY], /^--url a\.example is not a URL/],
    ['a secret that is not filled yet', ['--url', 'https://a.example', '--key', '{}'], /^The secret is still empty/],
    ['another secret', ['--url', 'https://a.example', '--key', 'rak_secret'], /^These are not the canary credentials/],
  ])(
    'smoke ends with 2 for %s, and not with 1, which means that the deployment does not work',
    async (_, args, sentence) => {
      const { code, stdout, stderr } = await runCommand('smoke', ...args);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(sentence);
      expect(stderr).not.toContain('secret"');
      expect(stderr).not.toContain('rak_');
    },
  );

  it('smoke ends with 1 if the deployment does not answer, and takes its key from the environment', async () => {
    process.env.SMOKE_KEY = KEY;
    expect(await runCommand('smoke', '--url', 'http://127.0.0.1:1')).toEqual({
      ...{ code: 1, stdout: '' },
      stderr: expect.stringMatching(/^failed: sign in: 127\.0\.0\.1:1 did not answer \(\w+\)\n$/),
    });
  });
});

describe('replay', () => {
  const handled: string[][] = [];
  let failing: string;
  let folder: string;
  /** The last step of the command, which sets no exit code where it succeeds. */
  const destroy = () => {
    process.exitCode = 0;
  };
  beforeAll(() => {
    folder = aFolder();
    jest.doMock('../../src/lambda/aws/dispatch-deps', () => ({ dispatchDeps: () => undefined }));
    jest.doMock('../../src/lambda/aws/base', () => ({
      createBase: () => ({ tables: { client: { destroy } } }),
    }));
    jest.doMock('../../src/lambda/events/dispatch', () => ({
      createDispatchHandler:
        () =>
        async ({ Records }: { Records: { eventID: string }[] }) => {
          const ids = Records.map(({ eventID }) => eventID);
          handled.push(ids);
          return {
            batchItemFailures: ids.filter((id) => id === failing).map((itemIdentifier) => ({ itemIdentifier })),
          };
        },
    }));
  });
  afterAll(() => jest.resetModules());
  beforeEach(() => {
    handled.length = 0;
    failing = 'none';
  });
  const file = (name: string, content: object) => {
    const path = join(folder, name);
    writeFileSync(path, JSON.stringify(content));
    return path;
  };
  const event = (...ids: string[]) => ({ Records: ids.map((eventID) => ({ eventID })) });

  it('replay hands over the records of each file, in the form that Lambda keeps or as an event', async () => {
    const files = [
      file('kept', { version: '1.0', payload: JSON.stringify(event('1', '2')) }),
      file('parsed', { payload: event('3') }),
      file('event', event('4')),
    ];
    const { code, stdout, stderr } = await runCommand('replay', ...files);
    expect({ code, stderr, handled }).toEqual({ code: 0, stderr: '', handled: [['1', '2'], ['3'], ['4']] });
    expect(stdout).toBe(
      `${files[0]}: 2 records handed over\n${files[1]}: 1 records handed over\n${files[2]}: 1 records handed over\n`,
    );
  });

  it('replay ends with 1 at the first file of which a record fails again, and does not report that file as handed over', async () => {
    failing = '2';
    const [first, second, third] = [file('1', event('1')), file('2', event('2', '9')), file('3', event('3'))];
    expect(await runCommand('replay', first, second, third)).toEqual({
      code: 1,
      stdout: `${first}: 1 records handed over\n`,
      stderr: `${second}: failed again; the log lines above say why\n`,
    });
    expect(handled).toEqual([['1'], ['2', '9']]);
  });

  it('replay hands over nothing if one of the files is not an event', async () => {
    const other = file('other', { payload: '{}' });
    expect(await runCommand('replay', file('event', event('1')), other)).toEqual({
      ...{ code: 1, stdout: '' },
      stderr: `${other}: neither an invocation record nor an event of a stream\n`,
    });
    expect(handled).toEqual([]);
  });
});

it('bench answers an unknown part with one line', () => {
  const { status, lines } = run(...TYPESCRIPT, 'bench/run.ts', 'everything');
  expect({ status, lines }).toEqual({
    status: 1,
    lines: [expect.stringMatching(/^There is no part everything\. The parts are /)],
  });
});

it.each(['18.20.1', '20.18.3'])('npm start answers a Node that is too old with one line: %s', (version) => {
  const old = `data:text/javascript,Object.defineProperty(process.versions,"node",{value:"${version}"})`;
  const { status, lines } = run('--import', old, 'scripts/ensure-console.mjs');
  expect({ status, lines }).toEqual({
    status: 1,
    lines: [`Node ${version} is too old: install Node 20.19 or later.`],
  });
});
