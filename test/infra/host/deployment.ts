/** The deployment on one machine: every bundle in its own process, with the environment and the policy of the template. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type {
  APIGatewayProxyEventV2,
  APIGatewayProxyStructuredResultV2,
  DynamoDBBatchResponse,
  DynamoDBStreamEvent,
  SQSBatchResponse,
} from 'aws-lambda';
import { CALLED } from '../../../infra/constructs/function-names';
import { createDocumentClient, type Tables } from '../../../src/adapters/dynamodb/client';
import { createTables } from '../../../src/adapters/dynamodb/create-tables';
import { deliveryKey, retryShardOf } from '../../../src/adapters/dynamodb/keys';
import { QUEUE_NAMES, QUEUES, type QueueName } from '../../../src/adapters/sqs/queue-table';
import { EDGE_HEADERS, ENV } from '../../../src/lambda/env';
import { Activity } from '../../../src/local/platform/activity';
import { type DataDirectory, openDataDirectory } from '../../../src/local/platform/data-directory';
import { startDynamoDb } from '../../../src/local/platform/dynamodb-process';
import { reportToConsole } from '../../../src/local/platform/errors';
import { startStreamPoller } from '../../../src/local/platform/stream';
import type { DeliveryId, OrgId } from '../../../src/protocol/identifiers';
import { type FakeAws, openFakeAws } from './aws';
import { type Bundles, bundlesOfAll, hostFunctions } from './functions';
import { gatewayEvent } from './gateway';
import { openInternet, PUSH_SERVICE } from './internet';
import { isGranted } from './permissions';
import {
  ACCOUNT,
  environmentOf,
  functionIdOf,
  idOf,
  REGION,
  resourcesOf,
  type Statement,
  statementsOf,
  type Template,
} from './stack';
import { streamFilterOf } from './stream-filter';

const LOCAL = { region: 'local', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } };
/** An integration in the configuration that has no entry in its secret at first. */
export const INTEGRATION = 'transfer';
export const CODE_SECRET = 'k'.repeat(64);
const EDGE_SECRET = 'edge-secret';
/** CloudFront still sends it during a rotation. */
const PREVIOUS_EDGE_SECRET = 'previous-edge-secret';

export type Deployment = Awaited<ReturnType<typeof deploy>>;

interface Deployed {
  readonly directory: DataDirectory;
  readonly database: Awaited<ReturnType<typeof startDynamoDb>>;
  readonly bundles: Bundles;
  readonly secrets: Record<string, string>;
  readonly aws: { readonly objects: Map<string, string>; readonly queues: FakeAws['queues'] };
}

/**
 * `before`: the same deployment with another template, whose database and secrets stay, and which gets a copy of its objects.
 */
