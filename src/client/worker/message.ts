import { LIMITS } from '../../../generated/limits';

/** What an error says, as much as a report takes. */
export function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : error;
  return short(typeof message === 'string' && message !== '' ? message : 'the call failed without a message');
}

/** As many characters as a report allows, counted as code points, so that no surrogate pair is split. */
export function short(text: string): string {
  return [...text.toWellFormed()].slice(0, LIMITS.reportText.max).join('');
}
