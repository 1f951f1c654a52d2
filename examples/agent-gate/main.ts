/** An agent without a model: a list of tool calls that somebody wrote down. Those that have an effect wait for people. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { demo, waitingFor } from '../support/demo';
import { openClient } from './client';
import { setUpActions } from './set-up';

const TOKEN = randomBytes(24).toString('base64url');

/** The configuration of the folder, with this machine's addresses and a token of its own. */
function writeConfiguration(folder: string): string {
  const config = JSON.parse(readFileSync(join(__dirname, 'gate.json'), 'utf8'));
  config.service.url = demo.base_url;
  // Any free port.
  config.listen.port = 0;
  config.ledger.folder = join(folder, 'ledger');
  config.upstreams.office.args = [join(__dirname, 'upstream.mjs'), join(folder, 'files')];
  config.callers[0].token = `sha256:${createHash('sha256').update(TOKEN).digest('hex')}`;
  const file = join(folder, 'gate.json');
  writeFileSync(file, JSON.stringify(config));
  return file;
}

/** In your own project: `npx --no-install request-authorization-gate --config gate.json`. */
function startGate(config: string): ChildProcess {
  const program = ['--import', 'tsx', '--conditions=import', join(__dirname, '../../src/gate/main.ts')];
  const secrets = {
    GATE_PROPOSER_KEY: demo.keys.proposer,
    GATE_WORKER_KEY: demo.keys.worker,
    GATE_INTENT_KEYS: randomBytes(32).toString('base64'),
  };
  const env = { ...process.env, ...secrets };
  return spawn(process.execPath, [...program, '--config', config], { env, stdio: ['ignore', 'inherit', 'pipe'] });
}

async function addressOf(gate: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: gate.stderr! })) {
    console.log(`gate:  ${line}`);
    const [, port] = /on port (\d+)/.exec(line) ?? [];
    if (port !== undefined) return `http://127.0.0.1:${port}/mcp`;
  }
  throw new Error('The gate did not start.');
}

async function main(): Promise<void> {
  await setUpActions(demo.base_url);
  const folder = mkdtempSync(join(tmpdir(), 'agent-gate-'));
  mkdirSync(join(folder, 'files'));
  writeFileSync(join(folder, 'files/invoice.txt'), 'ACME GmbH, 1250.00 EUR, for the paper of March\n');
  const gate = startGate(writeConfiguration(folder));
  try {
    const client = openClient(await addressOf(gate), TOKEN);
    const step = async (tool: string, args: Record<string, string>) => {
      console.log(`agent: ${tool} ${JSON.stringify(args)}`);
      const waiting = (id: string) => waitingFor(id, `the gate runs ${tool} once, or the agent reads why not`);
      console.log(`       ${await client.call(tool, args, waiting)}`);
    };
    await step('list_files', {});
    await step('read_file', { file: 'invoice.txt' });
    await step('pay', { to: 'ACME GmbH', amount: '1250.00', reason: 'The invoice says so.' });
    await step('delete_file', { file: 'invoice.txt' });
    await step('list_files', {});
  } finally {
    gate.kill();
    if (gate.exitCode === null) await once(gate, 'exit');
    rmSync(folder, { recursive: true });
  }
}

void main();
