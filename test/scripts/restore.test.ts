/** What a restore makes of the audit chains (docs/deploy.md#backup-and-restore). The complete restore: test/infra/restore. */

import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { attach, readDeployment, reservedOf, thawed } from '../../scripts/restore/attach';
import { carryOver, checkChain, lateEntries } from '../../scripts/restore/chains';
import { contentsOf } from '../../scripts/restore/contents';
import { takeBackDocuments } from '../../scripts/restore/documents';
import { endWhatRan, isEffect } from '../../scripts/restore/effects';
import { headsFrom } from '../../scripts/restore/heads';
import type { Journal } from '../../scripts/restore/journal';
import { chainLine, isDecision, isIntact, lateLines } from '../../scripts/restore/report';
import { NotAttached } from '../../scripts/restore/run';
import type { Tables } from '../../src/adapters/dynamodb/client';
import { createTables } from '../../src/adapters/dynamodb/create-tables';
import { configKey } from '../../src/adapters/dynamodb/keys';
import { person, program, RESTORE } from '../../src/protocol/actor';
import type { ApiKeyId, OrgId, RequestId } from '../../src/protocol/identifiers';
import type { PublishedHead } from '../../src/protocol/statements/head';
import {
  type AuditEntry,
  type AuditHead,
  append,
  firstFault,
  genesis,
  pendingEntry,
} from '../../src/service/audit/rules/chain';
import { createAuditStore } from '../../src/service/audit/store';
import { abortByProgram } from '../../src/service/ceremony/rules/refuse';
import { isExecutable } from '../../src/service/execution/rules/claim';
import type { Request } from '../../src/service/request/rules/request';
import { toRequestItem } from '../../src/service/request/store/request-conversion';
import { createRequestStore } from '../../src/service/request/store/request-store';
import { abortedBy, aRequest, claimedWith, stoppedBy, turnedBy } from '../support/builders';
import { runCommand } from '../support/command';
import { aFolder } from '../support/folder';
import { headsOver } from '../support/heads';
import { openedOnce } from '../support/opened';
import { openTestTables } from '../support/tables';

const NOON = Date.UTC(2026, 10, 20, 12);
const POINT = new Date(NOON + 2500);
const entry = (n: number, kind = 'request.authorized') =>
  pendingEntry(NOON + n * 1000, kind, `req_${n}`, person('op_bravo'));
const HEAD_INTERVAL_MS = 300_000;
const chainOf = (org: string, kinds: readonly string[]) =>
  append(
    genesis(org),
    kinds.map((kind, index) => entry(index + 1, kind)),
  );

