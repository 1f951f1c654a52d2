/** The rules of a restore from a table that was made from a backup (docs/deploy.md#from-a-table). */

import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { isOfTableInUse, readinessFor } from '../../scripts/restore/checks';
import { blurOf, pointOf } from '../../scripts/restore/copy';
import type { Restored } from '../../scripts/restore/journal';
import type { Plane } from '../../scripts/restore/plane';
import { carryChains, endEffects, verify } from '../../scripts/restore/repair';
import { NotAttached, type Restore } from '../../scripts/restore/run';
import { survey } from '../../scripts/restore/survey';
import type { Tables } from '../../src/adapters/dynamodb/client';
import { createTables } from '../../src/adapters/dynamodb/create-tables';
import { auditPk, causeKey, configKey, intentKey, requestKey } from '../../src/adapters/dynamodb/keys';
import { MAIN_TABLE } from '../../src/adapters/dynamodb/table';
import type { LocalTables } from '../../src/local/tables';
import { person } from '../../src/protocol/actor';
import type { OrgId, RequestId } from '../../src/protocol/identifiers';
import type { PublishedHead } from '../../src/protocol/statements/head';
import { type AuditEntry, append, genesis, pendingEntry } from '../../src/service/audit/rules/chain';
import { createAuditStore } from '../../src/service/audit/store';
import { isExecutable } from '../../src/service/execution/rules/claim';
import type { Request } from '../../src/service/request/rules/request';
import { toRequestItem } from '../../src/service/request/store/request-conversion';
import { createRequestStore } from '../../src/service/request/store/request-store';
import { aRequest, claimedWith, turnedBy } from '../support/builders';
import { aHeadSigner, headsOver } from '../support/heads';
import { openTestTables } from '../support/tables';

const STARTED = '2026-11-20T12:00:00.000Z';
const START = Date.parse(STARTED);
const HEAD_INTERVAL_MS = 300_000;
/** Older than two intervals before the point. */
const OLD = START - 60_000 - 2 * HEAD_INTERVAL_MS - 1;
/** By the clocks of the service, 5 s apart at most. */
const [FIRST, LAST] = [START - 65_000, START + 65_000];

it('a copy has everything until a minute before its start, and nothing of a minute after it', () => {
  expect(pointOf(STARTED)).toBe('2026-11-20T11:59:00.000Z');
  expect(blurOf({ started: STARTED })).toEqual({ fromMs: FIRST, untilMs: LAST });
});

