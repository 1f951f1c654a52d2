/** The two tables, from the definition that the local runner uses too. */
import { RemovalPolicy } from 'aws-cdk-lib';
import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import type * as kms from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { MAIN_TABLE, type TableDefinition, TRANSIENT_TABLE } from '../../src/adapters/dynamodb/table';
import type { Config } from '../config';

export class Tables extends Construct {
  readonly main: dynamodb.Table;
  readonly transient: dynamodb.Table;

  constructor(scope: Construct, id: string, { config, key }: { config: Config; key: kms.IKey }) {
    super(scope, id);
    this.main = table(this, 'Main', MAIN_TABLE, config, key);
    this.transient = table(this, 'Transient', TRANSIENT_TABLE, config, key);
  }
}

function table(
  scope: Construct,
  id: string,
  definition: TableDefinition,
  config: Config,
  encryptionKey: kms.IKey,
): dynamodb.Table {
  const created = new dynamodb.Table(scope, id, {
    partitionKey: { name: definition.partitionKey, type: dynamodb.AttributeType.STRING },
    ...(definition.sortKey === null
      ? {}
      : { sortKey: { name: definition.sortKey, type: dynamodb.AttributeType.STRING } }),
    billingMode: dynamodb.BillingMode.PAY_PER_REQUEST,
    encryption: dynamodb.TableEncryption.CUSTOMER_MANAGED,
    encryptionKey,
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    deletionProtection: config.protectData,
    removalPolicy: config.protectData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    ...(definition.stream ? { stream: dynamodb.StreamViewType.NEW_AND_OLD_IMAGES } : {}),
    ...(definition.timeToLive === null ? {} : { timeToLiveAttribute: definition.timeToLive }),
  });
  for (const index of definition.indexes) {
    created.addGlobalSecondaryIndex({
      indexName: index.name,
      partitionKey: { name: index.partitionKey, type: dynamodb.AttributeType.STRING },
      sortKey: { name: index.sortKey, type: dynamodb.AttributeType.NUMBER },
      ...(index.include.length === 0
        ? { projectionType: dynamodb.ProjectionType.KEYS_ONLY }
        : { projectionType: dynamodb.ProjectionType.INCLUDE, nonKeyAttributes: [...index.include] }),
    });
  }
  return created;
}
