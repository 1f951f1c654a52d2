/** A log whose warnings and errors a test reads. */
import type { Log } from '../../src/service/system/ports';

type Line = [message: string, fields?: object];

export function aLog() {
  const [warned, failed]: [Line[], Line[]] = [[], []];
  const log: Log = {
    info: () => undefined,
    warn: (...line) => void warned.push(line),
    error: (...line) => void failed.push(line),
  };
  return { log, warned, failed };
}
