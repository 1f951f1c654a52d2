/** DynamoDB that throttles, answers in part, or fails, which the embedded one never does. */
import {
  type AttributeValue,
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  BatchWriteCommand,
  DynamoDBDocumentClient,
  PutCommand,
  QueryCommand,
} from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { createDocumentClient, type Tables } from '../../src/adapters/dynamodb/client';
import { conflictImage, isContention, transactionFailure } from '../../src/adapters/dynamodb/conditions';
import { batchGet, batchPut } from '../../src/adapters/dynamodb/items';
import { queryAll } from '../../src/adapters/dynamodb/pages';
import { expired, lost, throttled } from './answers';

const mocked = () => mockClient(DynamoDBDocumentClient);
let dynamodb: ReturnType<typeof mocked>;
const tables: Tables = { client: createDocumentClient({ region: 'x' }), main: 'main', transient: 'transient' };
const key = (n: number) => ({ pk: `p${n}`, sk: 's' });
const keysOf = (call: {
  args: readonly [{ input: { RequestItems?: Record<string, { Keys?: unknown }> } }, ...unknown[]];
}) => call.args[0].input.RequestItems!.main!.Keys as { pk: string }[];

beforeAll(() => {
  dynamodb = mocked();
});
beforeEach(() => dynamodb.reset());
afterAll(() => dynamodb.restore());

describe('a batch of reads', () => {
  const answer = (leavesOut: (pk: string, round: number) => boolean) => {
    let round = 0;
    dynamodb.on(BatchGetCommand).callsFake(({ RequestItems }) => {
      const { Keys } = RequestItems.main;
      round++;
      const left = Keys.filter(({ pk }: { pk: string }) => leavesOut(pk, round));
      const Responses = { main: Keys.filter((one: object) => !left.includes(one)) };
      return { Responses, UnprocessedKeys: left.length === 0 ? {} : { main: { Keys: left } } };
    });
  };
  const pksOf = (items: readonly Record<string, unknown>[]) => items.map(({ pk }) => pk as string).sort();

  test('a batch of reads requests a hundred keys in a call, strongly consistent, and each key once', async () => {
    answer(() => false);
    const keys = [...Array.from({ length: 201 }, (_, n) => key(n)), key(3), key(200)];
    expect(pksOf(await batchGet(tables, keys))).toEqual(pksOf(keys.slice(0, 201)));
    const calls = dynamodb.commandCalls(BatchGetCommand);
    expect(calls.map((call) => keysOf(call).length).sort((a, b) => a - b)).toEqual([1, 100, 100]);
    for (const { args } of calls) expect(args[0].input.RequestItems!.main!.ConsistentRead).toBe(true);
  });

  test('a batch of reads requests again only what was left out under load', async () => {
    answer((pk, round) => pk === 'p1' && round < 3);
    expect(pksOf(await batchGet(tables, [key(0), key(1), key(2)]))).toEqual(['p0', 'p1', 'p2']);
    expect(dynamodb.commandCalls(BatchGetCommand).map((call) => keysOf(call).map(({ pk }) => pk))).toEqual([
      ['p0', 'p1', 'p2'],
      ['p1'],
      ['p1'],
    ]);
  });

  test('a batch of reads fails after eight rounds, and never answers with less than there is', async () => {
    answer((pk) => pk === 'p1');
    await expect(batchGet(tables, [key(0), key(1)])).rejects.toThrow('1 keys');
    expect(dynamodb.commandCalls(BatchGetCommand)).toHaveLength(8);
  });
});

describe('a batch of puts', () => {
  /** `leavesOut`: what DynamoDB does not process under load. */
  const answer = (leavesOut: (pk: string) => boolean) =>
    dynamodb.on(BatchWriteCommand).callsFake(({ RequestItems: { main } }) => {
      const left = main.filter(({ PutRequest }: { PutRequest: { Item: { pk: string } } }) =>
        leavesOut(PutRequest.Item.pk),
      );
      return { UnprocessedItems: left.length === 0 ? {} : { main: left } };
    });
  const batches = () => dynamodb.commandCalls(BatchWriteCommand).map(({ args }) => args[0].input.RequestItems!.main!);
  const alone = () => dynamodb.commandCalls(PutCommand).map(({ args }) => args[0].input);
  const some = (count: number) => Array.from({ length: count }, (_, n) => key(n));

  test('a batch of puts writes 25 items in a call, each once', async () => {
    answer(() => false);
    await batchPut(tables, some(51));
    expect(batches().map(({ length }) => length)).toEqual([25, 25, 1]);
    expect(batches().flat()).toEqual(some(51).map((Item) => ({ PutRequest: { Item } })));
    expect(alone()).toEqual([]);
  });

  test('a batch of one put writes the item directly, and an empty batch makes no call', async () => {
    dynamodb.on(PutCommand).resolves({});
    await batchPut(tables, []);
    await batchPut(tables, some(1));
    expect([batches(), alone()]).toEqual([[], [{ TableName: 'main', Item: key(0) }]]);
  });

  test('a batch of puts writes again only what was left out under load', async () => {
    answer((pk) => ['p1', 'p2', 'p30'].includes(pk));
    dynamodb.on(PutCommand).resolves({});
    await batchPut(tables, some(40));
    expect(alone()).toEqual([1, 2, 30].map((n) => ({ TableName: 'main', Item: key(n) })));
    expect(batches().map(({ length }) => length)).toEqual([25, 15]);
  });
});

