/** Changes of the configuration that wait for another admin. */
import type { Schemas } from './schemas';

export type Change = Schemas['Change'];

/** The built-in action under which such changes are requests. */
export const ADMIN_ACTION = 'service.admin';

/** An answer that says that the change waits. Any other answer means that the change was made. */
export function isWaiting(answer: unknown): answer is Schemas['ChangeAnswer'] {
  return typeof answer === 'object' && answer !== null && 'change' in answer;
}

/** The param that is the title of such a request. It is not one of the differences. */
export const TITLE_PARAM = 'change';
/**
 * The digest of the complete change. People approve the differences, and the digest makes sure that nothing else is
 * changed.
 */
export const DOCUMENT_PARAM = 'document';
