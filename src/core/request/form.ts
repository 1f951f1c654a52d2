/**
 * The form of a stored request. A release that is rolled back must not decide on a request by rules that it does not
 * know, so each request carries the oldest form whose code may decide on it.
 */
import type { Request } from './request';

/**
 * The newest form that this code reads and may write. Raise it when a stored request gets a field or a value that older code
 * does not know.
 */
export const REQUEST_FORM = 6;

/** Items of older forms have everything that follows from the rest of the item, too. Only since form 5 is it left out. */
export const COMPLETE_FORM = 4;

/**
 * The oldest form whose code may decide on a request that this code creates. Raise it when the new field or value changes
 * who may turn, what a verdict needs, or when something ends.
 */
export const OLDEST_DECIDING_FORM = 1;

/** Code of an earlier form would count a turn that nobody signed. */
export const SIGNED_TURNS_FORM = 2;

/** Changes of the configuration exist since this form. Older code would show them to consumers. */
export const ADMINISTRATIVE_FORM = 3;

/** A decision that belongs to newer code: nothing is written, and the caller gets 500. */
export class NewerFormError extends Error {
  constructor(request: Request) {
    super(`request ${request.id}: only code of form ${request.minForm} may decide on it; this is form ${REQUEST_FORM}`);
  }
}

export function assertDecidable(request: Request): void {
  if (request.minForm > REQUEST_FORM) throw new NewerFormError(request);
}
