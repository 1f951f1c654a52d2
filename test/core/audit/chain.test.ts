import * as fc from 'fast-check';
import { type AuditEntry, append, firstFault, genesis, type PendingEntry } from '../../../src/core/audit/chain';
import { auditEntryHash } from '../../../src/protocol/audit-hash';
import { taggedHashHex } from '../../../src/protocol/hash';

const ORG = 'org_a';
const fact = (n: number): PendingEntry => ({
  at: 1_700_000_000_000 + n,
  kind: 'key.turned',
  subject: 'req_1',
  actor: `op_${n}`,
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
    for (const change of [{ actor: 'op_x' }, { at: 1 }, { data: {} }, { hash: 'f'.repeat(64) }, { prev: HEAD.hash }]) {
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
    forged[2] = rehashed({ ...chain[2]!, actor: 'op_x' });
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
