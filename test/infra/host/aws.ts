/**
 * The part of AWS that the functions call, over HTTP in the services' own wire formats. DynamoDB calls go to the embedded
 * database; the others are answered here. Every call is first checked against its caller's policy. The access key is the
 * caller's name.
 */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isGranted, type Needed, neededFor } from './permissions';
import { answerS3, isS3, s3CallOf } from './s3';
import type { Statement } from './stack';
import {
  type Json,
  kms,
  type QueuedMessage,
  Refused,
  type SentMail,
  secretsManager,
  sendBatch,
  sendMail,
  stateMachine,
} from './stand-ins';

export interface FakeAws {
  readonly url: string;
  readonly mails: SentMail[];
  /** Inputs of the executions that were started. */
  readonly executions: Map<string, Json>;
  /** Calls without permission, as `deliver: kms:Decrypt on KEY`. */
  readonly denied: string[];
  /** Calls with permission, by function: `kms:Decrypt on KEY`. */
  readonly granted: Map<string, Map<string, Needed>>;
  readonly tally: Tally;
  /** Objects of S3, by `bucket/key`. */
  readonly objects: Map<string, string>;
  /** Messages sent to each queue and not taken yet. */
  readonly queues: Map<string, QueuedMessage[]>;
  /** All messages of a queue. */
  take(queue: string): QueuedMessage[];
  close(): Promise<void>;
}

/** What AWS would bill since the start. */
export interface Tally {
  /** By function. */
  readonly readUnits: Record<string, number>;
  readonly writeUnits: Record<string, number>;
  /** The part of them in partitions with an organization's configuration. */
  readonly configuration: { reads: number; writes: number };
  /** Calls that send, and messages that were sent, by queue. */
  readonly sendCalls: Record<string, number>;
  readonly messages: Record<string, number>;
}

interface FakeAwsOptions {
  readonly dynamodb: string;
  readonly secrets: Record<string, string>;
  readonly policyOf: (caller: string) => readonly Statement[];
  /** Objects of S3, by `bucket/key`. */
  readonly objects: Map<string, string>;
  readonly queues: Map<string, QueuedMessage[]>;
  readonly isFifo: (queue: string) => boolean;
}

