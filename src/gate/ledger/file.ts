/**
 * The ledger as files of one machine, for all processes on it. Each version of an entry is a file of its own, and each call of
 * a key is one too. They are made by `link`, which fails if the name is taken, so of several writers one wins, and a process
 * that is killed leaves nothing half written. No version is removed before its entry: a late writer must not find its
 * version free.
 */
import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rm, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Entry, Ledger } from '../core';

export async function openFileLedger(
  folder: string,
  forgetAtMs: (entry: Entry) => number,
  nowMs: () => number = Date.now,
): Promise<Ledger> {
  const calls = join(folder, 'calls');
  const keys = join(folder, 'keys');
  // Entries have arguments and results.
  // What stays of a forgotten call is its key's turn, which has a random id only.
  const drafts = join(folder, 'drafts');
  for (const path of [folder, calls, keys, drafts]) await mkdir(path, { recursive: true, mode: 0o700 });
  await removeOld(drafts, nowMs());
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
  const isLatest = async ({ id, key }: Entry) => (await latestOf(key)).entry?.id === id;

  const ledger: Ledger = {
    read,
    latest: async (key) => (await latestOf(key)).entry,
    async open(entry, instead) {
      // The entry first, so that a key never names an entry that is not there.
      await place(drafts, join(calls, entry.id), 1, JSON.stringify(entry));
      for (;;) {
        const { turn, entry: latest } = await latestOf(entry.key);
        // Null: the key was never used, or its last call is forgotten.
        if (latest !== null && latest.id !== instead) {
          await rm(join(calls, entry.id), { recursive: true });
          return latest;
        }
        if (await place(drafts, join(keys, entry.key), turn + 1, entry.id)) return entry;
      }
    },
    write: (entry) => place(drafts, join(calls, entry.id), entry.version, JSON.stringify(entry)),
    async unfinished() {
      const open: string[] = [];
      for (const id of await readdir(calls)) {
        const entry = over.has(id) ? null : await read(id);
        if (entry === null) {
          if ((over.get(id) ?? nowMs()) < nowMs()) await rm(join(calls, id), { recursive: true, force: true });
          continue;
        }
        const { stage, version } = entry;
        // If a process was killed before the key named its entry, nobody knows of the call.
        const isOpen = version > 1 ? stage.kind !== 'ended' || stage.unreported !== null : await isLatest(entry);
        if (isOpen) open.push(id);
        else if (version > 1 || forgetAtMs(entry) < nowMs()) over.set(id, forgetAtMs(entry));
      }
      return open;
    },
  };
  return ledger;
}

/** Names come from clients too. */
const SAFE = /^[A-Za-z0-9_-]{1,128}$/;

/** The highest number of the files, or 0. */
async function lastIn(folder: string): Promise<number> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return Math.max(0, ...names.map((name) => Number.parseInt(name, 10)));
}

/** Complete and on the disk before it has its name. False if the name is taken, or if the number before it is not. */
async function place(drafts: string, folder: string, number: number, text: string): Promise<boolean> {
  if (number === 1) await mkdir(folder, { recursive: true, mode: 0o700 });
  else if ((await lastIn(folder)) !== number - 1) return false;
  const draft = join(drafts, randomUUID());
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
    await file.close();
    await link(draft, join(folder, `${number}.json`));
    await synced(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await unlink(draft);
  }
}

/** The name itself must be on the disk too. */
async function synced(folder: string): Promise<void> {
  const directory = await open(folder, 'r');
  await directory.sync();
  await directory.close();
}

/** What processes left that were killed while they wrote. */
async function removeOld(drafts: string, nowMs: number): Promise<void> {
  for (const name of await readdir(drafts)) {
    const { mtimeMs } = await stat(join(drafts, name)).catch(() => ({ mtimeMs: nowMs }));
    if (mtimeMs < nowMs - 3_600_000) await rm(join(drafts, name), { force: true });
  }
}
