/**
 * The permissions of each function in full: actions by table and index, queue, key and secret. The library's grants are
 * not used, because they would give a role more than the function uses. `test/infra/bundles.slow.test.ts` runs every bundle
 * under exactly these statements.
 */
import { Stack } from 'aws-cdk-lib';
import type * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import type * as s3 from 'aws-cdk-lib/aws-s3';
import type * as secretsmanager from 'aws-cdk-lib/aws-secretsmanager';
import type * as ses from 'aws-cdk-lib/aws-ses';
import type * as sqs from 'aws-cdk-lib/aws-sqs';
import * as partition from '../../src/adapters/dynamodb/partitions';
import { CANARY_ORG } from '../../src/lambda/canary/names';
import type { Config } from '../config';
import type { CanaryData } from './canary';
import type { ServiceSecrets } from './data-outputs';
import type { DeliveryLoop } from './delivery-loop';
import type { CanaryFunctionName, FunctionName } from './function-names';
import type { Queues } from './queues';
import type { ServiceTables } from './tables';

type AllFunctions = Readonly<Record<FunctionName, lambda.Function>>;
type CanaryFunctions = Readonly<Record<CanaryFunctionName, lambda.Function>>;

export interface PermissionsProps {
  readonly config: Config;
  readonly functions: AllFunctions;
  readonly tables: ServiceTables;
  readonly queues: Queues;
  readonly secrets: ServiceSecrets;
  readonly edgeSecret: secretsmanager.ISecret;
  readonly loop: DeliveryLoop;
  readonly givenUp: s3.IBucket;
  readonly heads: s3.IBucket;
  /** Documents beside requests. */
  readonly evidence: s3.IBucket;
  readonly mails: ses.IConfigurationSet;
  /** Null where the deployment has no canary. */
  readonly canary: { readonly data: CanaryData; readonly functions: CanaryFunctions } | null;
}

const [GET, QUERY, BATCH_GET] = ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:BatchGetItem'] as const;
/** Each write and each check of a transaction is authorized separately. */
const [PUT, UPDATE, DELETE, CHECK] = [
  'dynamodb:PutItem',
  'dynamodb:UpdateItem',
  'dynamodb:DeleteItem',
  'dynamodb:ConditionCheckItem',
] as const;
/** Unlike a transaction, a batch of writes has one action of its own for puts and deletes. */
const BATCH_WRITE = 'dynamodb:BatchWriteItem';

export function grantAll(props: PermissionsProps): void {
  grantTables(props);
  grantQueues(props);
  grantKeysAndSecrets(props);
  grantDelivery(props);
  grantHeads(props);
  grantEvidence(props);
  if (props.canary !== null) grantCanary(props, props.canary);
}

/**
 * The items of the main table that a function may write, by partition (`src/adapters/dynamodb/partitions.ts`). Items of
 * the configuration have the organization's id alone as partition key, which no pattern with a `#` matches. What IAM
 * cannot express is listed in docs/security.md.
 */
export const CHAIN = [partition.AUDIT, partition.CAUSE];
/** Signed verdicts, but no signature of an operator. */
const OF_API = [partition.REQUEST, partition.TOKEN, partition.VERDICT];
export const OF_NOTICE = [partition.NOTICE, partition.MAILS];
/** `timer` makes approved changes, so it may write the configuration, but no passkey or message, and of a token only its limits. */
const NEVER_OF_TIMER = [
  ...CHAIN,
  ...OF_NOTICE,
  partition.SIGNING_KEY,
  partition.CREDENTIAL,
  partition.PUSH_KEY,
  partition.ENROLMENTS,
  partition.SIGNED,
  partition.CHANGE,
  partition.VERDICT,
  partition.QUESTIONS,
  partition.SEEN,
];
/** With its keys, which an update names. */
const LIMITS_OF_TOKEN = ['pk', 'sk', 'actions', 'max_open'];
/** Of the second table: counters of refused attempts, and of an organization's calls where they are limited. No sessions and no links. */
const countersOf = ({ organizationThrottle }: Config): string[] => [
  partition.COUNTED.refused,
  ...(organizationThrottle === null ? [] : [partition.CALLS]),
];
/** The counters of mails and posts, and sign-in links, which only the operator gets by mail. */
const OF_MESSAGES = [partition.COUNTED.mails, partition.COUNTED.posts, partition.SIGN_IN];