describe('the audit chains of a restore', () => {
  let source: Tables;
  let restored: Tables;
  let made = 0;
  const database = openedOnce(openTestTables);
  beforeAll(async () => {
    source = database.tables;
    restored = { ...source, main: 'restored', transient: 'restored-transient' };
    await createTables(restored);
  });

  /** A head is signed minutes after its last entry. */
  const published = (chain: readonly AuditEntry[], ...upTo: readonly number[]) =>
    headsOver('any', chain, upTo, { atMs: (seq) => chain[seq - 1]!.at + 300_000 });
  /** An organization with one chain in the lost table and another one in the restored table. Without a chain it is not there. */
  const lost = async (chains: { source: AuditEntry[]; restored: AuditEntry[] }, org: string) => {
    for (const [tables, chain] of [
      [source, chains.source],
      [restored, chains.restored],
    ] as const) {
      if (chain.length === 0) continue;
      const Item = { ...configKey(org, 'operator', 'op_bravo'), org };
      await tables.client.send(new PutCommand({ TableName: tables.main, Item }));
      await createAuditStore(tables).append(org as OrgId, chain, []);
    }
  };
  const none = async () => [] as readonly PublishedHead[];
  const reportOf = async (org: string, heads: readonly PublishedHead[]) => {
    const headsOf = async () => heads;
    const input = { restored, headsOf, pointMs: POINT.getTime(), blur: null, headIntervalMs: HEAD_INTERVAL_MS };
    const report = await checkChain(input, org);
    const later: AuditEntry[] = [];
    const laterFault = await lateEntries({ source, headsOf }, org, report.end, (entries, isProven) => {
      if (isProven) later.push(...entries);
    });
    return { ...report, later, laterFault };
  };
  const reportLines = ([report]: Awaited<ReturnType<typeof reportOf>>[], at: Date) => {
    const { org, later, laterFault } = report!;
    return [chainLine(report!), ...lateLines({ org, decided: later.filter(isDecision), fault: laterFault }, at)];
  };
  const carry = (org: string, end: AuditHead) =>
    carryOver({ restored, source, headsOf: none, at: POINT.toISOString(), nowMs: NOON, accepted: null }, org, end);
  const anOrg = () => `org_${++made}`;

  it('a restored audit chain lists what was decided after the point, and continues without using a number twice', async () => {
    const org = anOrg();
    const kinds = ['request.proposed', 'request.proposed', 'request.authorized', 'key.turned', 'operator.updated'];
    const chain = chainOf(org, kinds);
    await lost({ source: chain, restored: chain.slice(0, 2) }, org);
    const report = await reportOf(org, await published(chain, 1, 4));
    expect(reportLines([report], POINT)).toEqual([
      `ok: ${org}: 2 audit entries, 1 published heads, 1 of entries after the point`,
      `${org}: decided after 2026-11-20T12:00:02.500Z, and not any more:`,
      '  2026-11-20T12:00:03.000Z request.authorized req_3 by op_bravo',
      '  2026-11-20T12:00:05.000Z operator.updated req_5 by op_bravo',
    ]);
    for (let run = 0; run < 2; run++) expect(await carry(org, report.end)).toBe(3);
    const continued = await createAuditStore(restored).entries(org as OrgId, 0, 100);
    expect(continued.slice(0, 5)).toEqual(chain);
    expect(continued.slice(5)).toMatchObject([{ kind: 'organization.restored', data: { to: POINT.toISOString() } }]);
    expect(firstFault(org, continued, null)).toBeNull();
  });

  it('a restored audit chain is refused if it differs from its published heads', async () => {
    const org = anOrg();
    const chain = chainOf(org, ['request.proposed', 'request.authorized']);
    const forged = chainOf(org, ['request.proposed', 'request.denied']);
    await lost({ source: chain, restored: forged }, org);
    const report = await reportOf(org, await published(chain, 2));
    expect(isIntact([report])).toBe(false);
    expect(reportLines([report], POINT)[0]).toBe(`bad: ${org}: entry 2: rewritten; published head 1 says otherwise`);
  });

  it('a restored audit chain takes from the lost table only what published heads prove', async () => {
    const org = anOrg();
    const chain = chainOf(org, ['request.proposed', 'request.authorized', 'request.denied']);
    const forged = chainOf(org, ['request.proposed', 'request.authorized', 'request.aborted']);
    await lost({ source: forged, restored: chain.slice(0, 1) }, org);
    const report = await reportOf(org, await published(chain, 2, 3));
    expect(report.later).toEqual(chain.slice(1, 2));
    expect(isIntact([report])).toBe(true);
    expect(reportLines([report], POINT)).toContain(
      `${org}: the lost table is not what was published from there on: entry 3: rewritten`,
    );
  });

  it('the audit chain of an organization that was made after the point is listed and continues too', async () => {
    const org = anOrg();
    const chain = append(genesis(org), [entry(3, 'operator.created'), entry(4)]);
    await lost({ source: chain, restored: [] }, org);
    const report = await reportOf(org, await published(chain, 2));
    expect(reportLines([report], POINT)).toEqual([
      `ok: ${org}: 0 audit entries, 0 published heads, 1 of entries after the point`,
      `${org}: decided after 2026-11-20T12:00:02.500Z, and not any more:`,
      '  2026-11-20T12:00:03.000Z operator.created req_3 by op_bravo',
      '  2026-11-20T12:00:04.000Z request.authorized req_4 by op_bravo',
    ]);
    await carry(org, report.end);
    const continued = await createAuditStore(restored).entries(org as OrgId, 0, 100);
    expect(continued.map(({ kind }) => kind)).toEqual([...chain.map(({ kind }) => kind), 'organization.restored']);
    expect(firstFault(org, continued, null)).toBeNull();
  });

  it('nothing is taken from the chain of an organization that was made after the point if its start is wrong', async () => {
    const [org, edited] = [anOrg(), anOrg()];
    const chain = chainOf(edited, ['operator.created', 'request.authorized']);
    await lost({ source: chainOf('org_another', ['operator.created']), restored: [] }, org);
    await lost({ source: [chain[0]!, { ...chain[1]!, ...person('op_charlie') }], restored: [] }, edited);
    // Nothing was published of them: less than a minute had passed.
    expect(await reportOf(org, [])).toMatchObject({ fault: null, later: [], laterFault: 'entry 1: unlinked' });
    expect(await reportOf(edited, [])).toMatchObject({ later: chain.slice(0, 1), laterFault: 'entry 2: edited' });
  });

  /** The entries are so many ms older than the point. */
  const aged = (org: string, ages: readonly number[]) =>
    append(
      genesis(org),
      ages.map((ms, n) => pendingEntry(POINT.getTime() - ms, 'request.authorized', `req_${n}`, person('op_bravo'))),
    );
  const TWO = 2 * HEAD_INTERVAL_MS;

  it.each<[string, readonly number[], readonly number[], object | null]>([
    ['without any head', [TWO + 2, TWO + 1], [], { from: 1, to: 2 }],
    ['with heads of its first entry alone', [TWO + 3, TWO + 2, TWO + 1, TWO], [1], { from: 2, to: 3 }],
    ['with younger entries alone', [TWO, TWO - 1, 0], [], null],
    ['with a head of every old entry', [TWO + 2, TWO + 1, TWO], [1, 2], null],
    ['with a head that came after the point', [TWO + 2, TWO + 1, 0], [3], null],
    [
      'with an older entry behind a younger one, by clocks that differ',
      [TWO + 2, TWO, TWO + 1],
      [1],
      { from: 2, to: 3 },
    ],
  ])(
    'entries older than two intervals before the point that no head covers are named, in a restored chain %s',
    async (_, ages, upTo, unpublished) => {
      const org = anOrg();
      const chain = aged(org, ages);
      await lost({ source: chain, restored: chain }, org);
      const report = await reportOf(org, await published(chain, ...upTo));
      expect(report).toMatchObject({ fault: null, unpublished });
      expect(chainLine(report)).toMatch(unpublished === null ? /^ok: / : /^unpublished: .*; no head covers entries/);
    },
  );

  it('heads that begin after the end of a restored chain cover nothing of it', async () => {
    const org = anOrg();
    const chain = aged(org, [TWO + 2, TWO + 1, -1, -2]);
    await lost({ source: chain, restored: chain.slice(0, 2) }, org);
    const [, ...later] = await published(chain, 2, 4);
    expect(await reportOf(org, later)).toMatchObject({ unpublished: { from: 1, to: 2 } });
    // The bucket was replicated to only then, but the later head has the hash of an entry that follows from all before it.
    await lost({ source: [], restored: chain.slice(2, 3) }, org);
    expect(await reportOf(org, later)).toMatchObject({ fault: null, unpublished: null });
  });

  it('the chain of the canary needs no heads, because they are elsewhere, and the one of every other organization does', async () => {
    for (const [org, unpublished] of [
      ['canary', null],
      ['canary_2', { from: 1, to: 1 }],
    ] as const) {
      const chain = aged(org, [TWO + 1]);
      await lost({ source: chain, restored: chain }, org);
      expect((await reportOf(org, [])).unpublished).toEqual(unpublished);
    }
  });

  it('documents that requests name are taken back after the chains, and open requests without their documents are listed', async () => {
    const requests = createRequestStore(restored);
    const digest = (byte: string) => `sha256:${byte.repeat(32)}` as const;
    const made = async (n: number, byte: string | null) => {
      const plain = aRequest({ params: byte === null ? {} : { 'evidence.plan': digest(byte) } });
      const policy = { ...plain.policy, evidence: [{ name: 'plan', kind: 'diff' as const }] };
      const request = { ...plain, policy, id: `req_${String(n).repeat(24)}` as RequestId, revision: 0 };
      expect(await requests.create({ request, entries: [] }, null, 'w')).toBe('created');
      return request.id;
    };
    const ids = [await made(1, '00'), await made(2, '11'), await made(3, '22'), await made(4, null)];
    const answers = { [digest('00')]: 'stored', [digest('11')]: 'taken back', [digest('22')]: 'lost' } as const;
    const lines: string[] = [];
    const plane = { takeBack: async (_: string, named: string) => answers[named as keyof typeof answers]! };
    const all = await contentsOf({ restored, blur: null, surelyIn: async () => 0, nowMs: NOON });
    const documents = all.documents.filter(({ org }) => org === aRequest({}).org);
    const told = await takeBackDocuments({ restored, documents, plane, log: (line) => void lines.push(line) });
    expect(told).toBe('3 documents: 1 taken back, 1 of open requests not there');
    expect(lines).toEqual([
      expect.stringContaining(`${ids[2]} waits for its document "plan": store ${digest('22')} again`),
    ]);
  });

  it.each<[string, number, boolean]>([
    ['at the point', 0, true],
    ['five seconds before the point, by a clock that is behind', -5000, true],
    ['earlier than any clock of the service can be behind', -5001, false],
  ])(
    'a claim that the restored table does not have never runs again, or is too old to be after the point: %s',
    async (_, offsetMs, isEnded) => {
      const org = anOrg() as OrgId;
      const authorized = {
        ...aRequest({ createdAt: '11:30', quorum: 1, executeWithinSeconds: 7200 }, turnedBy('op_bravo', '11:31')),
        org,
      };
      const claimedAt = new Date(POINT.getTime() + offsetMs).toISOString().slice(11, 23);
      const claimed = claimedWith('a', claimedAt)(authorized);
      for (const [tables, request] of [
        [restored, authorized],
        [source, claimed],
      ] as const)
        await tables.client.send(new PutCommand({ TableName: tables.main, Item: toRequestItem({ ...request, org }) }));
      const lines: string[] = [];
      const input = {
        restored,
        source,
        at: POINT,
        later: [],
        nowMs: NOON + 60_000,
        log: (line: string) => void lines.push(line),
      };
      await endWhatRan(input);
      const told = `${org}: ${authorized.id} ran after the point: its window is closed`;
      expect(lines.filter((line) => line.startsWith(org))).toEqual(isEnded ? [told] : []);
      const { request } = (await createRequestStore(restored).load(org, authorized.id))!;
      expect('execution' in request && request.execution).toMatchObject(isEnded ? { closed: true } : { closed: false });
    },
  );

  it('what was stopped after the point never runs again, nor what its program took back', async () => {
    const org = anOrg() as OrgId;
    const options = { createdAt: '11:30', quorum: 1, executeWithinSeconds: 7200 };
    const [approved, open] = [aRequest(options, turnedBy('op_bravo', '11:31')), aRequest(options)];
    const ids = { stopped: 'req_stopped', chain: 'req_in_chain', taken: 'req_taken', person: 'req_person' } as const;
    const program = { key: 'key_1' as ApiKeyId, note: null };
    const lost: readonly (readonly [string, Request, Request])[] = [
      [ids.stopped, approved, stoppedBy('op_bravo', '12:00')(approved)],
      [ids.taken, open, abortByProgram(open, program, NOON).request],
      [ids.person, open, abortedBy('op_bravo', '12:00')(open)],
      // The table lost it, and the chain has it.
      [ids.chain, approved, approved],
    ];
    const put = ({ client, main: TableName }: typeof restored, id: string, request: Request) =>
      client.send(new PutCommand({ TableName, Item: toRequestItem({ ...request, org, id: id as RequestId }) }));
    for (const [id, before, after] of lost) {
      await put(restored, id, before);
      await put(source, id, after);
    }
    const later = [[org, [{ kind: 'intent.stopped', subject: ids.chain, data: {} } as AuditEntry]]] as const;
    const lines: string[] = [];
    const log = (line: string) => void lines.push(line);
    const input = { restored, source, at: POINT, later, nowMs: NOON + 60_000, log };
    await endWhatRan(input);
    const told = (id: string, what: string) => `${org}: ${id} was stopped after the point: ${what}`;
    expect(lines.filter((line) => line.startsWith(org)).sort()).toEqual([
      told(ids.chain, 'its window is closed'),
      told(ids.stopped, 'its window is closed'),
      told(ids.taken, 'aborted'),
    ]);
    const store = createRequestStore(restored);
    for (const id of [ids.stopped, ids.chain, ids.taken])
      expect(isExecutable((await store.load(org, id as RequestId))!.request, NOON + 60_000)).toBe(false);
    expect((await store.load(org, ids.person as RequestId))!.request.state).toBe('notified');
  });

  it('the audit chain has every restore, also two in a row, and a repeated run adds nothing', async () => {
    const org = anOrg();
    const earlier = pendingEntry(NOON + 2000, 'organization.restored', org, RESTORE, { to: '2026-11-20T11:00:00Z' });
    const chain = append(genesis(org), [entry(1, 'request.proposed'), earlier]);
    await lost({ source: chain, restored: chain }, org);
    const { end } = await reportOf(org, []);
    const run = () => carry(org, end);
    await run();
    await run();
    const store = createAuditStore(restored);
    const { head } = await store.tail(org as OrgId);
    // The service goes on in the restored table before the command runs once more.
    await store.append(org as OrgId, append(head, [entry(5, 'request.proposed')]), []);
    await run();
    const continued = await store.entries(org as OrgId, 0, 100);
    expect(continued.map(({ kind, data }) => [kind, data.to])).toEqual([
      ['request.proposed', undefined],
      ['organization.restored', '2026-11-20T11:00:00Z'],
      ['organization.restored', POINT.toISOString()],
      ['request.proposed', undefined],
    ]);
    expect(firstFault(org, continued, null)).toBeNull();
  });
});

