/** A gate whose upstreams refuse, forget, list badly and answer with what no client can take. */
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '../../src/client';
import { parseConfig } from '../../src/gate/core';
import { listen } from '../../src/gate/mcp/http';
import { mistakesOfUpstreams } from '../../src/gate/mcp/mistakes';
import { openGate } from '../../src/gate/mcp/start';
import type { TestService } from '../../src/testing/api';
import { startTestService } from '../../src/testing/service';
import { listening } from '../support/listening';
import { openedOnce } from '../support/opened';
import { startGate } from './support/gate-process';
import { configOf, digestOf, secretsWith } from './support/open';
import { ok, openRaw, RAN } from './support/raw';
import { type Body, callTool, send, TOKENS, textOf } from './support/wire';

const service = openedOnce<TestService>(() => startTestService({ actions: [{ id: 'tool.call' }] }));
const RULES = [
  { upstream: 'raw', tool: 'pay', action: 'tool.call', params: { n: '{n}' } },
  { upstream: 'raw', tool: '*', do: 'pass' },
];
let stop: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const each of stop.splice(0).reverse()) await each();
  stop = [];
});

const configuration = (upstreams: object, more: object = {}) => ({
  name: 'test',
  service: { url: service.baseUrl },
  listen: { port: 0, url: 'http://127.0.0.1/mcp' },
  ledger: { folder: mkdtempSync(join(tmpdir(), 'gate-')) },
  callers: [{ name: 'agent', token: digestOf(TOKENS.agent), operator: 'op_alpha' }],
  rules: RULES,
  upstreams,
  ...more,
});

async function open(upstreams: object, { env = {}, holdMs = 45_000, more = {} } = {}) {
  const logged: { readonly message: string; readonly fields: Body }[] = [];
  const log = (message: string, fields: object) => void logged.push({ message, fields });
  const config = configOf(configuration(upstreams, more));
  const opened = await openGate(config, { ...secretsWith(service.keys), ...env }, log, { holdMs });
  opened.run();
  const { port, close } = await listen(opened.face, opened.callers, config, log);
  stop.push(() => close().then(opened.stop));
  const url = `http://127.0.0.1:${port}/mcp`;
  const linesOf = (message: string) => logged.filter((line) => line.message === message).map(({ fields }) => fields);
  return { url, port, logged, linesOf, sweep: () => opened.gate.sweep() };
}

async function rawUpstream() {
  const raw = await openRaw();
  stop.push(raw.close);
  return raw;
}

const client = () => createClient({ baseUrl: service.baseUrl, apiKey: service.keys.reader });
let calls = 0;

/** A call that people approve: its answer, and the report in the service. `between` is after the create. */
async function approved(gate: Awaited<ReturnType<typeof open>>, between = () => {}) {
  const since = await newest();
  const answer = callTool(gate.url, 'pay', { n: ++calls });
  const id = await nextRequest(since);
  between();
  await service.approve(id);
  await gate.sweep();
  return { text: textOf(await answer), execution: (await client().getRequest(id)).request.execution, id };
}