/** Queue URLs are `<url>/queue/<name>`. */
export async function openFakeAws(options: FakeAwsOptions): Promise<FakeAws> {
  const { dynamodb, secrets, policyOf, objects, queues, isFifo } = options;
  const [mails, denied]: [SentMail[], string[]] = [[], []];
  const executions = new Map<string, Json>();
  const granted = new Map<string, Map<string, Needed>>();
  const tally: Tally = {
    readUnits: {},
    writeUnits: {},
    configuration: { reads: 0, writes: 0 },
    sendCalls: {},
    messages: {},
  };
  const answers: Readonly<Record<string, (body: Json) => Json>> = {
    'AmazonSQS.SendMessageBatch': (body) => {
      addMessages(tally, body);
      return sendBatch(queues, isFifo, body);
    },
    ...secretsManager(secrets),
    'ses.SendEmail': (body) => sendMail(mails, body),
    ...kms(),
    ...stateMachine(executions),
  };
  const judge = (caller: string, operation: string, body: Json): void => {
    for (const needed of neededFor(operation, body)) {
      const said = `${needed.action} on ${needed.resource}`;
      if (!isGranted(policyOf(caller), needed)) {
        denied.push(`${caller}: ${said}`);
        throw new Refused('AccessDeniedException');
      }
      const name = needed.keys === undefined ? said : `${said}, ${needed.keys}`;
      granted.set(caller, (granted.get(caller) ?? new Map()).set(name, needed));
    }
  };
  const server = createServer(async (request, response) => {
    const text = await textOf(request);
    const operation =
      request.url === '/v2/email/outbound-emails' ? 'ses.SendEmail' : String(request.headers['x-amz-target']);
    if (isS3(request)) {
      const call = s3CallOf(request, text);
      try {
        judge(callerOf(request), call.operation, call.body);
        const { status, said, headers } = answerS3(objects, call);
        // Without this permission, S3 answers 403 for a key that is not there.
        if (status === 404) judge(callerOf(request), 's3.ListBucket', { Bucket: call.body.Bucket });
        response.writeHead(status, { 'content-type': 'application/xml', ...headers }).end(said);
      } catch (error) {
        response.writeHead(403).end(`<Error><Code>AccessDenied</Code><Message>${error}</Message></Error>`);
      }
      return;
    }
    response.setHeader('content-type', 'application/x-amz-json-1.0');
    try {
      const body = JSON.parse(text || '{}') as Json;
      judge(callerOf(request), operation, body);
      if (operation.startsWith('DynamoDB_')) {
        const metered = JSON.stringify({ ...body, ReturnConsumedCapacity: 'TOTAL' });
        const passedOn = await fetch(dynamodb, { method: 'POST', headers: passable(request), body: metered });
        const said = await passedOn.text();
        addUnits(
          /Put|Update|Delete|Write/.test(operation) ? tally.writeUnits : tally.readUnits,
          callerOf(request),
          JSON.parse(said) as Json,
        );
        addConfiguration(tally.configuration, operation, body, JSON.parse(said) as Json);
        response.writeHead(passedOn.status).end(said);
        return;
      }
      const answer = answers[operation];
      if (answer === undefined) throw new Error(`the functions called ${operation}`);
      const said = JSON.stringify(answer(body));
      response.writeHead(200).end(said);
    } catch (error) {
      const type = error instanceof Refused ? error.message : 'Unexpected';
      response.writeHead(400).end(JSON.stringify({ __type: type, message: String(error) }));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails,
    executions,
    denied,
    granted,
    tally,
    objects,
    queues,
    take(queue) {
      const taken = queues.get(queue) ?? [];
      queues.delete(queue);
      return taken;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function addUnits(to: Record<string, number>, caller: string, { ConsumedCapacity = [] }: Json): void {
  for (const { CapacityUnits = 0 } of [ConsumedCapacity].flat() as { CapacityUnits?: number }[])
    to[caller] = (to[caller] ?? 0) + CapacityUnits;
}

/** The partition key of the configuration is the organization's id alone. A check in a transaction is two units. */
function addConfiguration(to: Tally['configuration'], operation: string, body: Json, answer: Json): void {
  const isConfiguration = (key: unknown) => /^org_[^#]+$/.test((key as { pk?: { S?: string } })?.pk?.S ?? '');
  if (operation.endsWith('.TransactWriteItems')) {
    const parts = (body.TransactItems as Json[]).flatMap((part) => Object.values(part) as Json[]);
    to.writes += 2 * parts.filter(({ Key, Item }) => isConfiguration(Key ?? Item)).length;
    return;
  }
  const values = (body.ExpressionAttributeValues ?? {}) as Record<string, { S?: string }>;
  const [, named] = /\bpk = (:\w+)/.exec(String(body.KeyConditionExpression ?? '')) ?? [];
  const key = body.Key ?? (named === undefined ? {} : { pk: values[named] });
  const { CapacityUnits = 0 } = (answer.ConsumedCapacity ?? {}) as { CapacityUnits?: number };
  if (body.IndexName === undefined && isConfiguration(key)) {
    if (/Put|Update|Delete/.test(operation)) to.writes += CapacityUnits;
    else to.reads += CapacityUnits;
  }
}

function addMessages(tally: Tally, { QueueUrl, Entries }: Json): void {
  const queue = (QueueUrl as string).split('/').at(-1)!;
  tally.sendCalls[queue] = (tally.sendCalls[queue] ?? 0) + 1;
  tally.messages[queue] = (tally.messages[queue] ?? 0) + (Entries as unknown[]).length;
}

/** `AWS4-HMAC-SHA256 Credential=<access key>/…` */
function callerOf({ headers }: IncomingMessage): string {
  return /Credential=([^/]+)\//.exec(headers.authorization ?? '')?.[1] ?? 'nobody';
}

/** Always the same caller, because an emulator may keep a database for each. */
function passable({ headers }: IncomingMessage): Record<string, string> {
  const authorization = (headers.authorization ?? '').replace(/Credential=[^/]+\//, 'Credential=local/');
  return {
    'content-type': 'application/x-amz-json-1.0',
    'x-amz-target': String(headers['x-amz-target']),
    'x-amz-date': String(headers['x-amz-date']),
    authorization,
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
