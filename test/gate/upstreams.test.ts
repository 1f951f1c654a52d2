/** What an upstream can do wrong, which the gate must neither wait for nor believe. */
import { keptTask, openUpstreams } from '../../src/gate/mcp/upstreams';
import { aConfig } from './world';

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

let opened: ReturnType<typeof openUpstreams>;
afterEach(() => opened.close());

function open(answers: object) {
  const args = ['-e', PROGRAM, JSON.stringify({ 'server/discover': DISCOVERED, ...answers })];
  const upstreams = { bank: { command: process.execPath, args } };
  opened = openUpstreams(aConfig({ upstreams, call_timeout: 1 }), {});
  return opened;
}

describe('an upstream', () => {
  it('that never lists its tools keeps nobody waiting, however often it is asked', async () => {
    const upstreams = open({});
    for (const _ of [1, 2]) await expect(upstreams.find('pay')).rejects.toThrow();
  }, 15_000);

  it('that gets a call only after its time is over does not get it', async () => {
    const upstreams = open({ 'tools/call': { resultType: 'complete', content: [] } });
    const call = upstreams.callTool('bank', 'pay', {}, { requestId: 'req_1', signal: AbortSignal.abort() });
    await expect(call).rejects.toThrow();
  });

  it('cannot answer with a task of another upstream', async () => {
    const task = { resultType: 'task', taskId: 7, upstream: 'hr' };
    const upstreams = open({ 'tools/call': task });
    const signal = AbortSignal.timeout(5000);
    const answer = await upstreams.callTool('bank', 'pay', {}, { requestId: 'req_1', signal });
    const finished = { kind: 'finished', answer } as unknown as Parameters<typeof keptTask>[0];
    expect(keptTask(finished)).toBeNull();
    expect(answer).toMatchObject({ kind: 'result', result: { isError: true } });
  });
});
