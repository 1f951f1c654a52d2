/** Lists of tools: when they are read again, what is known while an upstream is silent, and whose tool a name is. */
import { createServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { judge } from '../../src/gate/core/judge';
import { openUpstreams } from '../../src/gate/mcp/upstreams';
import { listening } from '../support/listening';
import { AGENT, aConfig } from './world';

type Tool = { name: string; inputSchema: object };
const tool = (name: string, ...names: readonly string[]): Tool => ({
  name,
  inputSchema: { type: 'object', properties: Object.fromEntries(names.map((each) => [each, { type: 'string' }])) },
});

/** An upstream whose tools are what its list says, and that can be down. It tells 2026-07-28 when its list has changed. */
class Listing {
  url = '';
  isUp = true;
  lists = 0;
  private readonly http: ReturnType<typeof listening>;
  private readonly mcp = createMcpHandler(() => this.server());

  private constructor(public tools: readonly Tool[]) {
    const serve = toNodeHandler(this.mcp);
    this.http = listening(createServer((req, res) => (this.isUp ? void serve(req, res) : void req.socket.destroy())));
  }

  static async open(...tools: readonly Tool[]): Promise<Listing> {
    const opened = new Listing(tools);
    opened.url = (await opened.http).url;
    opening.push(opened);
    return opened;
  }

  change(...tools: readonly Tool[]): void {
    this.tools = tools;
    this.mcp.notify.toolsChanged();
  }

  async close(): Promise<void> {
    await this.mcp.close();
    await (await this.http).close();
  }

  private server(): McpServer {
    const made = new McpServer({ name: 'listing', version: '1' }, { capabilities: { tools: { listChanged: true } } });
    made.server.setRequestHandler('tools/list', async () => {
      this.lists += 1;
      return { tools: this.tools as never[] };
    });
    return made;
  }
}

const opening: Listing[] = [];
let upstreams: ReturnType<typeof openUpstreams> | undefined;
afterEach(async () => {
  await upstreams?.close();
  for (const each of opening.splice(0)) await each.close();
});

const gated = (upstream: string, name: string, params: object = {}) => ({
  upstream,
  tool: name,
  action: 'pay',
  params,
});
const pass = (upstream: string, name = '*') => ({ upstream, tool: name, do: 'pass' });

let nowMs = 1_000_000;
let logged: string[];
function open(urls: Record<string, Listing>, ...rules: readonly object[]) {
  const named = Object.entries(urls).map(([name, { url }]) => [name, { url }]);
  const config = aConfig({ upstreams: Object.fromEntries(named), rules, call_timeout: 5 });
  logged = [];
  const log = (message: string, fields: object) => void logged.push(`${message} ${JSON.stringify(fields)}`);
  upstreams = openUpstreams(config, {}, log, () => nowMs);
  /** What becomes of a call, and with whose tool. */
  return async (name: string): Promise<string> => {
    const found = await upstreams!.find(name).catch(() => 'fails' as const);
    if (found === null || typeof found === 'string') return String(found);
    const judged = judge(config, { ...found, caller: AGENT, tool: name, arguments: {} });
    return `${judged.kind} ${found.upstream}`;
  };
}

describe('two upstreams with a tool of the same name', () => {
  it('neither is called if both list it, also after one of them does not answer any more', async () => {
    const [bank, weather] = [await Listing.open(tool('pay')), await Listing.open(tool('pay'), tool('sun'))];
    const call = open({ bank, weather }, gated('bank', 'pay'), pass('weather'));
    expect((await upstreams!.tools()).map(({ name }) => name)).toEqual(['sun']);
    expect([await call('pay'), await call('sun')]).toEqual(['null', 'pass weather']);
    bank.isUp = false;
    nowMs += 61_000;
    expect([await call('pay'), await call('sun')]).toEqual(['null', 'pass weather']);
  });

  it('a call does not go to the other one while the one whose rule names the tool has never been listed', async () => {
    const [bank, weather] = [await Listing.open(tool('pay')), await Listing.open(tool('pay'), tool('sun'))];
    bank.isUp = false;
    const call = open({ bank, weather }, gated('bank', 'pay'), pass('weather'), pass('weather', 'sun'));
    expect(await call('pay')).toBe('fails');
    // A rule of the upstream that answers names this one.
    expect(await call('sun')).toBe('pass weather');
    weather.change(tool('sun'));
    bank.isUp = true;
    nowMs += 61_000;
    await upstreams!.tools();
    expect(await call('pay')).toBe('gated bank');
  });

  it('a call that only a rule for every tool would fit is refused while another upstream has never been listed', async () => {
    const [bank, weather] = [await Listing.open(tool('balance')), await Listing.open(tool('sun'))];
    bank.isUp = false;
    const call = open({ bank, weather }, gated('bank', 'pay'), pass('weather'));
    expect([await call('sun'), await call('rain')]).toEqual(['unlisted', 'fails']);
    bank.isUp = true;
    expect([await call('sun'), await call('rain')]).toEqual(['pass weather', 'null']);
  });
});

describe('the list of an upstream', () => {
  it('is read again at once when the upstream says that it has changed', async () => {
    const bank = await Listing.open(tool('pay'));
    const call = open({ bank }, gated('bank', 'pay'), pass('bank'));
    expect(await call('sun')).toBe('null');
    bank.change(tool('pay'), tool('sun'));
    while ((await call('sun')) === 'null') await new Promise((resolve) => setTimeout(resolve, 10));
    expect([await call('sun'), bank.lists]).toEqual(['pass bank', 2]);
  });

  it('is read again before an approved call runs', async () => {
    const bank = await Listing.open(tool('pay'));
    const call = open({ bank }, gated('bank', 'pay'));
    await call('pay');
    bank.tools = [tool('pay', 'to')];
    expect(await upstreams!.definition('bank', 'pay')).toMatchObject({ definition: tool('pay', 'to') });
    bank.tools = [];
    expect(await upstreams!.definition('bank', 'pay')).toBeNull();
  });
});

describe('a rule that does not fit the list of its upstream', () => {
  it('is logged with its place when the list is read and at each change of it, and lets calls pass again without a restart', async () => {
    const bank = await Listing.open(tool('edit_file', 'path'));
    const call = open(
      { bank },
      pass('bank', 'none'),
      gated('bank', 'edit_fil'),
      gated('bank', 'sun', { to: '{to}' }),
      pass('bank'),
    );
    const misspelled = 'a rule does not fit its upstream {"rule":"rules[1]","upstream":"bank","tool":"edit_fil"}';
    const missing = 'a rule does not fit its upstream {"rule":"rules[2]","upstream":"bank","tool":"sun"}';
    expect(await call('edit_file')).toBe('refused bank');
    nowMs += 61_000;
    await call('edit_file');
    expect(logged).toEqual([misspelled, missing]);
    bank.tools = [tool('edit_file', 'path'), tool('sun', 'form')];
    nowMs += 61_000;
    expect(await call('edit_file')).toBe('refused bank');
    expect(logged.slice(2)).toEqual([misspelled, missing.replace('"tool":"sun"', '"argument":"to"')]);
    bank.tools = [tool('edit_file', 'path'), tool('edit_fil'), tool('sun', 'to')];
    nowMs += 61_000;
    expect(await call('edit_file')).toBe('pass bank');
    expect(logged).toHaveLength(4);
  });
});
