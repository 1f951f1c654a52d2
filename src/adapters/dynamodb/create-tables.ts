/**
 * Creates the tables from their definition, for the local runner and the tests. The deployment reads the same
 * definition.
 */
import { CreateTableCommand, type CreateTableCommandInput, DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import type { Tables } from './client';
import { MAIN_TABLE, type TableDefinition, TRANSIENT_TABLE } from './table';

/** Does nothing if the tables exist. */
export async function createTables(tables: Tables): Promise<void> {
  await Promise.all([
    createTable(tables, tables.main, MAIN_TABLE),
    createTable(tables, tables.transient, TRANSIENT_TABLE),
  ]);
}

async function createTable(tables: Tables, name: string, definition: TableDefinition): Promise<void> {
  try {
    await tables.client.send(new CreateTableCommand(createTableInput(name, definition)));
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'ResourceInUseException') throw error;
  }
  for (;;) {
    const { Table } = await tables.client.send(new DescribeTableCommand({ TableName: name }));
    if (Table?.TableStatus === 'ACTIVE') return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

export function createTableInput(TableName: string, definition: TableDefinition): CreateTableCommandInput {
  const strings = [definition.partitionKey, ...(definition.sortKey === null ? [] : [definition.sortKey])];
  const indexStrings = definition.indexes.map((index) => index.partitionKey);
  const indexNumbers = definition.indexes.map((index) => index.sortKey);
  return {
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: keySchema(definition.partitionKey, definition.sortKey),
    AttributeDefinitions: [
      ...[...new Set([...strings, ...indexStrings])].map((AttributeName) => ({
        AttributeName,
        AttributeType: 'S' as const,
      })),
      ...[...new Set(indexNumbers)].map((AttributeName) => ({ AttributeName, AttributeType: 'N' as const })),
    ],
    GlobalSecondaryIndexes: definition.indexes.map((index) => ({
      IndexName: index.name,
      KeySchema: keySchema(index.partitionKey, index.sortKey),
      Projection:
        index.include.length === 0
          ? { ProjectionType: 'KEYS_ONLY' as const }
          : { ProjectionType: 'INCLUDE' as const, NonKeyAttributes: [...index.include] },
    })),
    ...(definition.stream
      ? { StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' as const } }
      : {}),
  };
}

function keySchema(partitionKey: string, sortKey: string | null) {
  return [
    { AttributeName: partitionKey, KeyType: 'HASH' as const },
    ...(sortKey === null ? [] : [{ AttributeName: sortKey, KeyType: 'RANGE' as const }]),
  ];
}
