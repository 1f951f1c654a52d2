/** The DynamoDB clients of one process: built once, in a composition root. */
import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** Where the tables are. */
export interface Tables {
  readonly client: DynamoDBDocumentClient;
  readonly main: string;
  readonly transient: string;
}

export function createDocumentClient(config: DynamoDBClientConfig = {}): DynamoDBDocumentClient {
  return DynamoDBDocumentClient.from(new DynamoDBClient({ maxAttempts: 4, ...config }), {
    marshallOptions: { removeUndefinedValues: true },
  });
}
