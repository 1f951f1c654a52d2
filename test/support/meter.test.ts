/**
 * The meter and the arithmetic to check it with, compared with AWS's published examples and the store's own answers.
 */
import { DeleteCommand, GetCommand, PutCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { MAIN_TABLE } from '../../src/adapters/dynamodb/table';
import { indexWriteUnits, itemBytes, type Marshalled, readUnits, writeUnits } from './capacity';
import { openLedger } from './ledger';
import { createMeter, type Meter } from './meter';
import { openedOnce } from './opened';

const KIB = 1024;

/** Amazon DynamoDB Developer Guide, by page. */
describe('as AWS publishes it', () => {
  // "DynamoDB read and write operations", read-write-operations.
  it('writes: 1 KB for one unit, 2 KB for two, 2 KB in a transaction for four', () => {
    expect(writeUnits(KIB)).toBe(1);
    expect(writeUnits(2 * KIB)).toBe(2);
    expect(writeUnits(2 * KIB, { transactional: true })).toBe(4);
  });

  it('each item of a batch is rounded up by itself: 500 bytes and 3.5 KB are five units', () => {
    expect(writeUnits(500) + writeUnits(3.5 * KIB)).toBe(5);
  });

  it('reads: 4 KB strongly consistent for one unit, eventually for half, in a transaction for two', () => {
    expect(readUnits(4 * KIB, 'strong')).toBe(1);
    expect(readUnits(4 * KIB, 'eventual')).toBe(0.5);
    expect(readUnits(4 * KIB, 'transactional')).toBe(2);
  });

  it('reads of 8 KB: two units, one, four', () => {
    expect(readUnits(8 * KIB, 'strong')).toBe(2);
    expect(readUnits(8 * KIB, 'eventual')).toBe(1);
    expect(readUnits(8 * KIB, 'transactional')).toBe(4);
  });

  it('3.5 KB are read as 4 KB and 10 KB as 12 KB; 1.5 KB and 6.5 KB in one batch as 12 KB', () => {
    expect(readUnits(3.5 * KIB, 'strong')).toBe(1);
    expect(readUnits(10 * KIB, 'strong')).toBe(3);
    expect(readUnits(1.5 * KIB, 'strong') + readUnits(6.5 * KIB, 'strong')).toBe(3);
  });

  // "Using Global Secondary Indexes in DynamoDB", provisioned throughput considerations, write capacity units.
  it('an index entry: 1 when it appears or goes, 2 when its key changes, 1 when it changes else, 0 when it stays', () => {
    const entry = (at: number) => marshall({ pk: 'p', sk: 's', work_pk: 'w', work_at: at }) as Marshalled;
    const keys = ['work_pk', 'work_at'];
    expect(indexWriteUnits(null, entry(1), keys)).toBe(1);
    expect(indexWriteUnits(entry(1), null, keys)).toBe(1);
    expect(indexWriteUnits(entry(1), entry(2), keys)).toBe(2);
    expect(indexWriteUnits(entry(1), entry(1), keys)).toBe(0);
    const wider = { ...entry(1), note: { S: 'n' } };
    expect(indexWriteUnits(entry(1), wider, keys)).toBe(1);
  });

  // "DynamoDB Item sizes and formats".
  it('the meter counts the size of every kind of value', () => {
    const of = (value: unknown) => itemBytes(marshall({ a: value }) as Marshalled) - 1;
    expect(of('é')).toBe(2);
    expect(of(27)).toBe(2);
    expect(of(-27)).toBe(3);
    expect(of(123456789)).toBe(6);
    // Zeros at either end are not stored.
    expect(of(1_000_000)).toBe(2);
    expect(of(Buffer.from('abc'))).toBe(3);
    expect([of(true), of(null)]).toEqual([1, 1]);
    // Three bytes, and one for each element, even if it is empty.
    expect([of([]), of(['ab']), of({}), of({ k: 'ab' })]).toEqual([3, 6, 3, 7]);
  });
});

describe('as the store answers it', () => {
  let meter: Meter;
  let table: { TableName: string };
  const ledger = openedOnce(openLedger);
  beforeAll(() => {
    meter = createMeter(ledger.tables);
    table = { TableName: ledger.tables.main };
  });

  const keyOf = (n: number) => ({ pk: `org_meter#REQ#${n}`, sk: 'REQUEST' });
  /** An item of that many bytes, including key and names. */
  const sized = (n: number, bytes: number) => {
    const bare = itemBytes(marshall({ ...keyOf(n), fill: '' }) as Marshalled);
    return { ...keyOf(n), fill: 'f'.repeat(bytes - bare) };
  };
  const send = (command: object) => meter.measure(() => ledger.tables.client.send(command as PutCommand));
  const put = (Item: object) => send(new PutCommand({ ...table, Item }));

  it.each([200, KIB - 1, KIB, KIB + 1, 2 * KIB, 5 * KIB + 1, 64 * KIB])(
    'an item of %i bytes is written, read and deleted for the units that the arithmetic says',
    async (bytes) => {
      const item = sized(bytes, bytes);
      expect((await put(item)).cost.writeUnits).toBe(writeUnits(bytes));
      const get = (ConsistentRead: boolean) => send(new GetCommand({ ...table, Key: keyOf(bytes), ConsistentRead }));
      expect((await get(true)).cost.readUnits).toBe(readUnits(bytes, 'strong'));
      expect((await get(false)).cost.readUnits).toBe(readUnits(bytes, 'eventual'));
      expect((await send(new DeleteCommand({ ...table, Key: keyOf(bytes) }))).cost.writeUnits).toBe(writeUnits(bytes));
    },
  );

  it('a transaction of two items is charged twice for each', async () => {
    const items = [sized(1, 500), sized(2, 1500)];
    const TransactItems = items.map((Item) => ({ Put: { ...table, Item } }));
    const { cost } = await send(new TransactWriteCommand({ TransactItems }));
    expect(cost.writeUnits).toBe(writeUnits(500, { transactional: true }) + writeUnits(1500, { transactional: true }));
  });

  it('an index entry is charged when it appears, twice when it moves, and not while it stays', async () => {
    const [work] = MAIN_TABLE.indexes.filter(({ name }) => name === 'work');
    const keys = [work!.partitionKey, work!.sortKey];
    const at = (workAt: number | null, note: string) =>
      workAt === null ? { ...keyOf(3), note } : { ...keyOf(3), note, work_pk: 'org_meter#OPEN', work_at: workAt };
    const entry = (item: Record<string, unknown>) => {
      if (item.work_pk === undefined) return null;
      const { pk, sk, work_pk, work_at } = item;
      return marshall({ pk, sk, work_pk, work_at }) as Marshalled;
    };
    let before: Record<string, unknown> = at(null, '');
    await put(before);
    for (const after of [at(1, 'a'), at(1, 'b'), at(2, 'b'), at(null, 'b')]) {
      const { cost } = await put(after);
      expect(cost.writes.work ?? 0).toBe(indexWriteUnits(entry(before), entry(after), keys));
      before = after;
    }
  });

  it('a refused write is charged by the item that stood in its way, though the store says nothing of it', async () => {
    await put(sized(4, 2 * KIB + 1));
    const refused = new UpdateCommand({
      ...table,
      Key: keyOf(4),
      UpdateExpression: 'SET fill = :none',
      ConditionExpression: 'attribute_not_exists(pk)',
      ExpressionAttributeValues: { ':none': '' },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
    const { cost } = await meter.measure(() => ledger.tables.client.send(refused).catch(() => null));
    expect(cost).toMatchObject({ writeUnits: 0, refusedUnits: 3 });
  });

  it('the meter counts the bytes of the bodies, in both directions', async () => {
    const { cost: small } = await put(sized(5, 200));
    const { cost: large } = await put(sized(5, 200 + 10_000));
    expect(large.calls[0]!.sentBytes - small.calls[0]!.sentBytes).toBe(10_000);
    const { cost: got } = await send(new GetCommand({ ...table, Key: keyOf(5) }));
    expect(got.calls[0]!.receivedBytes).toBeGreaterThan(10_000);
  });
});
