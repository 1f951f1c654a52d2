/** An export compared with what was published of its chain (docs/design.md#audit-chain). */
import type { AuditEntry } from '../../../src/core/audit/chain';
import { firstConflict, type PublishedHead } from '../../../src/core/audit/heads';

const entries = (from: number, to: number, change: Readonly<Record<number, string>> = {}) =>
  Array.from({ length: to - from + 1 }, (_, index) => {
    const seq = from + index;
    return { seq, hash: change[seq] ?? `hash-${seq}` } as AuditEntry;
  });
/** Of the entries after `after`, up to `seq`. */
const head = (after: number, seq: number) => {
  const hashes = Array.from({ length: seq - after }, (_, index) => `hash-${after + 1 + index}`);
  return { seq, hash: hashes.at(-1), hashes } as PublishedHead;
};
const HEADS = [head(0, 3), head(3, 6), head(6, 7)];

it('a chain that agrees with every head, or goes on after the last, has no conflict', () => {
  expect(firstConflict(entries(1, 7), HEADS)).toBeNull();
  expect(firstConflict(entries(1, 9), HEADS)).toBeNull();
  expect(firstConflict([], [])).toBeNull();
});

it.each([1, 3, 4, 6, 7])('entry %i that was rewritten is named with the head that says so', (seq) => {
  const by = HEADS.find((each) => each.seq >= seq);
  expect(firstConflict(entries(1, 7, { [seq]: 'x' }), HEADS)).toEqual({ seq, fault: 'rewritten', head: by });
});

it('the first conflict is named, in whatever order the heads come', () => {
  const rewritten = entries(1, 7, { 2: 'x', 5: 'y' });
  for (const heads of [HEADS, [...HEADS].reverse()]) expect(firstConflict(rewritten, heads)?.seq).toBe(2);
});

it('a chain that ends before a head was cut short at the first entry that is missing', () => {
  expect(firstConflict(entries(1, 6), HEADS)).toEqual({ seq: 7, fault: 'cut_short', head: HEADS[2] });
  expect(firstConflict(entries(1, 4), HEADS)).toEqual({ seq: 5, fault: 'cut_short', head: HEADS[1] });
  expect(firstConflict([], HEADS)).toEqual({ seq: 1, fault: 'cut_short', head: HEADS[0] });
});

it('a part of a chain is judged from its first entry on', () => {
  expect(firstConflict(entries(5, 7), HEADS)).toBeNull();
  expect(firstConflict(entries(5, 7, { 5: 'x' }), HEADS)).toMatchObject({ seq: 5, fault: 'rewritten' });
  expect(firstConflict(entries(6, 7, { 6: 'x' }), [head(0, 5), head(5, 6)])).toMatchObject({ seq: 6 });
});
