/** A log whose lines a test reads. */
import type { Log } from '../../src/service/system/ports';

type Line = [message: string, fields?: object];

export function aLog() {
  const [told, warned, failed]: [Line[], Line[], Line[]] = [[], [], []];
  const log: Log = {
    info: (...line) => void told.push(line),
    warn: (...line) => void warned.push(line),
    error: (...line) => void failed.push(line),
  };
  return { log, told, warned, failed };
}
