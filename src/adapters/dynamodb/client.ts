/** The DynamoDB clients of a process, built once in a composition root. */
import { DynamoDBClient, type DynamoDBClientConfig, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';

export interface Tables {
  readonly client: DynamoDBDocumentClient;
  readonly main: string;
  readonly transient: string;
}

/** Four attempts of two seconds fit into the ten-second timeout of the function `api`. */
const ATTEMPT_MS = 2000;

/**
 * Without `info` and `error` the SDK does not copy each input and output, only to log them nowhere. It calls the other two
 * without a check.
 */
const SILENT = { debug() {}, warn() {} } as unknown as NonNullable<DynamoDBClientConfig['logger']>;

/**
 * The SDK's client. An attempt ends with a `TimeoutError`, which the SDK retries, if no answer begins within `attemptMs`
 * or if an answer that began stops for that long. The SDK keeps up to 50 connections alive.
 */
export function createDocumentClient(
  config: DynamoDBClientConfig = {},
  attemptMs = ATTEMPT_MS,
): DynamoDBDocumentClient {
  const client = new DynamoDBClient({
    maxAttempts: 4,
    logger: SILENT,
    requestHandler: { requestTimeout: attemptMs, throwOnRequestTimeout: true, socketTimeout: attemptMs },
    ...config,
  });
  const document = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
  retryItemConflicts(document);
  return document;
}

/**
 * A claim that conflicts with a turn's transaction on the same item is refused although the claim itself is fine. The
 * SDK retries such a write only if this option is set.
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
    // This runs inside the SDK's own retry, which has priority "high".
    { step: 'finalizeRequest', name: 'retryItemConflicts', priority: 'low' },
  );
}

/**
 * Passes the Date header of every answer to the guard of this instance's clock
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
 * Opens the first connection while the function starts, so that the handshake overlaps with the arrival of the first
 * request, and the clock guard knows DynamoDB's clock before the first claim. It costs one read of half a unit for each
 * instance. A failure is ignored, because the request's own call would fail too.
 */
export function openConnection({ client, main }: Tables): void {
  client.send(new GetCommand({ TableName: main, Key: { pk: 'CONNECTION', sk: 'CONNECTION' } })).catch(() => undefined);
}
