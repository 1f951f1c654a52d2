/** Exports of the first region's table, in the bucket that replicates to the standby's region. */
import { type DynamoDBClient, ImportTableCommand, ListImportsCommand } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, paginateListObjectsV2, type S3Client } from '@aws-sdk/client-s3';
import { createTableInput } from '../../../src/adapters/dynamodb/create-tables';
import { MAIN_TABLE } from '../../../src/adapters/dynamodb/table';
import { described } from '../tables';
import type { Pause } from './triggers';

const POLL_MS = 30_000;

export interface Export {
  readonly bucket: string;
  /** Where its objects are. */
  readonly prefix: string;
  readonly at: string;
  readonly items: number;
}

/** Null if there is no completed export. */
export async function newestExport(client: S3Client, bucket: string, under: string): Promise<Export | null> {
  const found: Export[] = [];
  const pages = paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: `${under}AWSDynamoDB/` });
  for await (const { Contents = [] } of pages)
    for (const { Key = '' } of Contents) {
      if (!Key.endsWith('/manifest-summary.json')) continue;
      const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key }));
      const summary = JSON.parse(await Body!.transformToString('utf-8')) as { exportTime: string; itemCount: number };
      const prefix = Key.replace('manifest-summary.json', '');
      found.push({ bucket, prefix, at: new Date(summary.exportTime).toISOString(), items: summary.itemCount });
    }
  return found.sort((a, b) => b.at.localeCompare(a.at))[0] ?? null;
}

/** With the keys, indexes and encryption of the standby's own table. */
export async function importTable(
  client: DynamoDBClient,
  { bucket, prefix }: Export,
  { source, target, pause }: { readonly source: string; readonly target: string; readonly pause: Pause },
): Promise<void> {
  if ((await described(client, target)) === null) {
    const key = (await described(client, source))?.SSEDescription?.KMSMasterKeyArn;
    const { StreamSpecification: _stream, ...parameters } = createTableInput(target, MAIN_TABLE);
    await client.send(
      new ImportTableCommand({
        S3BucketSource: { S3Bucket: bucket, S3KeyPrefix: `${prefix}data/` },
        InputFormat: 'DYNAMODB_JSON',
        InputCompressionType: 'GZIP',
        TableCreationParameters: {
          ...(parameters as object as { TableName: string; AttributeDefinitions: []; KeySchema: [] }),
          ...(key === undefined ? {} : { SSESpecification: { Enabled: true, SSEType: 'KMS', KMSMasterKeyId: key } }),
        },
      }),
    );
  }
  while (!(await isImported(client, target))) await pause(POLL_MS);
}

/** A table of an import that failed can be active, with some of the items. */
async function isImported(client: DynamoDBClient, target: string): Promise<boolean> {
  const table = await described(client, target);
  if (table === null) return false;
  const { ImportSummaryList = [] } = await client.send(new ListImportsCommand({ TableArn: table.TableArn }));
  const status = ImportSummaryList[0]?.ImportStatus;
  if (/^(FAILED|CANCELL)/.test(status ?? ''))
    throw new Error(`The import into ${target} ended with ${status}. Delete that table, and run this again.`);
  return status === 'COMPLETED' && table.TableStatus === 'ACTIVE';
}