const list = async () => {
  const answer = await fetch(`${service.baseUrl}/local/messages?operator=op_alpha`);
  return ((await answer.json()) as { messages: { request_id: string }[] }).messages.map(({ request_id }) => request_id);
};
const newest = async () => (await list()).length;
async function nextRequest(since: number): Promise<string> {
  for (;;) {
    const all = await list();
    if (all.length > since) return all.at(-1)!;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe('an upstream that refuses a call', () => {
  const CHALLENGE = { 'www-authenticate': 'Bearer error="insufficient_scope", scope="pay"' };
  it.each([
    [401, {}],
    [403, {}],
    [403, CHALLENGE],
    [429, { 'retry-after': '1' }],
  ])(
    'an upstream that answers %i did not run the call: the answer, the report and the log say so',
    async (status, headers) => {
      const raw = await rawUpstream();
      raw.on['tools/call'] = (_, res) => void res.writeHead(status, headers).end('refused');
      const gate = await open({ raw: { url: raw.url } });
      const text = `The tool did not run. Its server refused the call (HTTP ${status}). An admin can see why. You can make the call again later.`;
      const ending = `not_run: upstream_refused (HTTP ${status})`;
      expect(textOf(await callTool(gate.url, 'echo', { secret: 's' }))).toBe(text);
      expect(gate.linesOf('a passed call has ended')).toEqual([{ upstream: 'raw', tool: 'echo', ending }]);
      const { text: answer, execution } = await approved(gate);
      expect(answer).toBe(text);
      expect(execution).toMatchObject({ state: 'failed', error: ending });
      expect(gate.linesOf('a call has ended')).toEqual([{ call: expect.any(String), ending }]);
      expect(raw.count('tools/call')).toBe(2);
    },
  );

  it.each([400, 402, 408, 409, 500, 502, 503, 504])(
    'a call to which an upstream answers %i may have run',
    async (status) => {
      const raw = await rawUpstream();
      raw.on['tools/call'] = (_, res) => void res.writeHead(status).end('failed');
      const gate = await open({ raw: { url: raw.url } });
      expect(textOf(await callTool(gate.url, 'echo', {}))).toBe('The tool did not answer. It may have run.');
      const { text, execution } = await approved(gate);
      expect(text).toContain('The outcome is unknown: the tool may have run.');
      expect(execution.error).toContain('uncertain');
    },
  );

  it('a refused call did not run, so the same call is a new one that does not say when it ran', async () => {
    const raw = await rawUpstream();
    raw.on['tools/call'] = (_, res) => void res.writeHead(429).end();
    const gate = await open({ raw: { url: raw.url } });
    await approved(gate);
    calls -= 1;
    delete raw.on['tools/call'];
    const { text, execution } = await approved(gate);
    expect([text, execution.state]).toEqual(['ran', 'succeeded']);
  });
});

it('the ending of a refused call, which a client gets when it repeats the call, does not say that the tool ran', async () => {
  const raw = await rawUpstream();
  raw.on['tools/call'] = (_, res) => void res.writeHead(429).end();
  const gate = await open({ raw: { url: raw.url } }, { holdMs: 0 });
  const { text } = await approved(gate);
  expect(text).toContain('Repeat this call');
  const again = await callTool(gate.url, 'pay', { n: calls });
  expect(again.result.content.map((part: Body) => part.text)).toEqual([expect.stringContaining('(HTTP 429)')]);
});

describe('an upstream that forgot its session', () => {
  it('gets a passed call again over a new one, because it did not run', async () => {
    const raw = await rawUpstream();
    const gate = await open({ raw: { url: raw.url } });
    for (const _ of [1, 2, 3]) {
      expect(textOf(await callTool(gate.url, 'echo', {}))).toBe('ran');
      raw.sessions.clear();
    }
    expect(raw.count('initialize')).toBe(3);
  });

  it('is not asked for ever: a passed call that is 404 twice did not run', async () => {
    const raw = await rawUpstream();
    raw.on['tools/call'] = (_, res) => void res.writeHead(404).end();
    const gate = await open({ raw: { url: raw.url } });
    expect(textOf(await callTool(gate.url, 'echo', {}))).toContain('(HTTP 404)');
    expect(raw.count('tools/call')).toBe(2);
  });

  it('and then does not come back is said to be unreachable, and the call did not run', async () => {
    const raw = await rawUpstream();
    const gate = await open({ raw: { url: raw.url } });
    await callTool(gate.url, 'echo', {});
    raw.sessions.clear();
    raw.on.initialize = (_, res) => void res.writeHead(503).end();
    expect(textOf(await callTool(gate.url, 'echo', {}))).toContain(
      'The tool did not run. Its server could not be reached.',
    );
  });

  it('is noticed by the list before the claim, so an approved call runs once', async () => {
    const raw = await rawUpstream();
    const gate = await open({ raw: { url: raw.url } });
    const { text, execution } = await approved(gate, () => raw.sessions.clear());
    expect([text, execution.state, raw.count('tools/call')]).toEqual(['ran', 'succeeded', 1]);
  });

  it('after that list does not get the approved call again, and the next call is over a new session', async () => {
    const raw = await rawUpstream();
    let refuses = true;
    raw.on['tools/call'] = (_, res, id) => void (refuses ? res.writeHead(404).end() : ok(res, id, RAN));
    const gate = await open({ raw: { url: raw.url } });
    const { text, execution } = await approved(gate);
    expect([text, execution.error]).toEqual([
      expect.stringContaining('(HTTP 404)'),
      'not_run: upstream_refused (HTTP 404)',
    ]);
    expect(raw.count('tools/call')).toBe(1);
    refuses = false;
    const before = raw.count('initialize');
    expect(textOf(await callTool(gate.url, 'echo', {}))).toBe('ran');
    expect(raw.count('initialize')).toBe(before + 1);
  });

  it('still answers the calls that it had got before', async () => {
    const raw = await rawUpstream();
    let answer = () => {};
    const begun = new Promise<void>((arrived) => {
      raw.on['tools/call'] = async ({ name }, res, id) => {
        if (name !== 'slow') return void ok(res, id, RAN);
        arrived();
        await new Promise<void>((resolve) => {
          answer = resolve;
        });
        ok(res, id, { content: [{ type: 'text', text: 'slow' }] });
      };
    });
    raw.on['tools/list'] = (_, res, id) =>
      void ok(res, id, { tools: ['slow', 'echo', 'pay'].map((name) => ({ name, inputSchema: { type: 'object' } })) });
    const gate = await open({ raw: { url: raw.url } });
    const slow = callTool(gate.url, 'slow', {});
    await begun;
    raw.sessions.clear();
    expect(textOf(await callTool(gate.url, 'echo', {}))).toBe('ran');
    answer();
    expect(textOf(await slow)).toBe('slow');
  });
});

describe('a list of tools', () => {
  const tool = (name: string) => ({ name, inputSchema: { type: 'object' } });
  const namesOf = ({ result }: Body) => result.tools.map(({ name }: Body) => name);

  it.each<[string, (cursor: string | undefined) => object, string[]]>([
    ['null', () => ({ tools: [tool('a')], nextCursor: null }), ['a']],
    ['an empty text', () => ({ tools: [tool('a')], nextCursor: '' }), ['a']],
    ['the cursor that it got', (cursor = '') => ({ tools: [tool(`a${cursor}`)], nextCursor: '5' }), ['a', 'a5']],
    [
      'a cursor from before',
      (cursor = '0') => ({ tools: [tool(`a${cursor}`)], nextCursor: { 0: '1', 1: '2', 2: '1' }[cursor] }),
      ['a0', 'a1', 'a2'],
    ],
  ])('whose last page names %s as the next one ends there', async (_, page, names) => {
    const raw = await rawUpstream();
    raw.on['tools/list'] = ({ cursor }, res, id) => void ok(res, id, page(cursor));
    const gate = await open({ raw: { url: raw.url } });
    expect(namesOf(await send(gate.url, 'tools/list', {}))).toEqual(names);
  });

  it('has the tools of the others if one upstream is dead, and no client may keep it then', async () => {
    const [raw, dead] = [await rawUpstream(), await rawUpstream()];
    const kept = { ttlMs: 60_000, cacheScope: 'private' };
    raw.on['tools/list'] = (_, res, id) => void ok(res, id, { tools: ['pay', 'echo'].map(tool), ...kept });
    dead.on['tools/list'] = (_, res) => void res.writeHead(500).end();
    const upstreams = { raw: { url: raw.url }, dead: { url: dead.url } };
    const rules = ['raw', 'dead'].map((upstream) => ({ upstream, tool: '*', do: 'pass' }));
    const gate = await open(upstreams, { more: { rules } });
    const modern = { capabilities: {} };
    const partial = await send(gate.url, 'tools/list', {}, modern);
    expect([namesOf(partial), partial.result.ttlMs]).toEqual([['pay', 'echo'], 0]);
    // It has listed once, and is dead again.
    delete dead.on['tools/list'];
    dead.on['tools/list'] = (_, res, id) => void ok(res, id, { tools: [tool('late')], ...kept });
    const complete = await send(gate.url, 'tools/list', {}, modern);
    expect([namesOf(complete), complete.result.ttlMs]).toEqual([['pay', 'echo', 'late'], 60_000]);
    dead.on['tools/list'] = (_, res) => void res.writeHead(500).end();
    expect(namesOf(await send(gate.url, 'tools/list', {}, modern))).toEqual(['pay', 'echo', 'late']);
  });

  it('waits for the first upstream that lists, and is an error only if none does in time', async () => {
    const raw = await rawUpstream();
    let asked = 0;
    raw.on['tools/list'] = (_, res, id) =>
      void (++asked < 3 ? res.writeHead(500).end() : ok(res, id, { tools: [tool('a')] }));
    const patient = await open({ raw: { url: raw.url } });
    expect(namesOf(await send(patient.url, 'tools/list', {}))).toEqual(['a']);
    asked = -100;
    const hasty = await open({ raw: { url: raw.url } }, { holdMs: 0 });
    expect((await send(hasty.url, 'tools/list', {})).error).toMatchObject({ code: -32603 });
  });

  it('leaves out one tool whose schema has a number that would change, and no other one', async () => {
    const raw = await rawUpstream();
    raw.on['tools/list'] = (_, res, id) => {
      const big = '{"name":"big","inputSchema":{"type":"object","properties":{"n":{"maximum":9223372036854775807}}}}';
      const text = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"tools":[${big},${JSON.stringify(tool('a'))}]}}`;
      res.writeHead(200, { 'content-type': 'application/json' }).end(text);
    };
    const gate = await open({ raw: { url: raw.url } });
    expect(namesOf(await send(gate.url, 'tools/list', {}))).toEqual(['a']);
  });

  it('of an upstream that speaks another transport is refused with one sentence that says what to do', async () => {
    const raw = await rawUpstream();
    for (const method of ['initialize', 'server/discover']) raw.on[method] = (_, res) => void res.writeHead(405).end();
    const gate = await open({ raw: { url: raw.url } }, { holdMs: 0 });
    await send(gate.url, 'tools/list', {});
    const [{ error }] = gate.linesOf('an upstream does not list its tools');
    expect(error).toContain('give the address of its Streamable HTTP');
  });
});

describe('a number in a result', () => {
  const LOST =
    'The tool ran. A number in its result has more digits than can be passed on exactly, so the result is lost.';
  const result = (number: string, more = '') => `{"content":[],"structuredContent":{"id":${number}}${more}}`;
  const message = (id: unknown, text: string) => `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${text}}`;
  const JSON_TYPE = { 'content-type': 'application/json' };
  const STREAM = { 'content-type': 'text/event-stream' };

  it.each(['1915883588174806058', '0.12345678901234567890', '1e400', '-9007199254740993'])(
    '%s arrives as it was written, or not at all, and the tool ran',
    async (number) => {
      const raw = await rawUpstream();
      raw.on['tools/call'] = (_, res, id) => void res.writeHead(200, JSON_TYPE).end(message(id, result(number)));
      const gate = await open({ raw: { url: raw.url } });
      const { result: passed } = await callTool(gate.url, 'echo', {});
      expect([textOf({ result: passed }), passed.isError]).toEqual([LOST, false]);
      const { text, execution } = await approved(gate);
      expect([text, execution.state]).toEqual([LOST, 'succeeded']);
    },
  );

  it.each(['0', '-0', '-0.0', '1.50', '1e2', '9007199254740991', '0.30000000000000004', '"1915883588174806058"'])(
    '%s arrives with its value',
    async (number) => {
      const raw = await rawUpstream();
      raw.on['tools/call'] = (_, res, id) => void res.writeHead(200, JSON_TYPE).end(message(id, result(number)));
      const gate = await open({ raw: { url: raw.url } });
      const { result: passed } = await callTool(gate.url, 'echo', {});
      expect(passed.structuredContent.id === JSON.parse(number)).toBe(true);
    },
  );

  it.each<[string, (id: unknown) => string[]]>([
    ['one part', (id) => [`data: ${message(id, result('1915883588174806058'))}\n\n`]],
    [
      'parts that cut the number',
      (id) =>
        message(id, result('1915883588174806058'))
          .split('4806')
          .flatMap((part, n) => (n === 0 ? [`data: ${part}48`] : [`06${part}\n\n`])),
    ],
    [
      'lines',
      (id) => [
        `event: message\r\ndata: {"jsonrpc":"2.0","id":${JSON.stringify(id)},\r\n`,
        `data: "result":${result('1915883588174806058', ',"method":"x"')}}\r\n\r\n`,
      ],
    ],
    [
      'a stream that ends without an empty line',
      (id) => [`data: ${message(id, result('1915883588174806058'))}\n`, '\n'],
    ],
  ])('in a stream of events is judged too: %s', async (_, parts) => {
    const raw = await rawUpstream();
    raw.on['tools/call'] = async (_params, res, id) => {
      res.writeHead(200, STREAM);
      for (const part of parts(id)) {
        res.write(part);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      res.end();
    };
    const gate = await open({ raw: { url: raw.url } });
    expect(textOf(await callTool(gate.url, 'echo', {}))).toBe(LOST);
  });

  it('of a word about progress is no number of the result', async () => {
    const raw = await rawUpstream();
    raw.on['tools/call'] = ({ _meta }, res, id) => {
      const progress = `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":${JSON.stringify(_meta.progressToken)},"progress":0.12345678901234567890}}`;
      res.writeHead(200, STREAM).end(`data: ${progress}\n\ndata: ${message(id, JSON.stringify(RAN))}\n\n`);
    };
    const gate = await open({ raw: { url: raw.url } });
    expect(textOf(await callTool(gate.url, 'echo', {}))).toBe('ran');
  });

  it('of a command is judged too', async () => {
    const program = `
      require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
        const { id, method, params } = JSON.parse(line);
        const results = {
          initialize: '{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"c","version":"1"}}',
          'tools/list': '{"tools":[{"name":"echo","inputSchema":{"type":"object"}},{"name":"pay","inputSchema":{"type":"object"}}]}',
          'tools/call': '{"content":[],"structuredContent":{"id":' + params?.arguments?.n + '}}',
        };
        if (id === undefined) return;
        const result = results[method];
        const answer = result ? '"result":' + result : '"error":{"code":-32601,"message":"no"}';
        console.log('no message');
        console.log('{"jsonrpc":"2.0","id":' + JSON.stringify(id) + ',' + answer + '}');
      });`;
    const gate = await open({ raw: { command: process.execPath, args: ['-e', program] } });
    expect(textOf(await callTool(gate.url, 'echo', { n: '1915883588174806058' }))).toBe(LOST);
    expect((await callTool(gate.url, 'echo', { n: '5' })).result.structuredContent).toEqual({ id: 5 });
  });

  it('in a result that is an error keeps it an error', async () => {
    const raw = await rawUpstream();
    const text = result('1915883588174806058', ',"isError":true');
    raw.on['tools/call'] = (_, res, id) => void res.writeHead(200, JSON_TYPE).end(message(id, text));
    const gate = await open({ raw: { url: raw.url } });
    expect((await callTool(gate.url, 'echo', {})).result.isError).toBe(true);
    expect((await approved(gate)).execution.state).toBe('failed');
  });

  it('of a resource is refused with a sentence', async () => {
    const raw = await rawUpstream();
    raw.on['resources/list'] = (_, res, id) => void ok(res, id, { resources: [{ uri: 'a://b', name: 'b' }] });
    raw.on['resources/templates/list'] = (_, res, id) => void ok(res, id, { resourceTemplates: [] });
    raw.on['resources/read'] = (_, res, id) =>
      void res
        .writeHead(200, JSON_TYPE)
        .end(message(id, '{"contents":[{"uri":"a://b","text":"x","_meta":{"n":1915883588174806058}}]}'));
    const gate = await open({ raw: { url: raw.url, serves: ['resources'] } });
    const { error } = await send(gate.url, 'resources/read', { uri: 'a://b' });
    expect(error.message).toContain('has more digits than can be passed on exactly');
  });
});

