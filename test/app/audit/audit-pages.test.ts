/** Pages, exports and histories of the audit chain, at their ends. */

import { exportAudit, requestHistory } from '../../../src/app/audit/read-audit';
import type { AuditStore } from '../../../src/app/ports';
import { type AuditEntry, append, genesis } from '../../../src/core/audit/chain';
import { createAuditHandlers } from '../../../src/lambda/console/audit';
import { DEMO_ORG } from '../../../src/local/demo';
import { aRequest, ORG, REQUEST_ID } from '../../support/builders';
import { type Ledger, openLedger } from '../../support/ledger';

const NOON = Date.UTC(2026, 10, 20, 12);

function aChain(count: number, text = ''): AuditEntry[] {
  const entry = (n: number) => ({ at: NOON + n, kind: 'k', subject: REQUEST_ID, actor: 'op_a', data: { n, text } });
  return append(
    genesis(ORG),
    Array.from({ length: count }, (_, n) => entry(n)),
  );
}

function storeOf(chain: readonly AuditEntry[], recorded: readonly string[] = []): AuditStore {
  return {
    entries: async (_: string, after: number, limit: number) => chain.filter(({ seq }) => seq > after).slice(0, limit),
    recorded: async () => new Set(recorded),
    ofSubject: async () => chain,
  } as never;
}

describe('an export', () => {
  const whole = async (chain: readonly AuditEntry[], after = 0) => {
    const parts: string[] = [];
    let from: number | null = after;
    while (from !== null) {
      const part: Awaited<ReturnType<typeof exportAudit>> = await exportAudit({ audit: storeOf(chain) }, ORG, from);
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
    const chain = aChain(6, 'x'.repeat(900 * 1024));
    const { exportAudit: answer } = createAuditHandlers({
      clock: { nowMs: () => NOON },
      audit: storeOf(chain),
    } as never);
    const principal = { session: { org: ORG, operator: 'op_a' }, operator: Promise.resolve({ role: 'admin' }) };
    const headersOf = async (query: object) =>
      ((await answer({ principal, query } as never)) as { headers?: Record<string, string> }).headers;
    expect(await headersOf({})).toEqual({ 'audit-continue-after': '4' });
    expect(await headersOf({ after: 4 })).toBeUndefined();
  });

  test('an export after an entry begins with the next one', async () => {
    expect((await whole(aChain(5), 3)).seqs).toEqual([4, 5]);
    expect((await whole(aChain(5), 5)).seqs).toEqual([]);
  });
});

describe('a page of the chain', () => {
  const chain = append(
    genesis(DEMO_ORG),
    Array.from({ length: 4 }, (_, n) => ({ at: NOON + n, kind: 'k', subject: 's', actor: 'op_a', data: { n } })),
  );
  let ledger: Ledger;
  beforeAll(async () => {
    ledger = await openLedger({ memory: true });
  });
  afterAll(() => ledger?.stop());
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
  const record = (revision: number, kind: string) => ({
    revision,
    entries: [{ atMs: NOON + revision, kind, actor: 'op_a' }],
  });
  const historyOf = async (recorded: readonly string[]) => {
    const request = { ...aRequest(), journal: [record(1, 'first'), record(2, 'second')] };
    const requests = { load: async () => ({ request, intent: null }) };
    const deps = { requests, audit: storeOf(aChain(2), recorded) };
    return (await requestHistory(deps as never, ORG, REQUEST_ID))!.map(({ seq, kind, at }) => [seq, kind, at]);
  };

  test('the history of a request ends with what is not in the chain yet, once each', async () => {
    expect(await historyOf([])).toEqual([
      [1, 'k', NOON],
      [2, 'k', NOON + 1],
      [null, 'first', NOON + 1],
      [null, 'second', NOON + 2],
    ]);
    const inChain = [
      [1, 'k', NOON],
      [2, 'k', NOON + 1],
    ];
    expect(await historyOf([`${REQUEST_ID}#1`])).toEqual([...inChain, [null, 'second', NOON + 2]]);
    expect(await historyOf([`${REQUEST_ID}#1`, `${REQUEST_ID}#2`])).toEqual(inChain);
  });
});