export async function deploy(template: Template, before?: Deployed) {
  const directory = before?.directory ?? openDataDirectory(null);
  const database = before?.database ?? (await startDynamoDb(directory));
  const bundles = before?.bundles ?? bundlesOfAll();
  const id = (type: string, prefix: string) => idOf(template, type, prefix);
  const queues = new Map(QUEUE_NAMES.map((name) => [name, queueId(template, name)]));
  const machine = id('AWS::StepFunctions::StateMachine', 'FunctionsLoop');
  const withdrawn = new Set<string>();
  const text = (logicalId: string, attribute?: string): string =>
    logicalId === machine && attribute !== 'Name'
      ? `arn:aws:states:${REGION}:${ACCOUNT}:stateMachine:${machine}`
      : logicalId;
  const secrets: Record<string, string> = before?.secrets ?? {
    [id('AWS::SecretsManager::Secret', 'SecretsCodes')]: JSON.stringify({ current: 'ck_1', ck_1: CODE_SECRET }),
    [id('AWS::SecretsManager::Secret', 'SecretsPush')]: JSON.stringify({ current: 'pk_1', pk_1: 'p'.repeat(64) }),
    [id('AWS::SecretsManager::Secret', 'SecretsIntegrations')]: '{}',
    [id('AWS::SecretsManager::Secret', 'EdgeSecret')]: EDGE_SECRET,
    [`${id('AWS::SecretsManager::Secret', 'EdgeSecret')} AWSPREVIOUS`]: PREVIOUS_EDGE_SECRET,
    [id('AWS::SecretsManager::Secret', 'CanaryCredentials')]: '{}',
    [id('AWS::SecretsManager::Secret', 'CanaryMailbox')]: 'm'.repeat(64),
  };
  const aws = await openFakeAws({
    dynamodb: database.endpoint,
    secrets,
    objects: new Map(before?.aws.objects),
    queues: before?.aws.queues ?? new Map(),
    isFifo: (queue) => template.Resources[queue]?.Properties.FifoQueue === true,
    policyOf: (caller) => statementsOf(template, caller, text).map((statement) => without(statement, withdrawn)),
  });
  const edge = { [EDGE_HEADERS.secret]: EDGE_SECRET, [EDGE_HEADERS.viewer]: '198.51.100.1' };
  const running = runningOf(template);
  const invoke = async (name: string, event: APIGatewayProxyEventV2) => {
    // API Gateway’s answer if Lambda refuses the call.
    if (running.refused.has(name)) return { statusCode: 503, body: '{"message":"Service Unavailable"}' };
    return functions.get(name).invoke<APIGatewayProxyStructuredResultV2>(event);
  };
  const internet = await openInternet(edge, invoke);
  const origin = environmentOf(template, 'console')[ENV.consoleOrigin]!;
  const hosts = [new URL(origin).hostname, '.execute-api.eu-central-1.amazonaws.com', new URL(PUSH_SERVICE).hostname];
  const queueUrl = (logicalId: string, attribute?: string): string =>
    [...queues.values()].includes(logicalId) ? `${aws.url}/queue/${logicalId}` : text(logicalId, attribute);
  const environment = (name: string): Record<string, string> => {
    const own = environmentOf(template, name, queueUrl);
    return {
      ...own,
      // As in the `platformActions` of a configuration.
      ...(ENV.platformActions in own ? { [ENV.platformActions]: `transfer=${INTEGRATION}` } : {}),
      // Two batches of blocks are minutes apart.
      ...(ENV.headIntervalSeconds in own ? { [ENV.headIntervalSeconds]: '0' } : {}),
      AWS_REGION: 'local',
      AWS_ACCESS_KEY_ID: name,
      AWS_SECRET_ACCESS_KEY: 'local',
      AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
      AWS_ENDPOINT_URL: aws.url,
      INTERNET: JSON.stringify({ front: internet.url, hosts }),
    };
  };
  const down = async () => {
    await internet.close();
    await aws.close();
    if (before !== undefined) return;
    await database.stop();
    directory.release();
  };
  const functions = hostFunctions(bundles, environment);
  const names = environmentOf(template, 'api');
  const client = createDocumentClient({ endpoint: database.endpoint, ...LOCAL });
  const tables: Tables = { client, main: names[ENV.mainTable]!, transient: names[ENV.transientTable]! };
  await createTables(tables);
  const streamed: DynamoDBStreamEvent[] = [];
  const written: DynamoDBStreamEvent['Records'] = [];
  let [isSkippingTime, isStopped] = [false, false];
  const [toDispatch, toHeads] = [streamFilterOf(template, 'dispatch'), streamFilterOf(template, 'heads')];
  const stream = await readStream(tables, database.endpoint, directory, async (event) => {
    await running.gate.opened();
    if (isSkippingTime || isStopped) return { batchItemFailures: [] };
    const all = (event as DynamoDBStreamEvent).Records;
    written.push(...all);
    // Two consumers of one stream: a failure of the second shows where the test looks for a head.
    const blocks = all.filter(toHeads);
    if (blocks.length > 0) await functions.get('heads').invoke({ Records: blocks });
    const Records = all.filter(toDispatch);
    if (Records.length === 0) return { batchItemFailures: [] };
    streamed.push({ Records });
    return functions.get('dispatch').invoke({ Records });
  });
  return {
    aws,
    tables,
    functions,
    environment,
    directory,
    database,
    bundles,
    /** Every event of the stream that passed the filter of dispatch. */
    streamed,
    /** Every record of the stream, before any filter: one for each item that was written. */
    written,
    /** The origin that browsers send and the console function expects. */
    origin,
    /** The parts that a freeze switches off. */
    running,
    posts: internet.posts,
    pushes: internet.pushes,
    answerPushes: internet.answerPushes,
    /** The HTTP addresses of `origin` and of the API. */
    internet: internet.url,
    secrets,
    async call(name: 'api' | 'feed' | 'console' | 'watch', method: string, path: string, body?: unknown, headers = {}) {
      // The console is reached through CloudFront alone; consumers may call the gateway.
      const event = gatewayEvent(method, path, body, {
        ...(name === 'console' || name === 'watch' ? edge : {}),
        ...headers,
      });
      const answer = await invoke(name, event);
      const isJson = String(answer.headers?.['content-type']).startsWith('application/json');
      return { ...answer, body: isJson ? JSON.parse(answer.body ?? 'null') : answer.body };
    },
    /** The platform's integrations, as somebody puts them into their secret. */
    declare(integrations: Readonly<Record<string, { readonly url: string; readonly secret: string }>>) {
      secrets[id('AWS::SecretsManager::Secret', 'SecretsIntegrations')] = JSON.stringify(integrations);
    },
    /** Handles everything in the stream and the queues with their functions, until nothing is left. */
    async settle(): Promise<void> {
      for (let moved = true; moved; ) {
        await stream.drained();
        moved = false;
        for (const queue of QUEUE_NAMES) {
          const { consumer, batchSize } = QUEUES[queue];
          const messages = aws.take(queues.get(queue)!);
          moved ||= messages.length > 0;
          for (let from = 0; from < messages.length; from += batchSize) {
            const Records = messages.slice(from, from + batchSize).map((message) => ({
              ...message,
              eventSource: 'aws:sqs',
              attributes: {},
              messageAttributes: {},
            }));
            const { invoke, log } = functions.get(consumer);
            const { batchItemFailures } = await invoke<SQSBatchResponse>({ Records });
            if (batchItemFailures.length > 0)
              throw new Error(`${consumer} failed ${batchItemFailures.length} messages: ${JSON.stringify(log.at(-1))}`);
          }
        }
      }
    },
    /** Keeps the queues and the stream running while something waits for them. */
    async settling<T>(act: () => Promise<T>): Promise<T> {
      let over = false;
      const acted = act().finally(() => {
        over = true;
      });
      while (!over) {
        await this.settle();
        await pause(50);
      }
      return acted;
    },
    /**
     * What the function's permissions allow and none of its calls has needed yet: actions on a resource, and patterns of
     * keys. Without the permissions that other services use for it.
     */
    unused(name: string): string[] {
      const used = [...(aws.granted.get(name)?.values() ?? [])];
      const isUsed = (statement: Statement) => used.some((needed) => isGranted([statement], needed));
      return statementsOf(template, name, text)
        .filter(({ conditional, denies }) => !conditional && !denies)
        .flatMap((statement) => {
          const { actions, resources, leadingKeys } = statement;
          return [
            ...actions.flatMap((action) =>
              resources.map((resource) => ({
                says: `${action} on ${resource}`,
                part: { ...statement, actions: [action], resources: [resource] },
              })),
            ),
            ...(leadingKeys ?? []).map((pattern) => ({
              says: `${actions.join(', ')} of ${pattern}`,
              part: { ...statement, leadingKeys: [pattern] },
            })),
          ];
        })
        .filter(({ part }) => !isUsed(part))
        .map(({ says }) => says);
    },
    /** Handles the stream with dispatch. The messages that it sends stay in the queues. */
    dispatched: () => stream.drained(),
    /**
     * Makes everything in the due index due now, or only the requests, as if two minutes had passed. The writes for this
     * are hidden, because on AWS time passes without writes.
     */
    async makeDue(of: 'all' | 'requests' = 'all'): Promise<void> {
      await stream.drained();
      isSkippingTime = true;
      await makeDue(tables, of);
      await stream.drained();
      isSkippingTime = false;
    },
    /** Makes a delivery's next attempt overdue by this time. */
    async overdue(org: OrgId, id: DeliveryId, ms: number): Promise<void> {
      await tables.client.send(
        new UpdateCommand({
          TableName: tables.main,
          Key: deliveryKey(org, id),
          UpdateExpression: 'SET next_attempt_at = :past, due_at = :past',
          ExpressionAttributeValues: { ':past': Date.now() - ms },
        }),
      );
    },
    /** Moves a delivery to its hourly attempts, of which the next is due then. */
    async hourly(org: OrgId, id: DeliveryId, atMs: number): Promise<void> {
      await tables.client.send(
        new UpdateCommand({
          TableName: tables.main,
          Key: deliveryKey(org, id),
          UpdateExpression: 'SET next_attempt_at = :at, due_at = :at, due_pk = :shard, failures = :eleven',
          ExpressionAttributeValues: { ':at': atMs, ':shard': retryShardOf(deliveryKey(org, id)), ':eleven': 11 },
        }),
      );
    },
    /** Denies an action to every caller while `act` runs. */
    async withdrawing<T>(action: string, act: () => Promise<T>): Promise<T> {
      withdrawn.add(action);
      try {
        return await act();
      } finally {
        withdrawn.delete(action);
      }
    },
    async stop() {
      isStopped = true;
      running.gate.open();
      await stream.stop();
      functions.stop();
      client.destroy();
      await down();
    },
  };
}

