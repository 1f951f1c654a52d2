/** Messages that are answered from their text, before the server parses them. */
import {
  CLIENT_CAPABILITIES_META_KEY,
  DEFAULT_NEGOTIATED_PROTOCOL_VERSION,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import { isList, isObject, type Json, type JsonObject, parsed, unsafeNumberIn } from '../core';
import { answerOf } from './answers';
import { tasksIn, tasksNotDeclared } from './drafts/sep-2663';

export interface Early {
  readonly status: 200 | 400;
  readonly body: string;
}

/** Null: the server answers, also what is no JSON. `revision` is the one that the client speaks, if the transport knows it. */
export function earlyAnswer(text: string, revision: string | null): Early | null {
  const message = parsed(text);
  if (isList(message)) return refusedBatch(text, message, revision);
  const one = membersOf(message);
  const answer = refusedNumber(text, one) ?? refusedTasks(one);
  return answer && early(200, { id: one.id ?? null, ...answer });
}

/** The requests that a client gives up. A batch can have several. */
export function givenUpIn(text: string): readonly unknown[] {
  // Most messages are none, and can be large.
  if (!text.includes(CANCELLED)) return [];
  const message = parsed(text);
  const all = (isList(message) ? message : [message]).map(membersOf);
  return all.filter(({ method }) => method === CANCELLED).map(({ params }) => membersOf(params).requestId);
}

/** The only revision with batches of JSON-RPC. Over HTTP, a client that names no revision speaks it. */
const WITH_BATCHES = DEFAULT_NEGOTIATED_PROTOCOL_VERSION;
const ALONE = 'Send each message alone. Nothing of the batch was run.';

/** The package takes batches under each revision before 2026-07-28, and a number in one is no number of a call to it. */
function refusedBatch(text: string, messages: readonly Json[], revision: string | null): Early | null {
  if (revision !== WITH_BATCHES) return early(400, refusal(`This revision of MCP has no batches. ${ALONE}`));
  const all = messages.map(membersOf);
  if (all.some((message) => refusedNumber(text, message) !== null))
    return early(400, refusal(`A number in this batch would change on its way. ${ALONE}`));
  // Given up before it is held, it would run.
  const givenUp = givenUpIn(text);
  if (all.some(({ id }) => id !== undefined && givenUp.includes(id)))
    return early(400, refusal(`This batch gives up a call of its own. ${ALONE}`));
  return null;
}

const early = (status: Early['status'], answer: JsonObject): Early => ({
  status,
  body: JSON.stringify({ jsonrpc: '2.0', ...answer }),
});
const refusal = (message: string): JsonObject => ({
  id: null,
  error: { code: ProtocolErrorCode.InvalidRequest, message },
});

const membersOf = (message: Json | undefined): JsonObject => (isObject(message) ? message : {});

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
