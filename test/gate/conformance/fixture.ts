/**
 * An upstream that has what the conformance scenarios name, made with the official package. In 2025-11-25 it keeps sessions,
 * which its questions there need.
 */
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { hostHeaderValidation, originValidation, toNodeHandler } from '@modelcontextprotocol/node';
import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  createMcpHandler,
  fromJsonSchema,
  inputRequired,
  isLegacyRequest,
  McpServer,
  ResourceTemplate,
  type ServerContext,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { listening } from '../../support/listening';

// biome-ignore lint/suspicious/noExplicitAny: bodies of MCP, as they are on the wire
type Body = any;
type Tool = readonly [schema: Body, run: (args: Body, ctx: ServerContext) => Body];

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
const SOUND = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';
const HINT = { ttlMs: 5_000, cacheScope: 'public' } as const;

const text = (words: string): Body => ({ type: 'text', text: words });
const said = (words: string) => ({ content: [text(words)] });
const image = { type: 'image', data: PIXEL, mimeType: 'image/png' };
const resource = (uri: string, mimeType: string, words: string) => ({
  type: 'resource',
  resource: { uri, mimeType, text: words },
});
const object = (properties: Body = {}, more: Body = {}) => ({ type: 'object', properties, ...more });
const form = (message: string, name: string, type = 'string') =>
  formOf(message, object({ [name]: { type } }, { required: [name] }));
const formOf = (message: string, requestedSchema: Body) => ({
  method: 'elicitation/create',
  params: { mode: 'form', message, requestedSchema },
});
const sampling = (words: string, maxTokens = 100) => ({
  method: 'sampling/createMessage',
  params: { messages: [{ role: 'user', content: text(words) }], maxTokens },
});
const ROOTS = { method: 'roots/list', params: {} };
const NAME = { user_name: form('What is your name?', 'name') };

const secret = randomBytes(32);
const signed = (state: string) => `${state}.${createHmac('sha256', secret).update(state).digest('hex')}`;

/** Asks until everything is answered. */
function ask(ctx: ServerContext, inputRequests: Body, done: (responses: Body) => Body, state?: string): Body {
  const responses: Body = ctx.mcpReq.inputResponses ?? {};
  const isAnswered = (key: string) =>
    inputRequests[key].method === 'elicitation/create' ? acceptedContent(responses, key) : responses[key];
  const isStateRight = state === undefined || ctx.mcpReq.requestState() !== undefined;
  if (isStateRight && Object.keys(inputRequests).every(isAnswered)) return done(responses);
  return inputRequired({ inputRequests, ...(state !== undefined && { requestState: signed(state) }) });
}

const capabilitiesIn = (ctx: ServerContext): Body =>
  (ctx.mcpReq.envelope as Body)?.[CLIENT_CAPABILITIES_META_KEY] ?? {};

const JSON_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: { $anchor: 'addressDef', ...object({ street: { type: 'string' }, city: { type: 'string' } }) },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
};

const DEFAULTS = object({
  name: { type: 'string', default: 'John Doe' },
  age: { type: 'integer', default: 30 },
  score: { type: 'number', default: 95.5 },
  status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
  verified: { type: 'boolean', default: true },
});
const VARIANTS = ['value1', 'value2', 'value3'].map((each) => ({ const: each, title: `Title of ${each}` }));
const ENUMS = object({
  untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
  titledSingle: { type: 'string', oneOf: VARIANTS },
  legacyEnum: { type: 'string', enum: ['opt1', 'opt2'], enumNames: ['Option One', 'Option Two'] },
  untitledMulti: { type: 'array', items: { type: 'string', enum: ['option1', 'option2', 'option3'] } },
  titledMulti: { type: 'array', items: { anyOf: VARIANTS } },
});

