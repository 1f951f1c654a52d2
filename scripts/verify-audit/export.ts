/** An export of the audit chain: one entry a line, as `GET /api/audit/export` streams it. */
import type { AuditEntry } from '../../src/core/audit/chain';

export class LineRefused extends Error {}

/** Throws `LineRefused`, naming the first line that is no entry and the sequence number that belongs there. */
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
  // A reader sees the text, the hash covers what was parsed: a key given twice would show one and verify the other.
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
