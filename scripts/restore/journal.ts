/** A file with the completed steps of a restore, so that the command can continue after any interruption. */
import { rmSync } from 'node:fs';
import { readIfThere, replaceFile } from '../../src/local/platform/files';
import type { Names } from './plane';

export interface Restored {
  readonly at: string;
  readonly suffix: string;
  /** The tables in use before the restore. */
  readonly source: Names;
  /** Each completed step, with its output. */
  readonly done: Readonly<Record<string, string>>;
}

export interface Journal {
  readonly record: Restored;
  add(step: string, said: string): void;
  /** The next restore with these words begins at its first step. */
  forget(): void;
}

/** `begin` is called only if the file does not exist. Throws if the file belongs to another restore. */
export async function openJournal(
  path: string,
  asked: Pick<Restored, 'at' | 'suffix'>,
  begin: () => Promise<Names>,
): Promise<Journal> {
  const text = readIfThere(path);
  let record: Restored = text === null ? { ...asked, source: await begin(), done: {} } : (JSON.parse(text) as Restored);
  if (record.at !== asked.at) throw new Error(`${path} is of the restore to ${record.at}: name another --suffix`);
  const write = () => replaceFile(path, `${JSON.stringify(record, null, 2)}\n`);
  if (text === null) write();
  return {
    get record() {
      return record;
    },
    add(step, said) {
      record = { ...record, done: { ...record.done, [step]: said } };
      write();
    },
    forget: () => rmSync(path),
  };
}
