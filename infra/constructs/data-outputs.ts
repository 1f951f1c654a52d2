/**
 * What the service stack reads from the data stack: outputs with fixed names, which exist in every configuration. References
 * of the library would appear and disappear with their users. In an application without our `cdk.json` they would be
 * exports, which CloudFormation does not delete while another stack imports them.
 */
import { CfnOutput, Fn, Stack } from 'aws-cdk-lib';
import * as kms from 'aws-cdk-lib/aws-kms';
import * as s3 from 'aws-cdk-lib/aws-s3';
import * as secretsmanager from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { Config } from '../config';
import { namedTables, type ServiceTables } from './tables';

/** The data stack. */
interface DataParts extends Construct {
  readonly tables: ServiceTables;
  readonly secrets: ServiceSecrets;
  readonly givenUp: s3.IBucket;
  readonly heads: s3.IBucket;
  readonly evidence: s3.IBucket;
  readonly accessLogs: s3.IBucket;
}

/** Never rename one: a deployed service reads it by this name. */
const OUTPUTS = {
  MainTable: ({ tables }) => tables.main.tableName,
  MainTableStream: ({ tables }) => tables.main.tableStreamArn!,
  TransientTable: ({ tables }) => tables.transient.tableName,
  DataKey: ({ secrets }) => secrets.dataKey.keyArn,
  HeadKey: ({ secrets }) => secrets.headKey.keyArn,
  VerdictKey: ({ secrets }) => secrets.verdictKey.keyArn,
  CodesSecret: ({ secrets }) => secrets.codes.secretArn,
  PushSecret: ({ secrets }) => secrets.push.secretArn,
  IntegrationsSecret: ({ secrets }) => secrets.integrations.secretArn,
  GivenUpBucket: ({ givenUp }) => givenUp.bucketName,
  HeadsBucket: ({ heads }) => heads.bucketName,
  EvidenceBucket: ({ evidence }) => evidence.bucketName,
  AccessLogsBucket: ({ accessLogs }) => accessLogs.bucketName,
} as const satisfies Record<string, (data: DataParts) => string>;

export type DataOutput = keyof typeof OUTPUTS;

export function declareOutputs(data: DataParts): void {
  for (const [name, value] of Object.entries(OUTPUTS))
    new CfnOutput(data, `Output${name}`, { value: value(data) }).overrideLogicalId(name);
}

/** Keys and secrets as the service sees them. */
export interface ServiceSecrets {
  readonly dataKey: kms.IKey;
  readonly headKey: kms.IKey;
  readonly verdictKey: kms.IKey;
  readonly codes: secretsmanager.ISecret;
  readonly push: secretsmanager.ISecret;
  readonly integrations: secretsmanager.ISecret;
}

/** The data stack as the service stack sees it. */
export class DataReader extends Construct {
  readonly tables: ServiceTables;
  readonly secrets: ServiceSecrets;
  readonly givenUp: s3.IBucket;
  readonly heads: s3.IBucket;
  readonly evidence: s3.IBucket;

  constructor(scope: Construct, id: string, { existingTables }: Config, data: Construct) {
    super(scope, id);
    const [from, to] = [Stack.of(data), Stack.of(this)];
    if (from === to) throw new Error('RequestAuthorizationData and RequestAuthorizationService need a stack each');
    to.addStackDependency(from);
    const read = (name: DataOutput) => Fn.getStackOutput(from.stackName, name);
    const key = (name: DataOutput) => kms.Key.fromKeyArn(this, name, read(name));
    const secret = (name: DataOutput) => secretsmanager.Secret.fromSecretCompleteArn(this, name, read(name));
    const bucket = (name: DataOutput) => s3.Bucket.fromBucketName(this, name, read(name));
    this.tables = namedTables(
      this,
      existingTables ?? {
        main: read('MainTable'),
        mainStreamArn: read('MainTableStream'),
        transient: read('TransientTable'),
      },
    );
    this.secrets = {
      dataKey: key('DataKey'),
      headKey: key('HeadKey'),
      verdictKey: key('VerdictKey'),
      codes: secret('CodesSecret'),
      push: secret('PushSecret'),
      integrations: secret('IntegrationsSecret'),
    };
    this.givenUp = bucket('GivenUpBucket');
    this.heads = bucket('HeadsBucket');
    this.evidence = bucket('EvidenceBucket');
  }
}
