/** Resources, prompts and completion: served only where the configuration says so, and each request by the upstream that it is for. */
import { createServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, ProtocolError, Server } from '@modelcontextprotocol/server';
import type { GateConfig } from '../../src/gate/core';
import { aFolder } from '../support/folder';
import { listening } from '../support/listening';
import { configOf, digestOf, serveGate } from './support/open';
import { type Body, send, TOKENS } from './support/wire';

type Hint = { readonly ttlMs: number; readonly cacheScope: 'public' | 'private' };
interface Has {
  readonly uris?: readonly string[];
  readonly templates?: readonly string[];
  readonly prompts?: readonly string[];
  /** Of the first page, and of the others. */
  readonly hints?: readonly [Hint, Hint];
}

const question = (method: string) => ({
  q: { method, params: { mode: 'form', message: 'Who?', requestedSchema: { type: 'object', properties: {} } } },
});

/** A server of the official package with one item on each page. Its answers name it, and it remembers what reached it. */
async function openServer(name: string, has: Has) {
  const reached: string[] = [];
  const listsOf: Record<string, readonly [string, Body[]]> = {
    'resources/list': ['resources', (has.uris ?? []).map((uri) => ({ uri, name: uri }))],
    'resources/templates/list': [
      'resourceTemplates',
      (has.templates ?? []).map((uriTemplate) => ({ uriTemplate, name: uriTemplate })),
    ],
    'prompts/list': ['prompts', (has.prompts ?? []).map((prompt) => ({ name: prompt }))],
  };
  const mcp = createMcpHandler(() => {
    const capabilities = {
      resources: { listChanged: true },
      prompts: { listChanged: true },
      ...{ completions: {}, logging: {} },
      tools: {},
    };
    const server = new Server({ name, version: '1' }, { capabilities, inputRequired: { legacyShim: false } });
    server.setRequestHandler('tools/list', () => ({ tools: [] }));
    for (const [method, [member, all]] of Object.entries(listsOf))
      server.setRequestHandler(method as 'prompts/list', ({ params }): Body => {
        const at = Number(params?.cursor ?? 0);
        const nextCursor = at + 1 < all.length ? { nextCursor: String(at + 1) } : {};
        return { [member]: all.slice(at, at + 1), ...nextCursor, ...has.hints?.[Math.min(at, 1)] };
      });
    server.setRequestHandler('resources/read', async ({ params: { uri } }): Promise<Body> => {
      reached.push(uri);
      await new Promise((resolve) => setTimeout(resolve, uri.endsWith('slow') ? 100 : 0));
      if (uri.endsWith('missing')) throw new ProtocolError(-32602, 'Resource not found', { uri });
      return { contents: [{ uri, text: `${uri} of ${name}` }], ttlMs: 7000, cacheScope: 'public' };
    });
    server.setRequestHandler('prompts/get', async ({ params }, ctx): Promise<Body> => {
      reached.push(params.name);
      const data = `${params.name} for ${params.arguments?.to}`;
      if (params.arguments?.to === 'bob') {
        // It does not look whether the client wants it.
        await ctx.mcpReq.notify({ method: 'notifications/message', params: { level: 'info', data } });
      } else await ctx.mcpReq.log('info', data);
      const given = params.arguments ?? {};
      if (given.ask !== undefined && ctx.mcpReq.inputResponses === undefined)
        return { resultType: 'input_required', inputRequests: question(given.ask), requestState: `state of ${name}` };
      const words = `${params.name} of ${name} ${JSON.stringify(given)} ${ctx.mcpReq.requestState() ?? ''}`;
      return { messages: [{ role: 'user', content: { type: 'text', text: words } }] };
    });
    server.setRequestHandler('completion/complete', ({ params: { argument } }): Body => {
      return { completion: { values: [`${argument.value} of ${name}`] } };
    });
    return server;
  });
  const serve = toNodeHandler(mcp);
  const http = await listening(createServer((req, res) => void serve(req, res)));
  return {
    url: `${http.url}/mcp`,
    reached,
    notify: mcp.notify,
    add(uriTemplate: string): void {
      listsOf['resources/templates/list']![1].push({ uriTemplate, name: uriTemplate });
      mcp.notify.resourcesChanged();
    },
    close: () => mcp.close().then(http.close),
  };
}
type Opened = Awaited<ReturnType<typeof openServer>>;

