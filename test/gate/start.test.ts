/** How a gate starts, and what keeps it from starting, as the process that a person starts. */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { start, UsageError } from '../../src/gate/mcp/command';
import { aFolder } from '../support/folder';
import { listening } from '../support/listening';
import { secretsWith } from './support/open';

const ROOT = join(__dirname, '../..');
const SECRETS = secretsWith({ proposer: 'proposer', worker: 'worker' });

const folder = aFolder();
let stub: Awaited<ReturnType<typeof listening>>;
let port: number;
/** What the service was asked, and the status with which it answers a key. */
let asked: string[];
let answers: (key: string, method: string, path: string) => number;
beforeAll(async () => {
  stub = await listening(
    createServer((req, res) => {
      asked.push(`${req.method} ${req.url}`);
      const [, key = ''] = (req.headers.authorization ?? '').split(' ');
      res.writeHead(answers(key, req.method!, req.url!)).end();
    }),
  );
  port = Number(new URL(stub.url).port);
});
const asItShould = (_key: string, method: string, path: string) =>
  method === 'POST' ? 400 : path.includes('executable=true&limit=1') ? 200 : 404;
beforeEach(() => {
  asked = [];
  answers = asItShould;
});
afterAll(() => stub.close());

const AGENT = { name: 'agent', token: `sha256:${'a'.repeat(64)}`, operator: 'op_alpha' };
const RULE = { upstream: 'fixture', tool: 'pay', action: 'pay' };
function configurationOf(changes: object = {}): object {
  return {
    name: 'test',
    service: { url: `http://127.0.0.1:${port}` },
    listen: { port: 0, url: 'http://127.0.0.1/mcp' },
    ledger: { folder: join(folder, 'ledger') },
    upstreams: { fixture: { url: 'http://127.0.0.1:9/mcp' } },
    rules: [RULE],
    callers: [AGENT],
    ...changes,
  };
}

function fileWith(content: string | object): string {
  const path = join(folder, 'gate.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

/** The process until it ends: its exit code, and what a person reads. */
function run(path: string, env: Record<string, string> = SECRETS): Promise<{ code: number | null; said: string }> {
  const main = join(ROOT, 'src/gate/main.ts');
  const child = spawn(process.execPath, ['--conditions=import', '--import', 'tsx', main, '--config', path], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, ...env },
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (part) => (said += part));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, said })));
}

describe('a gate that cannot start', () => {
  it('ends with exit code 2 if its port is taken, and asks the service for no approved calls', async () => {
    const listen = { port, url: 'http://127.0.0.1/mcp' };
    const { code, said } = await run(fileWith(configurationOf({ listen })));
    expect(said).toMatch(/The gate could not start: listen EADDRINUSE/);
    expect(code).toBe(2);
    expect(asked).toHaveLength(3);
  }, 90_000);

  it('ends with exit code 2 and says everything that is wrong at once', async () => {
    const upstreams = { fixture: { command: 'no-such-program', env: ['NOT_SET'] } };
    const path = fileWith(configurationOf({ upstreams }));
    const { code, said } = await run(path, { ...SECRETS, GATE_PROPOSER_KEY: '', GATE_INTENT_KEYS: 'secret,secret' });
    expect(said.trim().split('\n')).toEqual([
      'Set the environment variable GATE_PROPOSER_KEY.',
      'GATE_INTENT_KEYS: number 1 of 2 is no key. A key has 32 bytes, in base64.',
      'GATE_INTENT_KEYS: number 2 of 2 is no key. A key has 32 bytes, in base64.',
      'upstreams.fixture.command: there is no program "no-such-program".',
      'upstreams.fixture.env[0]: the environment variable NOT_SET is not set.',
    ]);
    expect([code, asked]).toEqual([2, []]);
  }, 90_000);
});

