/** Messages that are answered from their text, before the server parses them. */
import { CLIENT_CAPABILITIES_META_KEY } from '@modelcontextprotocol/server';
import { type JsonObject, unsafeNumberIn } from '../core';
import { answerOf } from './answers';
import { tasksIn, tasksNotDeclared } from './drafts/sep-2663';

/** Null: the server answers, also what is no JSON. */
export function earlyAnswer(text: string): string | null {
  let message: JsonObject;
  try {
    message = Object(JSON.parse(text));
  } catch {
    return null;
  }
  const answer = refusedNumber(text, message) ?? refusedTasks(message);
  return answer && JSON.stringify({ jsonrpc: '2.0', id: message.id ?? null, ...answer });
}

/** The request that a client gives up, or undefined. */
export function givenUpIn(text: string): unknown {
  // Most messages are none, and can be large.
  if (!text.includes(CANCELLED)) return undefined;
  try {
    const { method, params } = Object(JSON.parse(text)) as JsonObject;
    return method === CANCELLED ? (params as JsonObject | undefined)?.requestId : undefined;
  } catch {
    return undefined;
  }
}

const CANCELLED = 'notifications/cancelled';

/** A call whose numbers would change when they are parsed and written again. Only the text shows it. */
function refusedNumber(text: string, { method }: JsonObject): JsonObject | null {
  if (method !== 'tools/call' || unsafeNumberIn(text) === null) return null;
  const refusal = { kind: 'unsafe_number', argument: 'arguments' } as const;
  return { result: { resultType: 'complete', ...answerOf({ kind: 'refused', refusal, requestId: null }) } };
}

/** The server's package answers `subscriptions/listen` itself, and does not know that tasks must be declared for it. */
function refusedTasks({ method, params }: JsonObject): JsonObject | null {
  if (method !== 'subscriptions/listen') return null;
  const { notifications, _meta } = (params ?? {}) as { notifications?: JsonObject; _meta?: JsonObject };
  const declared = tasksIn(_meta?.[CLIENT_CAPABILITIES_META_KEY]);
  if (notifications?.taskIds === undefined || declared !== undefined) return null;
  const { code, message, data } = tasksNotDeclared();
  return { error: { code, message, data: data as JsonObject } };
}
