import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkedConfig } from '../../infra/config';
import { deploymentStacks } from '../../infra/stacks';
import { createTableInput } from '../../src/adapters/dynamodb/create-tables';
import { MAIN_TABLE, type TableDefinition, TRANSIENT_TABLE } from '../../src/adapters/dynamodb/table';
import { anApp } from './host/context';
import { plain, type Resource, resourcesOf, synthesize } from './host/stack';

const [prod, dev] = [synthesize('prod'), synthesize('dev')];
const ofType = (type: string, template = prod) => resourcesOf(template).filter(([, { Type }]) => Type === type);
const STATEFUL = /^AWS::(DynamoDB::(Global)?Table|KMS::Key|SecretsManager::Secret|S3::Bucket|Logs::LogGroup)$/;

describe('the data stack', () => {
  it.each([
    ['Main', MAIN_TABLE],
    ['Transient', TRANSIENT_TABLE],
  ] as const)(
    'the table %s is the one that the runner creates, with a time to live, the data key and a copy of every second',
    (name, table) => {
      const definition: TableDefinition = table;
      const created = createTableInput(name, definition);
      const [, { Properties }] = ofType('AWS::DynamoDB::GlobalTable').find(([id]) => id.startsWith(`Tables${name}`))!;
      expect(Properties.BillingMode).toBe(created.BillingMode);
      expect(Properties.KeySchema).toEqual(created.KeySchema);
      expect(Properties.GlobalSecondaryIndexes).toEqual(created.GlobalSecondaryIndexes);
      expect(Properties.SSESpecification).toEqual({ SSEEnabled: true, SSEType: 'KMS' });
      // Only the main table needs a stream. CloudFormation requires one only for tables with replicas.
      if (definition.stream) expect(Properties.StreamSpecification).toEqual({ StreamViewType: 'NEW_AND_OLD_IMAGES' });
      expect(Properties.TimeToLiveSpecification?.AttributeName ?? null).toBe(definition.timeToLive);
      const [replica, ...others] = Properties.Replicas;
      expect([replica.PointInTimeRecoverySpecification, others]).toEqual([{ PointInTimeRecoveryEnabled: true }, []]);
      expect(plain(replica.SSESpecification.KMSMasterKeyId)).toMatch(/^SecretsDataKey/);
    },
  );

  // The service of the previous release reads each output by its name: never rename or remove one.
  it('the names that the service reads do not depend on the configuration', () => {
    const names = [
      ...['AccessLogsBucket', 'CodesSecret', 'DataKey', 'EvidenceBucket', 'GivenUpBucket', 'HeadKey', 'HeadsBucket'],
      ...['IntegrationsSecret', 'MainTable', 'MainTableStream', 'PushSecret', 'TransientTable', 'VerdictKey'],
    ];
    for (const template of [prod, dev, synthesize('restored')])
      expect(Object.keys(template.Stacks.data.Outputs).sort()).toEqual(names);
  });

  // A changed id makes a new, empty resource: never accept a change here for a deployment that exists.
  it('everything stateful keeps its logical id', () => {
    const ids = Object.entries(prod.Stacks.data.Resources).filter(([, { Type }]) => STATEFUL.test(Type));
    expect(ids.map(([id]) => id).sort()).toEqual([
      'AccessLogs8B620ECA',
      'Evidence4CC26D68',
      'GivenUp4E100BCE',
      'Heads40852749',
      'SecretsCodes4124A91D',
      'SecretsDataKey8EEBFD64',
      'SecretsHeadKeyCC67055E',
      'SecretsIntegrations6D71DBAD',
      'SecretsPush072ADA69',
      'SecretsVerdictKey8EB0EDBD',
      'TablesMainBB1D2EBD',
      'TablesTransientDF16FEB7',
    ]);
    const outside = Object.entries(prod.Stacks.service.Resources).filter(([, { Type }]) =>
      /DynamoDB|KMS::Key$|SecretsManager::Secret$/.test(Type),
    );
    // The canary’s resources are created again if they are missing.
    expect(outside.map(([id]) => id.replace(/^(Canary(?:Credentials|Mailbox))\w+$/, '$1')).sort()).toEqual([
      'CanaryCredentials',
      'CanaryMailbox',
      'EdgeSecret1CC1469E',
    ]);
  });

  it('protected data is kept when its stack is deleted, and removed when its creation is rolled back', () => {
    const stateful = Object.values(prod.Stacks.data.Resources).filter(({ Type }) => STATEFUL.test(Type));
    for (const { DeletionPolicy, UpdateReplacePolicy } of stateful)
      expect([DeletionPolicy, UpdateReplacePolicy]).toEqual(['RetainExceptOnCreate', 'Retain']);
  });

  it('the resource that is protected from deletion is created after all others', () => {
    const main = prod.Stacks.data.Resources.TablesMainBB1D2EBD!;
    expect(main.Properties.Replicas[0].DeletionProtectionEnabled).toBe(true);
    const others = Object.keys(prod.Stacks.data.Resources).filter((id) => id !== 'TablesMainBB1D2EBD');
    expect([...(main.DependsOn ?? [])].sort()).toEqual(others.sort());
    const isProtected = ([, { Properties }]: [string, Resource]) =>
      (Properties.Replicas ?? []).some((replica: Resource['Properties']) => replica.DeletionProtectionEnabled);
    expect(resourcesOf(prod).filter(isProtected)).toHaveLength(1);
  });

  it('a dev deployment is deleted completely: tables, keys, secrets, log groups, and buckets with their contents', () => {
    const stateful = resourcesOf(dev).filter(([, { Type }]) => STATEFUL.test(Type));
    expect(stateful.length).toBeGreaterThan(15);
    const kept = stateful.filter(([, { DeletionPolicy }]) => DeletionPolicy !== 'Delete');
    expect(kept.map(([id]) => id)).toEqual([]);
    const emptied = ofType('Custom::S3AutoDeleteObjects', dev).map(([, { Properties }]) =>
      plain(Properties.BucketName),
    );
    expect(emptied.sort()).toEqual(
      ofType('AWS::S3::Bucket', dev)
        .map(([id]) => id)
        .sort(),
    );
    for (const [, { Properties }] of ofType('AWS::DynamoDB::GlobalTable', dev))
      expect(Properties.Replicas[0].DeletionProtectionEnabled ?? false).toBe(false);
  });

  it('the heads of the canary are in their own bucket, for a week', () => {
    const [[, { Properties }]] = ofType('AWS::S3::Bucket').filter(([id]) => id.startsWith('CanaryHeads')) as [
      [string, Resource],
    ];
    expect(Properties.LifecycleConfiguration.Rules).toEqual([{ ExpirationInDays: 7, Status: 'Enabled' }]);
    expect([Properties.ObjectLockEnabled, Properties.VersioningConfiguration]).toEqual([undefined, undefined]);
  });

  it('every key can get a replica in a second region, because that cannot be added later', () => {
    for (const [, { Properties }] of ofType('AWS::KMS::Key')) expect(Properties.MultiRegion).toBe(true);
  });

  it('log groups of other services have names that do not fill a policy of the account', () => {
    const named = ofType('AWS::Logs::LogGroup').flatMap(([, { Properties }]) => Properties.LogGroupName ?? []);
    const stackId = { 'Fn::Select': [2, { 'Fn::Split': ['/', { Ref: 'AWS::StackId' }] }] };
    expect(named.map((name) => name['Fn::Join'])).toEqual([
      ['', ['/aws/vendedlogs/apigateway/request-authorization-prod-', stackId]],
      ['', ['/aws/vendedlogs/states/request-authorization-prod-', stackId]],
    ]);
    const to = [
      ofType('AWS::ApiGatewayV2::Stage')[0]![1].Properties.AccessLogSettings.DestinationArn,
      ofType('AWS::StepFunctions::StateMachine')[0]![1].Properties.LoggingConfiguration.Destinations[0]
        .CloudWatchLogsLogGroup.LogGroupArn,
    ].map((arn) => arn['Fn::GetAtt'][0]);
    expect(to.map((id) => prod.Resources[id]!.Properties.LogGroupName)).toEqual(named);
  });

  it('prod keeps every log, including API Gateway’s', () => {
    const groups = ofType('AWS::Logs::LogGroup');
    expect(groups.map(([id]) => id)).toContainEqual(expect.stringMatching(/^HttpApiAccessLogs/));
    for (const [, { DeletionPolicy, Properties }] of groups) {
      expect(DeletionPolicy).toBe('RetainExceptOnCreate');
      expect(Properties.RetentionInDays).toBe(365);
    }
  });

  it('the signing key is asymmetric and never leaves KMS, and the encryption key is rotated', () => {
    const keys = ofType('AWS::KMS::Key').map(([, { Properties }]) => Properties);
    expect(
      keys.map(({ KeySpec, KeyUsage, EnableKeyRotation = false }) => [KeySpec, KeyUsage, EnableKeyRotation]),
    ).toEqual([
      [undefined, undefined, true],
      ['ECC_NIST_P256', 'SIGN_VERIFY', false],
      ['ECC_NIST_P256', 'SIGN_VERIFY', false],
    ]);
  });

  it('published heads are kept for a year, in a bucket that can get a retention, and logs and given-up records for 90 days', () => {
    const bucket = (name: string, template = prod) =>
      ofType('AWS::S3::Bucket', template).find(([id]) => id.startsWith(name))![1].Properties;
    expect(bucket('Heads').ObjectLockConfiguration.Rule.DefaultRetention).toEqual({ Days: 365, Mode: 'GOVERNANCE' });
    for (const template of [prod, dev]) {
      expect(bucket('Heads', template).ObjectLockEnabled).toBe(true);
      expect(bucket('Heads', template).VersioningConfiguration).toEqual({ Status: 'Enabled' });
    }
    expect(bucket('Heads', dev).ObjectLockConfiguration?.Rule).toBeUndefined();
    for (const name of ['AccessLogs', 'GivenUp'])
      expect(bucket(name).LifecycleConfiguration.Rules).toEqual([{ ExpirationInDays: 90, Status: 'Enabled' }]);
  });

  it('a document expires after its setting and leaves a marker, and what it replaced is kept as long as a table can be restored', () => {
    const { Properties } = ofType('AWS::S3::Bucket', prod).find(([id]) => id.startsWith('Evidence'))![1];
    expect(Properties.VersioningConfiguration).toEqual({ Status: 'Enabled' });
    expect(Properties.LifecycleConfiguration).toEqual({
      Rules: [{ ExpirationInDays: 400, NoncurrentVersionExpiration: { NoncurrentDays: 35 }, Status: 'Enabled' }],
    });
    expect(JSON.stringify(Properties.BucketEncryption)).toMatch(/"BucketKeyEnabled":true.*"SSEAlgorithm":"aws:kms"/);
  });

  it('CloudFront’s access log is configured in us-east-1, and delivered to the bucket of logs in any region', () => {
    const { Resources } = prod.Stacks.edge;
    const of = (type: string) => Object.values(Resources).filter(({ Type }) => Type === `AWS::Logs::${type}`);
    const read = (StackName: string, OutputName: string) => ({
      'Fn::GetStackOutput': { StackName, Region: 'eu-central-1', OutputName },
    });
    const [source, destination, delivery] = ['DeliverySource', 'DeliveryDestination', 'Delivery'].map(
      (type) => of(type)[0]!.Properties,
    );
    const [service, data] = ['request-authorization-prod', 'request-authorization-prod-data'];
    expect(JSON.stringify(source.ResourceArn)).toContain(JSON.stringify(read(service!, 'DistributionId')));
    expect(JSON.stringify(destination.DestinationResourceArn)).toContain(
      JSON.stringify(read(data!, 'AccessLogsBucket')),
    );
    expect(source).toMatchObject({ LogType: 'ACCESS_LOGS', Name: service });
    expect(delivery.DeliverySourceName).toBe(service);
    expect(Object.keys(prod.Stacks.service.Outputs)).toContain('DistributionId');
    const [, policy] = ofType('AWS::S3::BucketPolicy').find(([id]) => id.startsWith('AccessLogs'))!;
    const delivered = policy.Properties.PolicyDocument.Statement.at(-1);
    expect(delivered).toMatchObject({
      Action: 's3:PutObject',
      Principal: { Service: 'delivery.logs.amazonaws.com' },
      Condition: {
        ArnLike: { 'aws:SourceArn': expect.anything() },
        StringEquals: { 'aws:SourceAccount': '000000000000' },
      },
    });
    expect(plain(delivered.Condition.ArnLike['aws:SourceArn'])).toBe(
      'arn:aws:logs:us-east-1:000000000000:delivery-source:*',
    );
    expect(plain(delivered.Resource)).toMatch(/\/AWSLogs\/000000000000\/CloudFront\/\*$/);
  });

  it('generated secrets have 64 letters and digits, and are encrypted with the deployment’s key', () => {
    const secrets = ofType('AWS::SecretsManager::Secret').map(([, { Properties }]) => Properties);
    const made = secrets.flatMap(({ GenerateSecretString }) => GenerateSecretString ?? []);
    expect(made).toHaveLength(4);
    for (const one of made) expect(one).toMatchObject({ PasswordLength: 64, ExcludePunctuation: true });
    for (const { KmsKeyId } of secrets) expect(plain(KmsKeyId)).toMatch(/^SecretsDataKey/);
  });

  it('keys, secrets, tables, buckets, queues, functions, roles and logs are tagged with the stage', () => {
    const types = /::(Key|Secret|GlobalTable|Bucket|Queue|Function|Role|LogGroup)$/;
    const all = resourcesOf(prod).filter(([id, { Type }]) => types.test(Type) && !id.startsWith('Custom'));
    const stage = { Key: 'stage', Value: 'prod' };
    const untagged = all.filter(([, { Properties }]) => {
      const tags = Properties.Tags ?? Properties.Replicas?.[0].Tags ?? [];
      return !tags.some((tag: object) => JSON.stringify(tag) === JSON.stringify(stage));
    });
    expect(untagged.map(([id]) => id)).toEqual([]);
    expect(new Set(all.map(([, { Type }]) => types.exec(Type)![1])).size).toBe(8);
  });
});

