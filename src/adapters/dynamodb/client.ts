/** The DynamoDB clients of one process: built once, in a composition root. */
import { DynamoDBClient, type DynamoDBClientConfig, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';

/** Where the tables are. */
export interface Tables {
  readonly client: DynamoDBDocumentClient;
  readonly main: string;
  readonly transient: string;
}

export function createDocumentClient(config: DynamoDBClientConfig = {}): DynamoDBDocumentClient {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ maxAttempts: 4, ...config }), {
    marshallOptions: { removeUndefinedValues: true },
  });
  retryItemConflicts(client);
  return client;
}

/**
 * A claim that meets a turn's transaction on the same item is refused although nothing is wrong with it; the SDK tries
 * such a write again only if it is told that it may.
 */
function retryItemConflicts(client: DynamoDBDocumentClient): void {
  client.middlewareStack.add(
    (next) => async (args) => {
      try {
        return await next(args);
      } catch (error) {
        if (error instanceof TransactionConflictException) Object.assign(error, { $retryable: {} });
        throw error;
      }
    },
    // Inside the SDK's own retry, which has priority "high".
    { step: 'finalizeRequest', name: 'retryItemConflicts', priority: 'low' },
  );
}

/**
 * Shows every answer's Date header to whoever watches this instance's clock
 * (docs/design.md#time-is-decided-once-for-each-item).
 */
export function watchDate(client: DynamoDBDocumentClient, saw: (dateHeader: string | undefined) => void): void {
  client.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args);
      const { headers } = (result.response ?? {}) as { headers?: Record<string, string> };
      saw(headers?.date);
      return result;
    },
    { step: 'deserialize', name: 'watchDate', priority: 'low' },
  );
}

/**
 * Opens the first connection while the function starts: the handshake then runs beside the arrival of the first
 * request, and the clock guard has seen DynamoDB's clock before the first claim. One read of half a unit for each
 * instance; it may fail, since the request's own call will.
 */
export function openConnection({ client, main }: Tables): void {
  client.send(new GetCommand({ TableName: main, Key: { pk: 'CONNECTION', sk: 'CONNECTION' } })).catch(() => undefined);
}
