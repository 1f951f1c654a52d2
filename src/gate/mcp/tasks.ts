/** `tasks/get`, `tasks/update` and `tasks/cancel`. */
import type { CallState, JsonObject } from '../core/types';
import { statusOf } from '../core/words';
import { answerOf, isOpen } from './answers';
import { denialMeta } from './drafts/sep-2643';
import { declaresTasks, type TaskStatus, taskFields, tasksNotDeclared, unknownTask } from './drafts/sep-2663';
import type { Asked, Face } from './face';
import { openTask, sendTask, taskStatus } from './forward';
import { keptTask } from './upstreams';

/** A pure read. */
export async function getTask(face: Face, asked: Asked, id: string): Promise<JsonObject> {
  const upstreams = opened(face, asked, id);
  if (upstreams !== null) return { ...(await sendTask(face, asked, upstreams, 'tasks/get')), taskId: id };
  const state = await face.gate.state(id, asked.caller);
  if (state === null) throw unknownTask();
  const status = await statusIn(face, asked, state);
  const waits = state.kind === 'waiting' && { _meta: denialMeta('task', state.requestId) };
  return { resultType: 'complete', ...taskFields(state, face.pollIntervalMs), ...status, ...waits };
}

/** The gate itself asks nothing, so only an upstream's task takes answers. */
export async function updateTask(face: Face, asked: Asked, id: string): Promise<JsonObject> {
  const task = await behind(face, asked, id);
  if (task !== null) await sendTask(face, asked, task, 'tasks/update', { inputResponses: asked.inputResponses ?? {} });
  return { resultType: 'complete' };
}

export async function cancelTask(face: Face, asked: Asked, id: string): Promise<JsonObject> {
  if (opened(face, asked, id) === null && (await face.gate.cancel(id, asked.caller)) === null) throw unknownTask();
  const task = await behind(face, asked, id);
  if (task !== null) await sendTask(face, asked, task, 'tasks/cancel');
  return { resultType: 'complete' };
}

function opened(face: Face, asked: Asked, id: string) {
  if (!declaresTasks(asked.capabilities)) throw tasksNotDeclared();
  return openTask(face, asked, id);
}

/** The task of the upstream behind a task: of a call that passed, or with which an approved tool answered. */
async function behind(face: Face, asked: Asked, id: string) {
  const passed = opened(face, asked, id);
  if (passed !== null) return passed;
  const state = await face.gate.state(id, asked.caller);
  if (state === null) throw unknownTask();
  return state.kind === 'finished' ? keptTask(state.answer) : null;
}

async function statusIn(face: Face, asked: Asked, state: CallState): Promise<TaskStatus> {
  if (isOpen(state)) return { status: 'working', statusMessage: statusOf(state) };
  if (state.kind === 'not_run' && state.why === 'cancelled')
    return { status: 'cancelled', statusMessage: 'Cancelled.' };
  const task = state.kind === 'finished' ? keptTask(state.answer) : null;
  if (task !== null) return taskStatus(face, asked, task);
  if (state.kind === 'finished' && state.answer.kind === 'error') {
    const { code, message } = state.answer;
    return { status: 'failed', statusMessage: 'Approved. The tool failed.', error: { code, message } };
  }
  const statusMessage =
    state.kind === 'finished' ? 'Approved. The tool has answered.' : 'The outcome is in the result.';
  return { status: 'completed', statusMessage, result: { resultType: 'complete', ...answerOf(state) } };
}