it.each([
  ['the abort of a program', 'request.aborted', program('key_1'), {}, true],
  [
    'the abort of a person in the same words',
    'request.aborted',
    person('op_bravo'),
    { reason: 'aborted_by_program' },
    false,
  ],
  [
    'the refusal of a person in the same words',
    'request.denied',
    person('op_bravo'),
    { reason: 'aborted_by_program' },
    false,
  ],
  ['the proposal of a program', 'request.proposed', program('key_1'), { note: 'aborted_by_program' }, false],
  ['a stop by a person', 'intent.stopped', person('op_bravo'), { note: 'intent.claimed' }, true],
])('a restore ends what was stopped after its point, and not by what somebody wrote: %s', (_, kind, by, data, ends) => {
  const [written] = append(genesis('org_a'), [pendingEntry(NOON, kind, 'req_1', by, data)]);
  expect(isEffect(written!)).toBe(ends);
});

it.each([
  ...['request.aborted', 'request.expired', 'request.executing', 'request.succeeded', 'request.failed'],
  ...[
    'intent.claimed',
    'intent.reported',
    'intent.stopped',
    'operator.created',
    'operator.access_revoked',
    'action.deleted',
  ],
  ...['key.created', 'key.revoked', 'endpoint.verified', 'passkey.enrolled', 'passkey.deleted'],
  // A device that was removed after the point gets codes again.
  ...['device.added', 'device.removed'],
  ...['signing_key.enrolled', 'signing_key.countersigned', 'signing_key.rescued', 'changes.turn_set'],
])('a restore lists %s, which cannot be read again from the restored table', (kind) => {
  const line = lateLines({ org: 'org_a', decided: lost(kind), fault: null }, POINT).at(-1);
  expect(line).toContain(` ${kind} req_1 by op_bravo`);
});