describe('an answer', () => {
  const MIB10 = 10 * 1024 * 1024;
  const sized = (id: unknown, size: number) => {
    const around = JSON.stringify({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: '' }] } });
    const [before, after] = around.split('""') as [string, string];
    return `${before}"${'x'.repeat(size - around.length)}"${after}`;
  };

  it.each([
    [MIB10, true],
    [MIB10 + 1, false],
  ])(
    'of %i bytes arrives if that is at most 10 MiB',
    async (size, arrives) => {
      const raw = await rawUpstream();
      raw.on['tools/call'] = (_, res, id) =>
        void res.writeHead(200, { 'content-type': 'application/json' }).end(sized(id, size));
      const gate = await open({ raw: { url: raw.url } });
      const text = textOf(await callTool(gate.url, 'echo', {}));
      expect(text.startsWith('xxx')).toBe(arrives);
      if (arrives) return;
      expect(text).toBe('The tool did not answer. It may have run.');
      expect(gate.linesOf('a request ended without an answer')).toEqual([
        { upstream: 'raw', method: 'tools/call', error: expect.stringContaining('more than 10 MiB') },
      ]);
    },
    30_000,
  );

  it('that never ends is refused while it is read', async () => {
    const raw = await rawUpstream();
    let isOpen = true;
    raw.on['tools/call'] = async (_, res) => {
      res.writeHead(200, { 'content-type': 'application/json' }).write('"');
      res.on('close', () => {
        isOpen = false;
      });
      while (isOpen) await new Promise((resolve) => res.write('x'.repeat(1024 * 1024), resolve));
    };
    const gate = await open({ raw: { url: raw.url } });
    expect(textOf(await callTool(gate.url, 'echo', {}))).toBe('The tool did not answer. It may have run.');
    expect(isOpen).toBe(false);
  }, 30_000);

  it('after more than 10 MiB of words about progress arrives', async () => {
    const raw = await rawUpstream();
    raw.on['tools/call'] = async (_, res, id) => {
      res.writeHead(200, { 'content-type': 'text/event-stream' });
      for (let n = 0; n < 11; n += 1)
        await new Promise((resolve) => res.write(`: ${'x'.repeat(1024 * 1024)}\n\n`, resolve));
      res.end(`data: ${JSON.stringify({ jsonrpc: '2.0', id, result: RAN })}\n\n`);
    };
    const gate = await open({ raw: { url: raw.url } });
    expect(textOf(await callTool(gate.url, 'echo', {}))).toBe('ran');
  }, 30_000);
});

