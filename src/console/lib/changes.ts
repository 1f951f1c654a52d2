/** Changes of the configuration that wait for another admin. */
import type { Schemas } from './schemas';

export type Change = Schemas['Change'];

/** An answer that says that the change waits. Any other answer means that the change was made. */
export function isWaiting(answer: unknown): answer is Schemas['ChangeAnswer'] {
  return typeof answer === 'object' && answer !== null && 'change' in answer;
}
