/** The log of a worker, and the texts of errors for its log and its reports. */

import { LIMITS } from '../../../generated/limits';

/** What a worker logs. Log lines name requests and reasons, and never params, intents or keys. */
export interface WorkerLog {
  info(message: string, fields: Readonly<Record<string, unknown>>): void;
  warn(message: string, fields: Readonly<Record<string, unknown>>): void;
  error(message: string, fields: Readonly<Record<string, unknown>>): void;
}

const LEVELS = ['info', 'warn', 'error'] as const;

/** Your own logger, which gets everything; the lowest level that goes to `console`; or `false` for silence. */
export type LogOption = WorkerLog | (typeof LEVELS)[number] | false;

const silent = () => undefined;

/** Throws TypeError for anything else. */
export function logOf(option: LogOption = 'warn'): WorkerLog {
  if (typeof option === 'object' && option !== null && LEVELS.every((level) => typeof option[level] === 'function')) {
    return option;
  }
  const least = LEVELS.indexOf(option as 'warn');
  if (option !== false && least < 0) {
    throw new TypeError("`log` must be 'info', 'warn', 'error', false, or an object with these three methods.");
  }
  const lineOf = (level: (typeof LEVELS)[number]) =>
    option === false || LEVELS.indexOf(level) < least
      ? silent
      : (message: string, fields: object) => console[level](`request-authorization-service: ${message}`, fields);
  return { info: lineOf('info'), warn: lineOf('warn'), error: lineOf('error') };
}

/** The message of an error, as much as a report accepts. Clients of HTTP APIs often throw an object that is no `Error`. */
export function messageOf(error: unknown): string {
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : error;
  return short(typeof message === 'string' && message !== '' ? message : 'the call failed without a message');
}

/** As many characters as a report accepts, counted as code points, so that no surrogate pair is split. */
export function short(text: string): string {
  return [...text.toWellFormed()].slice(0, LIMITS.reportText.max).join('');
}
