import type { Log } from '../../service/system/ports';

type Level = 'info' | 'warn' | 'error';

/**
 * One JSON line for each message, on the process's output, which Lambda passes to CloudWatch. Fields carry ids and
 * counts, and never tokens, codes, params or intents (docs/design.md#authentication-and-limits).
 */
export function createLog(
  /** Fields of every line, as they are when it is written. */
  base: () => Readonly<Record<string, unknown>> = () => ({}),
  write = (line: string) => void process.stdout.write(line),
): Log {
  const at =
    (level: Level) =>
    (message: string, fields: Readonly<Record<string, unknown>> = {}) => {
      // Spread first so that they lead the line, and again last so that no field replaces them: alarms search for the
      // message.
      const own = { level, timestamp: new Date().toISOString(), message };
      write(`${JSON.stringify({ ...own, ...base(), ...fields, ...own })}\n`);
    };
  return { info: at('info'), warn: at('warn'), error: at('error') };
}
