/** Changes of the configuration that wait for another admin. */
import type { Schemas } from './schemas';

export type Change = Schemas['Change'];

/** The built-in action under which such changes are requests. */
export const ADMIN_ACTION = 'service.admin';

/** An answer that says that the change waits; every other answer says that it was made. */
export function isWaiting(answer: object): answer is Schemas['ChangeAnswer'] {
  return 'change' in answer;
}

/** The param of such a request that is its title, and no difference. */
export const TITLE_PARAM = 'change';
/** The digest of the complete change. People approve the differences; the digest makes sure that nothing else is made. */
export const DOCUMENT_PARAM = 'document';
/** As the service words it: the request whose approval lets its requester collect a token. */
export const KEY_TITLE = 'Create an API key';
export const ROTATE_TITLE = 'Rotate an API key';
