/** `audit.ndjson` of a proof: complete entries, and only the hashes of entries about something else. */

import { auditEntryHash } from '../../src/protocol/hash';
import type { AuditEntry, AuditHead } from '../../src/service/audit/rules/chain';
import { Bad } from '../support/command';
import { parseExport } from '../verify-audit/export';

export interface AuditPart {
  readonly entries: readonly AuditEntry[];
  /** Every line, in order. */
  readonly lines: readonly AuditHead[];
  /** Whether no entry is missing from the request's first one to the last line. */
  readonly isComplete: boolean;
}

/**
 * Throws `Bad` if an entry does not have its hash, or does not follow the line before it. Only published heads can say
 * whether one hash follows another (`heads.ts`).
 */
export function auditPartOf(text: string, request: string): AuditPart {
  const lines = text.split('\n').filter((line) => line !== '');
  const hashes = lines.map(hashLine);
  const entries = parseExport(lines.filter((_, index) => hashes[index] === null).join('\n'));
  const rest = [...entries];
  const ordered = hashes.map((line) => line ?? rest.shift()!);
  for (const [index, line] of ordered.entries()) follows(line, ordered[index - 1]);
  const first = entries.find(({ subject }) => subject === request)?.seq ?? Number.POSITIVE_INFINITY;
  const own = ordered.filter(({ seq }) => seq >= first);
  const gap = own.find(({ seq }, index) => seq !== first + index);
  if (gap !== undefined && hashes.some((line) => line !== null)) {
    throw new Bad(`an audit entry before ${gap.seq} is missing`);
  }
  return { entries, lines: ordered, isComplete: own.length > 0 && gap === undefined };
}

/** Null: a complete entry. */
function hashLine(line: string): AuditHead | null {
  try {
    const { seq, hash, ...more } = JSON.parse(line) as Partial<AuditHead>;
    const isOne = Number.isSafeInteger(seq) && typeof hash === 'string' && Object.keys(more).length === 0;
    return isOne ? { seq: seq!, hash: hash! } : null;
  } catch {
    return null;
  }
}

function follows(line: AuditHead | AuditEntry, before: AuditHead | undefined): void {
  if (before !== undefined && before.seq >= line.seq) throw new Bad(`audit entry ${line.seq} is not in its place`);
  if (!('prev' in line)) return;
  const { hash, ...body } = line;
  if (auditEntryHash(body) !== hash) throw new Bad(`audit entry ${line.seq} does not have its hash`);
  if (before?.seq === line.seq - 1 && before.hash !== line.prev) {
    throw new Bad(`audit entry ${line.seq} does not follow the entry before it`);
  }
}
