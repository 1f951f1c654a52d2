/** An export compared with what was published of its chain (docs/design.md#audit-chain). */
import type { AuditEntry } from '../../../src/core/audit/chain';
import { append, genesis } from '../../../src/core/audit/chain';
import { endedBy, firstConflict, headAfter } from '../../../src/core/audit/heads';
import { headBodyHash, headJwsHash, type PublishedHead } from '../../../src/protocol/statements/head';

const entries = (from: number, to: number, change: Readonly<Record<number, string>> = {}) =>
  Array.from({ length: to - from + 1 }, (_, index) => {
    const seq = from + index;
    return { seq, hash: change[seq] ?? `hash-${seq}` } as AuditEntry;
  });
/** The head of the entries after `after`, up to `seq`. */
const head = (after: number, seq: number) => {
  const hashes = Array.from({ length: seq - after }, (_, index) => `hash-${after + 1 + index}`);
  return { n: seq, seq, from: after, hash: hashes.at(-1), hashes: hashes as readonly string[] } as PublishedHead;
};
const HEADS = [head(0, 3), head(3, 6), head(6, 7)];

it('a chain that agrees with every head, or goes on after the last, has no conflict', () => {
  expect(firstConflict(entries(1, 7), HEADS)).toBeNull();
  expect(firstConflict(entries(1, 9), HEADS)).toBeNull();
  expect(firstConflict([], [])).toBeNull();
});

it.each([1, 3, 4, 6, 7])('entry %i is named if it was rewritten, with the head that shows it', (seq) => {
  const by = HEADS.find((each) => each.seq >= seq);
  expect(firstConflict(entries(1, 7, { [seq]: 'x' }), HEADS)).toEqual({ seq, fault: 'rewritten', head: by });
});

it('the first conflict of a chain is named, in any order of the heads', () => {
  const rewritten = entries(1, 7, { 2: 'x', 5: 'y' });
  for (const heads of [HEADS, [...HEADS].reverse()]) expect(firstConflict(rewritten, heads)?.seq).toBe(2);
});

it('a chain that ends before a head was cut short at the first entry that is missing', () => {
  expect(firstConflict(entries(1, 6), HEADS)).toEqual({ seq: 7, fault: 'cut_short', head: HEADS[2] });
  expect(firstConflict(entries(1, 4), HEADS)).toEqual({ seq: 5, fault: 'cut_short', head: HEADS[1] });
  expect(firstConflict([], HEADS)).toEqual({ seq: 1, fault: 'cut_short', head: HEADS[0] });
});

it('a part of a chain is compared with the heads from its first entry on', () => {
  expect(firstConflict(entries(5, 7), HEADS)).toBeNull();
  expect(firstConflict(entries(5, 7, { 5: 'x' }), HEADS)).toMatchObject({ seq: 5, fault: 'rewritten' });
  expect(firstConflict(entries(6, 7, { 6: 'x' }), [head(0, 5), head(5, 6)])).toMatchObject({ seq: 6 });
});

describe('the next head', () => {
  const chain = append(
    genesis('org_a'),
    ['operator.created', 'passkey.deleted', 'key.turned', 'operator.access_revoked'].map((kind, n) => ({
      ...{ at: n, kind, subject: `subject_${n + 1}`, actor: 'op_a', data: {} },
    })),
  );

  it('the next head begins where the previous one ended, names it, and signs the list of entries and of the keys that they end', () => {
    const first = headAfter(null, 'org_a', chain.slice(0, 2), 1000);
    expect(first.body).toEqual({
      hashes: [chain[0]!.hash, chain[1]!.hash],
      ended: [{ seq: 2, passkey: 'subject_2' }],
    });
    const place = { n: 1, seq: 2, hash: chain[1]!.hash, at: 1000, from: 0, prev: null };
    expect(first.payload).toEqual({ v: 2, org: 'org_a', ...place, body: headBodyHash(first.body) });
    const next = headAfter({ ...first.payload, jws: 'a.b.c' }, 'org_a', chain.slice(2), 2000);
    expect(next.payload).toMatchObject({ n: 2, seq: 4, at: 2000, from: 2, prev: headJwsHash('a.b.c') });
    expect(next.body.ended).toEqual([{ seq: 4, operator: 'subject_4' }]);
  });

  it('a head is never dated before the previous head, whatever the clock says', () => {
    const last = { n: 7, seq: 2, at: 5000, jws: 'a.b.c' };
    expect(headAfter(last, 'org_a', chain.slice(2), 4000).payload.at).toBe(5000);
    expect(headAfter(last, 'org_a', chain.slice(2), 5001).payload.at).toBe(5001);
  });

  const entry = (kind: string, data: object = {}) =>
    ({ ...chain[0]!, seq: 9, kind, subject: 'x_1', data }) as AuditEntry;
  it.each<[string, object, object | null]>([
    ['passkey.deleted', {}, { seq: 9, passkey: 'x_1' }],
    ['operator.access_revoked', {}, { seq: 9, operator: 'x_1' }],
    ['operator.updated', { enabled: false }, { seq: 9, operator: 'x_1' }],
    ['operator.updated', { enabled: true }, null],
    ['operator.updated', { name: 'Barbara' }, null],
    ['key.turned', {}, null],
  ])('a head says of an entry %s with %j whose keys it ends: %j', (kind, data, ended) => {
    expect(endedBy(entry(kind, data))).toEqual(ended);
  });
});
