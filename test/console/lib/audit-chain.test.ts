/** The chain verified in the browser: under whose head, and up to where. */

import { verifyChain } from '../../../src/console/lib/audit-chain';
import { person } from '../../../src/protocol/actor';
import { type AuditEntry, append, genesis } from '../../../src/service/audit/rules/chain';

const AT = 1_795_176_000_000;
const entry = (kind: string) => ({ at: AT, kind, subject: 'req_1', ...person('op_alpha'), data: { round: 1 } });
const chainOf = (org: string, ...kinds: string[]) => append(genesis(org), kinds.map(entry));
const linesOf = (chain: readonly AuditEntry[]) => chain.map((one) => JSON.stringify(one));
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

async function signed(
  payload: { v: number; org: string; n: number; seq: number; hash: string },
  header: object = { alg: 'ES256', typ: 'JWT' },
) {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const covered = `${encode(header)}.${encode({ ...payload, at: AT })}`;
  const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, keys.privateKey, Buffer.from(covered));
  const jwk = (await crypto.subtle.exportKey('jwk', keys.publicKey)) as Record<string, unknown>;
  const jws = `${covered}.${Buffer.from(signature).toString('base64url')}`;
  return { server_now: AT, at: AT, chain_seq: payload.seq, ...payload, jws, jwk };
}
const headOf = (org: string, { seq, hash }: { seq: number; hash: string }) => signed({ v: 2, org, n: 1, seq, hash });

describe('a head', () => {
  const ours = chainOf('org_demo', 'key.created', 'request.proposed');
  const theirs = chainOf('org_other', 'key.created', 'request.proposed');

  test('a published head of another organization is not accepted under our name, even if it is relabelled', async () => {
    const head = await headOf('org_other', theirs[1]!);
    const relabelled = { ...head, org: 'org_demo' };
    for (const lines of [linesOf(ours), linesOf(theirs)]) {
      expect(await verifyChain(relabelled, lines)).toEqual({ sound: false, why: expect.any(String) });
    }
    expect(await verifyChain(head, linesOf(theirs))).toMatchObject({ sound: true });
  });

  test.each(['org', 'n', 'seq', 'hash'] as const)(
    'a published head is not accepted with another %s than the signed one',
    async (field) => {
      const head = await headOf('org_demo', ours[0]!);
      const other = { org: 'org_demo2', n: 2, seq: 2, hash: ours[1]!.hash }[field];
      expect(await verifyChain({ ...head, [field]: other }, linesOf(ours))).toEqual({
        sound: false,
        why: expect.stringContaining('signature'),
      });
    },
  );

  type Head = Awaited<ReturnType<typeof headOf>>;
  test.each<[string, (head: Head) => Partial<Head> | Promise<Partial<Head>>]>([
    ['another key', async () => ({ jwk: (await headOf('org_demo', ours[0]!)).jwk })],
    ['no signature', ({ jws }) => ({ jws: jws.replace(/[^.]*$/, '') })],
    ['two parts', ({ jws }) => ({ jws: jws.replace(/\.[^.]*$/, '') })],
    ['a part too many', ({ jws }) => ({ jws: `${jws}.x` })],
    ['what is no JWS', () => ({ jws: 'x' })],
    ['nothing', () => ({ jws: '' })],
  ])('a published head does not verify under %s', async (_, change) => {
    const head = await headOf('org_demo', ours[0]!);
    expect(await verifyChain({ ...head, ...(await change(head)) }, linesOf(ours))).toEqual({
      sound: false,
      why: 'The signature of the head is not valid.',
    });
  });

  test.each([{ alg: 'none' }, { alg: 'ES512' }, {}])(
    'a published head whose header says %j does not verify',
    async (header) => {
      const { seq, hash } = ours[0]!;
      expect(
        await verifyChain(await signed({ v: 2, org: 'org_demo', n: 1, seq, hash }, header), linesOf(ours)),
      ).toEqual({
        sound: false,
        why: 'The signature of the head is not valid.',
      });
    },
  );

  test('a published head of another version, or with another number, is not accepted', async () => {
    const { seq, hash } = ours[0]!;
    const head = { v: 2, org: 'org_demo', n: 1, seq, hash };
    for (const other of [await signed({ ...head, v: 1 }), { ...(await signed(head)), n: 2 }]) {
      expect(await verifyChain(other, linesOf(ours))).toEqual({
        sound: false,
        why: 'The signature of the head is not valid.',
      });
    }
    expect(await verifyChain(await signed(head), linesOf(ours))).toMatchObject({ sound: true });
  });

  test('a verified head says how many entries follow it, and shows the fingerprint of the last entry', async () => {
    const chain = chainOf('org_demo', 'a', 'b', 'c', 'd');
    expect(await verifyChain(await headOf('org_demo', chain[0]!), linesOf(chain))).toEqual({
      sound: true,
      entries: 4,
      sinceHead: 3,
      fingerprint: chain[3]!.hash,
    });
    expect(await verifyChain(await headOf('org_demo', chain[3]!), linesOf(chain))).toMatchObject({ sinceHead: 0 });
  });

  test('a chain that is one entry short of the published head does not verify', async () => {
    expect(await verifyChain(await headOf('org_demo', ours[1]!), linesOf(ours.slice(0, 1)))).toEqual({
      ...{ sound: false, why: 'The log ends at entry 1, but entry 2 was signed.' },
    });
  });
});