const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

const ALL = ['resources', 'prompts', 'completion'];

function configWith(upstreams: object, folder = 'unused'): GateConfig {
  return configOf({
    name: 'test',
    service: { url: 'http://127.0.0.1:9' },
    listen: { port: 0, url: 'http://127.0.0.1/mcp' },
    ledger: { folder },
    upstreams,
    rules: [],
    callers: Object.entries(TOKENS).map(([name, token]) => ({
      name,
      token: digestOf(token),
      operator: 'op_alpha',
    })),
  });
}

async function openGateFor(servers: Record<string, readonly [Opened, readonly string[]]>): Promise<string> {
  const entries = Object.entries(servers).map(([name, [{ url }, serves]]) => [name, { url, serves }]);
  const { url, close } = await serveGate(configWith(Object.fromEntries(entries), aFolder()));
  closing.push(close);
  return url;
}

let docs: Opened;
let wiki: Opened;
let url: string;
beforeAll(async () => {
  docs = await openServer('docs', {
    uris: ['docs://a', 'docs://slow', 'both://x'],
    templates: ['docs://page/{id}', 'both://{id}/y', 'both://{z}'],
    prompts: ['review', 'both'],
    hints: [
      { ttlMs: 9000, cacheScope: 'public' },
      { ttlMs: 5000, cacheScope: 'public' },
    ],
  });
  wiki = await openServer('wiki', {
    uris: ['wiki://a', 'both://x'],
    templates: ['wiki://{id}', 'both://{name}/y', 'both://{z}'],
    prompts: ['summary', 'both'],
    hints: [
      { ttlMs: 9000, cacheScope: 'public' },
      { ttlMs: 9000, cacheScope: 'private' },
    ],
  });
  closing.push(docs.close, wiki.close);
  url = await openGateFor({ docs: [docs, ALL], wiki: [wiki, ['resources', 'prompts']] });
});

const MODERN = { capabilities: {} };
const LEVEL = 'io.modelcontextprotocol/logLevel';
const read = async (uri: string, at = url, options: object = MODERN): Promise<string> => {
  const { result, error } = await send(at, 'resources/read', { uri }, options);
  return error === undefined ? result.contents[0].text : `error ${error.code} ${error.data?.uri}`;
};
const get = async (name: string, args: Body = {}, options: object = MODERN, more: Body = {}): Promise<Body> =>
  send(url, 'prompts/get', { name, arguments: args, ...more }, options);
const words = ({ result, error }: Body) => (error ? `error ${error.code}` : result.messages[0].content.text);

describe.each([
  ['2026-07-28', MODERN],
  ['2025-11-25', {}],
])('a client of %s', (version, options) => {
  it(`a client of ${version} gets all pages of all upstreams, without what two of them have`, async () => {
    const listed = async (method: string, member: string, id: string) =>
      (await send(url, method, {}, options)).result[member].map((one: Body) => one[id]);
    expect(await listed('resources/list', 'resources', 'uri')).toEqual(['docs://a', 'docs://slow', 'wiki://a']);
    expect(await listed('resources/templates/list', 'resourceTemplates', 'uriTemplate')).toEqual([
      ...['docs://page/{id}', 'both://{id}/y'],
      ...['wiki://{id}', 'both://{name}/y'],
    ]);
    expect(await listed('prompts/list', 'prompts', 'name')).toEqual(['review', 'summary']);
  });

  it.each([
    ['that one of them lists', 'wiki://a', 'wiki://a of wiki'],
    ['that a template fits', 'docs://page/7', 'docs://page/7 of docs'],
    ['that two of them list', 'both://x', 'error -32602 both://x'],
    ['that templates of two fit', 'both://7/y', 'error -32602 both://7/y'],
    ['that nobody has', 'file:///etc/passwd', 'error -32602 file:///etc/passwd'],
  ])(`a client of ${version} reads a URI %s`, async (_, uri, expected) => {
    expect(await read(uri, url, options)).toBe(expected);
  });

  it(`a client of ${version} gets a prompt of the upstream that lists it, and none that two list`, async () => {
    expect(words(await get('summary', { to: 'x' }, options))).toBe('summary of wiki {"to":"x"} ');
    expect([words(await get('both', {}, options)), words(await get('none', {}, options))]).toEqual([
      'error -32602',
      'error -32602',
    ]);
    expect(wiki.reached).not.toContain('both');
  });

  it(`a client of ${version} gets completions only of an upstream that serves them`, async () => {
    const complete = async (ref: Body) => {
      const { result, error } = await send(
        url,
        'completion/complete',
        { ref, argument: { name: 'n', value: 'v' } },
        options,
      );
      return result?.completion.values ?? error.code;
    };
    expect(await complete({ type: 'ref/prompt', name: 'review' })).toEqual(['v of docs']);
    expect(await complete({ type: 'ref/resource', uri: 'docs://page/{id}' })).toEqual(['v of docs']);
    expect(await complete({ type: 'ref/resource', uri: 'docs://a' })).toEqual(['v of docs']);
    expect(await complete({ type: 'ref/prompt', name: 'summary' })).toBe(-32602);
    expect(await complete({ type: 'ref/resource', uri: 'both://x' })).toBe(-32602);
  });
});

