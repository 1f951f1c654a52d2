import { LIMITS } from '../../../generated/limits';

/** The message of an error, as much as a report accepts. Clients of HTTP APIs often throw an object that is no `Error`. */
export function messageOf(error: unknown): string {
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : error;
  return short(typeof message === 'string' && message !== '' ? message : 'the call failed without a message');
}

/** As many characters as a report accepts, counted as code points, so that no surrogate pair is split. */
export function short(text: string): string {
  return [...text.toWellFormed()].slice(0, LIMITS.reportText.max).join('');
}