it.each(['request.proposed', 'request.notified', 'key.turned', 'key.withdrawn', 'passkey.used'])(
  'a restore does not list %s, which decides nothing by itself',
  (kind) => expect(lateLines({ org: 'org_a', decided: lost(kind), fault: null }, POINT)).toEqual([]),
);

const lost = (kind: string) => chainOf('org_a', [kind]).filter(isDecision);

describe('npm run restore', () => {
  const folder = aFolder();
  const config = join(folder, 'dev.json');
  const asked: (Record<string, unknown> & { readonly journal: Journal })[] = [];
  const prepared: string[] = [];
  let fails: Error | null;
  let planes: { readonly stack: string; readonly deployCommand: string }[];
  beforeAll(() => {
    writeFileSync(config, readFileSync(join(__dirname, '../../deployments/dev.json')));
    jest.doMock('../../scripts/restore/run', () => ({ NotAttached }));
    jest.doMock('../../scripts/restore/loss', () => ({
      lossOf: async ({ table, started }: Record<string, string>) => ({
        lines: ['The loss.'],
        copy: { table, started, isOfTableInUse: true },
      }),
    }));
    jest.doMock('../../scripts/restore/steps', () => ({
      runSteps: async (input: never) => {
        asked.push(input);
        if (fails !== null) throw fails;
      },
      prepare: async ({ journal }: { journal: Journal }) => void prepared.push(journal.record.suffix),
      cancelRestore: async ({ journal }: { journal: Journal }) => `canceled ${journal.record.suffix}`,
    }));
    jest.doMock('../../scripts/restore/aws/plane', () => ({
      createAwsPlane: (input: never) => {
        planes.push(input);
        return { names: async () => ({ main: 'main', transient: 'transient', heads: 'bucket' }) };
      },
    }));
    jest.doMock('../../scripts/restore/heads', () => ({ headsFrom: (source: object) => source }));
  });
  afterAll(() => jest.resetModules());
  beforeEach(() => {
    asked.length = 0;
    [fails, planes] = [null, []];
  });
  const restore = (...args: string[]) => runCommand('restore', ...args);
  const RIGHT = ['--at', '2026-01-31T12:00:00Z', '--config', config];

  it('the restore command takes each organization whose heads are missing, and the head interval of the file', async () => {
    await restore(...RIGHT, '--accept-unpublished', 'org_a', '--accept-unpublished', 'org_b');
    expect(asked[0]).toMatchObject({ acceptsUnpublished: new Set(['org_a', 'org_b']), headIntervalMs: 300_000 });
    await restore(...RIGHT);
    expect(asked[1]).toMatchObject({ acceptsUnpublished: new Set() });
  });

  it('the restore command takes an instant in UTC, which names the new tables and the journal, so that a repeated run continues', async () => {
    expect(await restore(...RIGHT)).toEqual({ code: 0, stdout: '', stderr: '' });
    const source = { main: 'main', transient: 'transient', heads: 'bucket' };
    const record = { at: '2026-01-31T12:00:00Z', suffix: 'at-20260131120000', source, done: {} };
    expect(asked[0]!.journal.record).toEqual(record);
    expect(asked[0]).toMatchObject({ headsOf: { bucket: 'bucket' }, config, drainMs: 900_000 });
    expect(JSON.parse(readFileSync(`${config}.at-20260131120000.journal.json`, 'utf8'))).toEqual(record);
    asked[0]!.journal.add('close', 'callers are refused');
    await restore(...RIGHT, '--heads', 'copy', '--drain', '5');
    expect(asked[1]!.journal.record).toEqual({ ...record, done: { close: 'callers are refused' } });
    expect(asked[1]).toMatchObject({ headsOf: { path: 'copy' }, drainMs: 5000 });
  });

  it('the restore command deploys the stage of the file, or runs the deploy command of another application', async () => {
    await restore(...RIGHT);
    const command = `npx cdk deploy --all --require-approval never -c stage=dev -c config=${config}`;
    expect(planes[0]).toMatchObject({ stack: 'request-authorization-dev', deployCommand: command });
    await restore(...RIGHT, '--stack', 'authorization', '--deploy', 'make deploy');
    expect(planes[1]).toMatchObject({ stack: 'authorization', deployCommand: 'make deploy' });
  });

  it('the restore command refuses to continue the journal of a restore to another instant', async () => {
    await restore(...RIGHT, '--suffix', 'one');
    const other = ['--at', '2026-01-31T13:00:00Z', '--config', config, '--suffix', 'one'];
    expect(await restore(...other)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is of the restore to 2026-01-31T12:00:00Z: name another --suffix'),
    });
  });

  it('a restore is canceled with the same arguments, and then restores nothing', async () => {
    expect(await restore(...RIGHT, '--cancel')).toEqual({
      code: 0,
      stdout: 'canceled at-20260131120000\n',
      stderr: '',
    });
    expect(asked).toEqual([]);
  });

  const FROM = ['--from-table', 'copy', '--started', '2026-02-01T12:00:00Z', '--config', config];

  it('from a table, the restore command prints the loss and does nothing without --yes', async () => {
    const stdout = 'The loss.\nNothing was done. Run this again with --yes.\n';
    expect(await restore(...FROM)).toEqual({ code: 0, stdout, stderr: '' });
    expect([asked, existsSync(`${config}.from-20260201120000.journal.json`)]).toEqual([[], false]);
  });

  it('from a table, the point is a minute before the start, and a repeated run continues with what was known at first', async () => {
    expect(await restore(...FROM, '--yes')).toEqual({ code: 0, stdout: 'The loss.\n', stderr: '' });
    const copy = { table: 'copy', started: '2026-02-01T12:00:00Z', isOfTableInUse: true };
    const known = { at: '2026-02-01T11:59:00.000Z', suffix: 'from-20260201120000', copy };
    expect(asked[0]!.journal.record).toMatchObject(known);
    expect((await restore(...FROM, '--yes')).stdout).toBe('');
    expect(asked[1]!.journal.record).toMatchObject(known);
    expect((await restore(...FROM)).stdout).toContain('Nothing was done.');
    expect(asked).toHaveLength(2);
    const other = await restore(...FROM.with(1, 'another'), '--yes');
    expect(other).toMatchObject({ code: 2, stderr: expect.stringContaining('name another --suffix') });
    expect((await restore(...FROM, '--cancel')).stdout).toBe('canceled from-20260201120000\n');
  });

  it('a restore is prepared with the same words, and nothing else is done', async () => {
    expect(await restore(...RIGHT, '--prepare')).toEqual({ code: 0, stdout: '', stderr: '' });
    expect([prepared, asked]).toEqual([['at-20260131120000'], []]);
  });

  it('the restore command says what to set if the region is missing', async () => {
    fails = new Error('Region is missing');
    expect((await restore(...RIGHT)).stderr).toContain('set AWS_REGION to the region of the deployment');
  });

  it('the restore command ends with 1 if a chain differs from what was published', async () => {
    fails = new NotAttached('not attached');
    expect(await restore(...RIGHT)).toEqual({ code: 1, stdout: '', stderr: 'not attached\n' });
  });

  it('the restore command writes the templates that return the tables to their stack, and says what to run', async () => {
    const file = join(folder, 'attached.json');
    const template = join(folder, 'data.template.json');
    const table = { Type: 'AWS::DynamoDB::GlobalTable', DeletionPolicy: 'RetainExceptOnCreate' };
    const Outputs = { MainTable: { Value: { Ref: 'TablesMain' } }, DataKey: { Value: 'key' } };
    const Resources = { TablesMain: table, TablesTransient: table, Key: { Type: 'AWS::KMS::Key' } };
    writeFileSync(template, JSON.stringify({ Resources, Outputs }));
    const later = ['--import', template, '--config', file];
    writeFileSync(file, readFileSync(config));
    expect((await restore(...later)).stderr).toContain('there are no existingTables to import');
    const mainStreamArn = 'arn:aws:dynamodb:eu-central-1:000000000000:table/new/stream/2026-01-31T13:00:00.000';
    attach(file, { main: 'new', mainStreamArn, transient: 'new-transient' });
    const { code, stdout } = await restore(...later);
    expect(code).toBe(0);
    expect(stdout).toMatch(/update-stack .*request-authorization-dev-data .*1-without-tables\.json\n/);
    expect(stdout).toMatch(/--change-set-type IMPORT .*2-with-tables\.json --resources-to-import .*resources\.json\n/);
    const without = JSON.parse(readFileSync(join(`${file}.import`, '1-without-tables.json'), 'utf8'));
    expect(without).toEqual({
      Resources: { Key: Resources.Key },
      Outputs: { MainTable: { Value: 'new' }, DataKey: Outputs.DataKey },
    });
  });

  it('the restore command ends with 2 if a step fails', async () => {
    fails = new Error('no such table');
    expect(await restore(...RIGHT)).toEqual({ code: 2, stdout: '', stderr: 'no such table\n' });
  });

  it.each<[string, readonly string[], RegExp?]>([
    ['no time', ['--config', config]],
    ['no file', RIGHT.slice(0, 2)],
    ['a time of no zone, which every machine reads in its own', ['--at', '2026-01-31T12:00:00', ...RIGHT.slice(2)]],
    ['a day alone', ['--at', '2026-01-31', ...RIGHT.slice(2)]],
    ['a time that does not exist', ['--at', '2026-13-31T12:00:00Z', ...RIGHT.slice(2)]],
    ['a number of seconds that is none', [...RIGHT, '--drain', 'soon']],
    ['a point and a table', [...RIGHT, '--from-table', 'copy']],
    ['a table and no start of its backup', ['--from-table', 'copy', '--config', config]],
    ['the start of a backup and no table', [...RIGHT, '--started', '2026-01-31T12:00:00Z']],
    ['--yes for a point, which needs none', [...RIGHT, '--yes']],
    ['a key that is not there', [...RIGHT, '--jwk', `${config}2`], /^cannot read /],
    ['a configuration that is not there', ['--at', '2026-01-31T12:00:00Z', '--config', `${config}2`], /^ENOENT.*dev/],
  ])('the restore command restores nothing with %s, and ends with 2', async (_, args, said = /^usage: /) => {
    expect(await restore(...args)).toEqual({ code: 2, stdout: '', stderr: expect.stringMatching(said) });
    expect(asked).toEqual([]);
  });
});