it('a URI that nobody lists goes to the only upstream that serves resources, and its error comes back', async () => {
  const alone = await openGateFor({ docs: [docs, ['resources']], wiki: [wiki, ['prompts']] });
  expect([await read('file:///x', alone), await read('wiki://a', alone)]).toEqual([
    'file:///x of docs',
    'wiki://a of docs',
  ]);
  expect(await read('docs://missing', alone)).toBe('error -32602 docs://missing');
});

it('a URI that its templates could divide in many ways keeps no caller waiting', async () => {
  const places = await openServer('places', { templates: ['place://{city}.{country}.{lang}/map'] });
  const other = await openServer('other', { uris: ['other://a'] });
  closing.push(places.close, other.close);
  const at = await openGateFor({ places: [places, ['resources']], other: [other, ['resources']] });
  expect(await read('place://kyiv.ua.en/map', at)).toBe('place://kyiv.ua.en/map of places');
  const startedMs = performance.now();
  const hostile = `place://${'.'.repeat(1997)}`;
  const [refused, answered] = await Promise.all([
    read(hostile, at),
    read('other://a', at, { ...MODERN, token: TOKENS.other }),
  ]);
  expect([refused, answered]).toEqual([`error -32602 ${hostile}`, 'other://a of other']);
  expect(performance.now() - startedMs).toBeLessThan(1000);
});

it('nothing is served while an upstream that may have it too has never answered', async () => {
  const silent = { ...wiki, url: 'http://127.0.0.1:9/mcp' };
  const at = await openGateFor({ docs: [docs, ALL], silent: [silent, ['resources', 'prompts']] });
  const reached = docs.reached.length;
  expect(await read('docs://a', at)).toBe('error -32603 undefined');
  expect((await send(at, 'prompts/get', { name: 'review' }, MODERN)).error.code).toBe(-32603);
  expect(docs.reached).toHaveLength(reached);
});

it('a template that an upstream adds is listed as soon as it says that its resources have changed', async () => {
  const added = await openServer('added', { templates: ['added://{id}'] });
  closing.push(added.close);
  const at = await openGateFor({ added: [added, ['resources']] });
  const listed = async () => (await send(at, 'resources/templates/list', {}, MODERN)).result.resourceTemplates.length;
  expect(await listed()).toBe(1);
  added.add('added://{id}/more');
  while ((await listed()) === 1) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(await listed()).toBe(2);
});

it('nothing is served or named as a capability that is not in the configuration', async () => {
  const none = await openGateFor({ docs: [docs, []] });
  const capabilitiesAt = async (at: string) => (await send(at, 'server/discover', {}, MODERN)).result.capabilities;
  const { extensions: _, ...served } = await capabilitiesAt(url);
  const listChanged = { listChanged: true };
  expect(served).toEqual({
    ...{ tools: listChanged, resources: listChanged, prompts: listChanged },
    ...{ completions: {}, logging: {} },
  });
  expect(Object.keys(await capabilitiesAt(none)).sort()).toEqual(['extensions', 'logging', 'tools']);
  const asked = {
    'resources/list': {},
    'resources/read': { uri: 'docs://a' },
    'prompts/list': {},
    'prompts/get': { name: 'review' },
  };
  for (const [method, params] of Object.entries(asked))
    expect((await send(none, method, params, MODERN)).error.code).toBe(-32601);
  expect((await send(none, 'completion/complete', {}, MODERN)).error.code).toBe(-32601);
});

