import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pathIn } from '../../scripts/support/needed.cjs';
import { type House, openHouse } from '../support/house';
import { describeWith } from '../support/needed';

const ROOT = join(__dirname, '../..');
/** Where the generator is installed, so that what it generates finds the packages that it imports. */
const outOf = (name: string) => join(modulesOf(name), '.cache/generated-clients', name.replace(/\W/g, '-'));
/** The first one also generates our own types. */
const modulesOf = (name: string) => (name === 'openapi-fetch' ? join(ROOT, 'node_modules') : pathIn('test/packages'));
const QUICK_STARTS = readFileSync(join(ROOT, 'docs/generated-clients.md'), 'utf8');
const run = promisify(execFile);

/** Turns a key as op_bravo between the proposal and the claim. Each script says which verdict it read before and after. */
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

interface Generator {
  readonly command: string;
  readonly script: string;
}

const CLIENTS: Readonly<Record<string, Generator>> = {
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
  console.log(proposed.data!.request.outcome, claimed.data!.request.outcome, reported.data!.request.execution.state);
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
  console.log(proposed.data!.request.outcome, claimed.data!.request.outcome, reported.data!.request.execution.state);
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
  console.log(proposed.data.request.outcome, claimed.data.request.outcome, reported.data.request.execution.state);
}
void main();
`,
  },
  // It parses every answer. Its code is for zod 3.
  'openapi-zod-client': {
    command: 'openapi-zod-client service.openapi.json -o zod-client.ts',
    script: `
import { createApiClient } from './zod-client';
async function main() {
  const as = (key: string) => createApiClient(url, { axiosConfig: { headers: { authorization: 'Bearer ' + key } } });
  const proposed = await as(PROPOSER).createRequest(proposal);
  const params = { id: proposed.request.id };
  await turn(url, params.id);
  const claimed = await as(WORKER).claimRequest({}, { params });
  const reported = await as(WORKER).reportExecution({ claim_id: claimed.claim_id, status: 'succeeded' }, { params });
  console.log(proposed.request.outcome, claimed.request.outcome, reported.request.execution.state);
}
void main();
`,
  },
  // It makes schemas and no calls.
  orval: {
    command: 'orval --input service.openapi.json --output schemas.ts --client zod',
    script: `
import { claimRequestResponse, createRequestBody, getRequestResponse, reportExecutionBody, reportExecutionResponse } from './schemas';
async function call(key: string, path: string, body: object): Promise<unknown> {
  const headers = { authorization: 'Bearer ' + key, 'content-type': 'application/json' };
  return (await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })).json();
}
async function main() {
  const proposed = getRequestResponse.parse(await call(PROPOSER, '/v1/requests', createRequestBody.parse(proposal)));
  const path = '/v1/requests/' + proposed.request.id;
  await turn(url, proposed.request.id);
  const claimed = claimRequestResponse.parse(await call(WORKER, path + '/claim', {}));
  const report = reportExecutionBody.parse({ claim_id: claimed.claim_id, status: 'succeeded' });
  const reported = reportExecutionResponse.parse(await call(WORKER, path + '/execution', report));
  console.log(proposed.request.outcome, claimed.request.outcome, reported.request.execution.state);
}
void main();
`,
  },
};

const TRIED = Object.entries(CLIENTS).map(([name, client]) => ({ name, ...client, out: outOf(name) }));

describeWith('test/packages', 'orval', 'a client that others generate from the document, untouched', () => {
  let house: House;
  /** What the compiler says of all clients: one run, because most of its time goes into the declarations they share. */
  let complaints: string;
  beforeAll(async () => {
    house = await openHouse({ memory: true });
    const document = await (await fetch(`${house.url}/openapi.json`)).text();
    const made = TRIED.map(async ({ name, command, script, out }) => {
      mkdirSync(out, { recursive: true });
      writeFileSync(join(out, 'service.openapi.json'), document);
      const [program, ...args] = command.split(' ') as [string, ...string[]];
      await run(join(modulesOf(name), '.bin', program), args, { cwd: out });
      writeFileSync(join(out, 'main.ts'), `${TURN}${script}`);
    });
    await Promise.all(made);
    const tsc = [
      join(ROOT, 'node_modules/typescript-7/bin/tsc'),
      '--ignoreConfig',
      ...['--noEmit', '--strict', '--skipLibCheck', '--target', 'es2022', '--lib', 'es2023,dom,dom.iterable'],
      ...['--module', 'esnext', '--moduleResolution', 'bundler', '--types', 'node'],
      ...TRIED.map(({ out }) => join(out, 'main.ts')),
    ];
    complaints = await run(process.execPath, tsc, { cwd: ROOT }).then(
      () => '',
      ({ stdout, message }: Error & { stdout: string }) => stdout || message,
    );
  }, 120_000);
  afterAll(async () => {
    await house?.stop();
    for (const { out } of TRIED) rmSync(out, { recursive: true, force: true });
  });

  it('the document is served as it was generated, as JSON, and names no server', async () => {
    const served = await fetch(`${house.url}/openapi.json`);
    expect(served.headers.get('content-type')).toBe('application/json');
    const { servers, ...rest } = JSON.parse(readFileSync(join(ROOT, 'generated/service.openapi.json'), 'utf8'));
    expect([servers.length, await served.json()]).toEqual([1, rest]);
  });

  it('a client that others generate from the document type-checks', () => {
    expect(complaints).toBe('');
  });

  it.each(TRIED)(
    'the generated client $name, made by its quick start command, reads the verdict and completes the main job',
    async ({ command, out }) => {
      expect(QUICK_STARTS).toContain(`npx ${command}\n`);
      const { keys } = house.running.demo;
      const env = { ...process.env, URL: house.url, PROPOSER: keys.proposer, WORKER: keys.worker };
      const { stdout } = await run(process.execPath, ['--import', 'tsx', 'main.ts'], {
        cwd: out,
        env,
      });
      expect(stdout.trim()).toBe('null authorized succeeded');
    },
  );
});