it('an organization without heads counts as new, and a copy of the heads that cannot be read is an error', async () => {
  const folder = aFolder();
  const file = join(folder, 'holds no head.ndjson');
  writeFileSync(file, '');
  expect(await headsFrom({ path: file }, null)('org_a')).toEqual([]);
  rmSync(file);
  await expect(headsFrom({ path: file }, null)('org_a')).rejects.toThrow(/^cannot read .*ENOENT/);
});

it('no tables are attached in a file that is not a configuration, and the file stays as it is', () => {
  const folder = aFolder();
  const file = join(folder, 'configuration.json');
  for (const text of ['not JSON', '{"colour":"blue"}']) {
    writeFileSync(file, text);
    expect(() => attach(file, { main: 'a', mainStreamArn: 'b', transient: 'c' })).toThrow(/JSON|^configuration: /);
    expect(readFileSync(file, 'utf8')).toBe(text);
  }
});

it('tables are attached to a frozen deployment, and the next step changes nothing but the freeze', () => {
  const folder = aFolder();
  const file = join(folder, 'dev.json');
  const text = readFileSync(join(__dirname, '../../deployments/dev.json'), 'utf8');
  writeFileSync(file, text);
  const mainStreamArn = 'arn:aws:dynamodb:eu-central-1:000000000000:table/new/stream/2026-01-31T13:00:00.000';
  const existingTables = { main: 'new', mainStreamArn, transient: 'new-transient' };
  attach(file, existingTables);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ ...JSON.parse(text), existingTables, frozen: true });
  thawed(file);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ ...JSON.parse(text), existingTables });
  thawed(file);
  expect(reservedOf(readDeployment(file))).toEqual({ api: null, feed: null, console: null, watch: null });
  expect(reservedOf({ ...readDeployment(file), reserveConcurrency: true })).toMatchObject({ api: null, feed: 100 });
});
