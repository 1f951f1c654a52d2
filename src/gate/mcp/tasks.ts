/** `tasks/get`, `tasks/update` and `tasks/cancel`. */
import { type CallState, isOpen, type JsonObject, waitingText } from '../core';
import { answerOf, waitingMeta } from './answers';
import { APPROVED, type TaskStatus, taskFields, tasksIn, tasksNotDeclared, unknownTask } from './drafts/sep-2663';
import { type Asked, deliver, type Face, isFinal } from './face';
import { openTask, sendTask, taskStatus } from './forward';
import { keptTask, type UpstreamTask } from './upstreams';

/** Reading changes nothing but that the ending is delivered. */
export async function getTask(face: Face, asked: Asked, id: string): Promise<JsonObject> {
  const { state, task } = await find(face, asked, id, 'state');
  if (state === null) return { ...(await sendTask(face, asked, task, 'tasks/get')), taskId: id };
  const status = await statusIn(face, asked, state, task);
  if (isFinal(status)) deliver(face, asked, state);
  const fields = taskFields(state, face.pollIntervalMs);
  return { resultType: 'complete', ...fields, ...status, _meta: waitingMeta(state, 'task') };
}

/** The gate itself asks nothing, so only an upstream's task takes answers. */
export async function updateTask(face: Face, asked: Asked, id: string): Promise<JsonObject> {
  const { task } = await find(face, asked, id, 'state');
  if (task !== null) await sendTask(face, asked, task, 'tasks/update', { inputResponses: asked.inputResponses ?? {} });
  return { resultType: 'complete' };
}

export async function cancelTask(face: Face, asked: Asked, id: string): Promise<JsonObject> {
  const { task } = await find(face, asked, id, 'cancel');
  if (task !== null) await sendTask(face, asked, task, 'tasks/cancel');
  return { resultType: 'complete' };
}

/** `task` is the upstream's: of a call that passed, which has no state here, or with which an approved tool answered. */
type Found =
  | { readonly state: null; readonly task: UpstreamTask }
  | { readonly state: CallState; readonly task: UpstreamTask | null };

async function find(face: Face, asked: Asked, id: string, look: 'state' | 'cancel'): Promise<Found> {
  if (tasksIn(asked.capabilities) === undefined) throw tasksNotDeclared();
  const passed = await openTask(face, asked, id);
  if (passed !== null) return { state: null, task: passed };
  const state = await face.gate[look](id, asked.caller);
  if (state === null) throw unknownTask();
  return { state, task: keptTask(state) };
}

async function statusIn(face: Face, asked: Asked, state: CallState, task: UpstreamTask | null): Promise<TaskStatus> {
  if (isOpen(state)) return { status: 'working', statusMessage: waitingText(state) };
  if (task !== null) return taskStatus(face, asked, task);
  if (state.kind === 'not_run' && state.why === 'cancelled')
    return { status: 'cancelled', statusMessage: 'Cancelled.' };
  if (state.kind === 'finished' && state.answer.kind === 'error') {
    const { code, message } = state.answer;
    return { status: 'failed', statusMessage: APPROVED.failed, error: { code, message } };
  }
  const statusMessage = state.kind === 'finished' ? APPROVED.completed : 'The outcome is in the result.';
  return { status: 'completed', statusMessage, result: { resultType: 'complete', ...answerOf(state) } };
}
