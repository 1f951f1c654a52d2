/** An export of the audit chain: one entry on each line, as `GET /api/audit/export` streams it. */
import type { AuditEntry } from '../../src/service/audit/rules/chain';
import { Bad } from '../support/command';

/**
 * The entries in the order of the lines. The export may begin anywhere in the chain. Throws `Bad` with the first line that is not an entry and the sequence number that belongs there.
 */
export function parseExport(text: string): AuditEntry[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  const firstSeq = seqOf(lines[0]) ?? 1;
  return lines.map((line, index) => parseLine(line, index + 1, firstSeq + index));
}

function seqOf(line: string | undefined): number | null {
  try {
    const entry: unknown = JSON.parse(line ?? '');
    return isEntry(entry) ? entry.seq : null;
  } catch {
    return null;
  }
}

function parseLine(line: string, n: number, seq: number): AuditEntry {
  let entry: unknown;
  try {
    entry = JSON.parse(line);
  } catch {
    throw new Bad(`entry ${seq}: edited: line ${n} is not JSON`);
  }
  if (!isEntry(entry)) throw new Bad(`entry ${seq}: edited: line ${n} is no audit entry`);
  // A reader sees the text, but the hash covers the parsed value: with a duplicate key the two would differ.
  if (JSON.stringify(entry) !== line) {
    throw new Bad(`entry ${seq}: edited: line ${n} is not spelled as it was exported (spaces, a key given twice)`);
  }
  return entry;
}

function isEntry(value: unknown): value is AuditEntry {
  if (typeof value !== 'object' || value === null) return false;
  const { seq, prev, hash } = value as Partial<AuditEntry>;
  return Number.isSafeInteger(seq) && typeof prev === 'string' && typeof hash === 'string';
}
