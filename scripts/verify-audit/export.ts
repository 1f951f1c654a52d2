/** An export of the audit chain: one entry on each line, as `GET /api/audit/export` streams it. */
import type { AuditEntry } from '../../src/core/audit/chain';

export class LineRefused extends Error {}

/** Throws `LineRefused` for the first line that is not an entry, with the sequence number that belongs there. */
export function parseExport(text: string): AuditEntry[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines.map((line, index) => parseLine(line, index + 1));
}

function parseLine(line: string, place: number): AuditEntry {
  let entry: unknown;
  try {
    entry = JSON.parse(line);
  } catch {
    throw new LineRefused(`entry ${place}: edited: line ${place} is not JSON`);
  }
  if (!isEntry(entry)) throw new LineRefused(`entry ${place}: edited: line ${place} is no audit entry`);
  // A reader sees the text, but the hash covers the parsed value: with a duplicate key the two would differ.
  if (JSON.stringify(entry) !== line) {
    throw new LineRefused(
      `entry ${place}: edited: line ${place} is not spelled as it was exported (spaces, a key given twice)`,
    );
  }
  return entry;
}

function isEntry(value: unknown): value is AuditEntry {
  if (typeof value !== 'object' || value === null) return false;
  const { seq, prev, hash } = value as Partial<AuditEntry>;
  return Number.isSafeInteger(seq) && typeof prev === 'string' && typeof hash === 'string';
}
