import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isThorough } from '../support/effort';
import { type House, openHouse } from '../support/house';

const ROOT = join(__dirname, '../..');
const run = promisify(execFile);

/** Proposes, turns a key as an operator would, and lets a worker run the intent; prints the execution's state. */
const SCRIPT = `
const KEY = Buffer.alloc(32, 9).toString('base64');
const { URL: url, PROPOSER, WORKER } = process.env;
async function main() {
  const client = createClient({ baseUrl: url, apiKey: PROPOSER });
  const sealed = sealIntent({ keys: [KEY], action: 'demo.solo', client: 'billing', method: 'refund', args: [{ charge: 'ch_1' }] });
  const params = { intent: sealed.digest };
  const { request } = await client.createRequest({ action: 'demo.solo', requester: 'op_alpha', params, intent: sealed.intent });
  await turn(request.id);
  const verdict = await client.waitForVerdict(request.id, { action: 'demo.solo', params });
  const worker = createWorker({
    client: createClient({ baseUrl: url, apiKey: WORKER }),
    keys: [KEY],
    clients: { billing: { refund: ({ charge }) => 're_' + charge } },
    allow: ['billing.refund'],
    pollIntervalMs: 20,
  });
  let execution;
  do {
    await new Promise((resolve) => setTimeout(resolve, 20));
    execution = (await client.getRequest(request.id)).request.execution;
  } while (execution.reported_at === null);
  await worker.stop();
  console.log(JSON.stringify([verdict.outcome, execution.state, execution.reference]));
}
async function turn(id) {
  const json = (path, body, headers = {}) =>
    fetch(url + path, { method: body ? 'POST' : 'GET', headers: { 'content-type': 'application/json', origin: url, ...headers }, body: body && JSON.stringify(body) });
  const { sign_in_url } = await (await json('/local/sign-in', { operator: 'op_bravo' })).json();
  const opened = await json('/api/session', { token: new URL(sign_in_url).hash.replace('#token=', '') });
  const cookie = opened.headers.get('set-cookie').split(';')[0];
  const { messages } = await (await json('/local/messages?operator=op_bravo')).json();
  await json('/api/requests/' + id + '/turn', { code: messages.find((mail) => mail.request_id === id).code }, { cookie });
}
main();
`;

const TYPED = `
import { createClient, createWorker, verifyEvent, type AuthorizationRequest } from 'request-authorization-service/client';
const client = createClient({ baseUrl: 'https://a.example', apiKey: 'rak_x' });
export async function outcome(id: string): Promise<AuthorizationRequest['outcome']> {
  return (await client.getRequest(id)).request.outcome;
}
export const worker = () => createWorker({ client, keys: [], clients: { billing: { refund: (charge: string) => charge } } });
export const type: string = verifyEvent({ rawBody: '', signature: '', secret: 'whsec_x' }).type;
// @ts-expect-error an action is required
client.createRequest({ requester: 'op_alpha' });
`;

describe('the packed SDK, installed in an empty folder', () => {
  let house: House;
  let folder: string;
  beforeAll(async () => {
    house = await openHouse({ memory: true });
    folder = mkdtempSync(join(tmpdir(), 'consumer-'));
    execFileSync('npm', ['pack', '--pack-destination', folder], { cwd: ROOT, stdio: 'pipe' });
    const [tarball] = readdirSync(folder);
    console.log(`packed: ${tarball}, ${statSync(join(folder, tarball!)).size} bytes`);
    writeFileSync(join(folder, 'package.json'), '{"name":"consumer","private":true}');
    execFileSync('npm', ['install', '--offline', '--ignore-scripts', '--no-audit', `./${tarball}`], {
      cwd: folder,
      stdio: 'pipe',
    });
  }, 120_000);
  afterAll(async () => {
    await house?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('brings nothing along', () => {
    expect(readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
      'request-authorization-service',
    ]);
  });

  it.each([
    ['consumer.mjs', "import { createClient, createWorker, sealIntent } from 'request-authorization-service/client';"],
    [
      'consumer.cjs',
      "const { createClient, createWorker, sealIntent } = require('request-authorization-service/client');",
    ],
    ['bare.mjs', "import { createClient, createWorker, sealIntent } from 'request-authorization-service';"],
    ['bare.cjs', "const { createClient, createWorker, sealIntent } = require('request-authorization-service');"],
  ])(
    'takes a request from proposal to report in one script: %s',
    async (file, imports) => {
      writeFileSync(join(folder, file), `${imports}\n${SCRIPT}`);
      const { keys } = house.running.demo;
      const env = { ...process.env, URL: house.url, PROPOSER: keys.proposer, WORKER: keys.worker };
      const { stdout } = await run(process.execPath, [file], { cwd: folder, env, timeout: 30_000 });
      expect(JSON.parse(stdout)).toEqual(['authorized', 'succeeded', 're_ch_1']);
    },
    40_000,
  );

  const OLDER = ['typescript', 'esnext', 'bundler'];
  it.each([['typescript-7', 'nodenext', 'nodenext'], ...(isThorough ? [OLDER] : [])] as [string, string, string][])(
    'type-checks under strict with %s, module %s and resolution %s',
    async (compiler, module, resolution) => {
      const types = join(folder, 'node_modules/@types');
      rmSync(types, { recursive: true, force: true });
      execFileSync('mkdir', ['-p', types]);
      symlinkSync(join(ROOT, 'node_modules/@types/node'), join(types, 'node'));
      writeFileSync(join(folder, 'typed.mts'), TYPED);
      writeFileSync(join(folder, 'typed.cts'), TYPED);
      const files = resolution === 'bundler' ? ['typed.mts'] : ['typed.mts', 'typed.cts'];
      const args = [
        join(ROOT, 'node_modules', compiler, 'bin/tsc'),
        '--noEmit',
        '--strict',
        // The declarations of others. The package's own are checked below.
        '--skipLibCheck',
        '--target',
        'es2022',
        '--module',
        module,
        '--moduleResolution',
        resolution,
        '--types',
        'node',
        ...files,
      ];
      await run(process.execPath, args, { cwd: folder }).catch((error: { stdout: string }) => {
        throw new Error(error.stdout);
      });
      rmSync(types, { recursive: true });
    },
    60_000,
  );

  it('type-checks without the types of Node, its declarations included', async () => {
    const compilerOptions = {
      noEmit: true,
      strict: true,
      skipLibCheck: false,
      target: 'es2022',
      module: 'nodenext',
      moduleResolution: 'nodenext',
      types: [],
    };
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, files: ['typed.mts', 'typed.cts'] }),
    );
    writeFileSync(join(folder, 'typed.mts'), TYPED);
    writeFileSync(join(folder, 'typed.cts'), TYPED.replace('authorization-service/client', 'authorization-service'));
    const tsc = join(ROOT, 'node_modules/typescript-7/bin/tsc');
    await run(process.execPath, [tsc, '-p', '.'], { cwd: folder }).catch((error: { stdout: string }) => {
      throw new Error(error.stdout);
    });
  }, 60_000);

  it('carries a README of its own', () => {
    const readme = readFileSync(
      join(folder, 'node_modules/request-authorization-service/dist/client', 'README.md'),
      'utf8',
    );
    expect(readme).toMatch(/createClient\(/);
  });
});
