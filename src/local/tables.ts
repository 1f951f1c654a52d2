/** The tables on one machine: in the embedded database, or at the endpoint that DYNAMODB_ENDPOINT names. */
import { DescribeTableCommand, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { createDocumentClient, type Tables } from '../adapters/dynamodb/client';
import { createTables } from '../adapters/dynamodb/create-tables';
import type { DataDirectory } from './platform/data-directory';
import { type DynamoDbProcess, startDynamoDb, UNCHECKED_SIGNATURE } from './platform/dynamodb-process';
import { RunnerError } from './platform/errors';

export interface LocalTables {
  /** Null if the tables are in this process's memory. */
  readonly endpoint: string | null;
  readonly tables: Tables;
  readonly streams: DynamoDBStreamsClient;
  readonly streamArn: string;
  /** Resolves when the embedded database ends unexpectedly. Never resolves for another endpoint. */
  readonly died: Promise<string>;
  stop(): Promise<void>;
}

const WRITES = new Set([
  'PutItemCommand',
  'UpdateItemCommand',
  'DeleteItemCommand',
  'TransactWriteItemsCommand',
  'BatchWriteItemCommand',
]);

/** `written` is called after every successful write. */
export async function openTables(
  directory: DataDirectory,
  endpoint: string | undefined,
  written: () => void,
): Promise<LocalTables> {
  const embedded = endpoint === undefined ? await startDynamoDb(directory) : null;
  try {
    return await connect(embedded?.endpoint ?? endpoint!, embedded, written);
  } catch (error) {
    await embedded?.stop();
    if (embedded !== null || error instanceof RunnerError) throw error;
    throw new RunnerError(
      `DYNAMODB_ENDPOINT ${endpoint} does not answer as DynamoDB does: ${(error as Error).message}`,
    );
  }
}

async function connect(endpoint: string, embedded: DynamoDbProcess | null, written: () => void): Promise<LocalTables> {
  const config = {
    ...clientConfigFor(endpoint),
    ...(embedded === null ? {} : { credentials: LOCAL, signer: unsigned }),
  };
  const client = createDocumentClient(config, PATIENT_MS);
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const result = await next(args);
      if (WRITES.has(context.commandName ?? '')) written();
      return result;
    },
    { step: 'initialize', name: 'written' },
  );
  const tables: Tables = { client, ...TABLE_NAMES };
  await createTables(tables);
  const { Table } = await client.send(new DescribeTableCommand({ TableName: tables.main }));
  if (Table?.LatestStreamArn === undefined) throw new RunnerError(`the table ${tables.main} has no stream`);
  const streams = new DynamoDBStreamsClient(config);
  return {
    endpoint,
    tables,
    streams,
    streamArn: Table.LatestStreamArn,
    died: embedded?.died ?? new Promise(() => undefined),
    async stop() {
      client.destroy();
      streams.destroy();
      await embedded?.stop();
    },
  };
}

/** Also the administration command's, which works on the data of a running machine. */
export const TABLE_NAMES = { main: 'request-authorization', transient: 'request-authorization-transient' } as const;

const LOCAL = { accessKeyId: 'local', secretAccessKey: 'local' };
/**
 * One process makes the calls of all functions here, perhaps on a busy machine, so only a call that hangs is given up.
 */
const PATIENT_MS = 30_000;

/**
 * The embedded database needs a signature but does not check it. Computing one takes a fifth of a call's processor
 * time.
 */
const unsigned: DynamoDBClientConfig['signer'] = {
  async sign(request) {
    Object.assign(request.headers, UNCHECKED_SIGNATURE);
    return request;
  },
};

/**
 * Everyone who accesses the tables signs with these credentials, because DynamoDB Local has a separate database for
 * each access key and region. They come from the environment; otherwise any value works, because the embedded database
 * accepts all.
 */
export function clientConfigFor(endpoint: string) {
  const region = process.env.AWS_REGION ?? 'local';
  return { endpoint, region, ...(process.env.AWS_ACCESS_KEY_ID === undefined ? { credentials: LOCAL } : {}) };
}
