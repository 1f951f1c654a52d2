/** The adapters, each with the loop of its own SDK and a scripted model, in processes that are killed and started again. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestService } from '../../src/testing/api';
import { startTestService } from '../../src/testing/service';
import { testInCi } from '../support/effort';

const ROOT = join(__dirname, '../..');
let service: TestService;
let folder: string;
const children: ChildProcess[] = [];
beforeAll(async () => {
  service = await startTestService({ actions: [{ id: 'pay' }] });
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gate-agent-'));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});
afterAll(() => service.stop());

interface Agent {
  readonly child: ChildProcess;
  /** All lines, when the process has ended. */
  readonly said: Promise<string[]>;
}

function start(name: string): Agent {
  const { proposer, worker } = service.keys;
  const script = join(ROOT, `test/gate/support/${name}-agent.ts`);
  const args = [script, service.baseUrl, proposer, worker, join(folder, 'ledger'), join(folder, 'log')];
  const child = spawn(process.execPath, ['--conditions=import', '--import', 'tsx', ...args], {
    cwd: ROOT,
    env: {
      ...process.env,
      NODE_PATH: join(ROOT, 'src/gate/node_modules'),
    },
  });
  children.push(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (part) => (text += part));
  const said = new Promise<string[]>((resolve) => child.once('close', () => resolve(text.split('\n').filter(Boolean))));
  return { child, said };
}

const seen = new Set<string>();
async function nextRequest(): Promise<string> {
  for (;;) {
    const answer = await fetch(`${service.baseUrl}/local/messages?operator=${service.operators[0]}`);
    const { messages } = (await answer.json()) as { messages: { request_id: string | null }[] };
    const found = messages.find(({ request_id }) => request_id !== null && !seen.has(request_id));
    if (found !== undefined) {
      seen.add(found.request_id!);
      return found.request_id!;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
const ran = () =>
  readFileSync(join(folder, 'log'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('the adapter for the AI SDK', () => {
  it('an agent that is killed while people decide joins its call when it starts again, and the tool runs once', async () => {
    const killed = start('ai-sdk');
    const request = await nextRequest();
    killed.child.kill('SIGKILL');
    await killed.said;
    await service.approve(request);
    const [told] = await start('ai-sdk').said;
    expect(told).toContain('"paid":5');
    expect(ran()).toEqual([{ to: 'bob', amount: 5, requestId: request }]);
  }, 60_000);
});

describe('the adapter for LangGraph', () => {
  it('a graph that is killed at its tools goes on from its checkpoint when it starts again, and the tool runs once', async () => {
    const killed = start('langgraph');
    const request = await nextRequest();
    killed.child.kill('SIGKILL');
    expect(await killed.said).toEqual(['starts']);
    await service.approve(request);
    expect(await start('langgraph').said).toEqual(['goes on at: tools', '{"paid":5}']);
    expect(ran()).toEqual([{ to: 'bob', amount: 5, requestId: request }]);
  }, 60_000);
});

testInCi.each(['ai-sdk', 'langgraph'] as const)(
  'the model of an agent with %s whose call is refused reads that the tool did not run',
  async (framework) => {
    const agent = start(framework);
    await service.refuse(await nextRequest());
    expect((await agent.said).join()).toContain('The tool did not run. People refused this call.');
    expect(() => ran()).toThrow(/ENOENT/);
  },
  60_000,
);
