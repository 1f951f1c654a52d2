/** What a restore makes of the audit chains (docs/deploy.md#backup-and-restore). The complete restore: test/infra/bundles. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { attach } from '../../scripts/restore/attach';
import { carryOver, checkChains } from '../../scripts/restore/chains';
import { isIntact, reportLines } from '../../scripts/restore/report';
import type { VerifiedHead } from '../../scripts/verify-audit/head';
import { createAuditStore } from '../../src/adapters/dynamodb/audit-store';
import type { Tables } from '../../src/adapters/dynamodb/client';
import { createTables } from '../../src/adapters/dynamodb/create-tables';
import { configKey } from '../../src/adapters/dynamodb/keys';
import { type AuditEntry, append, firstFault, genesis, pendingEntry } from '../../src/core/audit/chain';
import type { LocalTables } from '../../src/local/tables';
import type { OrgId } from '../../src/protocol/identifiers';
import { openTestTables } from '../support/tables';

const NOON = Date.UTC(2026, 10, 20, 12);
const POINT = new Date(NOON + 2500);
const entry = (n: number, kind = 'request.authorized') => pendingEntry(NOON + n * 1000, kind, `req_${n}`, 'op_bravo');
const chainOf = (org: string, kinds: readonly string[]) =>
  append(
    genesis(org),
    kinds.map((kind, index) => entry(index + 1, kind)),
  );

describe('the audit chains of a restore', () => {
  let database: LocalTables;
  let source: Tables;
  let restored: Tables;
  let made = 0;
  beforeAll(async () => {
    database = await openTestTables();
    source = database.tables;
    restored = { ...source, main: 'restored', transient: 'restored-transient' };
    await createTables(restored);
  });
  afterAll(() => database?.stop());

  const published = (chain: readonly AuditEntry[], seq: number): VerifiedHead => {
    const { hash } = chain[seq - 1]!;
    return { org: 'any', seq, hash, at: NOON, hashes: [hash] };
  };
  /** An organization with one chain in the lost table and another one in the restored table. */
  const lost = async (chains: { source: AuditEntry[]; restored: AuditEntry[] }, org: string) => {
    for (const [tables, chain] of [
      [source, chains.source],
      [restored, chains.restored],
    ] as const) {
      const Item = { ...configKey(org, 'operator', 'op_bravo'), org };
      await tables.client.send(new PutCommand({ TableName: tables.main, Item }));
      if (chain.length > 0) await createAuditStore(tables).append(org as OrgId, chain, []);
    }
  };
  const reportOf = async (org: string, heads: readonly VerifiedHead[]) => {
    const reports = await checkChains({ restored, source, headsOf: async (name) => (name === org ? heads : []) });
    return reports.find((report) => report.org === org)!;
  };
  const anOrg = () => `org_${++made}`;

  it('list what was decided after the point, and go on with it: no number is used twice', async () => {
    const org = anOrg();
    const kinds = ['request.proposed', 'request.proposed', 'request.authorized', 'key.turned', 'operator.updated'];
    const chain = chainOf(org, kinds);
    await lost({ source: chain, restored: chain.slice(0, 2) }, org);
    const report = await reportOf(org, [published(chain, 1), published(chain, 4)]);
    expect(reportLines([report], POINT)).toEqual([
      `ok: ${org}: 2 audit entries, 1 published heads, 1 of entries after the point`,
      `${org}: decided after 2026-11-20T12:00:02.500Z, and not any more:`,
      '  2026-11-20T12:00:03.000Z request.authorized req_3 by op_bravo',
      '  2026-11-20T12:00:05.000Z operator.updated req_5 by op_bravo',
    ]);
    for (let run = 0; run < 2; run++) await carryOver(restored, await reportOf(org, []), POINT, NOON);
    const continued = await createAuditStore(restored).entries(org as OrgId, 0, 100);
    expect(continued.slice(0, 5)).toEqual(chain);
    expect(continued.slice(5)).toMatchObject([{ kind: 'organization.restored', data: { to: POINT.toISOString() } }]);
    expect(firstFault(org, continued, null)).toBeNull();
  });

  it('are refused if the restored chain is not what was published of it', async () => {
    const org = anOrg();
    const chain = chainOf(org, ['request.proposed', 'request.authorized']);
    const forged = chainOf(org, ['request.proposed', 'request.denied']);
    await lost({ source: chain, restored: forged }, org);
    const report = await reportOf(org, [published(chain, 2)]);
    expect(isIntact([report])).toBe(false);
    expect(reportLines([report], POINT)[0]).toBe(`bad: ${org}: entry 2: rewritten; published head 2 says otherwise`);
  });

  it('believe of the lost table only what its published heads prove', async () => {
    const org = anOrg();
    const chain = chainOf(org, ['request.proposed', 'request.authorized', 'request.denied']);
    const forged = chainOf(org, ['request.proposed', 'request.authorized', 'request.aborted']);
    await lost({ source: forged, restored: chain.slice(0, 1) }, org);
    const report = await reportOf(org, [published(chain, 2), published(chain, 3)]);
    expect(report.later).toEqual(chain.slice(1, 2));
    expect(isIntact([report])).toBe(true);
    expect(reportLines([report], POINT)).toContain(
      `${org}: the lost table is not what was published from there on: entry 3: rewritten`,
    );
  });
});

it('attaches no tables in a file that is no configuration, and leaves the file as it is', () => {
  const folder = mkdtempSync(join(tmpdir(), 'restore-'));
  const file = join(folder, 'configuration.json');
  try {
    for (const text of ['not JSON', '{"colour":"blue"}']) {
      writeFileSync(file, text);
      expect(() => attach(file, { main: 'a', mainStreamArn: 'b', transient: 'c' })).toThrow(/JSON|^configuration: /);
      expect(readFileSync(file, 'utf8')).toBe(text);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
