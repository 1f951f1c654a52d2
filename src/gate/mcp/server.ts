/** The MCP server of the gate. The low-level `Server` lets tools through as their upstreams list them. */
import {
  CLIENT_CAPABILITIES_META_KEY,
  LOG_LEVEL_META_KEY,
  type McpServerFactory,
  type ProtocolEra,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Caller, JsonObject } from '../core';
import { callTool } from './calls';
import { GATE } from './connection';
import { DENIALS_EXTENSION } from './drafts/sep-2643';
import { TASKS_EXTENSION, TaskParams } from './drafts/sep-2663';
import type { Asked, Face } from './face';
import { complete, getPrompt, readResource } from './forward';
import { cancelTask, getTask, updateTask } from './tasks';

/** In the `_meta` of a call: the same arguments with another key are another call. */
const KEY = 'request-authorization/key';

/** What a transport knows of a request. Nothing in a message says who calls. */
export interface Carrier {
  callerOf(ctx: ServerContext): Caller;
  /** Whether the answer was sent to a client that had not gone away. */
  answered(ctx: ServerContext): Promise<boolean>;
  /** In 2026-07-28. Throws if the headers of a call do not say what its arguments say. */
  checkHeaders(ctx: ServerContext, definition: JsonObject, args: JsonObject): void;
  /**
   * Whether it is HTTP. A client of 2026-07-28 is told there when a list changes, and what an upstream logs, and it gives its
   * call up by closing the stream of the answer.
   */
  readonly hasStreams: boolean;
}

export function serverFactory(face: Face, carrier: Carrier): McpServerFactory {
  return ({ era }) => {
    const { callerOf } = carrier;
    const extensions = { [TASKS_EXTENSION]: {}, [DENIALS_EXTENSION]: {} };
    const server = new Server(GATE, {
      capabilities: { ...capabilitiesOf(face, carrier, era), ...(era === 'modern' && { extensions }) },
      // Before 2026-07-28 an input request would have to be a request of the server, which the gate never makes.
      inputRequired: { legacyShim: false },
      requestState: {
        async verify(state, ctx) {
          const content = await face.sealer.open('request', callerOf(ctx), state);
          if (content === null) throw new Error('not sealed for this caller');
          return content;
        },
      },
    });
    const answer: Answering = (handle) => handle().catch((error) => refuse(face, error));
    const asked = (ctx: ServerContext) => askedIn(ctx, carrier);
    server.setRequestHandler('tools/list', () => answer(() => toolList(face)));
    serveBesides(server, face, answer, asked);
    server.setRequestHandler('tools/call', ({ params: { name, arguments: args = {} } }, ctx) =>
      answer(() =>
        face.held.during(callerOf(ctx), ctx.mcpReq.id, (cancelled) => {
          const request = asked(ctx);
          const givenUp = AbortSignal.any([request.givenUp, cancelled]);
          return callTool(face, { ...request, givenUp }, name, args as JsonObject);
        }),
      ),
    );
    if (era !== 'modern') return server;
    // `tasks/update` too: the server lifts the answers out of the params before it checks them.
    const methods = { 'tasks/get': getTask, 'tasks/cancel': cancelTask, 'tasks/update': updateTask };
    for (const [method, handle] of Object.entries(methods)) {
      server.setRequestHandler(method, { params: TaskParams }, ({ taskId }, ctx) =>
        answer(() => handle(face, asked(ctx), taskId)),
      );
    }
    return server;
  };
}

/** Only what is served. Nothing can be subscribed to, because the gate keeps no sessions. */
function capabilitiesOf({ upstreams: { served } }: Face, { hasStreams }: Carrier, era: ProtocolEra) {
  const streams = era === 'modern' && hasStreams;
  const listed = streams ? { listChanged: true } : {};
  return {
    tools: listed,
    ...(streams && { logging: {} }),
    ...(served.words.includes('resources') && { resources: listed }),
    ...(served.words.includes('prompts') && { prompts: listed }),
    ...(served.words.includes('completion') && { completions: {} }),
  };
}

async function toolList({ upstreams, holdMs }: Face): Promise<JsonObject> {
  return { tools: await upstreams.tools(holdMs), ...upstreams.hints() };
}

// biome-ignore lint/suspicious/noExplicitAny: what an upstream answers, which the server checks
type Answering = (handle: () => Promise<object>) => Promise<any>;

function serveBesides(server: Server, face: Face, answer: Answering, asked: (ctx: ServerContext) => Asked): void {
  const { served } = face.upstreams;
  const sent = (params: object) => params as JsonObject;
  if (served.words.includes('resources')) {
    server.setRequestHandler('resources/list', () => answer(() => served.list('resources')));
    server.setRequestHandler('resources/templates/list', () => answer(() => served.list('templates')));
    server.setRequestHandler('resources/read', ({ params }, ctx) =>
      answer(() => readResource(face, asked(ctx), sent(params))),
    );
  }
  if (served.words.includes('prompts')) {
    server.setRequestHandler('prompts/list', () => answer(() => served.list('prompts')));
    server.setRequestHandler('prompts/get', ({ params }, ctx) =>
      answer(() => getPrompt(face, asked(ctx), sent(params))),
    );
  }
  if (served.words.includes('completion'))
    server.setRequestHandler('completion/complete', ({ params }, ctx) =>
      answer(() => complete(face, asked(ctx), sent(params))),
    );
}

/** What is no answer of the protocol may have an address or a library's words in it, and a model would read them. */
function refuse(face: Face, error: unknown): never {
  if (error instanceof ProtocolError) throw error;
  face.log('a request of MCP failed', { error: error instanceof Error ? error.message : 'unknown' });
  throw new ProtocolError(ProtocolErrorCode.InternalError, 'The gate cannot answer now. Try again later.');
}

const NEVER = new AbortController().signal;

function askedIn(ctx: ServerContext, carrier: Carrier): Asked {
  const { callerOf, answered, hasStreams } = carrier;
  const { mcpReq } = ctx;
  const { progressToken, ...meta } = (mcpReq._meta ?? {}) as JsonObject;
  const { [KEY]: key } = meta;
  // Undefined before 2026-07-28.
  const envelope = mcpReq.envelope as JsonObject | undefined;
  const level = hasStreams ? envelope?.[LOG_LEVEL_META_KEY] : undefined;
  const notify = async (method: string, params: JsonObject): Promise<void> =>
    mcpReq.notify({ method, params } as Parameters<typeof mcpReq.notify>[0]).catch(() => {});
  return {
    caller: callerOf(ctx),
    capabilities: envelope?.[CLIENT_CAPABILITIES_META_KEY] as JsonObject | undefined,
    state: mcpReq.requestState<JsonObject>() ?? null,
    inputResponses: mcpReq.inputResponses as JsonObject | undefined,
    exactKey: typeof key === 'string' ? key : undefined,
    meta,
    signal: mcpReq.signal,
    givenUp: hasStreams && envelope ? mcpReq.signal : NEVER,
    answered: () => answered(ctx),
    checkHeaders: (definition, args) => envelope && carrier.checkHeaders(ctx, definition, args),
    logs: level === undefined ? undefined : { level, onLog: (params) => void notify('notifications/message', params) },
    async progress(params) {
      if (progressToken !== undefined) await notify('notifications/progress', { ...params, progressToken });
    },
  };
}
