/** The runner's log. Everything goes to a file of the data directory, and what needs a person also to the terminal. */
import { createWriteStream } from 'node:fs';
import { createLog } from '../adapters/system/log';
import type { Log } from '../service/system/ports';

export function openLog(path: string): Log & { close(): void } {
  const stream = createWriteStream(path, { flags: 'a', mode: 0o600 });
  const file = createLog(undefined, (line) => void stream.write(line));
  return {
    ...file,
    error: (message, fields) => {
      file.error(message, fields);
      const { error, reason, incident } = { error: '', reason: '', incident: '', ...fields };
      console.error([message, incident, error, reason].filter((part) => part !== '').join(' · '));
    },
    close: () => stream.end(),
  };
}
