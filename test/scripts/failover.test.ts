/** What `npm run failover` says before it does anything, and what it asks of AWS. The steps: test/infra/failover. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as formationModule from '@aws-sdk/client-cloudformation';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import * as tablesModule from '@aws-sdk/client-dynamodb';
import {
  DescribeTableCommand,
  DynamoDBClient,
  ImportTableCommand,
  ListImportsCommand,
  ResourceNotFoundException,
  type TableStatus,
} from '@aws-sdk/client-dynamodb';
import * as lambdaModule from '@aws-sdk/client-lambda';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import * as s3Module from '@aws-sdk/client-s3';
import { GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import * as secretsModule from '@aws-sdk/client-secrets-manager';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import * as sesModule from '@aws-sdk/client-sesv2';
import { GetAccountCommand, GetEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import * as stsModule from '@aws-sdk/client-sts';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { mockClient } from 'aws-sdk-client-mock';
import { importTable, newestExport } from '../../scripts/restore/aws/export';
import { MAIN_TABLE } from '../../src/adapters/dynamodb/table';
import { bodyOf, STACK } from '../support/aws-answers';
import { runCommand } from '../support/command';

const [s3, tables, formation] = [mockClient(S3Client), mockClient(DynamoDBClient), mockClient(CloudFormationClient)];
const secrets = mockClient(SecretsManagerClient);
const [lambda, ses, sts] = [mockClient(LambdaClient), mockClient(SESv2Client), mockClient(STSClient)];

const exported = (minutesAgo: number) => ({
  exportTime: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
  itemCount: 7,
});
const holds = (summaries: Readonly<Record<string, object>>) => {
  const keys = Object.keys(summaries).map((id) => `far/AWSDynamoDB/${id}/manifest-summary.json`);
  s3.on(ListObjectsV2Command).resolves({ Contents: [...keys, 'far/AWSDynamoDB/x/data/1.gz'].map((Key) => ({ Key })) });
  for (const [id, summary] of Object.entries(summaries)) {
    const Body = bodyOf(JSON.stringify(summary));
    s3.on(GetObjectCommand, { Bucket: 'exports', Key: `far/AWSDynamoDB/${id}/manifest-summary.json` }).resolves({
      Body,
    });
  }
};

describe('a failover', () => {
  const folder = mkdtempSync(join(tmpdir(), 'failover-'));
  const config = join(folder, 'standby.json');
  const dev = JSON.parse(readFileSync(join(__dirname, '../../deployments/dev.json'), 'utf8'));
  beforeEach(() => {
    for (const mock of [s3, tables, formation, secrets, lambda, ses, sts]) mock.reset();
    sts.on(GetCallerIdentityCommand).resolves({ Account: dev.account });
    ses.on(GetAccountCommand).resolves({ ProductionAccessEnabled: true, SendingEnabled: true });
    ses.on(GetEmailIdentityCommand).resolves({ VerifiedForSendingStatus: true });
    lambda.on(GetAccountSettingsCommand).resolves({ AccountLimit: { ConcurrentExecutions: 1000 } });
    const names = ['CodesSecret', 'IntegrationsSecret', 'HeadKey', 'HeadsBucket'];
    formation.on(DescribeStacksCommand).resolves({
      Stacks: [{ ...STACK, Outputs: names.map((name) => ({ OutputKey: name, OutputValue: name })) }],
    });
    const CreatedDate = new Date('2026-11-01T00:00:00Z');
    secrets.on(GetSecretValueCommand).resolves({ SecretString: '{}', CreatedDate });
    const SecretString = '{"current":"ck_2","ck_1":"hidden","ck_2":"hidden"}';
    secrets.on(GetSecretValueCommand, { SecretId: 'CodesSecret' }).resolves({ SecretString, CreatedDate });
    holds({ older: exported(120), newer: exported(47) });
    writeFileSync(config, JSON.stringify({ ...dev, stage: 'standby', frozen: true }));
  });
  // The command loads its own modules: it must get the clients that are replaced here.
  beforeAll(() => {
    jest.doMock('@aws-sdk/client-cloudformation', () => formationModule);
    jest.doMock('@aws-sdk/client-dynamodb', () => tablesModule);
    jest.doMock('@aws-sdk/client-s3', () => s3Module);
    jest.doMock('@aws-sdk/client-secrets-manager', () => secretsModule);
    jest.doMock('@aws-sdk/client-lambda', () => lambdaModule);
    jest.doMock('@aws-sdk/client-sesv2', () => sesModule);
    jest.doMock('@aws-sdk/client-sts', () => stsModule);
    process.env.AWS_REGION = dev.region;
  });
  afterAll(() => {
    delete process.env.AWS_REGION;
    jest.resetModules();
    rmSync(folder, { recursive: true });
  });
  const RIGHT = ['--config', config, '--exports', 's3://exports/far'];
  const failover = (...args: string[]) => runCommand('failover', ...args);

  it('a failover prints the age of the newest export and which secrets exist, and changes nothing without --yes', async () => {
    const { code, stdout } = await failover(...RIGHT);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^The newest export is 47 minutes old: \S+Z, 7 items\. What was written since is lost\.\n/);
    expect(stdout).toContain('The secret of operator codes has here: ck_1, ck_2 (of 2026-11-01T00:00:00.000Z)\n');
    expect(stdout).toContain('The secret of integrations has here: nothing (of 2026-11-01T00:00:00.000Z)\n');
    expect(stdout).toContain('Nothing was done.');
    expect(stdout).not.toContain('hidden');
    expect(tables.calls()).toEqual([]);
  });

  it('a failover is refused if the standby is not frozen, because two regions must never decide at once', async () => {
    writeFileSync(config, JSON.stringify({ ...dev, stage: 'standby' }));
    expect(await failover(...RIGHT, '--yes')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('"frozen" must be true'),
    });
    expect(tables.calls()).toEqual([]);
  });

  it.each<[string, () => unknown, RegExp]>([
    [
      'has the credentials of another account',
      () => sts.on(GetCallerIdentityCommand).resolves({ Account: '1' }),
      /^The account is 1, and/m,
    ],
    [
      'sends no mails yet',
      () => ses.on(GetAccountCommand).resolves({ SendingEnabled: true }),
      /^SES is in its sandbox/m,
    ],
  ])('a failover says what is wrong, and is refused if its region %s', async (_, breaks, problem) => {
    breaks();
    expect(await failover(...RIGHT, '--yes')).toMatchObject({
      code: 2,
      stdout: expect.stringMatching(problem),
      stderr: 'Nothing was done. Correct what is wrong, and run this again.\n',
    });
    expect(tables.calls()).toEqual([]);
  });

  it('a failover waits until the import is complete, and does not take a table whose import failed', async () => {
    tables.on(DescribeTableCommand).resolves({ Table: { TableStatus: 'ACTIVE', TableArn: 'arn:new' } });
    const status = (ImportStatus: 'IN_PROGRESS' | 'COMPLETED' | 'FAILED' | 'CANCELLED') => ({
      ImportSummaryList: [{ ImportStatus }],
    });
    const waits: number[] = [];
    const target = { source: 'own', target: 'new', pause: async (ms: number) => void waits.push(ms) };
    const imported = () => importTable(new DynamoDBClient({}), { bucket: 'b', prefix: 'p', at: '', items: 1 }, target);
    tables
      .on(ListImportsCommand, { TableArn: 'arn:new' })
      .resolvesOnce(status('IN_PROGRESS'))
      .resolves(status('COMPLETED'));
    await imported();
    expect(waits).toEqual([30_000]);
    for (const failed of ['FAILED', 'CANCELLED'] as const) {
      tables.on(ListImportsCommand).resolves(status(failed));
      await expect(imported()).rejects.toThrow(`The import into new ended with ${failed}. Delete that table`);
    }
  });

  it('a failover is refused if there is no export, and with wrong arguments', async () => {
    s3.on(ListObjectsV2Command).resolves({});
    expect((await failover(...RIGHT)).stderr).toBe('There is no export below s3://exports/far/\n');
    for (const args of [[], ['--config', config], ['--config', config, '--exports', 'exports/far']])
      expect(await failover(...args)).toMatchObject({ code: 2, stderr: expect.stringMatching(/^usage: /) });
  });

  it('a failover imports the newest export with the keys, the indexes and the encryption of the existing table', async () => {
    const missing = new ResourceNotFoundException({ message: 'none', $metadata: {} });
    const described = (TableStatus: TableStatus) => ({ Table: { TableStatus } });
    tables
      .on(DescribeTableCommand, { TableName: 'new' })
      .rejectsOnce(missing)
      .resolvesOnce(described('CREATING'))
      .resolves(described('ACTIVE'));
    tables
      .on(DescribeTableCommand, { TableName: 'own' })
      .resolves({ Table: { SSEDescription: { KMSMasterKeyArn: 'arn:key' } } });
    const found = (await newestExport(new S3Client({}), 'exports', 'far/'))!;
    expect(found).toMatchObject({ prefix: 'far/AWSDynamoDB/newer/', items: 7 });
    const waits: number[] = [];
    const target = { source: 'own', target: 'new', pause: async (ms: number) => void waits.push(ms) };
    tables.on(ListImportsCommand).resolves({ ImportSummaryList: [{ ImportStatus: 'COMPLETED' }] });
    await importTable(new DynamoDBClient({}), found, target);
    const [call] = tables.commandCalls(ImportTableCommand);
    const { S3BucketSource, TableCreationParameters: made } = call!.args[0].input;
    expect(S3BucketSource).toEqual({ S3Bucket: 'exports', S3KeyPrefix: 'far/AWSDynamoDB/newer/data/' });
    expect(made).toMatchObject({
      TableName: 'new',
      SSESpecification: { Enabled: true, SSEType: 'KMS', KMSMasterKeyId: 'arn:key' },
    });
    expect(made!.GlobalSecondaryIndexes!.map(({ IndexName }) => IndexName)).toEqual(
      MAIN_TABLE.indexes.map(({ name }) => name),
    );
    expect(waits).toEqual([30_000]);
    await importTable(new DynamoDBClient({}), found, target);
    expect(tables.commandCalls(ImportTableCommand)).toHaveLength(1);
  });
});
