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
 * The file is either old or new, and never half-written, for a reader and after `kill -9`. It is not flushed to the
 * disk. A power failure may lose it, and these files may all be out of date.
 */
export function replaceFile(path: string, content: string | Uint8Array): void {
  const next = `${path}.next`;
  writeFileSync(next, content, { mode: 0o600 });
  renameSync(next, path);
}

/**
 * The lines that `appendLine` wrote; none if there is no such file. A last line that `kill -9` cut off is removed from the
 * file: otherwise the next line would be appended to it, and neither could be read again.
 */
export function linesIn(path: string): readonly string[] {
  const text = readIfThere(path) ?? '';
  const complete = text.slice(0, text.lastIndexOf('\n') + 1);
  if (complete !== text) replaceFile(path, complete);
  return complete.split('\n').slice(0, -1);
}

/** Complete when it returns, even after `kill -9`. */
export function appendLine(path: string, line: string): void {
  appendFileSync(path, `${line}\n`, { mode: 0o600 });
}
