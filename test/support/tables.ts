/** Tables for one suite, with nothing left of them when they are stopped. */
import { openDataDirectory } from '../../src/local/platform/data-directory';
import { type LocalTables, openTables } from '../../src/local/tables';

/** `endpoint`: null for the embedded database even if the environment names another one. */
export async function openTestTables(
  written: () => void = () => undefined,
  endpoint: string | null = process.env.DYNAMODB_ENDPOINT ?? null,
): Promise<LocalTables> {
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