it('a load balancer gets 200 from /healthz without a token, whatever host it names, and nothing else', async () => {
  const raw = await rawUpstream();
  const { port } = await open({ raw: { url: raw.url } });
  const ask = (path: string, host: string, method = 'GET') =>
    new Promise<[number | undefined, string]>((resolve) => {
      get({ host: '127.0.0.1', port, path, method, headers: { host } }, (answer) => {
        let text = '';
        answer.on('data', (part) => {
          text += part;
        });
        answer.on('end', () => resolve([answer.statusCode, text]));
      });
    });
  for (const host of ['10.0.0.1:8080', 'anything.example', `127.0.0.1:${port}`])
    expect(await ask('/healthz', host)).toEqual([200, '{}']);
  for (const path of ['/healthz/', '/mcp', '/', '/healthz?x'])
    expect((await ask(path, '10.0.0.1:8080'))[0]).not.toBe(200);
  expect((await ask('/healthz', '10.0.0.1:8080', 'POST'))[0]).toBe(403);
});

describe('another header for an upstream’s key', () => {
  it('is sent with every message, beside the token', async () => {
    const raw = await rawUpstream();
    const upstream = { url: raw.url, token_env: 'TOKEN', headers_env: { 'X-Api-Key': 'KEY', 'x-team': 'TEAM' } };
    const gate = await open({ raw: upstream }, { env: { TOKEN: 't', KEY: 'k 1', TEAM: 'a' } });
    expect(textOf(await callTool(gate.url, 'echo', {}))).toBe('ran');
    expect(raw.seen.length).toBeGreaterThan(2);
    for (const { headers } of raw.seen)
      expect([headers.authorization, headers['x-api-key'], headers['x-team']]).toEqual(['Bearer t', 'k 1', 'a']);
  });

  const mistakes = (headers_env: object) => {
    const parsed = parseConfig(configuration({ raw: { url: 'https://a.example', headers_env } }));
    return 'mistakes' in parsed ? parsed.mistakes : [];
  };
  it.each([
    'authorization',
    'AUTHORIZATION',
    'Host',
    'mcp-session-id',
    'Mcp-Anything',
    'content-type',
    'x y',
    'x:',
    '',
  ])('is none that the gate writes itself, and has the form of a header: %j', (name) =>
    expect(mistakes({ [name]: 'KEY' })).toEqual([expect.stringContaining('is not allowed as a name here')]),
  );

  it('has its value in the environment alone, and a wrong value is not repeated', () => {
    expect(mistakes({ 'x-key': 'not a name' })).toHaveLength(1);
    expect(mistakes({ 'x-key': 'KEY' })).toEqual([]);
    const config = configOf(configuration({ raw: { url: 'https://a.example', headers_env: { 'x-key': 'KEY' } } }));
    expect(mistakesOfUpstreams(config, { KEY: 'secret' })).toEqual([]);
    expect(mistakesOfUpstreams(config, {})).toEqual([expect.stringContaining('KEY is not set')]);
    const [wrong] = mistakesOfUpstreams(config, { KEY: 'secret\n' });
    expect(wrong).toBe('upstreams.raw.headers_env.x-key: the value of KEY has a character that no header takes.');
  });
});

