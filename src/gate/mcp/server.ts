/** The MCP server of the gate. The low-level `Server` lets tools through as their upstreams list them. */
import {
  CLIENT_CAPABILITIES_META_KEY,
  type McpServerFactory,
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
import { cancelTask, getTask, updateTask } from './tasks';

/** In the `_meta` of a call: the same arguments with another key are another call. */
const KEY = 'request-authorization/key';

/** What a transport knows of a request. Nothing in a message says who calls. */
export interface Carrier {
  callerOf(ctx: ServerContext): Caller;
  /** Whether the answer was sent to a client that had not gone away. */
  answered(ctx: ServerContext): Promise<boolean>;
  /** Whether a client of 2026-07-28 gives its call up when it closes the stream of the answer. */
  readonly closingGivesUp: boolean;
}

export function serverFactory(face: Face, carrier: Carrier): McpServerFactory {
  return ({ era }) => {
    const { callerOf } = carrier;
    const extensions = { [TASKS_EXTENSION]: {}, [DENIALS_EXTENSION]: {} };
    const server = new Server(GATE, {
      capabilities: { tools: {}, ...(era === 'modern' && { extensions }) },
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
    // biome-ignore lint/suspicious/noExplicitAny: an upstream's own definitions, or what the lane has, which the server checks
    const answer = (handle: () => Promise<object>): Promise<any> => handle().catch((error) => refuse(face, error));
    const closes = era === 'modern' && carrier.closingGivesUp;
    const asked = (ctx: ServerContext) => askedIn(ctx, carrier, closes);
    server.setRequestHandler('tools/list', () => answer(async () => ({ tools: await face.upstreams.tools() })));
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

/** What is no answer of the protocol may have an address or a library's words in it, and a model would read them. */
function refuse(face: Face, error: unknown): never {
  if (error instanceof ProtocolError) throw error;
  face.log('a request of MCP failed', { error: error instanceof Error ? error.message : 'unknown' });
  throw new ProtocolError(ProtocolErrorCode.InternalError, 'The gate cannot answer now. Try again later.');
}

const NEVER = new AbortController().signal;

function askedIn(ctx: ServerContext, { callerOf, answered }: Carrier, closingGivesUp: boolean): Asked {
  const { mcpReq } = ctx;
  const { progressToken, ...meta } = (mcpReq._meta ?? {}) as JsonObject;
  const { [KEY]: key } = meta;
  const envelope = mcpReq.envelope as JsonObject | undefined;
  return {
    caller: callerOf(ctx),
    capabilities: envelope?.[CLIENT_CAPABILITIES_META_KEY] as JsonObject | undefined,
    state: mcpReq.requestState<JsonObject>() ?? null,
    inputResponses: mcpReq.inputResponses as JsonObject | undefined,
    exactKey: typeof key === 'string' ? key : undefined,
    meta,
    signal: mcpReq.signal,
    givenUp: closingGivesUp ? mcpReq.signal : NEVER,
    answered: () => answered(ctx),
    async progress(params) {
      if (progressToken === undefined) return;
      const notification = { method: 'notifications/progress', params: { ...params, progressToken } };
      await mcpReq.notify(notification as Parameters<typeof mcpReq.notify>[0]).catch(() => {});
    },
  };
}
