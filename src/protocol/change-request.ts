/** A change of the configuration that waits for another admin is a request of this action, with these params. */

/** The built-in action whose requests are changes of the configuration, and the name of its built-in integration. */
export const ADMIN_ACTION = 'service.admin';

/** The param that says what is changed. It is the title of the request, and not one of the differences. */
export const TITLE_PARAM = 'change';

/**
 * The param that holds the digest of the complete change. People approve the differences, and the digest makes sure that
 * nothing else is changed.
 */
export const DOCUMENT_PARAM = 'document';