describe('a standby', () => {
  const key = (n: number) => `arn:aws:kms:eu-central-1:000000000000:key/mrk-${String(n).repeat(32)}`;
  const primaryKeys = { dataKey: key(1), headKey: key(2), verdictKey: key(3) };
  const templateOf = (own: object, stack: 'data' | 'service' = 'data') => {
    const file = JSON.parse(readFileSync(join(__dirname, '../../deployments/prod.json'), 'utf8'));
    const app = anApp();
    const stacks = deploymentStacks(app, checkedConfig({ ...file, ...own }, { allowPlaceholders: true }));
    return app.synth().getStackArtifact(stacks[stack].artifactId).template as {
      Resources: Record<string, Resource>;
      Outputs: Record<string, object>;
    };
  };
  const dataOf = (own: object) => Object.entries(templateOf(own).Resources);
  const serviceOf = (own: object) => Object.entries(templateOf(own, 'service').Resources);
  const outputsOf = (own: object) => templateOf(own).Outputs;

  it('a standby encrypts its table and secrets with replicas of the first region’s keys', () => {
    const all = dataOf({ stage: 'standby', region: 'eu-west-1', primaryKeys, frozen: true });
    const replicas = all.filter(([, { Type }]) => Type === 'AWS::KMS::ReplicaKey');
    expect(replicas.map(([id, { Properties }]) => [id, Properties.PrimaryKeyArn])).toEqual([
      [expect.stringMatching(/^SecretsDataKey/), key(1)],
      [expect.stringMatching(/^SecretsHeadKey/), key(2)],
      [expect.stringMatching(/^SecretsVerdictKey/), key(3)],
    ]);
    for (const [, { DeletionPolicy }] of replicas) expect(DeletionPolicy).toBe('RetainExceptOnCreate');
    expect(all.filter(([, { Type }]) => Type === 'AWS::KMS::Key')).toEqual([]);
    const [, table] = all.find(([id]) => id.startsWith('TablesMain'))!;
    expect(plain(table.Properties.Replicas[0].SSESpecification.KMSMasterKeyId)).toMatch(/^SecretsDataKey/);
  });

  it('the secrets of codes, pushes and integrations are replicated to a standby with its own key, and the standby uses them', () => {
    const replica = { region: 'eu-west-1', key: key(1).replace('central', 'west') };
    const first = dataOf({ secretsReplica: replica }).filter(([, { Type }]) => Type === 'AWS::SecretsManager::Secret');
    expect(first.map(([id, { Properties }]) => [id.slice(0, 12), Properties.ReplicaRegions])).toEqual([
      ['SecretsCodes', [{ Region: 'eu-west-1', KmsKeyId: replica.key }]],
      [expect.stringMatching(/^SecretsPush/), [{ Region: 'eu-west-1', KmsKeyId: replica.key }]],
      ['SecretsInteg', [{ Region: 'eu-west-1', KmsKeyId: replica.key }]],
    ]);
    const secret = (name: string) => `arn:aws:secretsmanager:eu-west-1:000000000000:secret:${name}-AbCdEf`;
    const primarySecrets = { codes: secret('codes'), push: secret('push'), integrations: secret('integrations') };
    const standby = { stage: 'standby', region: 'eu-west-1', primaryKeys, primarySecrets, frozen: true };
    expect(dataOf(standby).filter(([, { Type }]) => Type === 'AWS::SecretsManager::Secret')).toEqual([]);
    expect(outputsOf(standby)).toMatchObject({
      CodesSecret: { Value: primarySecrets.codes },
      PushSecret: { Value: primarySecrets.push },
      IntegrationsSecret: { Value: primarySecrets.integrations },
    });
  });

  it('a standby gets the published heads of the first region in its own bucket, and failures are counted', () => {
    const all = dataOf({ headsReplica: 'standby-heads' });
    const [, heads] = all.find(([id]) => id.startsWith('Heads4'))!;
    const { Rules, Role } = heads.Properties.ReplicationConfiguration;
    expect(Rules).toHaveLength(1);
    expect(Rules[0]).toMatchObject({ Id: 'heads', Status: 'Enabled', Filter: { Prefix: '' } });
    expect(plain(Rules[0].Destination.Bucket)).toBe('arn:aws:s3:::standby-heads');
    expect(Rules[0].Destination.Metrics).toEqual({ Status: 'Enabled' });
    const [, role] = all.find(([id]) => id === plain(Role))!;
    const services = ['batchoperations.s3.amazonaws.com', 's3.amazonaws.com'];
    expect(role.Properties.AssumeRolePolicyDocument.Statement).toEqual([
      { Action: 'sts:AssumeRole', Effect: 'Allow', Principal: { Service: services } },
    ]);
    // Alarms are in the service stack, so its name of the bucket is the data stack's output.
    const alarms = serviceOf({ headsReplica: 'standby-heads' });
    const [[, failed]] = alarms.filter(([id]) => id.startsWith('AlarmsHeadsNotReplicated')) as [[string, Resource]];
    expect(failed.Properties).toMatchObject({
      AlarmActions: [{ Ref: expect.stringMatching(/^AlarmsTicket/) }],
      ...{ Namespace: 'AWS/S3', MetricName: 'OperationsFailedReplication', Statistic: 'Sum' },
      ...{ Period: 300, EvaluationPeriods: 1, Threshold: 1, TreatMissingData: 'notBreaching' },
      Dimensions: [
        { Name: 'DestinationBucket', Value: 'standby-heads' },
        { Name: 'RuleId', Value: Rules[0].Id },
        {
          Name: 'SourceBucket',
          Value: { 'Fn::GetStackOutput': expect.objectContaining({ OutputName: 'HeadsBucket' }) },
        },
      ],
    });
    expect(serviceOf({}).filter(([id]) => id.startsWith('AlarmsHeadsNotReplicated'))).toEqual([]);
  });

  // S3 user guide: permissions for live replication, Object Lock considerations, IAM policies for Batch Replication.
  it('heads can be replicated with their lock, by the rule and by a job for those of before, and nothing else is allowed', () => {
    const policies = dataOf({ headsReplica: 'standby-heads' }).filter(([id]) =>
      /^HeadsReplicationRole.*Policy/.test(id),
    );
    expect(policies).toHaveLength(1);
    const statements = policies[0]![1].Properties.PolicyDocument.Statement as Resource['Properties'][];
    const allowed = statements.flatMap(({ Effect, Action, Resource, Condition }) =>
      [Action].flat().map((action: string) => [Effect, action, plain(Resource), Condition]),
    );
    const [bucket, objects] = ['Heads40852749', 'Heads40852749/*'];
    const on = (resource: string, ...actions: string[]) =>
      actions.map((action) => ['Allow', `s3:${action}`, resource, undefined]);
    expect(allowed.sort()).toEqual(
      [
        ...on(bucket, 'GetReplicationConfiguration', 'ListBucket', 'PutInventoryConfiguration'),
        ...on(objects, 'GetObjectVersionForReplication', 'GetObjectVersionAcl', 'GetObjectVersionTagging'),
        ...on('Heads40852749/heads/*', 'GetObjectRetention', 'GetObjectLegalHold', 'InitiateReplication'),
        ...on(
          'arn:aws:s3:::standby-heads/*',
          ...['ReplicateObject', 'ReplicateDelete', 'ReplicateTags', 'ObjectOwnerOverrideToBucketOwner'],
        ),
      ].sort(),
    );
  });
});
