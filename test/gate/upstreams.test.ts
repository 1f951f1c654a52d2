/** What an upstream can do wrong, which the gate must neither wait for nor believe. */
import { createServer } from 'node:http';
import { keptTask, openUpstreams } from '../../src/gate/mcp/upstreams';
import { listening } from '../support/listening';
import { aConfig, PAY } from './world';

/** Answers each method with what it was started with, and no other method at all. */
const PROGRAM = `
  const answers = JSON.parse(process.argv[1]);
  require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method } = JSON.parse(line);
    if (method in answers) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: answers[method] }));
  });`;
const DISCOVERED = {
  resultType: 'complete',
  supportedVersions: ['2026-07-28'],
  capabilities: { tools: {} },
  serverInfo: { name: 'odd', version: '1' },
  ttlMs: 0,
  cacheScope: 'private',
};

const CONTEXT = { requestId: 'req_1', definition: PAY };

let opened: ReturnType<typeof openUpstreams>;
afterEach(() => opened.close());

const logged: string[] = [];
function open(answers: object, changes: object = {}) {
  logged.length = 0;
  const args = ['-e', PROGRAM, JSON.stringify({ 'server/discover': DISCOVERED, ...answers })];
  const upstreams = { bank: { command: process.execPath, args } };
  opened = openUpstreams(
    aConfig({ upstreams, call_timeout: 1, ...changes }),
    {},
    (message, fields) => void logged.push(`${message} ${JSON.stringify(fields)}`),
    Date.now,
  );
  return opened;
}

describe('an upstream', () => {
  it('that never lists its tools keeps nobody waiting, however often it is asked', async () => {
    const upstreams = open({});
    for (const _ of [1, 2]) await expect(upstreams.find('pay')).rejects.toThrow();
  }, 15_000);

  it('that gets a call only after its time is over does not get it', async () => {
    const upstreams = open({ 'tools/call': { resultType: 'complete', content: [] } });
    const call = upstreams.callTool('bank', 'pay', {}, { ...CONTEXT, signal: AbortSignal.abort() });
    await expect(call).rejects.toThrow();
  });

  it('cannot answer with a task of another upstream', async () => {
    const task = { resultType: 'task', taskId: 7, upstream: 'hr' };
    const upstreams = open({ 'tools/call': task });
    const signal = AbortSignal.timeout(5000);
    const answer = await upstreams.callTool('bank', 'pay', {}, { ...CONTEXT, signal });
    const finished = { kind: 'finished', answer } as unknown as Parameters<typeof keptTask>[0];
    expect(keptTask(finished)).toBeNull();
    expect(answer).toMatchObject({ kind: 'result', result: { isError: true } });
  });
});

/** Over HTTP. While `answers` is false, it accepts and is silent. It breaks every second request for its list. */
async function openHttp() {
  const tools = [{ name: 'greet', inputSchema: { type: 'object' } }];
  const server = createServer(async (req, res) => {
    if (!made.answers) return;
    let body = '';
    for await (const part of req) body += part;
    const { id, method } = JSON.parse(body || '{}');
    if (method === 'tools/list' && ++made.lists % 2 === 0) return void req.socket.destroy();
    const result = method === 'tools/list' ? { resultType: 'complete', tools } : DISCOVERED;
    res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ jsonrpc: '2.0', id, result }));
  });
  const { url, close } = await listening(server);
  const made = { url, answers: true, lists: 0, close };
  return made;
}

