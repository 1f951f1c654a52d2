/**
 * Tasks, as SEP-2663 and `@modelcontextprotocol/ext-tasks` 0.2.2 (`core/v2`) define them. Nothing outside this file
 * follows that extension's schemas.
 */
import { GetTaskRequestV2Schema, TASKS_EXTENSION_ID_V2 } from '@modelcontextprotocol/ext-tasks/core/v2';
import { MissingRequiredClientCapabilityError, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { JsonObject, Known } from '../../core/types';

export const TASKS_EXTENSION = TASKS_EXTENSION_ID_V2;
/** `params` of the methods on a task. */
export const TaskParams = GetTaskRequestV2Schema.shape.params;

/** A task's fields that do not depend on its status. */
export function taskFields(known: Known, pollIntervalMs: number) {
  return {
    taskId: known.taskId,
    createdAt: new Date(known.createdAtMs).toISOString(),
    lastUpdatedAt: new Date(known.updatedAtMs).toISOString(),
    ttlMs: known.ttlMs,
    pollIntervalMs,
  };
}

export type TaskStatus =
  | { readonly status: 'working'; readonly statusMessage: string }
  | { readonly status: 'input_required'; readonly statusMessage: string; readonly inputRequests: JsonObject }
  | { readonly status: 'completed'; readonly statusMessage: string; readonly result: JsonObject }
  | { readonly status: 'failed'; readonly statusMessage: string; readonly error: JsonObject }
  | { readonly status: 'cancelled'; readonly statusMessage: string };

/** Whether a tool answered with a task. */
export function isCreatedTask(result: JsonObject): result is JsonObject & { readonly taskId: string } {
  return result.resultType === 'task' && typeof result.taskId === 'string';
}

/** The status of an upstream's task, in our own words: those of the upstream are dropped. Null if it is no task. */
export function statusOf(task: JsonObject, words: Record<TaskStatus['status'], string>): TaskStatus | null {
  const { status, inputRequests, result, error } = task;
  if (typeof status !== 'string' || !Object.hasOwn(words, status)) return null;
  const payload = { input_required: { inputRequests }, completed: { result }, failed: { error } }[status];
  return { status, statusMessage: words[status as TaskStatus['status']], ...payload } as TaskStatus;
}

export function declaresTasks(capabilities: unknown): boolean {
  const extensions = (capabilities as { extensions?: Record<string, unknown> } | undefined)?.extensions;
  return extensions?.[TASKS_EXTENSION] !== undefined;
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
