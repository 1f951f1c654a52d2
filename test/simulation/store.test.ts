/** The store in memory answers as the embedded DynamoDB does, to the commands and expressions that this service uses. */
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { conflictImage, transactionFailure } from '../../src/adapters/dynamodb/conditions';
import { type Command, MAIN, MemoryStore } from '../../src/local/memory/store';
import { dice } from '../linearizability/record';
import { openedOnce } from '../support/opened';
import { runs } from '../support/runs';
import { openTestTables } from '../support/tables';

const COMMANDS = runs('FUZZ_RUNS', 188);

describe('the store in memory', () => {
  const database = openedOnce(openTestTables);

  test('the store in memory answers every command as the embedded DynamoDB does', async () => {
    const memory = MemoryStore.empty();
    const random = dice(11);
    const kinds = new Set<string>();
    for (let n = 0; n < COMMANDS; n++) {
      const make = randomCommand(random);
      const [real, mine] = [make(database.tables.main), make(MAIN)];
      const expected = await told(() => database.tables.client.send(real as GetCommand));
      const answer = await told(async () => memory.run(mine as unknown as Command));
      kinds.add(`${real.constructor.name} ${'refused' in expected ? 'refused' : 'answered'}`);
      if (JSON.stringify(answer) !== JSON.stringify(expected)) {
        throw new Error(`${n}: ${JSON.stringify(real.input)}\n${JSON.stringify(expected)}\n${JSON.stringify(answer)}`);
      }
    }
    expect([...kinds].sort()).toEqual([
      'BatchGetCommand answered',
      'BatchWriteCommand answered',
      'DeleteCommand answered',
      'DeleteCommand refused',
      'GetCommand answered',
      'PutCommand answered',
      'PutCommand refused',
      'QueryCommand answered',
      'TransactWriteCommand answered',
      'TransactWriteCommand refused',
      'UpdateCommand answered',
      'UpdateCommand refused',
    ]);
  }, 60_000);
});

/** The parts of an answer that adapters can see. */
async function told(ask: () => Promise<unknown>): Promise<Record<string, unknown>> {
  try {
    const { Item, Items, Attributes, Responses, LastEvaluatedKey } = (await ask()) as Record<string, unknown>;
    const all = Object.values((Responses ?? {}) as Record<string, object[]>).flat();
    return ordered({ Item, Items, Attributes, more: LastEvaluatedKey !== undefined, all: all.map(text).sort() });
  } catch (error) {
    const single = conflictImage(error);
    if (single !== undefined) return ordered({ refused: single });
    const failure = transactionFailure(error);
    if (failure === undefined) throw error;
    return ordered({ refused: failure });
  }
}

const text = (item: object): string => JSON.stringify(ordered(item));

function ordered<T>(value: T): T {
  if (Array.isArray(value)) return value.map(ordered) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, inner]) => [key, ordered(inner)] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  ) as T;
}

const CONDITIONS: readonly (readonly [string, readonly string[]])[] = [
  ['attribute_not_exists(pk)', []],
  ['attribute_exists(pk)', []],
  ['revision = :one', [':one']],
  ['attribute_exists(a) AND #state <> :text', [':text']],
  ['(attribute_not_exists(a) OR a <= :two) AND revision <= :two', [':two']],
  [':one < a', [':one']],
  ['a = :text OR attribute_not_exists(claim)', [':text']],
];
const UPDATES: readonly (readonly [string, readonly string[]])[] = [
  ['SET a = :two, revision = revision + :one', [':two', ':one']],
  ['SET journal = list_append(if_not_exists(journal, :none), :list)', [':none', ':list']],
  ['SET claim = :text, #state = :text REMOVE a, due_pk', [':text']],
  ['SET due_pk = :shard, due_at = :two', [':shard', ':two']],
];
const VALUES: Readonly<Record<string, unknown>> = {
  ':one': 1,
  ':two': 2,
  ':text': 'open',
  ':none': [],
  ':list': ['x'],
  ':shard': 'DUE#1',
};

