/** The adapters, each with the loop of its own SDK and a scripted model, in processes that are killed and started again. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gateFunction, gateTools } from '../../src/gate/adapters/frameworks';
import { createToolGate, type ToolGate } from '../../src/gate/adapters/tool-gate';
import { openFileLedger } from '../../src/gate/ledger/file';
import { startTestService } from '../../src/testing/service';
import { aFolder } from '../support/folder';
import { describeWith } from '../support/needed';
import { openedOnce } from '../support/opened';
import { nextRequest as nextRequestOf } from './support/world';

const ROOT = join(__dirname, '../..');
let folder: string;
const children: ChildProcess[] = [];
const service = openedOnce(() => startTestService({ actions: [{ id: 'pay' }] }));
beforeEach(() => {
  folder = aFolder();
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

interface Agent {
  readonly child: ChildProcess;
  /** All lines, when the process has ended. */
  readonly said: Promise<string[]>;
}

function start(name: string): Agent {
  const { proposer, worker } = service.keys;
  const script = join(ROOT, `test/packages/agents/${name}-agent.ts`);
  const args = [script, service.baseUrl, proposer, worker, join(folder, 'ledger'), join(folder, 'log')];
  const child = spawn(process.execPath, ['--conditions=import', '--import', 'tsx', ...args], { cwd: ROOT });
  children.push(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (part) => (text += part));
  const said = new Promise<string[]>((resolve) => child.once('close', () => resolve(text.split('\n').filter(Boolean))));
  return { child, said };
}

const seen = new Set<string>();
const nextRequest = async () => (await nextRequestOf(service, seen))!;
const ran = () =>
  readFileSync(join(folder, 'log'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

describeWith('test/packages', 'ai', 'agents of other frameworks', () => {
  it('the adapters fit the types of the frameworks', () => {
    const tsc = join(ROOT, 'node_modules/typescript-7/bin/tsc');
    const { status, stdout } = spawnSync(process.execPath, [tsc, '--noEmit', '-p', 'test/packages/agents'], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
  }, 60_000);

  it('an agent with the AI SDK that is killed while people decide joins its call when it starts again, and the tool runs once', async () => {
    const killed = start('ai-sdk');
    const request = await nextRequest();
    killed.child.kill('SIGKILL');
    await killed.said;
    await service.approve(request);
    const [told] = await start('ai-sdk').said;
    expect(told).toContain('"paid":5');
    expect(ran()).toEqual([{ to: 'bob', amount: 5, requestId: request }]);
  }, 60_000);

  it('a graph of LangGraph that is killed at its tools goes on from its checkpoint when it starts again, and the tool runs once', async () => {
    const killed = start('langgraph');
    const request = await nextRequest();
    killed.child.kill('SIGKILL');
    expect(await killed.said).toEqual(['starts']);
    await service.approve(request);
    expect(await start('langgraph').said).toEqual(['goes on at: tools', '{"paid":5}']);
    expect(ran()).toEqual([{ to: 'bob', amount: 5, requestId: request }]);
  }, 60_000);

  it.each(['ai-sdk', 'langgraph'] as const)(
    'the model of an agent with %s whose call is refused reads that the tool did not run',
    async (framework) => {
      const agent = start(framework);
      await service.refuse(await nextRequest());
      expect((await agent.said).join()).toContain('The tool did not run. People refused this call.');
      expect(() => ran()).toThrow(/ENOENT/);
    },
    60_000,
  );
});

type Call = (args: object, callId: string, signal: AbortSignal) => Promise<unknown>;

describe.each<readonly [string, (gate: ToolGate, pay: (args: { to: string }) => string) => Call]>([
  [
    'the AI SDK',
    (gate, pay) => {
      const tools = gateTools(gate, { pay: { execute: pay as (args: object, options: object) => unknown } }, 'talk');
      return async (args, toolCallId, abortSignal) => tools.pay.execute(args, { toolCallId, abortSignal });
    },
  ],
  [
    'LangGraph',
    (gate, pay) => {
      const gated = gateFunction(gate, { name: 'pay' }, pay);
      return (args, id, signal) => gated(args, { signal, configurable: { thread_id: 'talk' }, toolCall: { id } });
    },
  ],
])('a call of an agent with %s', (framework, wrap) => {
  it(`a call of an agent with ${framework} does not run after its signal was aborted, until the agent makes it again`, async () => {
    const paid: string[] = [];
    const gate = createToolGate({
      ...{ name: 'agent', operator: service.operators[0]!, service: service.baseUrl, apiKeys: service.keys },
      rules: [{ tool: 'pay', action: 'pay', params: { to: '{to}' } }],
      intentKeys: [Buffer.alloc(32, 3).toString('base64')],
      ledger: await openFileLedger(join(folder, 'ledger'), () => Number.POSITIVE_INFINITY),
    });
    const call = wrap(gate, ({ to }) => `paid ${paid.push(to)}`);
    const stopping = new AbortController();
    const running = gate.run(stopping.signal);
    const [leaving, staying] = [new AbortController(), new AbortController()];

    const left = call({ to: 'bob' }, 'call-1', leaving.signal).catch((error: Error) => error.message);
    const request = await nextRequest();
    leaving.abort();
    expect(await left).toContain('Not executed.');
    await service.approve(request);
    // Approved later, so that this gate has looked at the other one before.
    const other = call({ to: 'eve' }, 'call-2', staying.signal);
    await service.approve(await nextRequest());
    await other;
    expect(paid).toEqual(['eve']);
    await call({ to: 'bob' }, 'call-3', staying.signal);
    expect(paid).toEqual(['eve', 'bob']);
    stopping.abort();
    await running;
  });
});