function grantTables({ config, functions: fn, tables: { main, transient } }: PermissionsProps): void {
  onTable(fn.api, [GET, QUERY, BATCH_GET, PUT, UPDATE], main, ['work'], OF_API);
  onTable(fn.api, [PUT, UPDATE], transient, [], countersOf(config));
  // It writes only the last use of an API key.
  onTable(fn.feed, [GET, QUERY, BATCH_GET, UPDATE], main, [], [partition.TOKEN]);
  onTable(fn.feed, [PUT, UPDATE], transient, [], countersOf(config));
  if (config.holdAnswers) allow(fn.feed, [GET, PUT, UPDATE], [transient.tableArn], onKeys(partition.HOLD));
  onTable(fn.console, [GET, QUERY, BATCH_GET, PUT, UPDATE, DELETE, CHECK], main, ['work', 'recent', 'receiver']);
  denyWrites(fn.console, main, [...CHAIN, partition.PUSH_KEY]);
  onTable(fn.console, [GET, PUT, UPDATE, DELETE], transient);
  allow(fn.console, [QUERY], [`${transient.tableArn}/index/by_operator`]);
  // It only reads who calls and whether a chain has grown, and counts the calls that wait, if any may.
  onTable(fn.watch, [GET, QUERY], main);
  onTable(fn.watch, [GET], transient);
  if (config.holdAnswers) allow(fn.watch, [PUT], [transient.tableArn], onKeys(partition.WATCHES));
  // `work` finds the requests that lose their quorum when an operator is disabled.
  onTable(fn.dispatch, [QUERY, BATCH_GET, PUT, UPDATE], main, ['work'], [partition.REQUEST]);
  // `work` lists open requests; `receiver` finds the deliveries of a failing endpoint.
  onTable(fn.timer, [GET, QUERY, BATCH_GET, PUT, UPDATE, CHECK], main, ['work', 'receiver']);
  // It drops a device that has ended, and with it who has the endpoint.
  allow(fn.timer, [DELETE], [main.tableArn], onKeys(partition.PUSH));
  denyWrites(fn.timer, main, NEVER_OF_TIMER);
  denyWrites(fn.timer, main, [partition.TOKEN], [PUT]);
  denyWrites(fn.timer, main, [partition.TOKEN], [UPDATE], LIMITS_OF_TOKEN);
  // It reports what it found about an endpoint. The function behind the timers judges that.
  for (const posting of [fn.deliver, fn.deliverTry])
    onTable(posting, [GET, QUERY, PUT, UPDATE], main, [], [partition.REQUEST, partition.DELIVERY, partition.HEALTH]);
  // `recent` finds earlier requests, so that a chat can be told what is unusual.
  onTable(fn.notice, [GET, QUERY, BATCH_GET, PUT, UPDATE, DELETE], main, ['recent'], OF_NOTICE);
  // It reports what it found about the chat in the same way.
  allow(fn.notice, [UPDATE], [main.tableArn], onPatterns(`*${partition.HEALTH}chat`));
  // Browsers subscribe with the key that it publishes.
  allow(fn.notice, [PUT], [main.tableArn], onKeys(partition.PUSH_KEY));
  onTable(fn.notice, [PUT, UPDATE], transient, [], OF_MESSAGES);
  onTable(fn.audit, [QUERY, BATCH_GET, PUT], main, [], CHAIN);
  // Writes the marks of a block. A batch must not be able to delete a block.
  onTable(fn.audit, [BATCH_WRITE], main, [], [partition.CAUSE]);
  onTable(fn.heads, [QUERY], main);
  allow(fn.sweep, [QUERY], [`${main.tableArn}/index/due`]);
  // They do not start without their indexes (src/lambda/aws/base.ts).
  for (const indexed of [fn.api, fn.console, fn.dispatch, fn.timer, fn.notice, fn.sweep])
    allow(indexed, ['dynamodb:DescribeTable'], [main.tableArn]);
}

function grantQueues({
  functions: fn,
  queues: { events, retries, timers, notices, audit, heads },
}: PermissionsProps): void {
  for (const owing of [fn.dispatch, fn.timer]) sendTo(owing, events, timers, notices, audit);
  // `timer` decides whether a requested sign-in link is made, so that the console's answer does not depend on it.
  // Tests of devices are pushed by `notice`, which alone has the key.
  sendTo(fn.console, events, timers, notices);
  // A push that its push service did not take for now, and what was found about a device, which `timer` writes.
  sendTo(fn.notice, notices, timers);
  sendTo(fn.sweep, timers, retries);
  // An attempt that is due before a sweep would find it.
  sendTo(fn.deliver, retries);
  // Reports a refused head, because this function may not write the entry itself.
  sendTo(fn.heads, timers);
  // For organizations whose next head has to wait, and for journals whose message failed twice.
  sendTo(fn.heads, heads);
  sendTo(fn.audit, audit);
}

/**
 * The data key wraps the organizations' own keys. Only the console, which creates and opens them, and the functions that
 * post use it directly. All others use it only through DynamoDB or Secrets Manager.
 */
