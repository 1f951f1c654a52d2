/**
 * The MCP server of the gate. The low-level `Server` serves 2025-11-25 and 2026-07-28, and lets tools through as their
 * upstreams list them. It offers tools only: neither prompts nor resources of an upstream, and it never asks for sampling.
 */
import {
  CLIENT_CAPABILITIES_META_KEY,
  type McpServerFactory,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Caller, JsonObject } from '../core/types';
import { callTool } from './calls';
import { DENIALS_EXTENSION } from './drafts/sep-2643';
import { TASKS_EXTENSION, TaskParams } from './drafts/sep-2663';
import type { Asked, Face } from './face';
import { cancelTask, getTask, updateTask } from './tasks';

/** In the `_meta` of a call: the same arguments with another key are another call. */
const KEY = 'request-authorization/key';
const GATE = { name: 'request-authorization-gate', version: '1' };

/** `callerOf` reads what the transport found out about the caller. Nothing in a message says who calls. */
export function serverFactory(face: Face, callerOf: (ctx: ServerContext) => Caller): McpServerFactory {
  return ({ era }) => {
    const extensions = { [TASKS_EXTENSION]: {}, [DENIALS_EXTENSION]: {} };
    const server = new Server(GATE, {
      capabilities: { tools: {}, ...(era === 'modern' && { extensions }) },
      // Before 2026-07-28 an input request would have to be a request of the server, which the gate never makes.
      inputRequired: { legacyShim: false },
      requestState: {
        verify(state, ctx) {
          const content = face.sealer.open('request', callerOf(ctx), state);
          if (content === null) throw new Error('not sealed for this caller');
          return content;
        },
      },
    });
    server.setRequestHandler('tools/list', () =>
      guarded(face, async () => {
        const tools = await face.upstreams.tools();
        // biome-ignore lint/suspicious/noExplicitAny: an upstream's own definitions, which the server checks
        return { tools: tools.map(({ definition }) => definition) } as any;
      }),
    );
    const asked = (ctx: ServerContext) => askedIn(ctx, callerOf(ctx));
    server.setRequestHandler('tools/call', ({ params }, ctx) =>
      guarded(face, async () => {
        const args = (params.arguments ?? {}) as JsonObject;
        // biome-ignore lint/suspicious/noExplicitAny: a result, a task or a request for input, as the lane has it
        return (await callTool(face, asked(ctx), params.name, args)) as any;
      }),
    );
    if (era !== 'modern') return server;
    // `tasks/update` too: the server lifts the answers out of the params before it checks them.
    const methods = { 'tasks/get': getTask, 'tasks/cancel': cancelTask, 'tasks/update': updateTask };
    for (const [method, handle] of Object.entries(methods)) {
      server.setRequestHandler(method, { params: TaskParams }, ({ taskId }, ctx) =>
        guarded(face, () => handle(face, asked(ctx), taskId)),
      );
    }
    return server;
  };
}

/** What is no answer of the protocol may have an address or a library's words in it, and a model would read them. */
async function guarded<T>(face: Face, handle: () => Promise<T>): Promise<T> {
  try {
    return await handle();
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    face.log('a request of MCP failed', { error: error instanceof Error ? error.message : 'unknown' });
    throw new ProtocolError(ProtocolErrorCode.InternalError, 'The gate cannot answer now. Try again later.');
  }
}

function askedIn({ mcpReq }: ServerContext, caller: Caller): Asked {
  const { progressToken, ...meta } = (mcpReq._meta ?? {}) as JsonObject;
  const key = meta[KEY];
  return {
    caller,
    capabilities: (mcpReq.envelope as JsonObject | undefined)?.[CLIENT_CAPABILITIES_META_KEY] as JsonObject | undefined,
    state: mcpReq.requestState<JsonObject>() ?? null,
    inputResponses: mcpReq.inputResponses as JsonObject | undefined,
    exactKey: typeof key === 'string' ? key : undefined,
    meta,
    signal: mcpReq.signal,
    async progress(params) {
      if (progressToken === undefined) return;
      const notification = { method: 'notifications/progress', params: { ...params, progressToken } };
      await mcpReq.notify(notification as Parameters<typeof mcpReq.notify>[0]).catch(() => {});
    },
  };
}