interface Wrong {
  readonly config?: object;
  readonly text?: string;
  readonly env?: object;
  readonly args?: readonly string[];
}
const stdio = (more: object) => ({ config: { upstreams: { fixture: { command: 'node', ...more } } } });
const rule = (changes: object) => ({ config: { rules: [{ ...RULE, ...changes }] } });
/** Each ends with exit code 2 and with this in what it says. */
const WRONG: readonly (readonly [what: string, wrong: Wrong, said: string])[] = [
  ['no --config', { args: [] }, '--config is missing.'],
  ['an option that it does not have', { args: ['--port', '1'] }, "Unknown option '--port'"],
  ['--stdio without --caller', { args: ['--config', 'x', '--stdio'] }, 'Use --stdio and --caller together.'],
  ['a file that is not there', { args: ['--config', '/none.json'] }, '/none.json cannot be read as JSON: ENOENT'],
  ['a file that is no JSON', { text: '{' }, 'cannot be read as JSON'],
  ['a list in place of an object', { text: '[]' }, 'The configuration: must be an object.'],
  ['a name that stands twice', { text: '{"name":"a","name":"b"}' }, '\n  name: stands twice.'],
  [
    'a name that stands twice in a rule, once with an escape',
    { text: '{"name":"a","rules":[{},{"tool":"do\\"{","do":"refuse","d\\u006f":"pass"}]}' },
    '\n  rules[1].do: stands twice.',
  ],
  ['a field that it does not have', { config: { rule: [] } }, 'rule: is unknown. Allowed are name, service'],
  ['a name with a space', { config: { name: 'a b' } }, 'name: must be lower-case letters'],
  [
    'a service over plain HTTP',
    { config: { service: { url: 'http://a.example' } } },
    'service.url: must be an https://',
  ],
  [
    'a service with a password in its address',
    { config: { service: { url: 'https://a:b@a.example' } } },
    'service.url: must be an https:// address (http:// only for this machine) without a password.',
  ],
  ['a port that is none', { config: { listen: { port: 65_536, url: 'http://127.0.0.1' } } }, 'listen.port: must be'],
  ['no ledger', { config: { ledger: undefined } }, 'ledger: is missing.'],
  ['a table without its region', { config: { ledger: { table: 'a' } } }, 'ledger.region: is missing.'],
  ['a rule without an action', rule({ action: undefined }), 'rules[0].action: is missing.'],
  [
    'a window that is longer than the service allows',
    rule({ execute_within: 9e6 }),
    'must be a whole number from 1 to 2592000.',
  ],
  [
    'a result that is joined longer than it is kept',
    { config: { max_age: 9000, retention: 3600 } },
    'max_age: must not be longer than retention.',
  ],
  [
    'a rule of an upstream that is not there',
    rule({ upstream: 'shop' }),
    'rules[0].upstream: "shop" is not in upstreams.',
  ],
  ['a rule that does something else', rule({ do: 'allow' }), 'rules[0].do: must be pass or refuse.'],
  ['a rule that both passes and needs people', rule({ do: 'pass' }), 'rules[0].action: is unknown.'],
  ['a condition with a typing error', rule({ when: { a: { over: 1 } } }), 'rules[0].when.a.over: is unknown.'],
  ['a condition that says nothing', rule({ when: { a: {} } }), 'rules[0].when.a: must have one of equals'],
  ['a limit that is a text', rule({ when: { a: { above: '1' } } }), 'rules[0].when.a.above: must be a number.'],
  [
    'two arguments in one param',
    rule({ params: { a: '{b}{c}' } }),
    'rules[0].params.a: must be a text with at most one',
  ],
  ['an argument in two params', rule({ params: { a: '{b}', c: '{b}' } }), 'rules[0]: "b" is there twice.'],
  [
    'an argument in a param and a document',
    rule({ params: { a: '{b}' }, evidence: { c: 'b' } }),
    '"b" is there twice.',
  ],
  [
    'a document that looks like a param of one',
    rule({ params: { 'evidence.a': '{b}' } }),
    'rules[0].params.evidence.a:',
  ],
  ...['upstream', 'tool', 'tool_definition', 'caller', 'ran_before', 'intent'].map(
    (name) =>
      [
        `a param ${name}, which the gate adds itself`,
        rule({ params: { [name]: '{b}' } }),
        `rules[0].params.${name}: is not allowed as a name here.`,
      ] as const,
  ),
  [
    'a token in place of its digest',
    { config: { callers: [{ ...AGENT, token: 'hunter2' }] } },
    'callers[0].token: must be',
  ],
  ['two callers with one token', { config: { callers: [AGENT, { ...AGENT, name: 'b' }] } }, 'is there twice.'],
  ['nobody who may call', { config: { callers: [] } }, 'callers or issuers: nobody could call this gate.'],
  [
    'an intent key of 31 bytes',
    { env: { GATE_INTENT_KEYS: Buffer.alloc(31).toString('base64') } },
    'number 1 of 1 is no key',
  ],
  [
    'an empty intent key after a good one',
    { env: { GATE_INTENT_KEYS: `${SECRETS.GATE_INTENT_KEYS},` } },
    'number 2 of 2',
  ],
  [
    'a secret that is not set',
    { env: { GATE_WORKER_KEY: undefined } },
    'Set the environment variable GATE_WORKER_KEY.',
  ],
  [
    'a token of an upstream that is not set',
    { config: { upstreams: { fixture: { url: 'https://a.example', token_env: 'TOKEN' } } } },
    'upstreams.fixture.token_env: the environment variable TOKEN is not set.',
  ],
  [
    'a variable of an upstream that is not set',
    stdio({ env: ['PATH', 'TOKEN'] }),
    'upstreams.fixture.env[1]: the environment',
  ],
  [
    'a secret in place of the name of a variable',
    stdio({ env: ['TOKEN=hunter2'] }),
    'upstreams.fixture.env[0]: must be the name',
  ],
  ['a command that is not there', stdio({ command: 'nod' }), 'upstreams.fixture.command: there is no program "nod".'],
  ['a command that is a folder', stdio({ command: '/usr' }), 'there is no program "/usr".'],
  ['a command that cannot be run', stdio({ command: __filename }), 'there is no program'],
  [
    'a caller that the configuration does not have',
    { args: ['--stdio', '--caller', 'b', '--config'] },
    '"b" is no caller of the configuration. Its callers: agent.',
  ],
];

