/** Chooses the database of the runner and the files that belong to its data. */
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openMemoryTables } from './memory/tables';
import type { RunnerOptions } from './options';
import type { DataDirectory } from './platform/data-directory';
import { hasBinary, thisPlatform } from './platform/dynamodb-process';
import { RunnerError } from './platform/errors';
import { readIfThere, replaceFile } from './platform/files';
import { SECRETS_FILE } from './secrets';
import { type LocalTables, openTables } from './tables';

export interface LocalDatabase extends LocalTables {
  /** Null if the data is on disk; otherwise why it is in memory. */
  readonly memory: 'chosen' | 'no binary' | null;
  /** A file that belongs to the data in the tables and lasts exactly as long. */
  file(name: string): string;
}

type Chosen = Pick<RunnerOptions, 'memory' | 'endpoint' | 'platform'>;

const FOLDER = 'memory';
const FORM_FILE = 'data-form';

/** Raise it when this code cannot use the data that earlier code stored (CONTRIBUTING.md#the-form-of-stored-items). */
const DATA_FORM = '10';

/** `written` is called after every successful write. Throws a `RunnerError`. */
export async function openDatabase(
  { memory = false, endpoint, platform = thisPlatform() }: Chosen,
  directory: DataDirectory,
  written: () => void,
): Promise<LocalDatabase> {
  if (memory && endpoint !== undefined) {
    throw new RunnerError('--memory and DYNAMODB_ENDPOINT exclude each other: use only one of them');
  }
  if (memory || (endpoint === undefined && !hasBinary(platform))) {
    const file = emptyFolder(directory);
    return { ...openMemoryTables(written), memory: memory ? 'chosen' : 'no binary', file };
  }
  refuseOtherForms(directory);
  return { ...(await openTables(directory, endpoint, written)), memory: null, file: directory.file };
}

function refuseOtherForms({ path, file }: DataDirectory): void {
  const stored = readIfThere(file(FORM_FILE));
  if (stored === DATA_FORM) return;
  if (stored !== null || existsSync(file(SECRETS_FILE))) {
    throw new RunnerError(
      `the data in ${path} is from another version of this service: delete that directory, or start with --data-dir DIR`,
    );
  }
  replaceFile(file(FORM_FILE), DATA_FORM);
}

/** A separate folder, so that data of other starts in this directory stays as it is. */
function emptyFolder(directory: DataDirectory): DataDirectory['file'] {
  const path = directory.file(FOLDER);
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path, { mode: 0o700 });
  return (name) => join(path, name);
}
