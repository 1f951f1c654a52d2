/** Small state files of the data directory. */
import {
  appendFileSync,
  closeSync,
  ftruncateSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';

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

/** Where a line is in its file, in bytes, without its end. */
export interface LineSpan {
  readonly at: number;
  readonly bytes: number;
}

/** One read of a file of lines. */
const PART_BYTES = 1024 * 1024;
const NEWLINE = 0x0a;

/**
 * Passes on the lines that `appendLine` wrote, one at a time; none if there is no such file. A last line that `kill -9` cut off
 * is removed from the file: otherwise the next line would be appended to it, and neither could be read again.
 */
export function eachLine(path: string, see: (line: string, place: LineSpan) => void): void {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size === 0) return;
  const file = openSync(path, 'r+');
  try {
    let rest: Buffer = Buffer.alloc(0);
    for (let read = 0; read < size; ) {
      const part = readPart(file, { at: read, bytes: Math.min(PART_BYTES, size - read) });
      let at = read - rest.length;
      rest = Buffer.concat([rest, part]);
      read += part.length;
      for (let end = rest.indexOf(NEWLINE); end !== -1; end = rest.indexOf(NEWLINE)) {
        see(rest.toString('utf8', 0, end), { at, bytes: end });
        rest = rest.subarray(end + 1);
        at += end + 1;
      }
    }
    if (rest.length > 0) ftruncateSync(file, size - rest.length);
  } finally {
    closeSync(file);
  }
}

export function linesIn(path: string): readonly string[] {
  const lines: string[] = [];
  eachLine(path, (line) => lines.push(line));
  return lines;
}

export function linesAt(path: string, places: readonly LineSpan[]): readonly string[] {
  if (places.length === 0) return [];
  const file = openSync(path, 'r');
  try {
    return places.map((place) => readPart(file, place).toString('utf8'));
  } finally {
    closeSync(file);
  }
}

/** Leaves these lines alone in the file. It is either old or new, as with `replaceFile`. */
export function keepLines(path: string, places: readonly LineSpan[]): void {
  const next = `${path}.next`;
  writeFileSync(next, '', { mode: 0o600 });
  for (const place of places) for (const line of linesAt(path, [place])) appendLine(next, line);
  renameSync(next, path);
}

/** Complete when it returns, even after `kill -9`. */
export function appendLine(path: string, line: string): LineSpan {
  const at = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  appendFileSync(path, `${line}\n`, { mode: 0o600 });
  return { at, bytes: Buffer.byteLength(line) };
}

/** Fewer bytes if the file ends before. */
function readPart(file: number, { at, bytes }: LineSpan): Buffer {
  const part = Buffer.alloc(bytes);
  return part.subarray(0, readSync(file, part, 0, bytes, at));
}