it.each(['SIGHUP', 'SIGINT', 'SIGTERM'] as const)(
  '%s ends a gate with the programs that it started',
  async (signal) => {
    const folder = mkdtempSync(join(tmpdir(), 'gate-'));
    const pidFile = join(folder, 'pid');
    // It does not end with its standard input.
    const program = `require('node:fs').writeFileSync(process.argv[1], String(process.pid)); setInterval(() => {}, 1000);`;
    const file = join(folder, 'gate.json');
    const free = await listening(createServer());
    const { port } = new URL(free.url);
    await free.close();
    const upstream = { command: process.execPath, args: ['-e', program, pidFile] };
    writeFileSync(
      file,
      JSON.stringify(
        configuration({ raw: upstream }, { listen: { port: Number(port), url: `http://127.0.0.1:${port}/mcp` } }),
      ),
    );
    const gate = await startGate(file, service.keys);
    void callTool(`http://127.0.0.1:${port}/mcp`, 'echo', {}).catch(() => undefined);
    while (!existsSync(pidFile) || readFileSync(pidFile, 'utf8') === '')
      await new Promise((resolve) => setTimeout(resolve, 50));
    const pid = Number(readFileSync(pidFile, 'utf8'));
    const ended = new Promise((resolve) => gate.once('exit', resolve));
    gate.kill(signal);
    await ended;
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  },
  60_000,
);

it('each passed call is logged with its ending, and without its arguments and its result', async () => {
  const raw = await rawUpstream();
  const answers: Record<string, object> = {
    fine: { result: RAN },
    bad: { result: { ...RAN, isError: true } },
    error: { error: { code: -32000, message: 'secret' } },
  };
  raw.on['tools/call'] = ({ arguments: { how } }, res, id) =>
    void (how === 'cut'
      ? res.destroy()
      : res
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ jsonrpc: '2.0', id, ...answers[how] })));
  const gate = await open({ raw: { url: raw.url } });
  for (const how of ['fine', 'bad', 'error', 'cut']) await callTool(gate.url, 'echo', { how, secret: 'secret' });
  expect(gate.linesOf('a passed call has ended')).toEqual(
    [
      'succeeded',
      'tool_error: the tool answered with an error',
      'tool_error: the upstream answered with an error',
      'uncertain: the tool may have run, and it is not run again',
    ].map((ending) => ({ upstream: 'raw', tool: 'echo', ending })),
  );
  expect(JSON.stringify(gate.logged)).not.toContain('secret');
});
