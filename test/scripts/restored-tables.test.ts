/** The tables of a restore: where they come from, and what they get (docs/deploy.md#backup-and-restore). */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readDeployment } from '../../scripts/restore/attach';
import type { Restore } from '../../scripts/restore/run';
import { createEmpty, restoreTable, settingsIn, settle } from '../../scripts/restore/tables';
import { makeTables } from '../../scripts/restore/target';
import { MAIN_TABLE, TRANSIENT_TABLE } from '../../src/adapters/dynamodb/table';
import { controlPlane } from '../support/control-plane';
import { aFolder } from '../support/folder';

const POINT = new Date(Date.UTC(2026, 10, 20, 12) + 2500);

describe('a restored table', () => {
  const definition = { ...MAIN_TABLE, timeToLive: 'ttl' };
  const warm = (ReadUnitsPerSecond: number, WriteUnitsPerSecond: number) => {
    return { WarmThroughput: { ReadUnitsPerSecond, WriteUnitsPerSecond } };
  };
  const indexes = (prepared: object) =>
    definition.indexes.map(({ name }) => ({ IndexName: name, ...(name === 'due' ? prepared : warm(12_000, 4000)) }));
  const source = {
    TableName: 'main',
    TableArn: 'arn:main',
    DeletionProtectionEnabled: true,
    SSEDescription: { KMSMasterKeyArn: 'arn:key' },
    StreamSpecification: { StreamEnabled: true },
    ...warm(40_000, 4000),
    GlobalSecondaryIndexes: indexes(warm(12_000, 40_000)),
  };
  const fresh = {
    DeletionProtectionEnabled: false,
    StreamSpecification: undefined,
    ...warm(12_000, 4000),
    GlobalSecondaryIndexes: indexes(warm(12_000, 4000)),
  };
  const tags = [
    { Key: 'team', Value: 'payments' },
    { Key: 'aws:cloudformation:stack-name', Value: 'data' },
  ];
  const restored = (plane: ReturnType<typeof controlPlane>, name = 'main', at = POINT) =>
    restoreTable({
      ...{ client: plane as never, definition, source: name, target: 'main-new', at, pollMs: 0 },
      log: () => undefined,
    });
  const changed = (change: object) => ['UpdateTable', { TableName: 'main-new', ...change }];

  it('a restored table gets everything that DynamoDB does not restore, its protection last, and no tag that only AWS may set', async () => {
    const plane = controlPlane(source, fresh, tags);
    const { TableName, DeletionProtectionEnabled } = await restored(plane);
    expect([TableName, DeletionProtectionEnabled]).toEqual(['main-new', true]);
    const SSESpecificationOverride = { Enabled: true, SSEType: 'KMS', KMSMasterKeyId: 'arn:key' };
    const asked = { SourceTableName: 'main', TargetTableName: 'main-new', RestoreDateTime: POINT };
    expect(plane.changes).toEqual([
      ['RestoreTableToPointInTime', { ...asked, SSESpecificationOverride }],
      changed({ StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' } }),
      ['UpdateTimeToLive', { TableName: 'main-new', TimeToLiveSpecification: { Enabled: true, AttributeName: 'ttl' } }],
      [
        'UpdateContinuousBackups',
        { TableName: 'main-new', PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } },
      ],
      changed(warm(40_000, 4000)),
      changed({ GlobalSecondaryIndexUpdates: [{ Update: { IndexName: 'due', ...warm(12_000, 40_000) } }] }),
      ['TagResource', { ResourceArn: 'arn:main-new', Tags: tags.slice(0, 1) }],
      changed({ DeletionProtectionEnabled: true }),
    ]);
  });

  it('another run leaves a restored table as it is, also while its time to live is still being enabled', async () => {
    const plane = controlPlane(source, fresh, tags);
    await restored(plane);
    plane.changes.length = 0;
    await restored(plane);
    expect(plane.changes.map(([name]) => name)).toEqual(['TagResource']);
  });

  it('a restored table has no more than the table in use', async () => {
    const bare = { ...source, DeletionProtectionEnabled: false, SSEDescription: undefined, ...warm(4000, 1000) };
    const plane = controlPlane({ ...bare, GlobalSecondaryIndexes: indexes(warm(1, 1)) }, fresh, tags.slice(1));
    await restored(plane);
    expect(plane.changes.map(([name, input]) => [name, ...Object.keys(input).slice(-1)])).toEqual([
      ['RestoreTableToPointInTime', 'RestoreDateTime'],
      ['UpdateTable', 'StreamSpecification'],
      ['UpdateTimeToLive', 'TimeToLiveSpecification'],
      ['UpdateContinuousBackups', 'PointInTimeRecoverySpecification'],
    ]);
  });

  it('a table that exists gets the settings of the table in use, and where that is gone, those of the definition and the file', async () => {
    const file = readDeployment(join(__dirname, '../../deployments/prod.json'));
    const config = { ...file, tags: { team: 'risk' }, warmThroughput: { reads: 20_000, writes: 8000 } };
    const plane = controlPlane({ ...fresh, TableName: 'copy', TableArn: 'arn:copy' }, fresh, tags);
    const change = { client: plane as never, target: 'copy', pollMs: 0, log: () => undefined };
    await settle({ ...change, definition: MAIN_TABLE }, settingsIn(config, MAIN_TABLE));
    const units = { WarmThroughput: { ReadUnitsPerSecond: 20_000, WriteUnitsPerSecond: 8000 } };
    const update = (input: object) => ['UpdateTable', { TableName: 'copy', ...input }];
    expect(plane.changes).toEqual([
      update({ StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' } }),
      [
        'UpdateContinuousBackups',
        { TableName: 'copy', PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } },
      ],
      update(units),
      ...MAIN_TABLE.indexes.map(({ name }) =>
        update({ GlobalSecondaryIndexUpdates: [{ Update: { IndexName: name, ...units } }] }),
      ),
      ['TagResource', { ResourceArn: 'arn:copy', Tags: [{ Key: 'team', Value: 'risk' }] }],
      update({ DeletionProtectionEnabled: true }),
    ]);
    expect(settingsIn(config, TRANSIENT_TABLE)).toEqual({
      warm: undefined,
      warmIndexes: { by_operator: undefined },
      tags: [{ Key: 'team', Value: 'risk' }],
      isProtected: false,
    });
    expect(settingsIn({ ...config, protectData: false }, MAIN_TABLE).isProtected).toBe(false);
  });

  it('a transient table is made empty, with the data key, and not a second time', async () => {
    const plane = controlPlane({ TableName: 'other', TableArn: 'arn:other' }, {}, []);
    const change = { client: plane as never, definition: TRANSIENT_TABLE, pollMs: 0, log: () => undefined };
    for (const target of ['sessions', 'sessions']) await createEmpty({ ...change, target }, 'arn:key');
    expect(plane.changes).toEqual([
      [
        'CreateTable',
        expect.objectContaining({
          TableName: 'sessions',
          KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
          SSESpecification: { Enabled: true, SSEType: 'KMS', KMSMasterKeyId: 'arn:key' },
        }),
      ],
    ]);
  });

  it('a restore is refused if the point is before an index of this release, or if there is nothing to restore', async () => {
    const earlier = { ...fresh, GlobalSecondaryIndexes: indexes({}).filter(({ IndexName }) => IndexName !== 'due') };
    await expect(restored(controlPlane(source, earlier, tags))).rejects.toThrow(
      'main-new has no index due: restore to a later point',
    );
    await expect(restored(controlPlane(source, fresh, tags), 'other')).rejects.toThrow('There is no table other');
  });

  it.each([
    ['of the same second', 999, true],
    ['of another second', 1000, false],
    ['of an earlier point', -60_000, false],
  ])('a table of an earlier run is gone on with only if it is as of the point: %s', async (_, ms, isRight) => {
    const plane = controlPlane(source, fresh, tags);
    await restored(plane);
    const ended = restored(plane, 'main', new Date(POINT.getTime() + ms));
    if (isRight) await ended;
    else
      await expect(ended).rejects.toThrow(/^main-new is as it was at 2026-11-20T12:00:02.500Z: name another --suffix/);
  });
});

describe('the tables of a restore', () => {
  const folder = aFolder();
  const config = join(folder, 'prod.json');
  const prod = JSON.parse(readFileSync(join(__dirname, '../../deployments/prod.json'), 'utf8'));
  beforeAll(() => writeFileSync(config, JSON.stringify({ ...prod, tags: { team: 'risk' } })));

  const indexesOf = ({ indexes }: { readonly indexes: readonly { readonly name: string }[] }) =>
    indexes.map(({ name }) => ({ IndexName: name }));
  const table = (TableName: string, definition = MAIN_TABLE) => {
    return { TableName, TableArn: `arn:${TableName}`, GlobalSecondaryIndexes: indexesOf(definition) };
  };
  const COPY = { table: 'copy', started: '2026-11-20T12:01:02.500Z', isOfTableInUse: true };
  const [IN_USE, FILE] = [[{ Key: 'team', Value: 'payments' }], [{ Key: 'team', Value: 'risk' }]];

  it.each<[string, typeof COPY | null, boolean, object[]]>([
    ['of the table in use', null, true, IN_USE],
    ['of a backup', COPY, true, IN_USE],
    ['of a backup, where the table in use is gone', COPY, false, FILE],
  ])(
    'the main table is made at the point or was given, the transient one is new, and both look like those in use: %s',
    async (_, copy, isThere, tags) => {
      const [main, transient] = [table('main'), table('sessions', TRANSIENT_TABLE)];
      const plane = controlPlane(isThere ? main : table('copy'), {}, IN_USE, isThere ? [transient, table('copy')] : []);
      const source = { main: 'main', transient: 'sessions', heads: 'heads', dataKey: 'arn:key' };
      const at = POINT.toISOString();
      const record = { at, suffix: 'new', source, done: {}, ...(copy === null ? {} : { copy }) };
      const scaled: unknown[] = [];
      const restore = {
        ...{ client: plane, journal: { record }, config, pollMs: 0, log: () => undefined },
        setScaling: async (...given: unknown[]) => scaled.push(given) - 1,
      } as unknown as Restore;
      const made = copy?.table ?? 'main-new';
      expect(await makeTables(restore)).toMatch(`${made} is `);
      const changes = (wanted: string) => plane.changes.flatMap(([name, input]) => (name === wanted ? [input] : []));
      expect(changes('RestoreTableToPointInTime')).toEqual(
        copy === null ? [{ SourceTableName: 'main', TargetTableName: 'main-new', RestoreDateTime: POINT }] : [],
      );
      expect(changes('CreateTable')).toEqual([
        expect.objectContaining({
          TableName: 'sessions-new',
          SSESpecification: { Enabled: true, SSEType: 'KMS', KMSMasterKeyId: 'arn:key' },
        }),
      ]);
      const tagged = [made, 'sessions-new'].map((name) => ({ ResourceArn: `arn:${name}`, Tags: tags }));
      expect(changes('TagResource')).toEqual(expect.arrayContaining(tagged));
      expect(scaled).toEqual([[isThere ? 'main' : null, made, MAIN_TABLE.indexes.map(({ name }) => name)]]);
    },
  );
});