describe('a chain', () => {
  test('a chain does not verify if an entry has no canonical form', async () => {
    const lines = [linesOf(chain)[0]!, linesOf(chain)[1]!.replace('op_alpha', '\\ud800')];
    expect(await verifyChain(await headOf('org_demo', chain[0]!), lines)).toEqual({
      sound: false,
      why: 'Entry 2 was changed.',
    });
  });

  const chain = chainOf('org_demo', 'a', 'b', 'c');

  const [MISPLACED, CHANGED] = ['Entry 2 is missing or in the wrong place.', 'Entry 2 was changed.'];
  test.each<[string, (lines: AuditEntry[]) => AuditEntry[], string]>([
    ['begins with its second entry', ([, b, c]) => [b!, c!], 'Entry 1 is missing or in the wrong place.'],
    ['lacks an entry', ([a, , c]) => [a!, c!], MISPLACED],
    ['has an entry twice', ([a, b, c]) => [a!, b!, b!, c!], 'Entry 3 is missing or in the wrong place.'],
    ['has two entries exchanged', ([a, b, c]) => [a!, c!, b!], MISPLACED],
    ['has a changed entry', ([a, b, c]) => [a!, { ...b!, ...person('op_other') }, c!], CHANGED],
    ['has an entry with a hash of its own making', ([a, b, c]) => [a!, { ...b!, hash: 'ab'.repeat(32) }, c!], CHANGED],
    [
      'has an entry that follows nothing',
      ([a, b, c]) => [a!, { ...b!, prev: 'ab'.repeat(32) }, c!],
      'Entry 2 does not follow the entry before it.',
    ],
    ['has a field more in an entry', ([a, b, c]) => [a!, { ...b!, more: 1 } as AuditEntry, c!], CHANGED],
    ['was changed after the head', ([a, b, c]) => [a!, b!, { ...c!, kind: 'x' }], 'Entry 3 was changed.'],
    [
      'was rewritten, and goes on after the head',
      () => chainOf('org_demo', 'x', 'b', 'c'),
      'Entry 1 is not the entry that was signed.',
    ],
    ['is of another organization', () => chainOf('org_other', 'a'), 'Entry 1 does not follow the entry before it.'],
  ])('a chain does not verify if it %s', async (_, tamper, why) => {
    expect(await verifyChain(await headOf('org_demo', chain[0]!), linesOf(tamper([...chain])))).toEqual({
      sound: false,
      why,
    });
  });
});
