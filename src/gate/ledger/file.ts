/**
 * The ledger as files of one machine, for all processes on it. Each version of an entry is a file, and so is each call of a
 * key. They are made by `link`, which fails if the name is taken, so one of several writers wins, and a killed process leaves
 * nothing half written. No version is removed before its entry: a late writer must not find its version free.
 */
import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Entry, isOver, type Ledger } from '../core/types';

export async function openFileLedger(
  folder: string,
  forgetAtMs: (entry: Entry) => number,
  nowMs: () => number = Date.now,
): Promise<Ledger & { forget(most: number): Promise<void> }> {
  const calls = join(folder, 'calls');
  // What stays of a forgotten call is its key's turn, which has a random id only.
  const keys = join(folder, 'keys');
  for (const path of [folder, calls, keys]) await mkdir(path, PRIVATE);
  /** Entries that can only be read any more, and when they are forgotten. */
  const over = new Map<string, number>();

  const read = async (id: string): Promise<Entry | null> => {
    if (!SAFE.test(id)) return null;
    const last = await lastIn(join(calls, id));
    return last === 0 ? null : (JSON.parse(await readFile(join(calls, id, `${last}.json`), 'utf8')) as Entry);
  };
  const latestOf = async (key: string): Promise<{ readonly turn: number; readonly entry: Entry | null }> => {
    const turn = await lastIn(join(keys, key));
    return { turn, entry: turn === 0 ? null : await read(await readFile(join(keys, key, `${turn}.json`), 'utf8')) };
  };
  const latest = async (key: string) => (await latestOf(key)).entry;

  return {
    read,
    latest,
    async open(entry, instead) {
      // The entry first, so that a key never names an entry that is not there.
      await place(join(calls, entry.id), 1, JSON.stringify(entry));
      for (;;) {
        const { turn, entry: last } = await latestOf(entry.key);
        // Null: the key was never used, or its last call is forgotten.
        if (last !== null && last.id !== instead) {
          await rm(join(calls, entry.id), { recursive: true });
          return last;
        }
        if (await place(join(keys, entry.key), turn + 1, entry.id)) return entry;
      }
    },
    write: (entry) => place(join(calls, entry.id), entry.version, JSON.stringify(entry)),
    async unfinished() {
      const open: string[] = [];
      for (const id of await readdir(calls)) {
        const entry = over.has(id) ? null : await read(id);
        if (entry === null) {
          const { mtimeMs } = await stat(join(calls, id)).catch(() => ({ mtimeMs: nowMs() }));
          const isForgotten = (over.get(id) ?? mtimeMs + LONGEST_WRITE_MS) < nowMs();
          if (!isForgotten) continue;
          await rm(join(calls, id), { recursive: true, force: true });
          over.delete(id);
          continue;
        }
        // If a process was killed before the key named its entry, nobody knows of the call.
        const isNamed = entry.version > 1 || (await latest(entry.key))?.id === id;
        if (isNamed && !isOver(entry)) open.push(id);
        else if (isNamed || forgetAtMs(entry) < nowMs()) over.set(id, forgetAtMs(entry));
      }
      return open;
    },
    /** For processes that are too short to look at all entries: looks at a few, each time at others. */
    async forget(most) {
      const ids = await readdir(calls);
      const from = Math.floor(Math.random() * ids.length);
      for (const id of [...ids.slice(from), ...ids].slice(0, most)) {
        const entry = await read(id);
        const { mtimeMs } = await stat(join(calls, id));
        const keptUntilMs = entry === null ? mtimeMs + LONGEST_WRITE_MS : forgetAtMs(entry);
        if (keptUntilMs < nowMs()) await rm(join(calls, id), { recursive: true, force: true });
      }
    },
  };
}

/** Entries have arguments and results. */
const PRIVATE = { recursive: true, mode: 0o700 };

/** Names come from clients too. */
const SAFE = /^[A-Za-z0-9_-]{1,128}$/;

/** What has no version after this time is of a process that was killed while it wrote the first one. */
const LONGEST_WRITE_MS = 3_600_000;

/** The highest number of the files, or 0. A file without one is of a process that was killed while it wrote. */
async function lastIn(folder: string): Promise<number> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return Math.max(0, ...names.map((name) => Number(/^(\d+)\.json$/.exec(name)?.[1] ?? 0)));
}

/** Complete and on the disk before it has its name. False if the name is taken, or if the number before it is not. */
async function place(folder: string, number: number, text: string): Promise<boolean> {
  if (number === 1) await mkdir(folder, PRIVATE);
  else if ((await lastIn(folder)) !== number - 1) return false;
  const draft = join(folder, `draft-${randomUUID()}`);
  await writeFile(draft, text, { mode: 0o600, flush: true });
  try {
    await link(draft, join(folder, `${number}.json`));
    // The name itself must be on the disk too.
    const directory = await open(folder, 'r');
    await directory.sync();
    await directory.close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await unlink(draft);
  }
}