function grantKeysAndSecrets({ functions: fn, secrets, edgeSecret }: PermissionsProps): void {
  const key = secrets.dataKey.keyArn;
  for (const each of Object.values(fn)) grantTableKey(each, key);
  allow(fn.console, ['kms:GenerateDataKey', 'kms:Decrypt'], [key], FOR_AN_ORGANIZATION);
  for (const posting of [fn.deliver, fn.deliverTry]) {
    allow(posting, ['kms:Decrypt'], [key], FOR_AN_ORGANIZATION);
    readSecret(posting, secrets.integrations, key);
  }
  // The URL of a chat is a secret of the organization.
  allow(fn.notice, ['kms:Decrypt'], [key], FOR_AN_ORGANIZATION);
  for (const telling of [fn.api, fn.console, fn.notice]) readSecret(telling, secrets.codes, key);
  // With it, and with what the table has of a device, anybody can push to it.
  readSecret(fn.notice, secrets.push, key);
  // Both can be asked for a proof, and then sign its verdict.
  for (const proving of [fn.api, fn.console]) {
    allow(proving, ['kms:Sign', 'kms:GetPublicKey'], [secrets.verdictKey.keyArn]);
  }
  for (const atTheEdge of [fn.api, fn.feed, fn.console, fn.watch]) readSecret(atTheEdge, edgeSecret, key);
}

function grantDelivery({ functions: fn, config, secrets, loop, givenUp, mails }: PermissionsProps): void {
  allow(fn.deliver, ['states:StartExecution'], [loop.machine.stateMachineArn]);
  allow(fn.deliver, ['states:DescribeExecution'], [loop.executionsArn]);
  allow(fn.notice, ['ses:SendEmail'], [anyIdentity(fn.notice), configurationSetArn(fn.notice, mails)], {
    StringEquals: { 'ses:FromAddress': config.mailFrom },
  });
  // For the stream's poller, which acts as the function and stores complete records that were given up.
  allow(fn.dispatch, ['s3:PutObject'], [givenUp.arnForObjects('*')]);
  allow(fn.dispatch, ['s3:ListBucket'], [givenUp.bucketArn]);
  allow(fn.dispatch, ['kms:GenerateDataKey'], [secrets.dataKey.keyArn], viaService(fn.dispatch, 's3'));
}

/** Only one function signs and publishes heads. The console shows the last one, and posts contain it. */
function grantHeads({ functions: fn, secrets, heads, canary }: PermissionsProps): void {
  const buckets = canary === null ? [heads] : [heads, canary.data.heads];
  allow(fn.heads, ['kms:Sign', 'kms:GetPublicKey'], [secrets.headKey.keyArn]);
  for (const bucket of buckets) {
    allow(fn.heads, ['s3:PutObject'], [bucket.arnForObjects('heads/*')]);
    for (const reader of [fn.heads, fn.console, fn.deliver, fn.deliverTry]) {
      allow(reader, ['s3:ListBucket'], [bucket.bucketArn]);
      allow(reader, ['s3:GetObject'], [bucket.arnForObjects('heads/*')]);
    }
  }
}

/** Programs store documents and read them, and people read them. A turn compares the checksum, which needs the key too. */
function grantEvidence({ functions: fn, secrets, evidence }: PermissionsProps): void {
  const documents = [evidence.arnForObjects('evidence/*')];
  allow(fn.api, ['s3:PutObject'], documents);
  allow(fn.api, ['kms:GenerateDataKey'], [secrets.dataKey.keyArn], viaService(fn.api, 's3'));
  for (const reader of [fn.api, fn.console]) {
    allow(reader, ['s3:GetObject'], documents);
    // Without it, S3 answers 403 for what is not there.
    allow(reader, ['s3:ListBucket'], [evidence.bucketArn]);
    allow(reader, ['kms:Decrypt'], [secrets.dataKey.keyArn], viaService(reader, 's3'));
  }
}

/** The three functions of the canary can reach only its own organization. */
function grantCanary(
  { tables: { main, transient }, secrets }: PermissionsProps,
  { data, functions: fn }: NonNullable<PermissionsProps['canary']>,
): void {
  const key = secrets.dataKey.keyArn;
  // The canary itself calls the service from outside, so it knows no table.
  for (const each of [fn.canarySetUp, fn.receiver]) grantTableKey(each, key);
  readSecret(fn.canary, data.credentials, key);
  readSecret(fn.receiver, data.mailbox, key);
  allow(fn.receiver, [GET, UPDATE], [transient.tableArn], onKeys(partition.MAILBOX));
  const makes = fn.canarySetUp;
  for (const secret of [data.credentials, data.mailbox]) readSecret(makes, secret, key);
  allow(makes, ['secretsmanager:PutSecretValue'], [data.credentials.secretArn]);
  allow(makes, ['kms:GenerateDataKey'], [key], viaService(makes, 'secretsmanager'));
  allow(makes, ['kms:GenerateDataKey', 'kms:Decrypt'], [key], forOrganization(CANARY_ORG));
  // The entries of its API key and its passkey are found by their hashes.
  const own = onPatterns(CANARY_ORG, `${CANARY_ORG}#*`, ...[partition.TOKEN, partition.CREDENTIAL].map(patternOf));
  allow(makes, [GET, QUERY, PUT, UPDATE, CHECK], [main.tableArn], own);
}