it('a client may keep a list as long as all upstreams say, and what it reads as long as its upstream says', async () => {
  const { result: list } = await send(url, 'prompts/list', {}, MODERN);
  const { result: one } = await send(url, 'resources/read', { uri: 'docs://a' }, MODERN);
  expect([list.ttlMs, list.cacheScope, one.ttlMs, one.cacheScope]).toEqual([5000, 'private', 7000, 'public']);
});

it('what an upstream wants back is sealed for one caller, one method and its params', async () => {
  const options = { capabilities: { elicitation: { form: {} } } };
  const args = { ask: 'elicitation/create' };
  const { result } = await get('review', args, options);
  expect(result.requestState).not.toContain('docs');
  const back = { inputResponses: { q: { action: 'accept', content: {} } }, requestState: result.requestState };
  expect(words(await get('review', args, options, back))).toContain('state of docs');
  const wrong = [
    get('review', { ...args, more: 'x' }, options, back),
    get('summary', args, options, back),
    get('review', args, { ...options, token: TOKENS.other }, back),
    send(url, 'resources/read', { uri: 'docs://a', ...back }, options),
  ];
  for (const answer of await Promise.all(wrong)) expect(answer.error).toMatchObject({ code: -32602 });
});

it('each client of 2026-07-28 that asks for it gets what the upstream logs about its own request, and no other', async () => {
  const logged = async (to: string, meta: Body, token = TOKENS.agent) => {
    const logs: Body[] = [];
    await get('review', { to }, { capabilities: {}, meta, token, onLog: (params: Body) => logs.push(params.data) });
    return logs;
  };
  const info = { [LEVEL]: 'info' };
  const all = [
    logged('ada', info),
    logged('bob', {}),
    logged('eve', info, TOKENS.other),
    logged('max', { [LEVEL]: 'error' }),
  ];
  expect(await Promise.all(all)).toEqual([['review for ada'], [], ['review for eve'], []]);
});

it('two callers at once each get their own answers', async () => {
  const uris = ['docs://slow', 'docs://a', 'wiki://a', 'docs://page/1', 'docs://page/2'];
  const tokens = [TOKENS.agent, TOKENS.other];
  const asked = uris.flatMap((uri) => tokens.map((token) => read(uri, url, { ...MODERN, token })));
  const prompts = tokens.map((to) => get('review', { to }, { ...MODERN, token: to }));
  const owner = (uri: string) => `${uri} of ${uri.slice(0, 4)}`;
  expect(await Promise.all(asked)).toEqual(uris.flatMap((uri) => [owner(uri), owner(uri)]));
  for (const [index, answer] of (await Promise.all(prompts)).entries()) expect(words(answer)).toContain(tokens[index]);
});

it('a client of 2026-07-28 is told when a list of an upstream has changed', async () => {
  await send(url, 'prompts/list', {}, MODERN);
  const leaving = new AbortController();
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'wire', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const params = { notifications: { promptsListChanged: true }, _meta };
  const { body } = await fetch(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${TOKENS.agent}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...{ 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' },
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params }),
    signal: leaving.signal,
  });
  let seen = '';
  const told = (async () => {
    for await (const part of body!) {
      if (seen === '') docs.notify.promptsChanged();
      seen += Buffer.from(part).toString();
      if (seen.includes('notifications/prompts/list_changed')) return;
    }
  })();
  await told;
  leaving.abort();
});

it('a word that no upstream can serve is a mistake of the configuration', () => {
  const wrong = () => configWith({ docs: { url: docs.url, serves: ['resources', 'sampling'] } });
  expect(wrong).toThrow('upstreams.docs.serves[1]: must be resources or prompts or completion.');
});