/** The functions that Lambda refuses to call, and whether the stream is read, as the template says at first. */
function runningOf(template: Template) {
  const refused = new Set<string>(
    CALLED.filter(
      (name) => template.Resources[functionIdOf(template, name)]!.Properties.ReservedConcurrentExecutions === 0,
    ),
  );
  const gate = createGate();
  const mappings = resourcesOf(template).filter(([, { Type }]) => Type === 'AWS::Lambda::EventSourceMapping');
  if (mappings.every(([, { Properties }]) => Properties.Enabled === false)) gate.close();
  return { refused, gate };
}

function createGate() {
  let closed: { readonly opened: Promise<void>; readonly open: () => void } | null = null;
  return {
    isOpen: () => closed === null,
    opened: () => closed?.opened ?? Promise.resolve(),
    close() {
      let open = () => {};
      const opened = new Promise<void>((resolve) => {
        open = resolve;
      });
      closed ??= { opened, open };
    },
    open() {
      closed?.open();
      closed = null;
    },
  };
}

function queueId(template: Template, name: QueueName): string {
  const id = name[0]!.toUpperCase() + name.slice(1);
  const isDeadLetters = (logicalId: string) => logicalId.includes('DeadLetters');
  const found = resourcesOf(template)
    .filter(([, { Type }]) => Type === 'AWS::SQS::Queue')
    .map(([logicalId]) => logicalId)
    .filter((logicalId) => logicalId.startsWith(`Queues${id}`) && !isDeadLetters(logicalId));
  return found[0]!;
}

