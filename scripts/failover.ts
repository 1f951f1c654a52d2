/**
 * npm run failover -- --config deployments/standby.json --exports s3://BUCKET/PREFIX [--jwk KEY.json] [--yes]
 *
 * Lets a standby in another region take over (docs/deploy.md#several-regions). First it prints what is lost (the age of the
 * newest export) and which secrets exist there, and does nothing more without `--yes`. Then it imports the export, verifies
 * its audit chains against the replicated heads, ends every request that may have run in the first region, lets the chains go
 * on after the last replicated head, and deploys the standby with the imported table, switched on.
 *
 * Run it with the region of the standby (AWS_REGION). A run that ended is repeated with the same words, and continues.
 *
 * Exit codes: 0 if the standby decides now, 1 if a chain is not what was published, 2 for wrong use and other failures.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { KMSClient } from '@aws-sdk/client-kms';
import { S3Client } from '@aws-sdk/client-s3';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createS3HeadStore } from '../src/adapters/s3/head-store';
import { createKmsHeadSigner } from '../src/adapters/secrets/kms';
import { readDeployment } from './restore/attach';
import { distributionOf } from './restore/aws/distribution';
import { type Export, importTable, newestExport } from './restore/aws/export';
import { createAwsPlane } from './restore/aws/plane';
import { outputsOf } from './restore/aws/stack';
import { readinessOf } from './restore/aws/standby';
import { misplaced } from './restore/checks';
import { FAILOVER_STEPS } from './restore/failover';
import { headsFrom } from './restore/heads';
import { openJournal } from './restore/journal';
import { holdersOf } from './restore/name';
import { NotAttached, runSteps } from './restore/steps';
import { awsMessage } from './support/aws-message';
import { parsedArgs } from './support/command';
import { readPinned } from './verify-audit/heads';

const USAGE =
  'usage: npm run failover -- --config FILE --exports s3://BUCKET/PREFIX [--jwk KEY.json] [--stack NAME --data-stack NAME --deploy COMMAND] [--yes]';

async function main(argv: readonly string[]): Promise<number> {
  const input = inputOf(argv);
  const pinned = readPinned(input.jwk);
  const deployment = readDeployment(input.config);
  const { stage, frozen, domain } = deployment;
  const { stack = `request-authorization-${stage}`, dataStack = `${stack}-data` } = input;
  const log = (line: string) => console.log(line);
  const found = await newestExport(new S3Client({}), input.bucket, input.prefix);
  if (found === null) throw new Error(`There is no export below s3://${input.bucket}/${input.prefix}`);
  const data = await outputsOf(dataStack, ['CodesSecret', 'IntegrationsSecret', 'HeadKey', 'HeadsBucket']);
  const deployCommand = `npx cdk deploy --all --require-approval never -c stage=${stage} -c config=${input.config}`;
  const plane = createAwsPlane({ stack, deployCommand: input.deploy ?? deployCommand, pause, log });
  const { facts, problems } = await readinessOf(deployment);
  const distribution = distributionOf(stack);
  const holders = domain === null ? [] : await holdersOf(distribution, domain.name);
  const wrong = [...misplaced(await plane.place(), input.config), ...problems];
  for (const line of [...lossOf(found), ...(await secretsOf(data)), ...facts, ...holders, ...wrong]) log(line);
  if (!frozen) throw new Error(`${input.config}: "frozen" must be true: two regions must never decide together`);
  if (!input.yes) {
    log('Nothing was done. Stop the first region, and run this again with --yes.');
    return 0;
  }
  if (wrong.length > 0) throw new Error('Nothing was done. Correct what is wrong, and run this again.');
  const suffix = `import-${found.at.replace(/\D/g, '').slice(0, 14)}`;
  const journal = await openJournal(`${input.config}.${suffix}.journal.json`, { at: found.at, suffix }, () =>
    plane.names(),
  );
  const client = new DynamoDBClient({});
  const { main: source } = journal.record.source;
  await runSteps(
    {
      plane,
      client: DynamoDBDocumentClient.from(client),
      journal,
      headsOf: headsFrom({ bucket: data.HeadsBucket }, pinned),
      signer: createKmsHeadSigner(new KMSClient({}), data.HeadKey),
      distribution,
      publish: createS3HeadStore({}, data.HeadsBucket).publish,
      importTable: (target) => importTable(client, found, { source, target, pause }),
      config: input.config,
      nowMs: Date.now,
      pollMs: 5000,
      log,
    },
    FAILOVER_STEPS,
  );
  return 0;
}

function lossOf({ at, items }: Export): string[] {
  const minutes = Math.round((Date.now() - Date.parse(at)) / 60_000);
  return [`The newest export is ${minutes} minutes old: ${at}, ${items} items. What was written since is lost.`];
}

/** Codes that were mailed before the failover are only right with the same secret. */
async function secretsOf(data: {
  readonly CodesSecret: string;
  readonly IntegrationsSecret: string;
}): Promise<string[]> {
  const client = new SecretsManagerClient({});
  const namesIn = async (SecretId: string) => {
    const { SecretString = '{}', CreatedDate } = await client.send(new GetSecretValueCommand({ SecretId }));
    const names = Object.keys(JSON.parse(SecretString) as object).filter((name) => name !== 'current');
    return `${names.length === 0 ? 'nothing' : names.join(', ')} (of ${CreatedDate?.toISOString() ?? 'unknown'})`;
  };
  return [
    `The secret of operator codes has here: ${await namesIn(data.CodesSecret)}`,
    `The secret of integrations has here: ${await namesIn(data.IntegrationsSecret)}`,
  ];
}

function inputOf(argv: readonly string[]) {
  const text = { type: 'string' } as const;
  const named = { config: text, exports: text, jwk: text, stack: text, 'data-stack': text, deploy: text };
  const { values } = parsedArgs({ args: [...argv], options: { ...named, yes: { type: 'boolean' } } }, USAGE);
  const { config, exports: place = '', jwk, stack, 'data-stack': dataStack, deploy, yes = false } = values;
  const [, bucket, prefix = ''] = /^s3:\/\/([a-z0-9.-]+)(?:\/(.*))?$/.exec(place) ?? [];
  if (config === undefined || bucket === undefined) throw new Error(USAGE);
  return {
    config,
    bucket,
    prefix: prefix === '' ? '' : prefix.replace(/\/*$/, '/'),
    jwk,
    stack,
    dataStack,
    deploy,
    yes,
  };
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: Error) => {
    console.error(awsMessage(error));
    process.exitCode = error instanceof NotAttached ? 1 : 2;
  },
);
