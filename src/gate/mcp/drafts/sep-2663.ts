/** Tasks, as SEP-2663 and `@modelcontextprotocol/ext-tasks` 0.2.2 (`core/v2`) define them. */
import { GetTaskRequestV2Schema, TASKS_EXTENSION_ID_V2 } from '@modelcontextprotocol/ext-tasks/core/v2';
import { MissingRequiredClientCapabilityError, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { Json, JsonObject, Known } from '../../core';

export const TASKS_EXTENSION = TASKS_EXTENSION_ID_V2;
/** `params` of the methods on a task. */
export const TaskParams = GetTaskRequestV2Schema.shape.params;

/** A task's fields that do not depend on its status. */
export function taskFields({ taskId, createdAtMs, updatedAtMs, ttlMs }: Known, pollIntervalMs: number) {
  const date = (atMs: number) => new Date(atMs).toISOString();
  return { taskId, createdAt: date(createdAtMs), lastUpdatedAt: date(updatedAtMs), ttlMs, pollIntervalMs };
}

export type TaskStatus = { readonly statusMessage: string } & (
  | { readonly status: 'working' | 'cancelled' }
  | { readonly status: 'input_required'; readonly inputRequests: JsonObject }
  | { readonly status: 'completed'; readonly result: JsonObject }
  | { readonly status: 'failed'; readonly error: JsonObject }
);

/** Whether a tool answered with a task. */
export function isCreatedTask(result: JsonObject): result is JsonObject & { readonly taskId: string } {
  return result.resultType === 'task' && typeof result.taskId === 'string';
}

/** What an approved call says of its task, which may be one of the upstream. */
export const APPROVED: Record<TaskStatus['status'], string> = {
  working: 'Approved. The tool is running.',
  input_required: 'Approved. The tool waits for input.',
  completed: 'Approved. The tool has answered.',
  failed: 'Approved. The tool failed.',
  cancelled: 'Approved. The tool was cancelled after it had begun.',
};

/** The status of an upstream's task, in our own words: those of the upstream are dropped. Null if it is no task. */
export function taskStatusOf({ status, inputRequests, result, error }: JsonObject): TaskStatus | null {
  if (typeof status !== 'string' || !Object.hasOwn(APPROVED, status)) return null;
  const payload = { input_required: { inputRequests }, completed: { result }, failed: { error } }[status];
  return { status, statusMessage: APPROVED[status as TaskStatus['status']], ...payload } as TaskStatus;
}

/** Undefined if the client does not declare tasks. */
export function tasksIn(capabilities: Json | undefined): Json | undefined {
  const { extensions } = (capabilities ?? {}) as { readonly extensions?: JsonObject };
  return extensions?.[TASKS_EXTENSION];
}

/** −32021, with the capability that the client has to declare. */
export function tasksNotDeclared(): ProtocolError {
  return new MissingRequiredClientCapabilityError(
    { requiredCapabilities: { extensions: { [TASKS_EXTENSION]: {} } } },
    `Declare ${TASKS_EXTENSION} in the client capabilities of this request.`,
  );
}

/** The same for a task of another caller and for one that never was. */
export function unknownTask(): Error {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, 'You have no task with this id.');
}
