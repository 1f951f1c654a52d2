import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import { createDocumentClient, type Tables } from '../../../src/adapters/dynamodb/client';
import { createTables } from '../../../src/adapters/dynamodb/create-tables';
import { Activity } from '../../../src/local/platform/activity';
import { type DataDirectory, openDataDirectory } from '../../../src/local/platform/data-directory';
import { type DynamoDbProcess, startDynamoDb } from '../../../src/local/platform/dynamodb-process';
import { type StreamPoller, type StreamPollerOptions, startStreamPoller } from '../../../src/local/platform/stream';
import { aFolder } from '../../support/folder';

let directory: DataDirectory;
let database: DynamoDbProcess;
let tables: Tables;
let streams: DynamoDBStreamsClient;
let streamArn: string;
let place: { positionPath: string; givenUpPath: string };
const pollers: StreamPoller[] = [];
/** Every test writes items of its own. */
let testNumber = 0;

beforeAll(async () => {
  directory = openDataDirectory(null);
  database = await startDynamoDb(directory);
  const config = {
    endpoint: database.endpoint,
    region: 'local',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  };
  tables = { client: createDocumentClient(config), main: 'main', transient: 'transient' };
  streams = new DynamoDBStreamsClient(config);
  await createTables(tables);
  const { Table } = await tables.client.send(new DescribeTableCommand({ TableName: tables.main }));
  streamArn = Table!.LatestStreamArn!;
});

afterAll(async () => {
  tables.client.destroy();
  streams.destroy();
  await database.stop();
  directory.release();
});

beforeEach(async () => {
  const path = aFolder();
  place = { positionPath: `${path}/position.json`, givenUpPath: `${path}/given-up.ndjson` };
  testNumber += 1;
  // What earlier tests wrote is passed over.
  const poller = start(async () => undefined);
  await poller.drained();
  await poller.stop();
});

afterEach(async () => {
  await Promise.all(pollers.splice(0).map((poller) => poller.stop()));
});

function start(handler: StreamPollerOptions['handler'], options: Partial<StreamPollerOptions> = {}): StreamPoller {
  const poller = startStreamPoller({
    client: streams,
    streamArn,
    activity: new Activity(),
    handler,
    report: () => undefined,
    ...place,
    ...options,
  });
  pollers.push(poller);
  return poller;
}

async function put(...names: string[]): Promise<void> {
  for (const name of names) {
    const Item = { pk: `org_${testNumber}#${name}`, sk: 'ITEM', name, bytes: Uint8Array.of(1, 2, 255) };
    await tables.client.send(new PutCommand({ TableName: tables.main, Item }));
  }
}

const namesOf = ({ Records }: DynamoDBStreamEvent) => Records.map(({ dynamodb }) => dynamodb!.NewImage!.name!.S!);

const noting = (batches: string[][]) => async (event: DynamoDBStreamEvent) => void batches.push(namesOf(event));

describe('the stream', () => {
  test('the stream hands out every write in order, as Lambda shows it', async () => {
    const events: DynamoDBStreamEvent[] = [];
    const poller = start(async (event) => void events.push(event));
    await put('a', 'b', 'c');
    await poller.drained();
    expect(events.flatMap(namesOf)).toEqual(['a', 'b', 'c']);
    expect(events[0]!.Records[0]).toMatchObject({
      eventName: 'INSERT',
      eventSource: 'aws:dynamodb',
      eventSourceARN: streamArn,
      dynamodb: {
        Keys: { pk: { S: `org_${testNumber}#a` }, sk: { S: 'ITEM' } },
        NewImage: { name: { S: 'a' }, bytes: { B: 'AQL/' } },
        SequenceNumber: expect.any(String),
      },
    });
  });

  test('the stream leaves out a write that changed nothing', async () => {
    const batches: string[][] = [];
    await put('a');
    const poller = start(noting(batches));
    await put('a', 'b');
    await poller.drained();
    expect(batches.flat()).toEqual(['a', 'b']);
  });

  test('the stream is looked at when somebody asks whether all is idle', async () => {
    const batches: string[][] = [];
    const activity = new Activity();
    start(noting(batches), { activity, pollIntervalMs: 60_000 });
    await activity.idle();
    await put('a');
    await activity.idle();
    expect(batches).toEqual([['a']]);
  });

  test('the stream goes on after a restart where it stopped', async () => {
    const before: string[][] = [];
    const first = start(noting(before));
    await put('a', 'b');
    await first.drained();
    await first.stop();
    await put('c');
    const after: string[][] = [];
    await start(noting(after)).drained();
    expect(after).toEqual([['c']]);
  });
});
