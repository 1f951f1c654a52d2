/** An ending is delivered when the answer with it was sent. A text that asks the client to repeat its call delivers nothing. */
import type { CallState } from '../core';
import type { TaskStatus } from './drafts/sep-2663';
import type { Asked, Face } from './face';

export function deliver(face: Face, { answered, signal, givenUp }: Asked, { taskId }: CallState): void {
  // To a request that was cancelled, the server sends no answer.
  if (signal.aborted || givenUp.aborted) return;
  void answered().then((wasSent) => (wasSent ? face.gate.delivered(taskId) : undefined));
}

/** Of the upstream's task with which an approved call was answered. */
export const isFinal = ({ status }: TaskStatus): boolean => status !== 'working' && status !== 'input_required';
