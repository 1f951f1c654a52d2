/** What a call to the store costs this process: our client beside the SDK's own, in one run over the embedded database. */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { createDocumentClient } from '../src/adapters/dynamodb/client';
import { createTables } from '../src/adapters/dynamodb/create-tables';
import { fact, table, writePart } from './report';
import { startDatabase } from './support/database';
import { median, pairedRatio, said } from './support/stats';

const ROUNDS = 20;
const PER_ROUND = 100;
const TABLES = { main: 'main', transient: 'transient' };
const Key = { pk: 'BENCH', sk: 'ITEM' };
const names = { '#r': 'revision', '#n': 'next' };

/** As large as a request with two of four keys turned. */
const ITEM = {
  ...Key,
  revision: 1,
  params: Object.fromEntries(Array.from({ length: 8 }, (_, n) => [`param_${n}`, `value ${n}`])),
  roster: ['op_alpha', 'op_bravo', 'op_charlie', 'op_delta'],
  turns: [1, 2].map((n) => ({ operator: `op_${n}`, at: 1_795_305_600_000 + n, round: 1 })),
  journal: [1, 2].map((n) => ({ type: 'request.turned', at: 1_795_305_600_000 + n, actor: `op_${n}` })),
};

const CALLS = {
  'a read, strongly consistent': () => new GetCommand({ TableName: 'main', Key, ConsistentRead: true }),
  'a conditional update that returns the item': () =>
    new UpdateCommand({
      TableName: 'main',
      Key,
      UpdateExpression: 'SET #n = :next',
      ConditionExpression: '#r = :was',
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: { ':was': 1, ':next': { state: 'leased', claim: 'clm_1', until: 1_795_305_660_000 } },
      ReturnValues: 'ALL_NEW',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    }),
  'a transaction of two writes': () =>
    new TransactWriteCommand({
      TransactItems: [
        { Put: { TableName: 'main', Item: { ...ITEM, sk: 'OTHER' } } },
        { ConditionCheck: { TableName: 'main', Key, ConditionExpression: 'attribute_exists(pk)' } },
      ],
    }),
};

export async function storeCall(): Promise<void> {
  const database = await startDatabase();
  const config = {
    endpoint: database.endpoint,
    region: 'local',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  };
  const ours = createDocumentClient(config);
  const stock = DynamoDBDocumentClient.from(new DynamoDBClient(config), {
    marshallOptions: { removeUndefinedValues: true },
  });
  try {
    await createTables({ client: ours, ...TABLES });
    await ours.send(new PutCommand({ TableName: 'main', Item: ITEM }));
    const rows: (string | number)[][] = [];
    const all: { ours: number[]; stock: number[] } = { ours: [], stock: [] };
    for (const [name, command] of Object.entries(CALLS)) {
      const us = { ours: [] as number[], stock: [] as number[] };
      for (let round = -4; round < ROUNDS; round++) {
        for (const [which, client] of [
          ['ours', ours],
          ['stock', stock],
        ] as const) {
          const spent = await cpuOf(() => client.send(command() as never));
          // The first ones warm up.
          if (round >= 0) us[which].push(spent);
        }
      }
      all.ours.push(...us.ours);
      all.stock.push(...us.stock);
      rows.push([name, median(us.stock).toFixed(0), median(us.ours).toFixed(0), said(pairedRatio(us.ours, us.stock))]);
    }
    const ratio = said(pairedRatio(all.ours, all.stock));
    fact('client CPU of a call to the store, to the SDK’s own client', '0.55', ratio);
    writePart(
      'store-call',
      'A call to the store',
      [
        'CPU of this process for a call, in the kernel too, over a connection to the embedded database. The SDK’s own client, and ours, which is',
        'the same client without unused middleware, with plain JSON, one signer and a handler that builds no stream (docs/decisions/dynamodb-client.md).',
        '`test/adapters/dynamodb-client.test.ts` puts both before the same failures.',
        '',
        table(['call', 'µs, the SDK’s', 'µs, ours', 'ratio'], rows),
        '',
        `All of them: ${ratio}.`,
      ].join('\n'),
    );
  } finally {
    ours.destroy();
    stock.destroy();
    await database.stop();
  }
}

/** µs of CPU for each call. */
async function cpuOf(call: () => Promise<unknown>): Promise<number> {
  const from = process.cpuUsage();
  for (let n = 0; n < PER_ROUND; n++) await call();
  const { user, system } = process.cpuUsage(from);
  return (user + system) / PER_ROUND;
}
