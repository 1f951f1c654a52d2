/** An agent without a model, whose commands wait for people. `AGENT` is its kind (claude-code). */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { demo, waitingFor } from '../support/demo';
import { beforeTool, type Kind, SETTINGS } from './agent';

const kind = (process.env.AGENT ?? 'claude-code') as Kind;
const SHELL: Record<Kind, string> = {
  'claude-code': 'Bash',
  codex: 'Bash',
  gemini: 'run_shell_command',
  cursor: 'Shell',
};

/** In your own project: `npx --no-install request-authorization-gate hook init …`. */
function init(folder: string): string {
  const program = ['--import', require.resolve('tsx'), join(__dirname, '../../src/gate/main.ts'), 'hook', 'init'];
  const given = {
    agent: kind,
    service: demo.base_url,
    operator: 'op_alpha',
    action: 'agent.call',
    template: 'everything',
  };
  const options = Object.entries(given).flatMap(([name, value]) => [`--${name}`, value]);
  const config = join(folder, '../hook.json');
  const said = execFileSync(process.execPath, [...program, ...options, '--config', config], { cwd: folder });
  writeFileSync(join(folder, '../hook.key'), demo.keys.proposer);
  // An agent would wait for 45 s before it goes on with other work. This one has none.
  const settings = join(folder, SETTINGS[kind].file);
  writeFileSync(settings, readFileSync(settings, 'utf8').replace('--timeout 120', '--timeout 10'));
  return /^\{.*\}$/m.exec(said.toString())![0];
}

/** As an admin makes it on the actions page. */
async function makeAction(display: string): Promise<void> {
  const send = (method: string, path: string, body: object, headers: object = {}) =>
    fetch(demo.base_url + path, {
      method,
      headers: { 'content-type': 'application/json', origin: demo.base_url, ...headers },
      body: JSON.stringify(body),
    });
  const { sign_in_url } = (await (await send('POST', '/local/sign-in', { operator: 'op_alpha' })).json()) as {
    sign_in_url: string;
  };
  const token = sign_in_url.replace(/^.*token=/, '');
  const cookie = (await send('POST', '/api/session', { token })).headers.get('set-cookie') ?? '';
  const roster = ['op_alpha', 'op_bravo', 'op_charlie', 'op_delta'];
  const quorum = { default: 1, min: 1, max: 1, selectable: false };
  const action = { title: 'A call of an agent', roster, quorum, display: JSON.parse(display) };
  const answer = await send('PUT', '/api/actions/agent.call', action, { cookie: cookie.split(';')[0] });
  if (!answer.ok) throw new Error(`The action was not made: ${await answer.text()}`);
}

async function main(): Promise<void> {
  const above = mkdtempSync(join(tmpdir(), 'agent-hook-'));
  const folder = join(above, 'project');
  mkdirSync(folder);
  let shown = '';
  try {
    await makeAction(init(folder));
    for (const command of ['ls', 'touch deployed']) {
      for (let isDecided = false; !isDecided; ) {
        console.log(`agent: ${command}`);
        const call = { session: 'example', folder, tool: SHELL[kind], input: { command }, id: `call-${Date.now()}` };
        const { runs, why } = await beforeTool(kind, call);
        const says = { no: why, yes: 'let through', prompt: "the agent's own permissions decide" };
        console.log(`       ${says[runs]}`);
        const [, id] = /request (req_\S+)\. Nobody has decided/.exec(why) ?? [];
        if (id !== undefined && id !== shown) waitingFor(id, 'the agent runs the command once, or reads why not');
        shown = id ?? '';
        isDecided = id === undefined;
        if (!isDecided) await sleep(5000);
        else if (runs !== 'no') execFileSync('sh', ['-c', command], { cwd: folder, stdio: 'inherit' });
      }
    }
  } finally {
    rmSync(above, { recursive: true });
  }
}

void main();
