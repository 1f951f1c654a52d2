/**
 * The tables and their stream in this process's memory, for `--memory` and for platforms without a binary of the
 * embedded database. Nothing is kept when the process ends.
 */
import type { LocalTables } from '../tables';
import { type Command, MAIN, MemoryStore, TRANSIENT } from './store';
import { MemoryStream } from './stream';

/** `written` is called after every write of the main table. */
export function openMemoryTables(written: () => void, nowMs: () => number = Date.now): LocalTables {
  const stream = new MemoryStream(nowMs);
  const store = MemoryStore.empty((change) => {
    stream.add(change);
    written();
  });
  const tables = { send: async (command: Command) => copied(store.run(own(command))), destroy: () => undefined };
  const streams = { send: async (command: Command) => stream.run(command), destroy: () => undefined };
  return {
    endpoint: null,
    tables: { client: tables as never, main: MAIN, transient: TRANSIENT },
    streams: streams as never,
    // Each start has its own stream, so that a position in an earlier one is not used.
    streamArn: `arn:aws:dynamodb:local:000000000000:table/${MAIN}/stream/${process.pid}-${nowMs()}`,
    died: new Promise(() => undefined),
    stop: async () => undefined,
  };
}

/** Copies the command, so that later changes by the caller do not change what is stored. */
function own(command: Command): Command {
  return { constructor: command.constructor, input: copied(command.input) };
}

/** Leaves out undefined values, like the document client. */
function copied<T>(value: T): T {
  if (Array.isArray(value)) return value.map(copied) as T;
  if (value instanceof Uint8Array) return value.slice() as T;
  if (value instanceof Set) return new Set(value) as T;
  if (typeof value !== 'object' || value === null) return value;
  // Several times as fast as by entries, and this is done with every item that is read or written.
  const copy = { ...(value as Record<string, unknown>) };
  for (const name of Object.keys(copy)) {
    const inner = copy[name];
    if (inner === undefined) delete copy[name];
    else if (typeof inner === 'object') copy[name] = copied(inner);
  }
  return copy as T;
}
