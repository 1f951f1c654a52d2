/** Tables for one suite, with nothing left of them when they are stopped. */

import type { Tables } from '../../src/adapters/dynamodb/client';
import { type Command, MAIN, TRANSIENT } from '../../src/local/memory/store';
import { openMemoryTables } from '../../src/local/memory/tables';
import { openDataDirectory } from '../../src/local/platform/data-directory';
import { type LocalTables, openTables } from '../../src/local/tables';

/** For `npm run mutate`, which runs tests once for each change: no suite opens the embedded database. */
export const MEMORY_ALONE = process.env.MEMORY_ALONE === '1';

/** `endpoint`: null for the embedded database even if the environment names another one. */
export async function openTestTables(
  written: () => void = () => undefined,
  endpoint: string | null = process.env.DYNAMODB_ENDPOINT ?? null,
): Promise<LocalTables> {
  if (MEMORY_ALONE && endpoint === null) return openMemoryTables(written);
  const directory = openDataDirectory(null);
  try {
    const tables = await openTables(directory, endpoint ?? undefined, written);
    const stop = () => tables.stop().finally(() => directory.release());
    return { ...tables, stop };
  } catch (error) {
    directory.release();
    throw error;
  }
}

/** Tables of which `send` answers every command. */
export function tablesOf(send: (command: Command) => Promise<unknown>): Tables {
  return { client: { send } as never, main: MAIN, transient: TRANSIENT };
}

/** The same tables. The answer to each write of one item is lost once, so that the SDK sends the write again. */
export function losingAnswers(tables: Tables): Tables {
  return tablesThrough(tables, async (command, pass) => {
    if (['PutCommand', 'UpdateCommand'].includes(command.constructor.name)) await pass();
    return pass();
  });
}

// biome-ignore lint/suspicious/noExplicitAny: each command has its own answer
type Answer = any;

/** The same tables. `send` sees every command, and passes it on, changes its answer or fails. */
export function tablesThrough(
  { client, ...names }: Tables,
  send: (command: Command, pass: () => Promise<Answer>) => Promise<unknown>,
): Tables {
  const through = (command: Command) => send(command, () => client.send(command as never));
  return { ...tablesOf(through), ...names };
}
