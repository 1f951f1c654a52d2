/** How much of the audit chain a proof contains. */
import { auditPart, MAX_PROOF_ENTRIES } from '../../../src/app/audit/proof-audit';
import { append, genesis } from '../../../src/core/audit/chain';
import type { OrgId } from '../../../src/protocol/identifiers';

const ORG = 'org_acme' as OrgId;
const entryOf = (subject: string) => ({ at: 0, kind: 'request.proposed', subject, actor: 'system', data: {} });

/** A chain with entries of the request at these places, 1-based, and of others elsewhere; read `page` entries at once. */
function chainWith(places: readonly number[], length: number, page = length) {
  const subjects = Array.from({ length }, (_, index) => (places.includes(index + 1) ? 'req_own' : 'req_other'));
  const chain = append(genesis(ORG), subjects.map(entryOf));
  const entries = async (_org: OrgId, after: number, limit: number) =>
    chain.slice(after, after + Math.min(page, limit));
  const own = chain.filter(({ subject }) => subject === 'req_own');
  const part = async () => {
    const text = await auditPart({ entries }, ORG, own, []);
    return text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { seq: number; prev?: string });
  };
  return { part };
}

it('the proof of a request has every entry from its first one to the end of the chain, other requests’ as hashes', async () => {
  const part = await chainWith([3, 5], 8).part();
  expect(part.map(({ seq, prev }) => [seq, prev !== undefined])).toEqual([
    [3, true],
    [4, false],
    [5, true],
    [6, false],
    [7, false],
    [8, false],
  ]);
  const others = part.filter(({ prev }) => prev === undefined);
  expect(others.map((line) => Object.keys(line))).toEqual(others.map(() => ['seq', 'hash']));
});

it('the proof of a request ends after a thousand entries, and always has all of its own', async () => {
  expect(MAX_PROOF_ENTRIES).toBe(1000);
  expect(await chainWith([1, 2], MAX_PROOF_ENTRIES + 50).part()).toHaveLength(MAX_PROOF_ENTRIES);
  expect(await chainWith([1, MAX_PROOF_ENTRIES], MAX_PROOF_ENTRIES + 50).part()).toHaveLength(MAX_PROOF_ENTRIES);
  const far = await chainWith([1, MAX_PROOF_ENTRIES + 1], MAX_PROOF_ENTRIES + 50).part();
  expect(far.map(({ seq }) => seq)).toEqual([1, MAX_PROOF_ENTRIES + 1]);
  const short = await chainWith([1, 20], 50, 10).part();
  expect(short.map(({ seq }) => seq)).toEqual([1, 20]);
});