/** Only items of these partitions. */
const onKeys = (...partitions: string[]) => onPatterns(...partitions.map(patternOf));
const onPatterns = (...keys: string[]) => ({ 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': keys } });

/** Every key of a partition: of any organization, with any id. */
export const patternOf = (part: string) => part.replace(/^(?=#)/, '*').replace(/#$/, '#*');

/**
 * Only with the data key of an organization. What the key wraps for S3, Secrets Manager and DynamoDB is bound to their own
 * names, so it can be opened only through them.
 */
export const FOR_AN_ORGANIZATION = { Null: { 'kms:EncryptionContext:org': 'false' } };

/** Only with the data key of one organization. */
const forOrganization = (org: string) => ({ StringEquals: { 'kms:EncryptionContext:org': org } });

/** What DynamoDB requires of a role that uses a table under a customer-managed key. */
export const TABLE_KEY_ACTIONS = [
  'kms:Decrypt',
  'kms:DescribeKey',
  'kms:Encrypt',
  'kms:GenerateDataKey',
  'kms:GenerateDataKeyWithoutPlaintext',
  'kms:ReEncryptFrom',
  'kms:ReEncryptTo',
];

const grantTableKey = (fn: lambda.Function, key: string): void =>
  allow(fn, TABLE_KEY_ACTIONS, [key], viaService(fn, 'dynamodb'));

function viaService(fn: lambda.Function, service: string) {
  return { StringEquals: { 'kms:ViaService': `${service}.${Stack.of(fn).region}.amazonaws.com` } };
}

function allow(
  fn: lambda.Function,
  actions: readonly string[],
  resources: string[],
  conditions: Readonly<Record<string, unknown>> = {},
): void {
  fn.addToRolePolicy(new iam.PolicyStatement({ actions: [...actions], resources, conditions }));
}

const WRITES: readonly string[] = [PUT, UPDATE, DELETE, BATCH_WRITE];

/** A denial overrides every permission. `allowed`: only writes of other attributes than these are denied. */
function denyWrites(
  fn: lambda.Function,
  table: dynamodb.ITable,
  partitions: readonly string[],
  actions = WRITES,
  allowed: readonly string[] = [],
): void {
  fn.addToRolePolicy(
    new iam.PolicyStatement({
      effect: iam.Effect.DENY,
      actions: [...actions],
      resources: [table.tableArn],
      conditions: {
        'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': partitions.map(patternOf) },
        ...(allowed.length === 0 ? {} : { 'ForAnyValue:StringNotEquals': { 'dynamodb:Attributes': allowed } }),
      },
    }),
  );
}

/** Only on the table itself and on the named indexes. `written` are the partitions that it may write. */
function onTable(
  fn: lambda.Function,
  actions: readonly string[],
  table: dynamodb.ITable,
  indexes: readonly string[] = [],
  written: readonly string[] | null = null,
): void {
  const items = actions.filter((action) => action !== QUERY && (written === null || !WRITES.includes(action)));
  if (items.length > 0) allow(fn, items, [table.tableArn]);
  if (written !== null) {
    const writes = actions.filter((action) => WRITES.includes(action));
    allow(fn, writes, [table.tableArn], onKeys(...written));
  }
  if (actions.includes(QUERY))
    allow(fn, [QUERY], [table.tableArn, ...indexes.map((index) => `${table.tableArn}/index/${index}`)]);
}

function sendTo(fn: lambda.Function, ...queues: sqs.Queue[]): void {
  allow(
    fn,
    ['sqs:SendMessage'],
    queues.map(({ queueArn }) => queueArn),
  );
}

function readSecret(fn: lambda.Function, secret: secretsmanager.ISecret, keyArn: string): void {
  allow(fn, ['secretsmanager:GetSecretValue'], [secret.secretArn]);
  allow(fn, ['kms:Decrypt'], [keyArn], viaService(fn, 'secretsmanager'));
}

function configurationSetArn(fn: lambda.Function, mails: ses.IConfigurationSet): string {
  return Stack.of(fn).formatArn({
    service: 'ses',
    resource: 'configuration-set',
    resourceName: mails.configurationSetName,
  });
}

/**
 * SES checks a mail against every verified identity involved: the sender's address or its verified domain, and in the
 * sandbox also the recipient's. The condition on the sender is what limits the function.
 */
function anyIdentity(fn: lambda.Function): string {
  return Stack.of(fn).formatArn({ service: 'ses', resource: 'identity', resourceName: '*' });
}
