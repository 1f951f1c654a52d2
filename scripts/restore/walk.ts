/** Reads an audit chain page by page and compares it with what was published, so that chains of any length fit. */

import type { Tables } from '../../src/adapters/dynamodb/client';
import type { OrgId } from '../../src/protocol/identifiers';
import type { PublishedHead } from '../../src/protocol/statements/head';
import { type AuditEntry, type AuditHead, type ChainFault, firstFaultAfter } from '../../src/service/audit/rules/chain';
import { createAuditStore } from '../../src/service/audit/store';
import { indexed } from './heads';

/** `head`: the number of the published head that says otherwise. */
export type Fault = ChainFault | { readonly seq: number; readonly fault: 'rewritten'; readonly head: number };

export interface Walked {
  /** The last entry that follows `start` and contradicts nothing. */
  readonly end: AuditHead;
  /** How many entries there are up to `end`. */
  readonly entries: number;
  readonly fault: Fault | null;
  /** The first entry after a number that is missing. */
  readonly afterGap: AuditEntry | null;
}

/** `visit` gets the entries of each page that are right. `left` gets the others, from the first fault on. */
export async function walk(
  { tables, heads }: { readonly tables: Tables; readonly heads: readonly PublishedHead[] },
  org: string,
  start: AuditHead,
  visit: (entries: readonly AuditEntry[]) => void | Promise<void>,
  left: (entries: readonly AuditEntry[]) => void | Promise<void> = () => undefined,
): Promise<Walked> {
  const said = indexed(heads);
  let walked: Walked = { end: start, entries: 0, fault: null, afterGap: null };
  for await (const page of pagesAfter(tables, org, start.seq)) {
    if (walked.fault !== null) {
      await left(page);
      continue;
    }
    const fault = faultIn(page, walked.end, said);
    const right = fault === null ? page : page.filter(({ seq }) => seq < fault.seq);
    await visit(right);
    if (fault !== null) await left(page.filter(({ seq }) => seq >= fault.seq));
    const { seq, hash } = right.at(-1) ?? walked.end;
    const afterGap = fault?.fault === 'removed' ? (page.find((entry) => entry.seq > fault.seq) ?? null) : null;
    walked = { end: { seq, hash }, entries: walked.entries + right.length, fault, afterGap };
  }
  return walked;
}

function faultIn(page: readonly AuditEntry[], after: AuditHead, said: ReturnType<typeof indexed>): Fault | null {
  const fault = firstFaultAfter(after, page, null, (seq) => said(seq)?.hash ?? null);
  const other = page.find(({ seq, hash }) => (said(seq) ?? { hash }).hash !== hash);
  if (other === undefined || (fault !== null && fault.seq <= other.seq)) return fault;
  return { seq: other.seq, fault: 'rewritten', head: said(other.seq)!.n };
}

const PAGE = 500;

export async function* pagesAfter(tables: Tables, org: string, afterSeq: number): AsyncGenerator<AuditEntry[]> {
  const store = createAuditStore(tables);
  for (let last = afterSeq; ; ) {
    const page = await store.entries(org as OrgId, last, PAGE);
    if (page.length === 0) return;
    yield page;
    last = page.at(-1)!.seq;
  }
}
