import { LIMITS } from '../../../generated/limits';

/** The message of an error, as much as a report accepts. */
export function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : error;
  return short(typeof message === 'string' && message !== '' ? message : 'the call failed without a message');
}

/** As many characters as a report accepts, counted as code points, so that no surrogate pair is split. */
export function short(text: string): string {
  return [...text.toWellFormed()].slice(0, LIMITS.reportText.max).join('');
}
