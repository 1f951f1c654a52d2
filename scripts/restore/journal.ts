/** A file with the completed steps of a restore, so that the command can continue after any interruption. */
import { rmSync } from 'node:fs';
import { readIfThere, replaceFile } from '../../src/local/platform/files';
import type { ChainEnd, Unpublished } from './chains';
import type { Copy } from './copy';
import type { Names } from './plane';

export interface Restored {
  /** The point. Of a copy, the last instant of which it has everything. */
  readonly at: string;
  readonly suffix: string;
  /** The tables in use before the restore. */
  readonly source: Names;
  /** Absent if the restore makes the main table itself. */
  readonly copy?: Copy;
  /** Where each restored chain ended when it was verified. */
  readonly ends?: Readonly<Record<string, ChainEnd>>;
  /** Of each organization with entries that no head covers, which somebody accepted by name. */
  readonly accepted?: Readonly<Record<string, Unpublished>>;
  /** Each completed step, with its output. */
  readonly done: Readonly<Record<string, string>>;
}

/** What a later run must know. */
export type Found = Pick<Restored, 'ends' | 'accepted'>;

export interface Journal {
  readonly record: Restored;
  add(step: string, said: string, found?: Found): void;
  /** The next restore with these words begins at its first step. */
  forget(): void;
}

/** `begin` is called only if the file does not exist. Throws if the file belongs to another restore. */
export async function openJournal(
  path: string,
  asked: Pick<Restored, 'at' | 'suffix' | 'copy'>,
  begin: () => Promise<Names>,
): Promise<Journal> {
  const text = readIfThere(path);
  let record: Restored = text === null ? { ...asked, source: await begin(), done: {} } : (JSON.parse(text) as Restored);
  if (record.at !== asked.at || record.copy?.table !== asked.copy?.table)
    throw new Error(`${path} is of the restore to ${record.at}: name another --suffix`);
  const write = () => replaceFile(path, `${JSON.stringify(record, null, 2)}\n`);
  if (text === null) write();
  return {
    get record() {
      return record;
    },
    add(step, said, found = {}) {
      record = { ...record, ...found, done: { ...record.done, [step]: said } };
      write();
    },
    forget: () => rmSync(path),
  };
}
