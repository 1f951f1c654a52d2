/** Messages that are answered from their text, before the server parses them. */
import { CLIENT_CAPABILITIES_META_KEY } from '@modelcontextprotocol/server';
import { unsafeNumberIn } from '../core/canonical';
import type { JsonObject } from '../core/types';
import { refused } from './answers';
import { declaresTasks, tasksNotDeclared } from './drafts/sep-2663';

/** Null: the server answers. */
export function earlyAnswer(text: string): string | null {
  const message = parsed(text);
  if (message === null) return null;
  const answer = refusedNumber(text, message) ?? refusedTasks(message);
  return answer === null ? null : JSON.stringify({ jsonrpc: '2.0', id: message.id ?? null, ...answer });
}

/**
 * A call whose numbers would change when they are parsed and written again: people would be shown another amount than the
 * client wrote. Only the text shows it.
 */
function refusedNumber(text: string, { method }: JsonObject): JsonObject | null {
  if (method !== 'tools/call' || unsafeNumberIn(text) === null) return null;
  return { result: { resultType: 'complete', ...refused({ kind: 'unsafe_number', argument: 'arguments' }) } };
}

/** The server's package answers `subscriptions/listen` itself, and does not know that tasks must be declared for it. */
function refusedTasks({ method, params }: JsonObject): JsonObject | null {
  if (method !== 'subscriptions/listen') return null;
  const { notifications, _meta } = (params ?? {}) as { notifications?: JsonObject; _meta?: JsonObject };
  if (notifications?.taskIds === undefined || declaresTasks(_meta?.[CLIENT_CAPABILITIES_META_KEY])) return null;
  const { code, message, data } = tasksNotDeclared();
  return { error: { code, message, data: data as JsonObject } };
}

/** Null if it is no JSON, or no single message. */
function parsed(text: string): JsonObject | null {
  try {
    const message = JSON.parse(text) as JsonObject | null;
    return typeof message === 'object' && !Array.isArray(message) ? message : null;
  } catch {
    return null;
  }
}
