/**
 * How a block of the audit chain is stored: its entries and the places of their causes as text, or, if that is long and the
 * deployment says so, deflated (docs/decisions/large-audit-blocks.md). Every reader reads both.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { CauseLocation } from '../../../app/ports';
import type { AuditEntry } from '../../../core/audit/chain';
import type { Item } from '../request/request-item';

/** Below this many characters of entries, a block has a few units and its text can be read in the table. */
export const DEFLATE_ABOVE = 4 * 1024;
/** A block has at most 400 KB, of which a few hundred entries are a few hundred KB again. */
const MAX_INFLATED_BYTES = 8 * 1024 * 1024;

/** `deflateAbove`: null if every block is stored as text. */
export function toBlock(
  entries: readonly AuditEntry[],
  shares: readonly CauseLocation[],
  deflateAbove: number | null,
): Item {
  const text = { entries: JSON.stringify(entries), shares: JSON.stringify(shares) };
  if (deflateAbove === null || text.entries.length <= deflateAbove) return text;
  // Base64, because no item has a binary attribute.
  return { deflated: deflateRawSync(JSON.stringify({ entries, shares })).toString('base64') };
}

export function entriesOf(block: Item): AuditEntry[] {
  return contentOf(block).entries;
}

export function contentOf({ entries, shares, deflated }: Item): { entries: AuditEntry[]; shares: CauseLocation[] } {
  if (typeof deflated === 'string') {
    const options = { maxOutputLength: MAX_INFLATED_BYTES };
    return JSON.parse(inflateRawSync(Buffer.from(deflated, 'base64'), options).toString());
  }
  return { entries: JSON.parse(entries as string), shares: JSON.parse(shares as string) };
}