function toolsOf(changed: { tools(): void; prompts(): void }): Readonly<Record<string, Tool>> {
  return {
    test_simple_text: [object(), () => said('This is a simple text response for testing.')],
    test_image_content: [object(), () => ({ content: [image] })],
    test_audio_content: [object(), () => ({ content: [{ type: 'audio', data: SOUND, mimeType: 'audio/wav' }] })],
    test_embedded_resource: [
      object(),
      () => ({
        content: [resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
      }),
    ],
    test_multiple_content_types: [
      object(),
      () => ({
        content: [
          text('Multiple content types test:'),
          image,
          resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
        ],
      }),
    ],
    test_tool_with_logging: [
      object(),
      async (_, ctx) => {
        for (const words of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
          await ctx.mcpReq.log('info', words);
          await sleep(50);
        }
        return said('logged');
      },
    ],
    test_error_handling: [
      object(),
      () => {
        throw new Error('This tool intentionally returns an error for testing');
      },
    ],
    test_tool_with_progress: [
      object(),
      async (_, ctx) => {
        const progressToken = ctx.mcpReq._meta?.progressToken;
        for (const progress of [0, 50, 100]) {
          const params = { progressToken: progressToken!, progress, total: 100 };
          if (progressToken !== undefined) await ctx.mcpReq.notify({ method: 'notifications/progress', params });
          await sleep(50);
        }
        return said('done');
      },
    ],
    json_schema_2020_12_tool: [JSON_SCHEMA, () => said('valid')],
    test_headers: [
      object({ region: { type: 'string', 'x-mcp-header': 'Region' } }, { required: ['region'] }),
      ({ region }) => said(region),
    ],
    test_missing_capability: [object(), (_, ctx) => ask(ctx, { question: sampling('Which?') }, () => said('done'))],
    test_sampling: [
      object({ prompt: { type: 'string' } }, { required: ['prompt'] }),
      ({ prompt }, ctx) => ask(ctx, { question: sampling(prompt) }, () => said('done')),
    ],
    test_elicitation: [
      object({ message: { type: 'string' } }, { required: ['message'] }),
      ({ message }, ctx) => ask(ctx, { question: form(message, 'username') }, () => said('done')),
    ],
    test_elicitation_sep1034_defaults: [
      object(),
      (_, ctx) => ask(ctx, { all: formOf('All', DEFAULTS) }, () => said('done')),
    ],
    test_elicitation_sep1330_enums: [object(), (_, ctx) => ask(ctx, { all: formOf('All', ENUMS) }, () => said('done'))],
    test_streaming_elicitation: [object(), (_, ctx) => ask(ctx, NAME, () => said('done'))],
    test_logging_tool: [
      object(),
      async (_, ctx) => {
        await ctx.mcpReq.log('info', 'a message');
        return said('logged');
      },
    ],
    test_trigger_tool_change: [
      object(),
      () => {
        changed.tools();
        return said('changed');
      },
    ],
    test_trigger_prompt_change: [
      object(),
      () => {
        changed.prompts();
        return said('changed');
      },
    ],
    test_input_required_result_elicitation: [
      object(),
      (_, ctx) => ask(ctx, NAME, ({ user_name }) => said(`Hello, ${user_name.content.name}!`)),
    ],
    test_input_required_result_sampling: [
      object(),
      (_, ctx) =>
        ask(ctx, { capital_question: sampling('What is the capital of France?') }, ({ capital_question }) =>
          said(JSON.stringify(capital_question)),
        ),
    ],
    test_input_required_result_list_roots: [
      object(),
      (_, ctx) => ask(ctx, { client_roots: ROOTS }, ({ client_roots }) => said(JSON.stringify(client_roots))),
    ],
    test_input_required_result_request_state: [
      object(),
      (_, ctx) => ask(ctx, { confirm: form('Please confirm', 'ok', 'boolean') }, () => said('state-ok'), 'confirming'),
    ],
    test_input_required_result_multiple_inputs: [
      object(),
      (_, ctx) =>
        ask(
          ctx,
          { ...NAME, greeting: sampling('Generate a greeting', 50), client_roots: ROOTS },
          () => said('all answered'),
          'many',
        ),
    ],
    test_input_required_result_multi_round: [
      object(),
      (_, ctx) => {
        const state = String(ctx.mcpReq.requestState() ?? '');
        if (!state.startsWith('round-2')) {
          const first = { step1: form('Step 1: What is your name?', 'name') };
          return ask(
            ctx,
            first,
            () => inputRequired({ inputRequests: SECOND, requestState: signed('round-2') }),
            'round-1',
          );
        }
        return ask(ctx, SECOND, () => said('both rounds are done'), 'round-2');
      },
    ],
    test_input_required_result_tampered_state: [
      object(),
      (_, ctx) => ask(ctx, { confirm: form('Please confirm', 'ok', 'boolean') }, () => said('state-ok'), 'tampered'),
    ],
    test_input_required_result_capabilities: [
      object(),
      (_, ctx) => {
        const { sampling: models, elicitation } = capabilitiesIn(ctx);
        const wanted = {
          ...(elicitation !== undefined && NAME),
          ...(models !== undefined && { question: sampling('Which?') }),
        };
        return Object.keys(wanted).length === 0 ? said('nothing to ask') : ask(ctx, wanted, () => said('done'));
      },
    ],
  };
}
const SECOND: Body = { step2: form('Step 2: What is your favorite color?', 'color') } as Body;

function addResources(server: McpServer): void {
  const fixed: Readonly<Record<string, Body>> = {
    'test://static-text': { mimeType: 'text/plain', text: 'This is the content of the static text resource.' },
    'test://static-binary': { mimeType: 'image/png', blob: PIXEL },
    'test://watched-resource': { mimeType: 'text/plain', text: 'watched' },
    'test://example-resource': { mimeType: 'text/plain', text: 'example' },
  };
  for (const [uri, { mimeType, ...body }] of Object.entries(fixed))
    server.registerResource(uri, uri, { description: uri, mimeType, cacheHint: HINT }, () => ({
      contents: [{ uri, mimeType, ...body }],
    }));
  const template = new ResourceTemplate('test://template/{id}/data', { list: undefined });
  server.registerResource('template', template, { description: 'A template', cacheHint: HINT }, ({ href }, { id }) => ({
    contents: [
      {
        uri: href,
        mimeType: 'application/json',
        text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
      },
    ],
  }));
}

function addPrompts(server: McpServer): void {
  const user = (...parts: Body[]): Body => ({ messages: parts.map((content) => ({ role: 'user', content })) });
  const schemaOf = (...names: readonly string[]) =>
    fromJsonSchema(object(Object.fromEntries(names.map((name) => [name, { type: 'string' }])), { required: names }));
  const add = (name: string, args: readonly string[], get: (given: Body, ctx: ServerContext) => Body) =>
    args.length === 0
      ? server.registerPrompt(name, { description: name }, (ctx) => get({}, ctx))
      : server.registerPrompt(name, { description: name, argsSchema: schemaOf(...args) }, (given, ctx) =>
          get(given, ctx),
        );
  add('test_simple_prompt', [], () => user(text('This is a simple prompt for testing.')));
  add('test_prompt_with_arguments', ['arg1', 'arg2'], ({ arg1, arg2 }) =>
    user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  );
  add('test_prompt_with_embedded_resource', ['resourceUri'], ({ resourceUri }) =>
    user(
      resource(resourceUri, 'text/plain', 'Embedded resource content for testing.'),
      text('Please process the embedded resource above.'),
    ),
  );
  add('test_prompt_with_image', [], () => user(image, text('Please analyze the image above.')));
  add('test_input_required_result_prompt', [], (_, ctx) =>
    ask(ctx, { user_context: form('What context should the prompt use?', 'context') }, ({ user_context }) =>
      user(text(String(user_context.content.context))),
    ),
  );
}

function makeServer(changed: { tools(): void; prompts(): void }): McpServer {
  const server = new McpServer({ name: 'fixture', version: '1' }, {
    capabilities: { logging: {}, completions: {}, resources: { subscribe: true } },
    cacheHints: Object.fromEntries(
      ['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list'].map((method) => [method, HINT]),
    ),
    requestState: {
      verify(state: string) {
        const [value = ''] = state.split('.');
        if (signed(value) !== state) throw new Error('not a state of this server');
        return value;
      },
    },
  } as Body);
  for (const [name, [schema, run]] of Object.entries(toolsOf(changed)))
    server.registerTool(name, { description: name, inputSchema: fromJsonSchema(schema) }, (args: Body, ctx) =>
      run(args, ctx),
    );
  addResources(server);
  addPrompts(server);
  server.server.setRequestHandler('completion/complete', () => ({
    completion: { values: ['paris', 'park'], hasMore: false },
  }));
  server.server.setRequestHandler('resources/subscribe', () => ({}));
  server.server.setRequestHandler('resources/unsubscribe', () => ({}));
  return server;
}

/** 2025-11-25, with a session for each client. */
function openSessions(make: () => McpServer) {
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();
  return {
    async fetch(request: Request): Promise<Response> {
      const known = sessions.get(request.headers.get('mcp-session-id') ?? '');
      if (known !== undefined) return known.handleRequest(request);
      const transport = new WebStandardStreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        onsessioninitialized: (id) => void sessions.set(id, transport),
      });
      await make().connect(transport);
      return transport.handleRequest(request);
    },
    close: () => Promise.all([...sessions.values()].map((each) => each.close())),
  };
}

export async function openFixture(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const make = () => makeServer({ tools: () => mcp.notify.toolsChanged(), prompts: () => mcp.notify.promptsChanged() });
  const mcp = createMcpHandler(make, { legacy: 'reject' });
  const sessions = openSessions(make);
  const serve = toNodeHandler({
    fetch: async (request) => ((await isLegacyRequest(request)) ? sessions.fetch(request) : mcp.fetch(request)),
  });
  const names = ['127.0.0.1', 'localhost'];
  const [hostIsOurs, originIsOurs] = [hostHeaderValidation(names), originValidation(names)];
  const http = await listening(
    createServer((req, res) => {
      if (hostIsOurs(req, res) && originIsOurs(req, res)) void serve(req, res);
    }),
  );
  return {
    url: `${http.url}/mcp`,
    async close() {
      await Promise.all([mcp.close(), sessions.close()]);
      await http.close();
    },
  };
}