describe('a table that was made from a backup', () => {
  let [database, source, restored, made] = [{} as LocalTables, {} as Tables, {} as Tables, 0];
  const lines: string[] = [];
  beforeAll(async () => {
    database = await openTestTables();
    source = database.tables;
  });
  afterAll(() => database?.stop());
  beforeEach(async () => {
    lines.length = 0;
    made += 1;
    restored = { ...source, main: `copy-${made}`, transient: `copy-${made}-transient` };
    await createTables(restored);
  });

  const anOrg = () => `org_${made}` as OrgId;
  const put = ({ client, main: TableName }: Tables, Item: object) =>
    client.send(new PutCommand({ TableName, Item: Item as Record<string, unknown> }));
  const putRequest = (tables: Tables, request: Request) => put(tables, toRequestItem(request));
  /** One block for each number of entries. */
  async function haveChain(tables: Tables, chain: readonly AuditEntry[], ...blocks: readonly (readonly number[])[]) {
    await put(tables, { ...configKey(anOrg(), 'operator', 'op_bravo'), org: anOrg() });
    const store = createAuditStore(tables);
    for (const block of blocks)
      await store.append(
        anOrg(),
        chain.filter(({ seq }) => block.includes(seq)),
        [],
      );
  }
  const chainAt = (times: readonly number[], kind = 'request.proposed') =>
    append(
      genesis(anOrg()),
      times.map((at, n) => pendingEntry(at, kind, `req_${n + 1}`, person('op_bravo'))),
    );
  function restoreOf(
    heads: readonly PublishedHead[] = [],
    isOfTableInUse = true,
    acceptsUnpublished: readonly string[] = [],
  ) {
    const copy = { table: restored.main, started: STARTED, isOfTableInUse };
    const record = { at: pointOf(STARTED), suffix: 's', source: { main: source.main }, copy, done: {} };
    const published = [...heads];
    const restore = {
      client: source.client,
      journal: { record: record as unknown as Restored },
      headsOf: async (org: string) => heads.filter((head) => head.org === org),
      headIntervalMs: HEAD_INTERVAL_MS,
      acceptsUnpublished: new Set(acceptsUnpublished),
      continuation: async () => ({
        signer: aHeadSigner(),
        publish: async (head: PublishedHead) => published.push(head) > 0,
      }),
      nowMs: () => START + 600_000,
      log: (line: string) => void lines.push(line.trim()),
    } as unknown as Restore;
    return { restore, record, published };
  }
  async function verified(...given: Parameters<typeof restoreOf>) {
    const all = restoreOf(...given);
    Object.assign(all.record, (await verify(all.restore)).found);
    return all;
  }
  const entries = (tables = restored) => createAuditStore(tables).entries(anOrg(), 0, 100);
  const inTable = async (pk: string) => {
    const query = { KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': pk } };
    return (await source.client.send(new QueryCommand({ TableName: restored.main, ...query }))).Items!;
  };

  it('a chain ends before a gap of the two minutes, and what follows is removed, with the marks of what is not in it', async () => {
    const chain = chainAt([FIRST - 1, FIRST, START, START, LAST, LAST]);
    await haveChain(restored, chain, [1, 2], [4, 5], [6]);
    for (const [subject, first] of [
      ['req_1', 1],
      ['req_2', 2],
      ['req_3', 3],
      ['req_6', 6],
    ] as const)
      await put(restored, { ...causeKey(anOrg(), subject, 1), subject, revision: 1, block: first, first, count: 1 });
    await verified();
    expect(lines).toEqual([
      `ok: ${anOrg()}: 2 audit entries, 0 published heads, 0 of entries after the point; entries after a gap are removed`,
    ]);
    expect(await inTable(auditPk(anOrg()))).toHaveLength(1);
    const marks = await Promise.all(
      ['req_1', 'req_2', 'req_3', 'req_6'].map((id) => inTable(causeKey(anOrg(), id, 1).pk)),
    );
    expect(marks.map(({ length }) => length)).toEqual([1, 1, 0, 0]);
  });

  it.each([
    ['at the end of the two minutes', LAST, true],
    ['after the two minutes', LAST + 1, false],
  ])('a gap counts as one of the two minutes if the entry after it was made %s', async (_, at, isCut) => {
    await haveChain(restored, chainAt([FIRST, START, at]), [1], [3]);
    if (isCut) expect(await verified().then(() => entries())).toHaveLength(1);
    else await expect(verified()).rejects.toThrow('is not what was published');
    expect(lines[0]).toMatch(isCut ? /^ok: / : /^bad: org_\d+: entry 2: removed$/);
  });

  it.each([
    ['before the point, by any clock', FIRST - 1, false],
    ['when a clock that is behind may have been at the point', FIRST, true],
  ])(
    'a chain reaches the newest head that was signed before the point, or is refused: signed %s',
    async (_, at, isRight) => {
      const chain = chainAt([FIRST - 600_000, FIRST - 500_000, FIRST - 400_000]);
      await haveChain(restored, chain, [1, 2]);
      const heads = await headsOver(anOrg(), chain, [2, 3], { atMs: (seq) => (seq === 3 ? at : FIRST - 300_000) });
      const ended = verified(heads);
      if (isRight) await ended;
      else await expect(ended).rejects.toThrow('is not what was published');
      expect(lines[0]).toBe(
        isRight
          ? `ok: ${anOrg()}: 2 audit entries, 1 published heads, 1 of entries after the point`
          : `bad: ${anOrg()}: entry 3: cut_short; published head 2, which was signed before the point, has it`,
      );
    },
  );

  const OPTIONS = { createdAt: '11:30', quorum: 1, executeWithinSeconds: 7200 } as const;
  const approved = (id: string): Request => {
    const request = aRequest(OPTIONS, turnedBy('op_bravo', '11:31'));
    return { ...request, org: anOrg(), id: id as RequestId };
  };
  const claimed = (id: string, atMs: number) =>
    claimedWith('a', new Date(atMs).toISOString().slice(11, 23))(approved(id) as never);
  const isOffered = async (id: string) =>
    isExecutable((await createRequestStore(restored).load(anOrg(), id as RequestId))!.request, START + 600_000);

  it.each([
    ['that the copy may not have', FIRST, false],
    ['of before, which the copy would have', FIRST - 1, true],
  ])('a claim in the lost table closes the window, %s', async (_, atMs, isOpen) => {
    const id = `req_claimed_${made}`;
    await putRequest(restored, approved(id));
    await put(restored, { ...intentKey(anOrg(), id), intent: '{}', created_at: START });
    await putRequest(source, { ...claimed(id, atMs), org: anOrg(), id: id as RequestId });
    await haveChain(restored, [], []).catch(() => undefined);
    const { restore } = await verified();
    await endEffects(restore);
    expect(await isOffered(id)).toBe(isOpen);
  });

  it.each([
    ['in the two minutes', FIRST, false],
    ['before them', FIRST - 1, true],
  ])(
    'a claim that the chain of the copy has and its request does not closes the window, made %s',
    async (_, atMs, isOpen) => {
      await haveChain(restored, chainAt([atMs], 'intent.claimed'), [1]);
      await putRequest(restored, approved('req_1'));
      const { restore } = await verified();
      await endEffects(restore);
      expect(await isOffered('req_1')).toBe(isOpen);
    },
  );

  it('an intent without its request is removed, and a request without its intent never runs', async () => {
    const young = { ...approved('req_young'), createdAtMs: FIRST };
    const old = { ...approved('req_old'), createdAtMs: FIRST - 1 };
    await putRequest(restored, young);
    await putRequest(restored, old);
    await put(restored, { ...intentKey(anOrg(), 'req_none'), intent: '{}', created_at: FIRST });
    await put(restored, { ...intentKey(anOrg(), 'req_older'), intent: '{}', created_at: FIRST - 1 });
    const { restore } = await verified();
    await endEffects(restore);
    expect(await inTable(requestKey(anOrg(), 'req_none').pk)).toEqual([]);
    expect(await inTable(requestKey(anOrg(), 'req_older').pk)).toHaveLength(1);
    expect([await isOffered('req_young'), await isOffered('req_old')]).toEqual([false, true]);
    expect(lines.at(-1)).toBe(`${anOrg()}: the backup has req_young without its intent: its window is closed`);
  });

  describe('whose published heads are missing', () => {
    const other = () => `${anOrg()}_other` as OrgId;
    /** Two organizations. The second one has a head of its first entry. */
    async function haveBoth() {
      const chain = chainAt([OLD, OLD, FIRST]);
      await haveChain(restored, chain, [1, 2, 3]);
      const second = append(
        genesis(other()),
        [OLD, OLD].map((at, n) => pendingEntry(at, 'request.proposed', `req_${n}`, person('op_bravo'))),
      );
      await put(restored, { ...configKey(other(), 'operator', 'op_bravo'), org: other() });
      await createAuditStore(restored).append(other(), second, []);
      return headsOver(other(), second, [1]);
    }

    it('a restore refuses an organization with old entries that no head covers, names it, and changes nothing', async () => {
      const heads = await haveBoth();
      const { restore, record } = restoreOf(heads, true, [other()]);
      const refused = verify(restore);
      await expect(refused).rejects.toThrow(NotAttached);
      await expect(refused).rejects.toThrow(
        new RegExp(`run the command again with --accept-unpublished ${anOrg()}\\.`),
      );
      expect(lines).toEqual([
        `unpublished: ${anOrg()}: 3 audit entries, 0 published heads, 0 of entries after the point; no head covers entries 1 to 2`,
        `unpublished: ${other()}: 2 audit entries, 1 published heads, 0 of entries after the point; no head covers entries 2 to 2`,
      ]);
      expect([record.done, (await entries()).length]).toEqual([{}, 3]);
    });

    it.each([
      ['with', true],
      ['without', false],
    ])(
      'a restore goes on with what was accepted, and the journal and each chain say so: %s the lost table',
      async (_, isThere) => {
        const heads = await haveBoth();
        const { restore, record } = restoreOf(heads, isThere, [anOrg(), other()]);
        const { what, found } = await verify(restore);
        expect(what).toBe('0 chains are what was published, 2 were accepted without their heads');
        expect(found.accepted).toEqual({ [anOrg()]: { from: 1, to: 2 }, [other()]: { from: 2, to: 2 } });
        // The run that follows has only the journal.
        Object.assign(record, found);
        const { restore: again, record: same } = restoreOf(heads, isThere);
        Object.assign(same, record);
        await carryChains(again);
        const saidIn = async (org: OrgId) => (await createAuditStore(restored).entries(org, 0, 100)).at(-1)!;
        const to = pointOf(STARTED);
        expect(await saidIn(anOrg())).toMatchObject({
          ...{ kind: 'organization.restored', seq: 4, data: { to, unpublished_from: 1, unpublished_to: 2 } },
        });
        expect((await saidIn(other())).data).toEqual({ to, unpublished_from: 2, unpublished_to: 2 });
      },
    );

    it('nothing is written about an organization that was accepted and has its heads', async () => {
      const chain = chainAt([OLD, FIRST]);
      await haveChain(restored, chain, [1, 2]);
      const { restore, record } = restoreOf(await headsOver(anOrg(), chain, [1]), true, [anOrg()]);
      const { what, found } = await verify(restore);
      expect([what, found.accepted]).toEqual(['1 chains are what was published', {}]);
      Object.assign(record, found);
      await carryChains(restore);
      expect((await entries()).at(-1)!.data).toEqual({ to: pointOf(STARTED) });
    });
  });

  it('without the lost table everything that could run is ended, and the chain goes on after the last published head', async () => {
    const chain = chainAt([FIRST - 9, FIRST - 8, START]);
    await haveChain(restored, chain, [1, 2]);
    await putRequest(restored, approved('req_1'));
    const heads = await headsOver(anOrg(), chain, [2, 3], { atMs: () => START });
    const { restore, published } = await verified(heads, false);
    expect(await endEffects(restore)).toBe('1 requests that may have run since never run again');
    expect(await isOffered('req_1')).toBe(false);
    expect(await carryChains(restore)).toBe('1 chains go on after their last published head');
    expect((await entries()).at(-1)).toMatchObject({ seq: 4, actor: 'failover', data: { lost_from: 3, lost_to: 3 } });
    expect(published.at(-1)).toMatchObject({ n: 3, seq: 4 });
  });

  it('with the lost table its entries stay in the chain, and what was decided in the two minutes is listed', async () => {
    const chain = chainAt([FIRST - 1, FIRST, START, LAST + 1], 'operator.updated');
    await haveChain(restored, chain, [1, 2]);
    await haveChain(source, chain, [1, 2], [3, 4]);
    const { restore } = await verified();
    await endEffects(restore);
    expect(await carryChains(restore)).toMatch(/^2 later entries stay in \d+ chains$/);
    expect((await entries()).map(({ kind }) => kind)).toEqual([
      ...chain.map(({ kind }) => kind),
      'organization.restored',
    ]);
    const listed = lines.filter((line) => line.includes(' operator.updated req_'));
    expect(listed.map((line) => line.split(' ')[2])).toEqual(['req_2', 'req_3', 'req_4']);
    expect(lines).toContain(`${anOrg()}: decided since 2026-11-20T11:58:55.000Z, and perhaps not any more:`);
  });
});

describe('a table that is to become the main table', () => {
  const KEY = 'arn:aws:kms:eu-central-1:000000000000:key/mrk-1';
  const SourceTableArn = 'arn:aws:dynamodb:eu-central-1:000000000000:table/main';
  const GlobalSecondaryIndexes = MAIN_TABLE.indexes.map(({ name }) => ({ IndexName: name, IndexStatus: 'ACTIVE' }));
  const RestoreSummary = { SourceTableArn, RestoreDateTime: new Date(STARTED), RestoreInProgress: false };
  const RIGHT = {
    TableName: 'copy',
    TableStatus: 'ACTIVE',
    SSEDescription: { KMSMasterKeyArn: KEY },
    GlobalSecondaryIndexes,
    RestoreSummary,
  };
  const LOST = { TableName: 'main', TableArn: SourceTableArn };
  const clientOf = (tables: Record<string, object>) =>
    ({
      send: async ({ input: { TableName } }: { input: { TableName: string } }) => {
        if (tables[TableName] !== undefined) return { Table: tables[TableName] };
        throw Object.assign(new Error(TableName), { name: 'ResourceNotFoundException' });
      },
    }) as never;
  const dev = 'deployments/dev.json';
  const problemsOf = async (table: object | null, users: readonly string[] = [], own: Partial<Plane> = {}) => {
    const asked: unknown[] = [];
    const plane = {
      place: async () => ({ account: '000000000000', region: 'eu-central-1' }),
      readiness: async () => ({ facts: [], problems: [] }),
      usersOf: async (...given: unknown[]) => {
        asked.push(given);
        return users;
      },
      ...own,
    };
    const client = clientOf(table === null ? {} : { copy: table });
    const source = { main: 'main', transient: 't', heads: 'h', dataKey: KEY };
    const copy = { table: 'copy', started: STARTED };
    return (await readinessFor({ client, plane, config: dev, copy, source })).problems;
  };
  const without = (index: number) => GlobalSecondaryIndexes.filter((_, n) => n !== index);
  const stream = (StreamViewType: string) => ({ StreamSpecification: { StreamEnabled: true, StreamViewType } });
  const later = (ms: number) => ({ ...RestoreSummary, RestoreDateTime: new Date(START + ms) });

  it.each<[string, object | null, RegExp | null]>([
    ['as it should be', RIGHT, null],
    ['with the stream that the service reads', { ...RIGHT, ...stream('NEW_AND_OLD_IMAGES') }, null],
    ['of a backup that was started at this time', { ...RIGHT, RestoreSummary: later(0) }, null],
    ['that nobody knows the origin of', { ...RIGHT, RestoreSummary: undefined }, null],
    [
      'of an older backup',
      { ...RIGHT, RestoreSummary: later(-1) },
      /is of 2026-11-20T11:59:59\.999Z, which is before --started/,
    ],
    ['that is not there', null, /^There is no table copy\.$/],
    [
      'with a key of AWS',
      { ...RIGHT, SSEDescription: undefined },
      /encrypted with a key of AWS, and not with the data key/,
    ],
    ['with another key', { ...RIGHT, SSEDescription: { KMSMasterKeyArn: `${KEY}2` } }, /key\/mrk-12, and not with/],
    ['without an index', { ...RIGHT, GlobalSecondaryIndexes: without(1) }, /^copy has no index due\.$/],
    ['with keys alone in its stream', { ...RIGHT, ...stream('KEYS_ONLY') }, /has KEYS_ONLY: switch it off/],
    [
      'that is being restored',
      { ...RIGHT, RestoreSummary: { ...RestoreSummary, RestoreInProgress: true } },
      /not ready/,
    ],
    ['that is being made', { ...RIGHT, TableStatus: 'CREATING' }, /not ready/],
    [
      'with an index that is being made',
      { ...RIGHT, GlobalSecondaryIndexes: [...without(0), { ...GlobalSecondaryIndexes[0], IndexStatus: 'CREATING' }] },
      /not ready/,
    ],
  ])('a table is taken, or refused before anything is closed: %s', async (_, table, problem) => {
    expect(await problemsOf(table)).toEqual(problem === null ? [] : [expect.stringMatching(problem)]);
  });

  it('a region is refused that is not the file’s, or that cannot serve callers, and so is another account', async () => {
    const place = async () => ({ account: '111122223333', region: 'eu-west-1' });
    const readiness = async () => ({ facts: [], problems: ['SES is in its sandbox.'] });
    expect(await problemsOf(RIGHT, [], { place, readiness })).toEqual([
      `The account is 111122223333, and ${dev} names 000000000000.`,
      `The region is eu-west-1, and ${dev} names eu-central-1.`,
      'SES is in its sandbox.',
    ]);
  });

  it('a table that somebody uses is refused', async () => {
    const users = ['it belongs to the stack data', 'fn-dispatch reads its stream'];
    expect(await problemsOf(RIGHT, users)).toEqual(users.map((user) => `copy is in use: ${user}.`));
  });

  it.each<[string, Record<string, object>, boolean]>([
    ['it is a copy of the table in use', { copy: RIGHT, main: LOST }, true],
    [
      'it is a copy of a table of another region',
      { copy: RIGHT, main: { ...LOST, TableArn: SourceTableArn.replace('central', 'west') } },
      false,
    ],
    ['the table in use is gone', { copy: RIGHT }, false],
    ['nobody knows the origin of the copy', { copy: { ...RIGHT, RestoreSummary: undefined }, main: LOST }, false],
  ])('the table in use shows what ran only if the copy is one of it: %s', async (_, tables, isIt) => {
    expect(await isOfTableInUse(clientOf(tables), 'copy', 'main')).toBe(isIt);
  });
});

it('a table is read once, in sixteen segments side by side', async () => {
  const calls: object[] = [];
  const client = {
    send: async ({ input }: { input: { Segment: number; TotalSegments: number; ExclusiveStartKey?: object } }) => {
      const { Segment, TotalSegments, ExclusiveStartKey } = input;
      calls.push({ Segment, TotalSegments, isFirst: ExclusiveStartKey === undefined });
      const isLast = ExclusiveStartKey !== undefined || Segment > 0;
      return { Items: [{ pk: `${Segment}` }], ...(isLast ? {} : { LastEvaluatedKey: { pk: 'a' } }) };
    },
  };
  const found: unknown[] = [];
  const tables = { client: client as never, main: 'main', transient: 'none' };
  await survey(tables, { where: 'a = :a', values: { ':a': 1 } }, async (items) => void found.push(...items));
  const each = Array.from({ length: 16 }, (_, Segment) => ({ Segment, TotalSegments: 16, isFirst: true }));
  expect(calls).toEqual([...each, { Segment: 0, TotalSegments: 16, isFirst: false }]);
  expect(found).toHaveLength(17);
});
