/** Pages, exports and histories of the audit chain, at their ends. */

import { createConsoleHandler } from '../../src/lambda/console/handler';
import { createHeadHandler } from '../../src/lambda/events/heads';
import { DEMO_ORG } from '../../src/local/demo';
import { openMemoryTables } from '../../src/local/memory/tables';
import { person, SERVICE } from '../../src/protocol/actor';
import type { OrgId, RequestId } from '../../src/protocol/identifiers';
import type { PublishedHead } from '../../src/protocol/statements/head';
import { openSession } from '../../src/service/access/use-cases/sessions';
import type { AuditMessage, AuditStore, PendingCause } from '../../src/service/audit/ports';
import { type AuditEntry, append, genesis, pendingEntry } from '../../src/service/audit/rules/chain';
import { createAuditStore } from '../../src/service/audit/store';
import { createHeadPublisher, type PublishHeadDeps } from '../../src/service/audit/use-cases/publish-head';
import {
  auditPart,
  exportAudit,
  MAX_PROOF_ENTRIES,
  requestHistory,
} from '../../src/service/audit/use-cases/read-audit';
import { causesOf, recordAudit } from '../../src/service/audit/use-cases/record-audit';
import { sendEntries } from '../../src/service/delivery/use-cases/hand-over';
import type { Queue } from '../../src/service/system/ports';
import { ALPHA, ORG, REQUEST_ID } from '../support/builders';
import { eventOf } from '../support/gateway';
import { openLedger } from '../support/ledger';
import { openedOnce } from '../support/opened';

const NOON = Date.UTC(2026, 10, 20, 12);
const ORIGIN = 'https://console.acme.dev';

const ledger = openedOnce(() => openLedger({ memory: true }));

function aChain(count: number, text = ''): AuditEntry[] {
  const entry = (n: number) => ({ at: NOON + n, kind: 'k', subject: REQUEST_ID, ...person('op_a'), data: { n, text } });
  return append(
    genesis(ORG),
    Array.from({ length: count }, (_, n) => entry(n)),
  );
}

async function storeOf(chain: readonly AuditEntry[], org = ORG): Promise<AuditStore> {
  const store = createAuditStore(openMemoryTables(() => undefined).tables);
  if (chain.length > 0) await store.append(org, chain, []);
  return store;
}

describe('an export', () => {
  const whole = async (chain: readonly AuditEntry[], after = 0) => {
    const parts: string[] = [];
    const audit = await storeOf(chain);
    let from: number | null = after;
    while (from !== null) {
      const part: Awaited<ReturnType<typeof exportAudit>> = await exportAudit({ audit }, ORG, from);
      parts.push(part.lines);
      from = part.continueAfter;
    }
    const seqs = parts
      .join('')
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line).seq as number);
    return { parts: parts.length, seqs };
  };

  test.each([0, 1, 499, 500, 501, 1000, 1001])(
    'an export of %i entries has each of them once, in order',
    async (count) => {
      const chain = aChain(count);
      expect((await whole(chain)).seqs).toEqual(chain.map(({ seq }) => seq));
    },
  );

  test.each([
    ['ASCII', 'x'.repeat(900 * 1024)],
    ['characters of three bytes', '字'.repeat(300 * 1024)],
  ])('an export that is too large for one answer continues with the next entry: %s', async (_, text) => {
    const chain = aChain(12, text);
    const { parts, seqs } = await whole(chain);
    expect(parts).toBe(3);
    expect(seqs).toEqual(chain.map(({ seq }) => seq));
  });

  test('an export names in a header the entry to continue after, and has no such header at the end', async () => {
    const { ports } = ledger;
    const audit = await storeOf(aChain(6, 'x'.repeat(900 * 1024)), DEMO_ORG);
    const { token } = await openSession(ports, (await ports.config.operator(DEMO_ORG, ALPHA))!, 'link');
    const handle = createConsoleHandler({ ...ports, audit, origin: ORIGIN, cookieName: 'session' });
    const continuesAfter = async (query: string) => {
      const event = { cookies: [`session=${token}`] };
      const answer = await handle(eventOf('GET', `/api/audit/export${query}`, { origin: ORIGIN }, { event }));
      return [answer.statusCode, answer.headers?.['audit-continue-after']];
    };
    expect(await continuesAfter('')).toEqual([200, '4']);
    expect(await continuesAfter('?after=4')).toEqual([200, undefined]);
  });

  test('an export after an entry begins with the next one', async () => {
    expect((await whole(aChain(5), 3)).seqs).toEqual([4, 5]);
    expect((await whole(aChain(5), 5)).seqs).toEqual([]);
  });
});

