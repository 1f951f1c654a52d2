/** The two tables, from the same definition as on one machine. */
import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import type * as kms from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { MAIN_TABLE, type TableDefinition, TRANSIENT_TABLE } from '../../src/adapters/dynamodb/table';
import { type Config, LEAST_CAPACITY, TARGET_PERCENT } from '../config';
import { removalOf } from './removal';

/** The tables that the functions use: those of the data stack, or a restore. */
export interface ServiceTables {
  readonly main: dynamodb.ITable;
  readonly transient: dynamodb.ITable;
}

interface TablesProps {
  readonly config: Config;
  readonly key: kms.IKey;
}

export class Tables extends Construct implements ServiceTables {
  readonly main: dynamodb.TableV2;
  readonly transient: dynamodb.TableV2;

  constructor(scope: Construct, id: string, props: TablesProps) {
    super(scope, id);
    // Losing this table only signs people out.
    this.transient = table(this, 'Transient', TRANSIENT_TABLE, props);
    this.main = table(this, 'Main', MAIN_TABLE, props, { deletionProtection: props.config.protectData });
    // One after the other, because DynamoDB limits how many tables with indexes are created at once.
    this.main.node.addDependency(this.transient);
  }
}

/** Those of the data stack, or of a restore, which CloudFormation did not make. */
export function namedTables(scope: Construct, names: NonNullable<Config['existingTables']>): ServiceTables {
  return {
    main: dynamodb.Table.fromTableAttributes(scope, 'MainTable', {
      tableName: names.main,
      tableStreamArn: names.mainStreamArn,
    }),
    transient: dynamodb.Table.fromTableName(scope, 'TransientTable', names.transient),
  };
}

function table(
  scope: Construct,
  id: string,
  definition: TableDefinition,
  { config, key }: TablesProps,
  options: Partial<dynamodb.TablePropsV2> = {},
): dynamodb.TableV2 {
  const { reads, writes } = config.warmThroughput ?? {};
  const warm =
    definition === MAIN_TABLE && reads !== undefined && writes !== undefined
      ? { warmThroughput: { readUnitsPerSecond: reads, writeUnitsPerSecond: writes } }
      : {};
  return new dynamodb.TableV2(scope, id, {
    partitionKey: { name: definition.partitionKey, type: dynamodb.AttributeType.STRING },
    ...(definition.sortKey === null
      ? {}
      : { sortKey: { name: definition.sortKey, type: dynamodb.AttributeType.STRING } }),
    billing: billingOf(definition, config),
    encryption: dynamodb.TableEncryptionV2.customerManagedKey(key),
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    removalPolicy: removalOf(config),
    ...(definition.stream ? { dynamoStream: dynamodb.StreamViewType.NEW_AND_OLD_IMAGES } : {}),
    ...(definition.timeToLive === null ? {} : { timeToLiveAttribute: definition.timeToLive }),
    ...warm,
    globalSecondaryIndexes: definition.indexes.map((index) => ({
      indexName: index.name,
      partitionKey: { name: index.partitionKey, type: dynamodb.AttributeType.STRING },
      sortKey: { name: index.sortKey, type: dynamodb.AttributeType.NUMBER },
      ...(index.include.length === 0
        ? { projectionType: dynamodb.ProjectionType.KEYS_ONLY }
        : { projectionType: dynamodb.ProjectionType.INCLUDE, nonKeyAttributes: [...index.include] }),
      ...warm,
    })),
    ...options,
  });
}

/** The transient table stays on demand: a flood of sign-ins must not wait for capacity to grow. */
function billingOf(definition: TableDefinition, { provisionedCapacity: most }: Config): dynamodb.Billing {
  if (most === null || definition !== MAIN_TABLE) return dynamodb.Billing.onDemand();
  // A table that changes from on-demand starts with the seed. From the maximum it scales down; from the minimum it
  // would throttle.
  const upTo = (maxCapacity: number) =>
    dynamodb.Capacity.autoscaled({
      minCapacity: LEAST_CAPACITY,
      maxCapacity,
      seedCapacity: maxCapacity,
      targetUtilizationPercent: TARGET_PERCENT,
    });
  // The indexes take the table's settings, and each scales by its own load.
  return dynamodb.Billing.provisioned({ readCapacity: upTo(most.reads), writeCapacity: upTo(most.writes) });
}
