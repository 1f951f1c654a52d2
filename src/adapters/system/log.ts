import type { Log } from '../../app/ports';

type Level = 'info' | 'warn' | 'error';

/**
 * One JSON line for each message, to the process's own output, which Lambda hands to CloudWatch. Fields carry ids and
 * counts; tokens, codes, params and intents never come here (docs/design.md#authentication-and-limits).
 */
export function createLog(
  base: Readonly<Record<string, unknown>> = {},
  write = (line: string) => void process.stdout.write(line),
): Log {
  const at =
    (level: Level) =>
    (message: string, fields: Readonly<Record<string, unknown>> = {}) =>
      write(`${JSON.stringify({ level, at: new Date().toISOString(), message, ...base, ...fields })}\n`);
  return { info: at('info'), warn: at('warn'), error: at('error') };
}