it.each(WRONG)('%s keeps the gate from starting, and it says where the mistake is', async (_, wrong, said) => {
  const { config, text, env, args = ['--config'] } = wrong;
  const path = fileWith(text ?? configurationOf(config));
  const given = args.at(-1) === '--config' ? [...args, path] : args;
  const failed = await start(given, { PATH: process.env.PATH, ...SECRETS, ...env }, () => {}).catch((error) => error);
  expect(failed).toBeInstanceOf(UsageError);
  expect(failed.message).toContain(said);
  // Most mistakes are made with a secret in the wrong place.
  expect(failed.message).not.toContain('hunter2');
  expect(asked).toEqual([]);
});

describe('a gate that starts', () => {
  const logged: string[] = [];
  async function starts(config: object = {}): Promise<void> {
    logged.length = 0;
    const path = fileWith(configurationOf(config));
    const log = (message: string, fields: object) => void logged.push(`${message} ${JSON.stringify(fields)}`);
    const { stop } = await start(['--config', path], { PATH: process.env.PATH, ...SECRETS }, log);
    await stop();
  }

  it('asks the service once for each scope of its keys, and proposes nothing', async () => {
    await starts();
    expect(asked.slice(0, 3).sort()).toEqual([
      'GET /v1/requests/unknown',
      'GET /v1/requests?executable=true&limit=1',
      'POST /v1/requests',
    ]);
    expect(logged.filter((line) => line.includes('service'))).toEqual([]);
  });

  it('says so if the service cannot be reached or answers with something else, and starts', async () => {
    await starts({ service: { url: 'http://127.0.0.1:1' } });
    expect(logged).toContainEqual('the service cannot be reached {"service":"http://127.0.0.1:1"}');
    answers = () => 503;
    await starts();
    expect(logged.filter((line) => line.startsWith('the service answers with an unexpected status'))).toHaveLength(3);
  });

  it.each([401, 403])(
    'does not start with a key that the service answers with %i, whichever key it is',
    async (status) => {
      for (const secret of ['proposer', 'worker']) {
        answers = (...request) => (request[0] === secret ? status : asItShould(...request));
        await expect(starts()).rejects.toThrow(`GATE_${secret.toUpperCase()}_KEY must be an API key with the scopes`);
      }
    },
  );
});
