/** Small state files of the data directory. */
import { appendFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

/** Null if there is no such file. */
export function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Old or new, never half: a reader, or a start after `kill -9`, sees one of the two. It is not flushed to the disk: what
 * it may lose is what the machine itself loses when its power fails, and these files can all fall behind.
 */
export function replaceFile(path: string, content: string | Uint8Array): void {
  const next = `${path}.next`;
  writeFileSync(next, content, { mode: 0o600 });
  renameSync(next, path);
}

/** Whole once it returns, as far as `kill -9` goes. */
export function appendLine(path: string, line: string): void {
  appendFileSync(path, `${line}\n`, { mode: 0o600 });
}
