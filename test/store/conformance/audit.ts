/** The audit chain: blocks that writers compete for, and marks that say where a subject's entries are. */

import { person } from '../../../src/protocol/actor';
import type { OrgId } from '../../../src/protocol/identifiers';
import type { AuditStore, CauseLocation } from '../../../src/service/audit/ports';
import { type AuditHead, append, firstFault, genesis, pendingEntry } from '../../../src/service/audit/rules/chain';
import { createAuditStore } from '../../../src/service/audit/store';
import { at } from '../../support/builders';
import type { Place } from './stores';

export function auditRules(place: Place): void {
  let store: AuditStore;
  let org: OrgId;
  beforeEach(() => {
    store = createAuditStore(place.tables());
    org = place.org();
  });

  /** A block of one revision of each subject, with two entries each. */
  const blockAfter = (head: AuditHead, revision: number, ...subjects: readonly string[]) => {
    const pending = subjects.flatMap((subject) =>
      ['first', 'second'].map((kind) => pendingEntry(at('12:00'), kind, subject, person('op_alpha'), { revision })),
    );
    const shares = subjects.map((subject, n): CauseLocation => {
      const block = head.seq + 1;
      return { subject, revision, block, first: block + 2 * n, count: 2 };
    });
    return { entries: append(head, pending), shares };
  };
  const add = async (revision: number, ...subjects: readonly string[]) => {
    const block = blockAfter((await store.tail(org)).head, revision, ...subjects);
    expect(await store.append(org, block.entries, block.shares)).toBe(true);
    return block;
  };
  const seqs = async (afterSeq: number, limit: number) =>
    (await store.entries(org, afterSeq, limit)).map(({ seq }) => seq);

  test('an audit chain begins at the genesis of its organization and ends with the last block', async () => {
    expect(await store.tail(org)).toEqual({ head: genesis(org), block: [] });
    const { entries, shares } = await add(1, 'req_a', 'req_b');
    const { seq, hash } = entries.at(-1)!;
    expect(await store.tail(org)).toEqual({ head: { seq, hash }, block: shares });
    expect(await store.tail('org_nobody' as OrgId)).toEqual({ head: genesis('org_nobody'), block: [] });
  });

  test('the audit store adds the block of one of two writers that saw the same end, and nothing of the other', async () => {
    const { head } = await store.tail(org);
    const blocks = [blockAfter(head, 1, 'req_a'), blockAfter(head, 1, 'req_b')] as const;
    const added = await Promise.all(blocks.map(({ entries, shares }) => store.append(org, entries, shares)));
    expect([...added].sort()).toEqual([false, true]);
    const winner = blocks[added.indexOf(true)]!;
    expect(await store.entries(org, 0, 100)).toEqual(winner.entries);
    expect((await store.tail(org)).block).toEqual(winner.shares);
    // A repeated write conflicts with itself, and is in the chain once.
    expect(await store.append(org, winner.entries, winner.shares)).toBe(false);
    await add(2, 'req_a');
    expect(firstFault(org, await store.entries(org, 0, 100), null)).toBeNull();
  });

  test('an audit chain has grown as soon as a block begins after the entry, in its own organization', async () => {
    expect(await store.grew(org, 0)).toBe(false);
    await add(1, 'req_a');
    expect([await store.grew(org, 0), await store.grew(org, 2)]).toEqual([true, false]);
    await add(2, 'req_a');
    expect([await store.grew(org, 2), await store.grew(org, 4)]).toEqual([true, false]);
    expect(await store.grew('org_nobody' as OrgId, 0)).toBe(false);
  });

  test('the audit store knows the causes that were marked, and no others', async () => {
    const { shares } = await add(1, 'req_a', 'req_b');
    const causes = [...shares, { subject: 'req_a', revision: 2 }];
    expect(await store.recorded(org, causes)).toEqual(new Set());
    await store.mark(org, shares.slice(0, 1));
    expect(await store.recorded(org, causes)).toEqual(new Set(['req_a#1']));
    expect(await store.recorded('org_nobody' as OrgId, causes)).toEqual(new Set());
  });

  test('the audit store gives the entries after a number, in order and over the blocks, up to the limit', async () => {
    await add(1, 'req_a', 'req_b');
    await add(2, 'req_a');
    await add(3, 'req_a', 'req_b');
    expect(await seqs(0, 100)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(await seqs(2, 4)).toEqual([3, 4, 5, 6]);
    expect(await seqs(9, 100)).toEqual([10]);
    expect(await seqs(10, 100)).toEqual([]);
  });

  test('the audit store gives the entries that are there where the block before them is missing', async () => {
    const { entries } = blockAfter(genesis(org), 1, 'req_a');
    const later = blockAfter(entries.at(-1)!, 2, 'req_a');
    expect(await store.append(org, later.entries, later.shares)).toBe(true);
    expect(await store.entries(org, 0, 10)).toEqual(later.entries);
  });

  test('the audit store gives the entries about a subject whose causes are marked, the oldest first, and of no other', async () => {
    const one = await add(1, 'req_a', 'req_b');
    const two = await add(2, 'req_b', 'req_a');
    const three = await add(3, 'req_a');
    await Promise.all([store.mark(org, two.shares), store.mark(org, one.shares)]);
    const seqsOf = async (subject: string) => (await store.ofSubject(org, subject)).map(({ seq }) => seq);
    expect(await seqsOf('req_a')).toEqual([1, 2, 7, 8]);
    expect(await seqsOf('req_b')).toEqual([3, 4, 5, 6]);
    await store.mark(org, three.shares);
    expect(await seqsOf('req_a')).toEqual([1, 2, 7, 8, 9, 10]);
    expect(await store.ofSubject('org_nobody' as OrgId, 'req_a')).toEqual([]);
    // A later revision may come into the chain before an earlier one.
    const [five, four] = [await add(5, 'req_a'), await add(4, 'req_a')];
    await Promise.all([store.mark(org, five.shares), store.mark(org, four.shares)]);
    expect(await seqsOf('req_a')).toEqual([1, 2, 7, 8, 9, 10, 11, 12, 13, 14]);
  });
}
