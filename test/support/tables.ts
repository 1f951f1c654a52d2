/** Tables for one suite, with nothing left of them when they are stopped. */

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
