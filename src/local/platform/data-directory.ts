/** The directory that holds everything that lasts. Only one runner uses it at a time. */
import { existsSync, linkSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { RunnerError } from './errors';
import { readIfThere } from './files';
import { identify, isProcessRunning, parseIdentity } from './process-identity';

export interface DataDirectory {
  /** Absolute. */
  readonly path: string;
  /** True if the directory was created for this run. `release` then removes it. */
  readonly temporary: boolean;
  file(name: string): string;
  /** Lets another runner use it. */
  release(): void;
}

const LOCK = 'runner.lock';

/** Opens and locks the directory, and creates it if necessary. Null creates a temporary one. Throws a `RunnerError`. */
export function openDataDirectory(path: string | null): DataDirectory {
  const directory = path === null ? mkdtempSync(join(tmpdir(), 'request-authorization-')) : resolve(path);
  const lock = join(directory, LOCK);
  try {
    makeFolder(directory);
    takeLock(lock, directory);
  } catch (error) {
    if (error instanceof RunnerError) throw error;
    throw new RunnerError(`${directory} cannot be used as the data directory: ${(error as Error).message}`);
  }
  return {
    path: directory,
    temporary: path === null,
    file: (name) => join(directory, name),
    release() {
      if (path === null) rmSync(directory, { recursive: true, force: true });
      else if (parseIdentity(readIfThere(lock))?.pid === process.pid) rmSync(lock, { force: true });
    },
  };
}

/**
 * Creates one level at a time, because Node's recursive mkdir never returns if the kernel refuses a level with ENOENT,
 * as in /proc.
 */
function makeFolder(path: string): void {
  const missing: string[] = [];
  for (let each = path; !existsSync(each); each = dirname(each)) missing.unshift(each);
  for (const each of missing) {
    try {
      mkdirSync(each, { mode: 0o700 });
    } catch (error) {
      // Another start may have created it in the meantime.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** The lock is a file with the process id of its holder. If the holder has ended (`kill -9`), the lock is free. */
function takeLock(lock: string, directory: string): void {
  const mine = JSON.stringify(identify(process.pid));
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      writeFileSync(lock, mine, { flag: 'wx', mode: 0o600 });
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const found = readIfThere(lock);
    const holder = parseIdentity(found);
    if (holder !== null && holder.pid !== process.pid && isProcessRunning(holder)) refuse(directory, holder.pid);
    if (found !== null) removeStale(lock, found, directory);
  }
  throw new RunnerError(`the data directory ${directory} is being opened by another runner`);
}

/** Another start may have replaced the stale lock in the meantime. Then it is put back. */
function removeStale(lock: string, stale: string, directory: string): void {
  const aside = `${lock}.${process.pid}`;
  try {
    renameSync(lock, aside);
  } catch {
    return;
  }
  const moved = readFileSync(aside, 'utf8');
  if (moved !== stale) {
    linkSync(aside, lock);
    rmSync(aside);
    refuse(directory, parseIdentity(moved)?.pid ?? 0);
  }
  rmSync(aside);
}

function refuse(directory: string, pid: number): never {
  const where = addressIn(directory);
  const on = where === null ? '' : ` on ${where}`;
  throw new RunnerError(
    `the data directory ${directory} is in use by a running instance (process ${pid})${on}; ` +
      'start another with --port 0 --data-dir DIR, or with --port 0 --ephemeral',
  );
}

/** The address of the runner that holds the directory, if it has written its demo file. */
function addressIn(directory: string): string | null {
  try {
    const { base_url } = JSON.parse(readIfThere(join(directory, 'demo.json')) ?? '{}') as { base_url?: unknown };
    return typeof base_url === 'string' ? base_url : null;
  } catch {
    return null;
  }
}
