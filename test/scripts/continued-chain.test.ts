/** How an audit chain goes on without the lost table, mostly in another region (docs/deploy.md#several-regions). */

import { type Continuation, continueChain } from '../../scripts/restore/chains';
import type { Tables } from '../../src/adapters/dynamodb/client';
import { openMemoryTables } from '../../src/local/memory/tables';
import { FAILOVER, person } from '../../src/protocol/actor';
import type { OrgId } from '../../src/protocol/identifiers';
import type { PublishedHead } from '../../src/protocol/statements/head';
import { append, firstFault, genesis, pendingEntry } from '../../src/service/audit/rules/chain';
import { firstConflict, publishedIn } from '../../src/service/audit/rules/heads';
import { createAuditStore } from '../../src/service/audit/store';
import { createHeadPublisher } from '../../src/service/audit/use-cases/publish-head';
import { aHeadSigner, headsOver } from '../support/heads';

const ORG = 'org_far' as OrgId;
const NOON = Date.UTC(2026, 10, 20, 12);
const AT = new Date(NOON).toISOString();
const entry = (n: number) => pendingEntry(NOON + n, 'request.authorized', `req_${n}`, person('op_bravo'));
const CHAIN = append(genesis(ORG), [1, 2, 3, 4, 5, 6].map(entry));

describe('an audit chain in another region', () => {
  let imported: Tables;
  let published: PublishedHead[];
  const signer = aHeadSigner();
  const store = () => createAuditStore(imported);
  const entries = () => store().entries(ORG, 0, 100);
  const go = (over: Partial<Continuation> = {}) =>
    continueChain(
      {
        restored: imported,
        headsOf: async () => published,
        signer,
        publish: async (head) => {
          if (published.some(({ n }) => n === head.n)) return false;
          published.push(head);
          return true;
        },
        at: AT,
        nowMs: NOON + 3_600_000,
        accepted: null,
        ...over,
      },
      ORG,
    );
  /** The export has three entries; heads were published of six, and all of them were replicated. */
  beforeEach(async () => {
    imported = openMemoryTables(() => {}).tables;
    await store().append(ORG, CHAIN.slice(0, 3), []);
    published = await headsOver(ORG, CHAIN, [2, 5, 6], { signer });
  });

  it('the audit chain continues in another region after the last replicated head, and names the numbers that were lost', async () => {
    expect(await go()).toEqual({ from: 4, to: 6 });
    expect((await entries()).map(({ seq, kind, data }) => [seq, kind, data])).toEqual([
      ...CHAIN.slice(0, 3).map(({ seq, kind, data }) => [seq, kind, data]),
      [7, 'organization.restored', { to: AT, lost_from: 4, lost_to: 6 }],
    ]);
    expect(published.map(({ n, from, seq }) => [n, from, seq]).at(-1)).toEqual([4, 6, 7]);
    expect(firstFault(ORG, await entries(), null, publishedIn(published))).toBeNull();
    expect(firstConflict(await entries(), published)).toBeNull();
  });

  it('the function that publishes heads publishes those of a chain in another region as before', async () => {
    await go();
    const tail = (await store().tail(ORG)).head;
    await store().append(ORG, append(tail, [entry(8)]), []);
    const deps = {
      clock: { nowMs: () => NOON + 7_200_000 },
      audit: store(),
      heads: {
        last: async () => published.at(-1)!,
        publish: async (head: PublishedHead) => published.push(head) > 0,
      },
      headSigner: signer,
      log: { info() {}, warn() {}, error() {} },
      queues: { timers: { send: async () => undefined } },
      headIntervalMs: 60_000,
    };
    expect(await createHeadPublisher(deps)(ORG)).toMatchObject({ ok: true });
    expect(published.map(({ n, seq }) => [n, seq]).at(-1)).toEqual([5, 8]);
  });

  it('a repeated run leaves the chain in another region as it is, also if the run before ended before it published', async () => {
    await expect(go({ publish: () => Promise.reject(new Error('ended')) })).rejects.toThrow('ended');
    expect(await go()).toEqual({ from: 4, to: 6 });
    await go();
    expect(await entries()).toHaveLength(4);
    expect(published).toHaveLength(4);
  });

  it('the audit chain is not continued in another region if the first region published meanwhile', async () => {
    await expect(go({ publish: async () => false })).rejects.toThrow('Two regions must never decide together.');
  });

  it('the audit chain loses no number in another region if everything that was published had arrived', async () => {
    published = published.slice(0, 1);
    expect(await go()).toBeNull();
    expect((await entries()).at(-1)).toMatchObject({ seq: 4, kind: 'organization.restored', data: { to: AT } });
    expect(firstFault(ORG, await entries(), null)).toBeNull();
  });

  it('a writer of the table cannot cut the chain: the entry that names a gap gets no head', async () => {
    const forged = append(published.at(-1)!, [
      pendingEntry(NOON, 'organization.restored', ORG, FAILOVER, { to: AT, lost_from: 4, lost_to: 6 }),
    ]);
    const cut = [...CHAIN.slice(0, 3), ...forged];
    expect(firstFault(ORG, cut, null, publishedIn(published))).toEqual({ seq: 4, fault: 'removed' });
    expect(firstConflict(cut, published)).toMatchObject({ seq: 4, fault: 'cut_short' });
  });
});