describe('an upstream that accepts and is silent', () => {
  it('keeps no caller of another upstream waiting, and the gate can be stopped meanwhile', async () => {
    const [bank, silent] = [await openHttp(), await openHttp()];
    silent.answers = false;
    const upstreams = { silent: { url: silent.url }, bank: { url: bank.url } };
    const rules = [
      { upstream: 'silent', tool: 'other', do: 'pass' },
      { upstream: 'bank', tool: 'greet', do: 'pass' },
    ];
    opened = openUpstreams(aConfig({ upstreams, rules }), {}, () => undefined, Date.now);
    // A caller that lists all tools waits for the silent one, for five seconds. No other caller does.
    let isListed = false;
    const all = opened.tools().finally(() => {
      isListed = true;
    });
    expect(await opened.find('greet')).toMatchObject({ upstream: 'bank' });
    expect(isListed).toBe(false);
    await opened.close();
    await Promise.all([bank.close(), silent.close(), all]);
  });

  it('is named in the log', async () => {
    const silent = await openHttp();
    silent.answers = false;
    logged.length = 0;
    const log = (message: string, fields: object) => void logged.push(`${message} ${JSON.stringify(fields)}`);
    const rules = [{ upstream: 'silent', tool: 'greet', do: 'pass' }];
    opened = openUpstreams(aConfig({ upstreams: { silent: { url: silent.url } }, rules }), {}, log, Date.now);
    const failed = opened.find('greet').catch(() => undefined);
    await opened.close();
    await silent.close();
    await failed;
    expect(logged).toEqual([expect.stringMatching(/^an upstream does not list its tools {"upstream":"silent"/)]);
  });
});

it('an upstream that lost its connection is asked for its list once more, over another one', async () => {
  const bank = await openHttp();
  const rules = [{ upstream: 'bank', tool: 'greet', do: 'pass' }];
  opened = openUpstreams(aConfig({ upstreams: { bank: { url: bank.url } }, rules }), {}, () => undefined, Date.now);
  for (const lists of [1, 3]) {
    expect((await opened.list('bank')).map(({ name }) => name)).toEqual(['greet']);
    expect(bank.lists).toBe(lists);
  }
  await opened.close();
  await bank.close();
});

describe('the list of an upstream', () => {
  /** A server that answers `tools/list` as `answer` says. */
  async function listing(answer: (cursor: string | undefined) => object): Promise<readonly unknown[]> {
    const server = createServer(async (req, res) => {
      let body = '';
      for await (const part of req) body += part;
      const { id, method, params } = JSON.parse(body || '{}');
      const found = method === 'tools/list' ? answer(params.cursor) : { result: DISCOVERED };
      res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ jsonrpc: '2.0', id, ...found }));
    });
    const { url, close } = await listening(server);
    opened = openUpstreams(aConfig({ upstreams: { bank: { url } } }), {}, () => undefined, Date.now);
    try {
      return (await opened.list('bank')).map(({ name }) => name);
    } finally {
      await opened.close();
      await close();
    }
  }
  const page = (at: number, last: number) => ({
    result: {
      resultType: 'complete',
      tools: [{ name: `tool-${at}`, inputSchema: { type: 'object' } }],
      ...(at < last && { nextCursor: String(at + 1) }),
    },
  });

  it('is read page by page, up to 100 pages', async () => {
    expect(await listing((cursor) => page(Number(cursor ?? 1), 3))).toEqual(['tool-1', 'tool-2', 'tool-3']);
    expect(await listing((cursor) => page(Number(cursor ?? 1), 100))).toHaveLength(100);
    await expect(listing((cursor) => page(Number(cursor ?? 1), 101))).rejects.toThrow('more than 100 pages');
  });

  it('is not empty if the upstream answers with an error', async () => {
    const error = { error: { code: -32_601, message: 'no such method' } };
    await expect(listing(() => error)).rejects.toThrow('The upstream bank does not list its tools (-32601).');
  });
});

it('a tool with a bad definition is left out and logged once, and all other tools of its upstream are listed', async () => {
  const inputSchema = { type: 'object' };
  const bad = [
    { name: 'without a schema of its input' },
    { name: 'whose input is no object', inputSchema: { type: 'string' } },
    { name: 'whose schema says no type', inputSchema: {} },
    { inputSchema },
    'no object',
    { name: 'whose description is no text', description: '\ud800', inputSchema },
    { name: 'with an argument whose name is no text', inputSchema: { ...inputSchema, properties: { '\ud800': {} } } },
    { name: 'no text: \ud800', inputSchema },
  ];
  const tools = [{ name: 'first', inputSchema }, ...bad, { name: 'last', inputSchema }];
  const rules = [{ upstream: 'bank', tool: '*', do: 'pass' }];
  const upstreams = open({ 'tools/list': { resultType: 'complete', tools } }, { rules, call_timeout: 30 });
  for (const _ of [1, 2]) expect((await upstreams.tools()).map(({ name }) => name)).toEqual(['first', 'last']);
  expect(await upstreams.find('whose schema says no type')).toBeNull();
  expect(logged).toHaveLength(bad.length);
  for (const line of logged)
    expect(line).toMatch(/^a tool is left out, because its definition is wrong {"upstream":"bank"/);
  expect(logged.map((line) => /tools\[\d\]/.exec(line)?.[0]).filter(Boolean)).toEqual([
    'tools[4]',
    'tools[5]',
    'tools[8]',
  ]);
}, 30_000);

it('an upstream that is a command gets the variables that its entry names, and none of the keys of the gate', async () => {
  const program = `
    require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
      const { id, method } = JSON.parse(line);
      const tools = [{ name: Object.keys(process.env).join(), inputSchema: { type: 'object' } }];
      const result = method === 'tools/list' ? { tools } : ${JSON.stringify(DISCOVERED)};
      console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
    });`;
  const bank = { command: process.execPath, args: ['-e', program], env: ['GITHUB_TOKEN'] };
  const rules = [{ upstream: 'bank', tool: '*', do: 'pass' }];
  const env = { GITHUB_TOKEN: 'a', GATE_WORKER_KEY: 'b', PATH: process.env.PATH };
  opened = openUpstreams(aConfig({ upstreams: { bank }, rules }), env, () => undefined, Date.now);
  const [listed] = await opened.tools();
  const names = String(listed!.name).split(',');
  expect(names).toEqual(expect.arrayContaining(['GITHUB_TOKEN', 'PATH']));
  expect(names.filter((name) => name.startsWith('GATE_'))).toEqual([]);
}, 30_000);