describe('a query of everything', () => {
  const all = async () => {
    const found: unknown[] = [];
    for await (const item of queryAll(tables, { KeyConditionExpression: 'pk = :pk' })) found.push(item.n);
    return found;
  };

  test('a query of everything reads all pages to the end, also past an empty one', async () => {
    dynamodb
      .on(QueryCommand)
      .resolvesOnce({ Items: [{ n: 1 }], LastEvaluatedKey: key(1) })
      .resolvesOnce({ Items: [], LastEvaluatedKey: key(2) })
      .resolvesOnce({ Items: [{ n: 2 }] });
    expect(await all()).toEqual([1, 2]);
    expect(dynamodb.commandCalls(QueryCommand).map(({ args }) => args[0].input.ExclusiveStartKey)).toEqual([
      undefined,
      key(1),
      key(2),
    ]);
  });
});

describe('a write that failed', () => {
  const cancelled = (...codes: (string | undefined)[]) =>
    new TransactionCanceledException({
      message: 'cancelled',
      CancellationReasons: codes.map((Code) => ({
        Code,
        ...(Code === 'ConditionalCheckFailed' ? { Item: { n: { N: '7' } } } : {}),
      })),
      $metadata: {},
    });

  test('a failed write lost to the image in its answer, to nothing, or not to a condition', () => {
    const failed = (Item?: Record<string, AttributeValue>) =>
      new ConditionalCheckFailedException({ message: 'x', $metadata: {}, Item });
    expect(conflictImage(failed({ n: { N: '7' }, s: { S: 'x' } }))).toEqual({ n: 7, s: 'x' });
    expect(conflictImage(failed())).toBeNull();
    for (const other of [throttled(), lost(), expired(), null]) expect(conflictImage(other)).toBeUndefined();
  });

  test('a failed transaction lost at its first failed condition', () => {
    expect(transactionFailure(cancelled('None', 'ConditionalCheckFailed', 'ConditionalCheckFailed'))).toEqual({
      kind: 'condition',
      index: 1,
      item: { n: 7 },
    });
    expect(transactionFailure(cancelled('TransactionConflict', 'ConditionalCheckFailed'))).toMatchObject({ index: 1 });
  });

  test.each(['TransactionConflict', 'ProvisionedThroughputExceeded', 'ThrottlingError'])(
    'a transaction that failed because of %s may be repeated',
    (code) => {
      expect(transactionFailure(cancelled('None', code))).toEqual({ kind: 'contention' });
    },
  );

  test.each([['ItemCollectionSizeLimitExceeded'], ['ValidationError'], ['None'], [undefined]])(
    'a transaction that failed because of %s may not be repeated',
    (code) => {
      expect(transactionFailure(cancelled(code))).toBeUndefined();
      for (const other of [throttled(), lost(), expired()]) expect(transactionFailure(other)).toBeUndefined();
    },
  );

  test('a write may be repeated after contention, and not if it could not be evaluated', () => {
    const named = (name: string) => Object.assign(new Error(name), { name });
    for (const name of [
      'TransactionConflictException',
      'TransactionInProgressException',
      'ProvisionedThroughputExceededException',
      'ThrottlingException',
      'RequestLimitExceeded',
    ]) {
      expect(isContention(named(name))).toBe(true);
    }
    expect(isContention(new TransactionConflictException({ message: 'x', $metadata: {} }))).toBe(true);
    for (const other of [lost(), expired(), named('ResourceNotFoundException'), 'ThrottlingException', undefined]) {
      expect(isContention(other)).toBe(false);
    }
  });
});