function randomCommand(random: () => number) {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const key = () => ({ pk: pick(['p', 'q']), sk: pick(['a', 'b', 'ab', 'c']) });
  const item = () => ({
    ...key(),
    revision: Math.floor(random() * 3),
    ...(random() < 0.5 ? { a: Math.floor(random() * 4) } : {}),
    ...(random() < 0.5 ? { state: pick(['open', 'done']) } : {}),
    ...(random() < 0.4 ? { due_pk: pick(['DUE#1', 'DUE#2']), due_at: Math.floor(random() * 4) } : {}),
  });
  const given = (...expressions: readonly (readonly [string, readonly string[]])[]) => {
    const names = expressions.flatMap(([, values]) => values);
    const isNamed = expressions.some(([expression]) => expression.includes('#state'));
    return {
      ...(names.length === 0
        ? {}
        : { ExpressionAttributeValues: Object.fromEntries(names.map((name) => [name, VALUES[name]])) }),
      ...(isNamed ? { ExpressionAttributeNames: { '#state': 'state' } } : {}),
    };
  };
  const condition = () => {
    const chosen = pick(CONDITIONS);
    const shown = random() < 0.5 ? { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const } : {};
    return { ConditionExpression: chosen[0], ...given(chosen), ...shown };
  };
  const put = () => ({ Item: item(), ...(random() < 0.6 ? condition() : {}) });
  const update = () => {
    const [set, when] = [pick(UPDATES), pick(CONDITIONS.slice(1, 5))];
    // An item that does not exist has no revision to increase.
    const both = set[0].includes('revision +') ? CONDITIONS[2]! : when;
    return { Key: key(), UpdateExpression: set[0], ConditionExpression: both[0], ...given(set, both) };
  };
  const inputs = [put(), put(), update(), update()] as const;
  const which = Math.floor(random() * 10);
  const [one, other] = [{ pk: 'p', sk: 'a' }, key()];
  const [first, second] = [condition(), put()];
  const limit = 1 + Math.floor(random() * 3);
  const shown = pick(['ALL_NEW', 'ALL_OLD'] as const);
  const startsAtMs = Math.floor(random() * 5);
  return (TableName: string) => {
    switch (which) {
      case 0:
        return new GetCommand({ TableName, Key: other, ConsistentRead: true });
      case 1:
        return new BatchGetCommand({ RequestItems: { [TableName]: { Keys: [one, { pk: 'q', sk: 'b' }] } } });
      case 2:
        return new QueryCommand({
          TableName,
          KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
          ExpressionAttributeValues: { ':pk': 'p', ':prefix': 'a' },
          ScanIndexForward: limit > 1,
          Limit: limit,
        });
      case 3:
        return new QueryCommand({
          TableName,
          IndexName: 'due',
          KeyConditionExpression: 'due_pk = :pk AND due_at <= :until',
          ExpressionAttributeValues: { ':pk': 'DUE#1', ':until': limit },
          // The item of this key may have another position in the index, or may not exist.
          ...(startsAtMs <= limit ? { ExclusiveStartKey: { due_pk: 'DUE#1', due_at: startsAtMs, ...other } } : {}),
        });
      case 4:
        return new DeleteCommand({ TableName, Key: other, ...first, ReturnValues: 'ALL_OLD' });
      case 5:
        return new TransactWriteCommand({
          TransactItems: [
            { Put: { TableName, ...second, Item: { ...second.Item, pk: 'p' } } },
            { ConditionCheck: { TableName, Key: { pk: 'q', sk: other.sk }, ...first } },
          ],
        });
      case 6:
        return new PutCommand({ TableName, ...inputs[0] });
      case 7: {
        const items = [inputs[0].Item, { ...second.Item, pk: 'r' }];
        return new BatchWriteCommand({
          RequestItems: { [TableName]: items.map((Item) => ({ PutRequest: { Item } })) },
        });
      }
      default:
        return new UpdateCommand({ TableName, ...inputs[2], ReturnValues: shown });
    }
  };
}
