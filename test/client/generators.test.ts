import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isThorough } from '../support/effort';
import { type House, openHouse } from '../support/house';

const ROOT = join(__dirname, '../..');
/** Inside the project, so that what is generated finds the packages that it imports. */
const OUT = join(ROOT, 'node_modules/.cache/generated-clients');
const DOCUMENT = join(ROOT, 'generated/service.openapi.json');
const QUICK_STARTS = readFileSync(join(ROOT, 'docs/generated-clients.md'), 'utf8');
const bin = (name: string) => join(ROOT, 'node_modules/.bin', name);
const run = promisify(execFile);

/** Turns a key as op_bravo between the proposal and the claim. */
const TURN = `
async function turn(url: string, id: string): Promise<void> {
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(url + path, { method: 'POST', headers: { 'content-type': 'application/json', origin: url, ...headers }, body: JSON.stringify(body) });
  const link = (await (await post('/local/sign-in', { operator: 'op_bravo' })).json()) as { sign_in_url: string };
  const opened = await post('/api/session', { token: new URL(link.sign_in_url).hash.replace('#token=', '') });
  const cookie = opened.headers.get('set-cookie')!.split(';')[0]!;
  const mail = (await (await fetch(url + '/local/messages?operator=op_bravo')).json()) as { messages: { request_id: string; code: string }[] };
  await post('/api/requests/' + id + '/turn', { code: mail.messages.find((message) => message.request_id === id)!.code }, { cookie });
}
const { URL: url = '', PROPOSER = '', WORKER = '' } = process.env;
const intent = { v: 1, alg: 'A256GCM', kid: '6733e5bd34a4d669', nonce: '2r-tHb7O8xo1Fwnw', ciphertext: 'A'.repeat(64) } as const;
const proposal = { action: 'demo.solo', requester: 'op_alpha', params: { intent: 'sha256:' + 'ab'.repeat(32) }, intent };
`;

const CLIENTS = {
  'openapi-fetch': {
    command: 'openapi-typescript service.openapi.json -o schema.d.ts',
    script: `
import createClient from 'openapi-fetch';
import type { paths } from './schema';
async function main() {
  const as = (key: string) => createClient<paths>({ baseUrl: url, headers: { authorization: 'Bearer ' + key } });
  const proposed = await as(PROPOSER).POST('/v1/requests', { body: proposal });
  const id = proposed.data!.request.id;
  await turn(url, id);
  const claimed = await as(WORKER).POST('/v1/requests/{id}/claim', { params: { path: { id } } });
  const report = { claim_id: claimed.data!.claim_id, status: 'succeeded' } as const;
  const reported = await as(WORKER).POST('/v1/requests/{id}/execution', { params: { path: { id } }, body: report });
  console.log(reported.data!.request.execution.state);
}
void main();
`,
  },
  '@hey-api/openapi-ts': {
    command: 'openapi-ts -i service.openapi.json -o sdk -c @hey-api/client-fetch --no-log-file',
    script: `
import { client } from './sdk/client.gen';
import { claimRequest, createRequest, reportExecution } from './sdk/sdk.gen';
async function main() {
  const as = (key: string) => client.setConfig({ baseUrl: url, auth: key });
  as(PROPOSER);
  const proposed = await createRequest({ body: proposal });
  const id = proposed.data!.request.id;
  await turn(url, id);
  as(WORKER);
  const claimed = await claimRequest({ path: { id } });
  const reported = await reportExecution({ path: { id }, body: { claim_id: claimed.data!.claim_id, status: 'succeeded' } });
  console.log(reported.data!.request.execution.state);
}
void main();
`,
  },
  'swagger-typescript-api': {
    command: 'swagger-typescript-api generate -p service.openapi.json -o . -n api.ts --silent',
    script: `
import { Api } from './api';
async function main() {
  const as = (key: string) => new Api({ baseUrl: url, baseApiParams: { format: 'json', headers: { authorization: 'Bearer ' + key } } });
  const proposed = await as(PROPOSER).v1.createRequest(proposal);
  const id = proposed.data.request.id;
  await turn(url, id);
  const claimed = await as(WORKER).v1.claimRequest(id, {});
  const reported = await as(WORKER).v1.reportExecution(id, { claim_id: claimed.data.claim_id, status: 'succeeded' });
  console.log(reported.data.request.execution.state);
}
void main();
`,
  },
} as const;

/** Each takes seconds, so `npm test` alone tries the first. */
const TRIED = Object.entries(CLIENTS).slice(0, isThorough ? undefined : 1);

const folderOf = (name: string) => name.replace(/\W/g, '-');

describe('a client that others generate from the document, untouched', () => {
  let house: House;
  /** What the compiler says of all clients: one run, because most of its time goes into the declarations they share. */
  let complaints: string;
  beforeAll(async () => {
    house = await openHouse({ memory: true });
    for (const [name, { command, script }] of TRIED) {
      const out = join(OUT, folderOf(name));
      mkdirSync(out, { recursive: true });
      cpSync(DOCUMENT, join(out, 'service.openapi.json'));
      const [program, ...args] = command.split(' ') as [string, ...string[]];
      execFileSync(bin(program), args, { stdio: 'pipe', cwd: out });
      writeFileSync(join(out, 'main.ts'), `${TURN}${script}`);
    }
    const tsc = [
      join(ROOT, 'node_modules/typescript-7/bin/tsc'),
      '--ignoreConfig',
      ...['--noEmit', '--strict', '--skipLibCheck', '--target', 'es2022', '--lib', 'es2023,dom,dom.iterable'],
      ...['--module', 'esnext', '--moduleResolution', 'bundler', '--types', 'node'],
      ...TRIED.map(([name]) => `./${folderOf(name)}/main.ts`),
    ];
    complaints = await run(process.execPath, tsc, { cwd: OUT }).then(
      () => '',
      ({ stdout, message }: Error & { stdout: string }) => stdout || message,
    );
  }, 120_000);
  afterAll(async () => {
    await house?.stop();
    rmSync(OUT, { recursive: true, force: true });
  });

  it('a client that others generate from the document type-checks', () => {
    expect(complaints).toBe('');
  });

  it.each(TRIED)(
    'the generated client %s, made by its quick start command, completes the main job',
    async (name, { command }) => {
      expect(QUICK_STARTS).toContain(`npx ${command}\n`);
      const { keys } = house.running.demo;
      const env = { ...process.env, URL: house.url, PROPOSER: keys.proposer, WORKER: keys.worker };
      const { stdout } = await run(process.execPath, ['--import', 'tsx', 'main.ts'], {
        cwd: join(OUT, folderOf(name)),
        env,
      });
      expect(stdout.trim()).toBe('succeeded');
    },
  );
});
