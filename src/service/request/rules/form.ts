/**
 * The form of a stored request. After a rollback, an older release must not decide on a request whose rules it does not
 * know. So each request carries the oldest form whose code may decide on it (CONTRIBUTING.md#the-form-of-stored-items).
 */
import type { Request } from './request';

/** The form that this code writes, and the newest that it reads. */
export const REQUEST_FORM = 1;

/** The oldest form whose code may decide on a request that this code creates. */
export const OLDEST_DECIDING_FORM = 1;

/** Only newer code may make this decision. Nothing is written, and the caller gets 500. */
class NewerFormError extends Error {
  constructor(request: Request) {
    super(`request ${request.id}: only code of form ${request.minForm} may decide on it; this is form ${REQUEST_FORM}`);
  }
}

export function assertDecidable(request: Request): void {
  if (request.minForm > REQUEST_FORM) throw new NewerFormError(request);
}