function without(statement: Statement, actions: ReadonlySet<string>): Statement {
  return { ...statement, actions: statement.actions.filter((action) => !actions.has(action)) };
}

async function readStream(
  { client, main }: Tables,
  endpoint: string,
  directory: DataDirectory,
  handler: (event: unknown) => Promise<DynamoDBBatchResponse>,
) {
  const { Table } = await client.send(new DescribeTableCommand({ TableName: main }));
  const streams = new DynamoDBStreamsClient({ endpoint, ...LOCAL });
  const streamArn = Table!.LatestStreamArn!;
  // Each deployment reads from the oldest record.
  const place = directory.file(randomUUID());
  const poller = startStreamPoller({
    ...{ client: streams, streamArn, activity: new Activity(), handler, report: reportToConsole },
    ...{ positionPath: `${place}.json`, givenUpPath: `${place}.ndjson` },
  });
  return {
    drained: () => poller.drained(),
    async stop() {
      await poller.stop();
      streams.destroy();
    },
  };
}

async function makeDue({ client, main }: Tables, of: 'all' | 'requests'): Promise<void> {
  const past = Date.now() - 1000;
  for (let shard = 0; shard < 8; shard++) {
    const { Items = [] } = await client.send(
      new QueryCommand({
        TableName: main,
        IndexName: 'due',
        KeyConditionExpression: 'due_pk = :shard',
        ExpressionAttributeValues: { ':shard': `DUE#${shard}` },
      }),
    );
    for (const { pk, sk } of Items) {
      const isRequest = sk === 'REQUEST';
      if (of === 'requests' && !isRequest) continue;
      await client.send(
        new UpdateCommand({
          TableName: main,
          Key: { pk, sk },
          UpdateExpression: isRequest ? 'SET due_at = :past, check_at = :past' : 'SET due_at = :past',
          ExpressionAttributeValues: { ':past': past },
        }),
      );
    }
  }
}