describe('a page of the chain', () => {
  const chain = append(
    genesis(DEMO_ORG),
    Array.from({ length: 4 }, (_, n) => ({ at: NOON + n, kind: 'k', subject: 's', ...person('op_a'), data: { n } })),
  );
  const page = (query: string) => ledger.api('op_alpha', 'GET', `/api/audit?limit=3${query}`);

  test('a page of the chain has a next page only if there are more entries', async () => {
    await ledger.ports.audit.append(DEMO_ORG, chain.slice(0, 3), []);
    expect((await page('')).body.cursor).toBeNull();
    await ledger.ports.audit.append(DEMO_ORG, chain.slice(3), []);
    const { entries, cursor } = (await page('')).body;
    expect(entries.map(({ seq }: AuditEntry) => seq)).toEqual([1, 2, 3]);
    expect((await page(`&cursor=${cursor}`)).body).toMatchObject({ entries: [{ seq: 4 }], cursor: null });
  });

  test.each(['x', '-1', '1.5', '', '9'.repeat(12)])('no page of the chain begins at %j', async (cursor) => {
    expect((await page(`&cursor=${cursor}`)).status).toBe(400);
  });
});

describe('a history', () => {
  test('the history of a request ends with what is not in the chain yet, once each', async () => {
    const body = { action: 'demo.solo', requester: 'op_alpha' };
    const id = (await ledger.proposed(body)) as RequestId;
    await ledger.refuse('op_bravo', id);
    const { request } = (await ledger.requests.load(DEMO_ORG, id))!;
    const history = async () => (await requestHistory(ledger.ports, DEMO_ORG, id))!.map(({ seq, kind }) => [seq, kind]);
    const underWay = request.journal.flatMap(({ entries }) => entries.map(({ kind }) => [null, kind]));
    expect(underWay.length).toBeGreaterThan(1);
    expect(await history()).toEqual(underWay);

    const sent: PendingCause[] = [];
    const audit: Queue<AuditMessage> = {
      send: async (all) => void sent.push(...all.flatMap(({ body }) => causesOf(body))),
    };
    await sendEntries({ queues: { audit } }, request, request.journal);
    const inChain: unknown[] = [];
    for (const cause of sent) {
      await recordAudit(ledger.ports, DEMO_ORG, [cause]);
      for (const { kind } of cause.facts) inChain.push([expect.any(Number), kind]);
      expect(await history()).toEqual([...inChain, ...underWay.slice(inChain.length)]);
    }
    expect(inChain).toHaveLength(underWay.length);
  });
});

/** How much of the audit chain a proof contains. */
const entryOf = (subject: string) => ({ at: 0, kind: 'request.proposed', subject, ...SERVICE, data: {} });

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

/** Chains of one entry, and one more entry each time that a head was published. */
function aWorld({ beforePublish = async () => undefined }: { readonly beforePublish?: () => Promise<unknown> } = {}) {
  const published = new Map<string, PublishedHead[]>();
  const lookups: string[] = [];
  const chainOf = (org: OrgId) => {
    const entries = (published.get(org)?.length ?? 0) + 1;
    const pending = Array.from({ length: entries }, (_, n) =>
      pendingEntry(n, 'action.updated', org, person('op_a'), {}),
    );
    return append(genesis(org), pending);
  };
  const deps: PublishHeadDeps = {
    clock: { nowMs: () => Date.now() },
    audit: {
      entries: async (org, after) => chainOf(org).filter(({ seq }) => seq > after),
      tail: async () => {
        throw new Error('there is no interval to wait for');
      },
    },
    heads: {
      last: async (org) => {
        lookups.push(org);
        return published.get(org)?.at(-1) ?? null;
      },
      publish: async (head) => {
        await beforePublish();
        published.set(head.org, [...(published.get(head.org) ?? []), head]);
        return true;
      },
    },
    headSigner: { sign: async ({ n, org }) => ({ jws: `${org}.${n}`, jwk: {} }) },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    queues: { timers: { send: async () => undefined } },
    headIntervalMs: 0,
  };
  return { deps, published, lookups };
}

const orgOf = (name: string) => `org_${name}` as OrgId;

it('an instance that publishes for more organizations than it remembers forgets the one that published least recently', async () => {
  const { deps, published, lookups } = aWorld();
  const publish = createHeadPublisher(deps, 2);
  for (const name of ['a', 'b', 'a', 'c']) await publish(orgOf(name));
  expect(lookups.splice(0)).toEqual([orgOf('a'), orgOf('b'), orgOf('c')]);
  for (const name of ['a', 'c', 'b']) await publish(orgOf(name));
  expect(lookups).toEqual([orgOf('b')]);
  for (const [, heads] of published) expect(heads.map(({ n }) => n)).toEqual(heads.map((_, index) => index + 1));
});

it('a batch of the stream publishes for at most 64 organizations at once, and for all of them', async () => {
  let [open, most] = [0, 0];
  const { deps, published } = aWorld({
    beforePublish: async () => {
      most = Math.max(most, ++open);
      await new Promise((resolve) => setImmediate(resolve));
      open--;
    },
  });
  const orgs = Array.from({ length: 130 }, (_, n) => orgOf(String(n)));
  const Records = orgs.map((org, n) => ({ dynamodb: { Keys: { pk: { S: `${org}#AUDIT` } }, SequenceNumber: `${n}` } }));
  const queues = { ...deps.queues, heads: { send: async () => undefined } };
  expect(await createHeadHandler({ ...deps, queues })({ Records })).toEqual({ batchItemFailures: [] });
  expect([published.size, most]).toEqual([130, 64]);
});
