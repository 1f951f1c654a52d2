/** Idempotency as a part of the record, compared with Powertools around the same handler and database. */
import { CreateTableCommand } from '@aws-sdk/client-dynamodb';
import type { Said } from '../test/support/gateway';
import { type Ledger, openLedger } from '../test/support/ledger';
import { type Cost, createMeter, type Meter } from '../test/support/meter';
import { fact, table, writePart } from './report';
import { needPeers, peer, versionOf } from './support/peer';
import { PROPOSAL } from './support/proposal';

const TABLE = 'powertools-idempotency';
const AT_ONCE = 8;

type Handler = (event: { readonly key: string }, context: object) => Promise<Said>;
interface Idempotency {
  makeIdempotent(handler: Handler, options: object): Handler;
  IdempotencyConfig: new (options: object) => { registerLambdaContext(context: object): void };
}
interface DynamoDb {
  DynamoDBPersistenceLayer: new (options: object) => object;
}

export async function idempotency(): Promise<void> {
  needPeers();
  const ledger = await openLedger();
  const meter = createMeter(ledger.tables);
  const rows: (string | number)[][] = [];
  try {
    await ledger.v1('proposer', 'GET', '/v1/requests/none');
    const post = (headers: Record<string, string>) =>
      ledger.v1('proposer', 'POST', '/v1/requests', { body: PROPOSAL, headers });
    const none = await meter.measure(() => post({}));
    rows.push(['none: no Idempotency-Key', 'first', ...cells(none.cost), '1 made']);
    rows.push(...(await measure('ours: the record is keyed by it', meter, (key) => post({ 'idempotency-key': key }))));
    const wrapped = await powertools(ledger, () => post({}));
    const name = `Powertools ${versionOf('@aws-lambda-powertools/idempotency')} around the same handler`;
    rows.push(...(await measure(name, meter, (key) => wrapped({ key }, CONTEXT))));
  } finally {
    await ledger.stop();
  }
  fact(
    'write units of an idempotent create, to Powertools’ around the same',
    'fewer',
    `${rows[1]![4]} to ${rows[4]![4]}`,
  );
  writePart('idempotency', 'Idempotency, compared with Powertools', text(rows));
}

async function measure(name: string, meter: Meter, call: (key: string) => Promise<Said>) {
  const first = await meter.measure(() => call('first'));
  const again = await meter.measure(() => call('first'));
  const many = await meter.measure(() => Promise.allSettled(Array.from({ length: AT_ONCE }, () => call('many'))));
  const ids = many.answer.map((each) => (each.status === 'fulfilled' ? (each.value.body.request.id as string) : null));
  const told = ids.filter((id) => id !== null);
  const outcome = `${new Set(told).size} made, ${told.length} answered, ${ids.length - told.length} errors`;
  return [
    [name, 'first', ...cells(first.cost), '1 made'],
    [name, 'repeated', ...cells(again.cost), 'the same answer'],
    [name, `${AT_ONCE} at once`, ...cells(many.cost), outcome],
  ];
}

function cells({ trips, calls, writeUnits, refusedUnits, readUnits }: Cost): (string | number)[] {
  return [trips, calls.length, writeUnits, refusedUnits, readUnits];
}

const CONTEXT = { getRemainingTimeInMillis: () => 10_000, functionName: 'create' };

async function powertools({ tables }: Ledger, handler: () => Promise<Said>): Promise<Handler> {
  await tables.client.send(
    new CreateTableCommand({
      TableName: TABLE,
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      BillingMode: 'PAY_PER_REQUEST',
    }),
  );
  const { makeIdempotent, IdempotencyConfig } = peer<Idempotency>('@aws-lambda-powertools/idempotency');
  const { DynamoDBPersistenceLayer } = peer<DynamoDb>('@aws-lambda-powertools/idempotency/dynamodb');
  const config = new IdempotencyConfig({});
  config.registerLambdaContext(CONTEXT);
  const persistenceStore = new DynamoDBPersistenceLayer({ tableName: TABLE, awsSdkV3Client: tables.client });
  return makeIdempotent(() => handler(), { persistenceStore, config });
}

function text(rows: readonly (readonly (string | number)[])[]): string {
  return [
    'The same create, counted by the same meter. Refused units are those of conditional writes that failed; they are charged too. Trips include the key check and',
    'the read of the policy.',
    '',
    table(['how', 'call', 'trips', 'calls', 'write units', 'refused units', 'read units', 'outcome'], rows),
    '',
    'Powertools works with any handler, replays any answer, and expires keys after an hour. Here a key never expires, because the record is kept anyway. Powertools needs',
    'two more writes for each call, and a call during the first one is an error that the caller must retry. Our service answers it from the record.',
  ].join('\n');
}
