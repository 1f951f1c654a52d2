/** `init` on servers that people use, unedited, and clients that people use: every tool waits. By hand: `npm run gate:clients`. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Listening, listen } from '../../../src/gate/mcp/http';
import { init } from '../../../src/gate/mcp/init';
import { type OpenedGate, openGate } from '../../../src/gate/mcp/start';
import { startTestService } from '../../../src/testing/service';
import { aFolder } from '../../support/folder';
import { NODE_24 } from '../../support/needed';
import { openedOnce } from '../../support/opened';
import { configOf, secretsWith } from '../support/open';
import { run } from '../support/run';
import { callTool, textOf } from '../support/wire';
import { withToken } from '../support/with-token';

const ROOT = join(__dirname, '../../..');
const MODULES = join(__dirname, 'node_modules');
const LIMIT_MS = 600_000;
type Called = Readonly<Record<string, { readonly args: Record<string, unknown>; readonly text: string }>>;
const WAITS = /Not executed\. Request (req_\S+) waits for keys\./;
/** Clients of 2025-11-25 refuse by themselves to call the one tool that wants the tasks of that version: nothing reaches the gate. */
const NOT_CALLED: Readonly<Record<string, RegExp>> = { 'simulate-research-query': /requires task-based execution/ };

let env: Record<string, string>;
const service = openedOnce(() => startTestService({ actions: [{ id: 'tool.call' }] }));
beforeAll(() => {
  env = { PATH: process.env.PATH!, ...secretsWith(service.keys) };
});

describe.each(['filesystem', 'everything'])('the server %s behind a gate that init configured', (server) => {
  let folder: string;
  let gate: OpenedGate;
  let listening: Listening;
  let token: string;
  let url: string;
  let proxy: Awaited<ReturnType<typeof withToken>>;
  const config = () => join(folder, 'gate.json');
  beforeAll(async () => {
    folder = aFolder();
    const script = join(MODULES, `@modelcontextprotocol/server-${server}/dist/index.js`);
    const options = ['--upstream', server, '--service', service.baseUrl, '--operator', service.operators[0]!];
    const args = [...options, '--action', 'tool.call', '--config', config(), '--', NODE_24, script];
    const said = await init(server === 'filesystem' ? [...args, folder] : args, env, () => undefined);
    token = /shown only now: (\S+)/.exec(said)![1]!;
    // Two gates of a test cannot have one port, and its ledger must not stay here.
    const { ledger: _given, listen: given, ...rest } = configOf(JSON.parse(readFileSync(config(), 'utf8')));
    const mine = { ...rest, listen: { ...given, port: 0 }, ledger: { folder: join(folder, 'ledger') } };
    gate = await openGate(mine, env, () => undefined, { holdMs: 50 });
    listening = await listen(gate.face, gate.callers, mine, () => undefined);
    gate.run();
    // Its first start takes longer than a caller waits.
    await gate.face.upstreams.list(server);
    url = `http://127.0.0.1:${listening.port}/mcp`;
    proxy = await withToken(url, token);
  }, LIMIT_MS);
  afterAll(async () => {
    proxy.close();
    await listening.close();
    await gate.stop();
  });

  async function callAll(client: string, target: string, environment: Record<string, string> = {}): Promise<Called> {
    const printed = await run(
      [join(__dirname, 'tools.mjs'), client, target, token, join(folder, 'sample')],
      environment,
    );
    return JSON.parse(printed.split('\n').find((line) => line.startsWith('{')) ?? `{"none":"${printed}"}`);
  }

  function expectAllToWait(texts: Readonly<Record<string, string>>): void {
    const { rules } = JSON.parse(readFileSync(config(), 'utf8')) as { rules: readonly { tool: string }[] };
    expect(Object.keys(texts).sort()).toEqual(rules.map(({ tool }) => tool).sort());
    for (const [tool, text] of Object.entries(texts))
      expect([tool, WAITS.test(text) || NOT_CALLED[tool]?.test(text) || text]).toEqual([tool, true]);
    // What a tool that ran would have made.
    expect(existsSync(join(folder, 'sample'))).toBe(false);
  }
  const textsOf = (called: Called) =>
    Object.fromEntries(Object.entries(called).map(([tool, { text }]) => [tool, text]));

  it('a file that is written A, B and A again has A after three approvals', async () => {
    if (server !== 'filesystem') return;
    const path = join(folder, 'twice.txt');
    for (const words of ['A', 'B', 'A']) {
      const write = () => callTool(url, 'write_file', { path, content: words }, { token });
      const [, id] = WAITS.exec(textOf(await write())) ?? [];
      expect(id).toBeDefined();
      await service.approve(id!);
      await gate.gate.sweep();
      expect(textOf(await write())).toContain('Successfully wrote');
      expect(readFileSync(path, 'utf8')).toBe(words);
    }
  });

  it.each([
    ['the SDK 1.32.2 over HTTP', 'http'],
    ['the AI SDK', 'ai-sdk'],
    ['LangGraph', 'langgraph'],
  ])('every tool waits for people with %s', async (_, client) => {
    expectAllToWait(textsOf(await callAll(client, url)));
  });

  it('every tool waits for people with the SDK 1.32.2 over standard input and output', async () => {
    const main = join(ROOT, 'src/gate/main.ts');
    const tsx = join(ROOT, 'node_modules/tsx/dist/loader.mjs');
    const args = ['--conditions=import', '--import', tsx, main, '--config', config(), '--stdio', '--caller', 'agent'];
    expectAllToWait(
      textsOf(await callAll('stdio', JSON.stringify({ command: process.execPath, args, cwd: folder }), env)),
    );
  });

  it.each<readonly [string, (tool: string, args: Record<string, unknown>) => readonly string[]]>([
    [
      'mcporter 0.12.3',
      (tool, args) => [
        ...[join(MODULES, '.bin/mcporter'), 'call', '--http-url', url, '--allow-http', '--name', 'gate'],
        ...[
          '--header',
          `Authorization=Bearer ${token}`,
          '--tool',
          tool,
          '--output',
          'raw',
          '--args',
          JSON.stringify(args),
        ],
      ],
    ],
    [
      'the inspector 2.12.0',
      (tool, args) => [
        ...[join(MODULES, '.bin/mcp-inspector'), '--cli', '--server-url', proxy.url, '--transport', 'http'],
        ...['--protocol-era', 'legacy', '--method', 'tools/call', '--tool-name', tool],
        ...Object.entries(args).flatMap(([name, value]) => [
          '--tool-arg',
          `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
        ]),
      ],
    ],
  ])('every tool waits for people with %s', async (_, command) => {
    const texts: Record<string, string> = {};
    const calls = Object.entries(await callAll('http', url));
    const next = async (): Promise<void> => {
      const call = calls.pop();
      if (call === undefined) return;
      texts[call[0]] = await run(command(call[0], call[1].args));
      await next();
    };
    await Promise.all([next(), next(), next(), next()]);
    expectAllToWait(texts);
  });
});

jest.setTimeout(LIMIT_MS);
