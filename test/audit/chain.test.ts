import * as fc from 'fast-check';
import { person } from '../../src/protocol/actor';
import { auditEntryHash, taggedHashHex } from '../../src/protocol/hash';
import { headBodyHash, headJwsHash, type PublishedHead } from '../../src/protocol/statements/head';
import { type AuditEntry, append, firstFault, genesis, type PendingEntry } from '../../src/service/audit/rules/chain';
import { firstConflict, headAfter, keysEndedBy } from '../../src/service/audit/rules/heads';

const ORG = 'org_a';
const fact = (n: number): PendingEntry => ({
  at: 1_700_000_000_000 + n,
  kind: 'key.turned',
  subject: 'req_1',
  ...person(`op_${n}`),
  data: { round: n, seats: ['a', 'b'] },
});
const facts = (count: number) => Array.from({ length: count }, (_, n) => fact(n));
const chain = append(genesis(ORG), facts(6));
const HEAD = { seq: 6, hash: chain[5]!.hash };

const without = (seq: number) => chain.filter((entry) => entry.seq !== seq);
const withEntry = (seq: number, change: Partial<AuditEntry>) =>
  chain.map((entry) => (entry.seq === seq ? { ...entry, ...change } : entry));
const rehashed = (entry: AuditEntry): AuditEntry => {
  const { hash: _hash, ...body } = entry;
  return { ...body, hash: auditEntryHash(body) };
};

describe('append', () => {
  it('appended entries are numbered from 1 without gaps, and each links to the one before', () => {
    expect(chain.map((entry) => entry.seq)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(chain[0]!.prev).toBe(genesis(ORG).hash);
    for (const [index, entry] of chain.slice(1).entries()) expect(entry.prev).toBe(chain[index]!.hash);
  });

  it('entries appended later continue the chain as if they were written at once', () => {
    const first = append(genesis(ORG), facts(4));
    const rest = append(first[3]!, facts(6).slice(4));
    expect([...first, ...rest]).toEqual(chain);
    expect(append(HEAD, [])).toEqual([]);
  });

  it('the chain of each organization begins with a different hash', () => {
    expect(append(genesis('org_b'), facts(1))[0]!.hash).not.toBe(chain[0]!.hash);
  });
});

describe('an honest export', () => {
  it('an unchanged export has no fault, with or without its head', () => {
    expect(firstFault(ORG, chain, null)).toBeNull();
    expect(firstFault(ORG, chain, HEAD)).toBeNull();
    expect(firstFault(ORG, [], genesis(ORG))).toBeNull();
  });

  it('an export may be longer than a head that was signed before its last entries', () => {
    expect(firstFault(ORG, chain, { seq: 4, hash: chain[3]!.hash })).toBeNull();
  });
});

describe('the first fault of a chain', () => {
  it.each([1, 3, 6])('the first fault of a chain is an edited entry: %d', (seq) => {
    for (const change of [
      { ...person('op_x') },
      { at: 1 },
      { data: {} },
      { hash: 'f'.repeat(64) },
      { prev: HEAD.hash },
    ]) {
      expect(firstFault(ORG, withEntry(seq, change), null)).toEqual({ seq, fault: 'edited' });
    }
  });

  it('the first fault of a chain is an entry with an added field', () => {
    const more = withEntry(2, { note: 'x' } as Partial<AuditEntry>);
    expect(firstFault(ORG, more, null)).toEqual({ seq: 2, fault: 'edited' });
  });

  it('the first fault of a chain is an edited entry that has no canonical form', () => {
    expect(firstFault(ORG, withEntry(2, { actor: '\ud800' }), null)).toEqual({ seq: 2, fault: 'edited' });
  });

  it.each([1, 2, 5])('the first fault of a chain is a removed entry: %d', (seq) => {
    expect(firstFault(ORG, without(seq), null)).toEqual({ seq, fault: 'removed' });
  });

  it.each([1, 3, 5])('the first fault of a chain is an entry that was swapped with the next: %d', (seq) => {
    const swapped = [...chain];
    [swapped[seq - 1], swapped[seq]] = [swapped[seq]!, swapped[seq - 1]!];
    expect(firstFault(ORG, swapped, null)).toEqual({ seq, fault: 'reordered' });
  });

  it('the first fault of a chain is an entry that is there twice', () => {
    expect(firstFault(ORG, [...chain.slice(0, 3), chain[2]!, ...chain.slice(3)], null)).toEqual({
      seq: 4,
      fault: 'reordered',
    });
  });

  it('an entry that was edited and hashed again is found, because the next one does not follow it', () => {
    const forged = withEntry(3, {});
    forged[2] = rehashed({ ...chain[2]!, ...person('op_x') });
    expect(firstFault(ORG, forged, null)).toEqual({ seq: 4, fault: 'unlinked' });
  });

  it('a removed entry is found although the rest was renumbered, because the next one follows another', () => {
    const closed = without(3).map((entry) => (entry.seq > 3 ? rehashed({ ...entry, seq: entry.seq - 1 }) : entry));
    expect(firstFault(ORG, closed, null)).toEqual({ seq: 3, fault: 'unlinked' });
  });

  it('entries cut off the end of a chain are found if the head is known', () => {
    expect(firstFault(ORG, chain.slice(0, 4), HEAD)).toEqual({ seq: 5, fault: 'cut_short' });
    expect(firstFault(ORG, [], HEAD)).toEqual({ seq: 1, fault: 'cut_short' });
    expect(firstFault(ORG, chain.slice(0, 4), null)).toBeNull();
  });

  it('an entry that was rewritten with everything after it is found if the head is known', () => {
    const rewritten = append(genesis(ORG), facts(6).with(2, fact(99)));
    expect(firstFault(ORG, rewritten, HEAD)).toEqual({ seq: 6, fault: 'other_chain' });
    expect(firstFault(ORG, chain, { seq: 0, hash: 'x' })).toEqual({ seq: 0, fault: 'other_chain' });
  });

  it('an entry that was copied from another organization is found', () => {
    expect(firstFault('org_b', chain, null)).toEqual({ seq: 1, fault: 'unlinked' });
  });
});

it('every single change to any entry of a chain is found if the head is known', () => {
  const field = fc.constantFrom('at', 'kind', 'subject', 'actor', 'data', 'prev', 'hash', 'seq');
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 6 }), field, fc.oneof(fc.string(), fc.integer()), (seq, key, value) => {
      fc.pre(chain[seq - 1]![key as keyof AuditEntry] !== value);
      expect(firstFault(ORG, withEntry(seq, { [key]: value }), HEAD)).not.toBeNull();
    }),
  );
});

it('the first entry of an organization follows a hash that is its own', () => {
  expect(genesis(ORG)).toEqual({ seq: 0, hash: taggedHashHex('service.audit.v1', ORG) });
  expect(genesis('org_other').hash).not.toBe(genesis(ORG).hash);
});

it('an entry that is there twice at the end is reordered, and not removed', () => {
  expect(firstFault(ORG, [...chain, chain.at(-1)!], null)).toEqual({ seq: chain.length + 1, fault: 'reordered' });
});

/** An export compared with what was published of its chain (docs/design.md#audit-chain). */
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
      ...{ at: n, kind, subject: `subject_${n + 1}`, ...person('op_a'), data: {} },
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
    expect(keysEndedBy(entry(kind, data))).toEqual(ended);
  });
});
