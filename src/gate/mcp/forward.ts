/**
 * Calls that a rule lets pass, and tasks of upstreams. What an upstream gives to the client to bring back is sealed, so
 * that it works for this caller, this call and this upstream only.
 */
import { ProtocolError } from '@modelcontextprotocol/server';
import type { JsonObject } from '../core/types';
import type { Answer } from './connection';
import { isCreatedTask, statusOf, TASKS_EXTENSION, type TaskStatus } from './drafts/sep-2663';
import type { Asked, Face } from './face';
import type { ListedTool, UpstreamTask } from './upstreams';

/** An upstream's `requestState` is good for as long as a person may take to answer. */
const STATE_LASTS_MS = 24 * 3_600_000;
const PREFIX = 'upstream_';

export async function forward(face: Face, asked: Asked, tool: ListedTool, args: JsonObject, digest: string) {
  const requestState = asked.state?.upstreamState;
  const params = {
    name: tool.definition.name!,
    arguments: args,
    _meta: asked.meta,
    ...(asked.inputResponses !== undefined && { inputResponses: asked.inputResponses }),
    ...(typeof requestState === 'string' && { requestState }),
  };
  let answer: Answer;
  try {
    answer = await face.upstreams.send(tool.upstream, 'tools/call', params, optionsFor(asked));
  } catch {
    return { isError: true, content: [{ type: 'text', text: 'The tool did not answer. It may have run.' }] };
  }
  const result = resultOf(answer);
  if (isCreatedTask(result)) return { ...result, taskId: sealTask(face, asked, tool.upstream, result.taskId) };
  if (result.resultType !== 'input_required' || result.requestState === undefined) return result;
  const expiresAtMs = face.nowMs() + STATE_LASTS_MS;
  const sealed = { digest, expiresAtMs, upstreamState: result.requestState };
  return { ...result, requestState: face.sealer.seal('request', asked.caller, sealed) };
}

/** The client's own, but never sampling: no upstream may use the model of a caller. */
function optionsFor(asked: Asked) {
  const { elicitation, extensions } = asked.capabilities ?? {};
  const tasks = (extensions as JsonObject | undefined)?.[TASKS_EXTENSION];
  const capabilities = {
    ...(elicitation !== undefined && { elicitation }),
    ...(tasks !== undefined && { extensions: { [TASKS_EXTENSION]: tasks } }),
  };
  const onProgress = ({ progressToken: _ours, ...params }: JsonObject) => void asked.progress(params);
  return { capabilities, signal: asked.signal, onProgress };
}

function resultOf(answer: Answer): JsonObject {
  if (answer.kind === 'error') throw new ProtocolError(answer.code, answer.message, answer.data);
  return answer.result;
}

function sealTask(face: Face, asked: Asked, upstream: string, taskId: string): string {
  return PREFIX + face.sealer.seal('task', asked.caller, { upstream, taskId });
}

/** The upstream's task behind an id, or null: the id is of a call of the gate, of another caller's task, or of nothing. */
export function openTask(face: Face, asked: Asked, id: string): UpstreamTask | null {
  if (!id.startsWith(PREFIX)) return null;
  return face.sealer.open('task', asked.caller, id.slice(PREFIX.length)) as UpstreamTask | null;
}

/** `tasks/get`, `tasks/update` or `tasks/cancel` of an upstream's task, with the upstream's own answer. */
export async function sendTask(
  face: Face,
  asked: Asked,
  { upstream, taskId }: UpstreamTask,
  method: string,
  params: JsonObject = {},
) {
  return resultOf(await face.upstreams.send(upstream, method, { ...params, taskId }, optionsFor(asked)));
}

/** The status of a task with which an approved tool answered. Throws if the upstream no longer has it. */
export async function taskStatus(face: Face, asked: Asked, task: UpstreamTask): Promise<TaskStatus> {
  const capable = { ...asked, capabilities: { extensions: { [TASKS_EXTENSION]: {} } } };
  const status = statusOf(await sendTask(face, capable, task, 'tasks/get'), WORDS);
  if (status === null) throw new Error(`The upstream ${task.upstream} answers tasks/get with something else.`);
  return status;
}

const WORDS: Record<TaskStatus['status'], string> = {
  working: 'Approved. The tool is running.',
  input_required: 'Approved. The tool waits for input.',
  completed: 'Approved. The tool has answered.',
  failed: 'Approved. The tool failed.',
  cancelled: 'Approved. The tool was cancelled after it had begun.',
};

/** The same for a client that knows no tasks. */
export async function settledTask(
  face: Face,
  asked: Asked,
  task: UpstreamTask,
  howToGoOn: string,
): Promise<JsonObject> {
  const status = await taskStatus(face, asked, task);
  if (status.status === 'completed') return status.result;
  if (status.status === 'failed') throw new ProtocolError(Number(status.error.code), String(status.error.message));
  const more = status.status === 'working' ? ` ${howToGoOn}` : '';
  return { isError: true, content: [{ type: 'text', text: `${status.statusMessage}${more}` }] };
}
