/** Sends an event to an event bus or a queue, with the organization's own session, and opens these sessions. */

import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { type MessageAttributeValue, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts';
import type { OrgId } from '../../protocol/identifiers';
import { assertNever } from '../../protocol/result';
import type { Destination } from '../../service/delivery/rules/destination';
import type { OutgoingPost, PostOutcome } from '../../service/receiver/ports';
import type { Clock } from '../../service/system/ports';
import type { DestinationSends } from '.';

export interface AwsSendsOptions {
  readonly credentialsOf: (org: NonNullable<OutgoingPost['org']>) => Promise<SessionCredentials>;
  /** The time limit of an attempt. */
  readonly timeoutMs?: number;
  /** Set only for an emulator. */
  readonly endpoint?: string;
}

/** The `source` that consumers match in the rules of their event bus. */
const EVENT_SOURCE = 'request-authorization-service';
const ATTEMPT_MS = 10_000;

export function createAwsSends({ credentialsOf, timeoutMs = ATTEMPT_MS, endpoint }: AwsSendsOptions): DestinationSends {
  return {
    async send(destination, post) {
      const signal = AbortSignal.timeout(timeoutMs);
      try {
        if (post.org === undefined) throw new Error('an event for a destination names its organization');
        const credentials = await credentialsOf(post.org);
        // Each send has its own client, because a client's credentials belong to one organization.
        const own = { region: destination.region, credentials, ...(endpoint === undefined ? {} : { endpoint }) };
        return await sendWith(own, destination, post, signal);
      } catch (error) {
        return signal.aborted ? { kind: 'timed_out', error: 'AWS did not answer in time' } : failure(error);
      }
    },
  };
}

interface ClientOwn {
  readonly region: string;
  readonly credentials: SessionCredentials;
}

function sendWith(
  { endpoint, ...own }: Omit<AwsSendsOptions, 'credentialsOf' | 'timeoutMs'> & ClientOwn,
  destination: Destination,
  post: OutgoingPost,
  abortSignal: AbortSignal,
) {
  const config = { ...own, maxAttempts: 1, ...(endpoint === undefined ? {} : { endpoint }) };
  switch (destination.kind) {
    case 'event_bus':
      return putEvent(new EventBridgeClient(config), destination, post, abortSignal);
    case 'queue':
      return sendMessage(new SQSClient(config), { destination, url: urlOf(destination, endpoint) }, post, abortSignal);
    default:
      return assertNever(destination.kind);
  }
}

/**
 * The detail is the event as it would be posted, and the detail type is its type. A bus has no headers; the event's id
 * is in the detail.
 */
async function putEvent(client: EventBridgeClient, { arn }: Destination, post: OutgoingPost, abortSignal: AbortSignal) {
  try {
    const { type, created_at } = JSON.parse(post.body) as { type: string; created_at: string };
    const entry = {
      EventBusName: arn,
      Source: EVENT_SOURCE,
      DetailType: type,
      Detail: post.body,
      Time: new Date(created_at),
    };
    const { FailedEntryCount = 0, Entries = [] } = await client.send(new PutEventsCommand({ Entries: [entry] }), {
      abortSignal,
    });
    if (FailedEntryCount === 0) return delivered;
    return { kind: 'unreachable', error: `the event bus refused it: ${Entries[0]?.ErrorCode ?? 'no reason'}` } as const;
  } finally {
    client.destroy();
  }
}

/** Sends the body and the headers of the post as the body and attributes of a message. */
async function sendMessage(
  client: SQSClient,
  { destination, url: QueueUrl }: { readonly destination: Destination; readonly url: string },
  post: OutgoingPost,
  abortSignal: AbortSignal,
) {
  try {
    const group = destination.name.endsWith('.fifo')
      ? { MessageGroupId: requestOf(post), MessageDeduplicationId: attemptIdOf(post) }
      : {};
    const MessageAttributes = attributesOf(post.headers);
    await client.send(new SendMessageCommand({ QueueUrl, MessageBody: post.body, MessageAttributes, ...group }), {
      abortSignal,
    });
    return delivered;
  } finally {
    client.destroy();
  }
}

const delivered = { kind: 'answered', status: 200, retryAfterSeconds: null } as const;

function urlOf({ region, account, name }: Destination, endpoint: string | undefined): string {
  // An emulator's queue URLs contain the region too: the queues of `http://127.0.0.1:4566` are at
  // `http://sqs.us-east-1.localhost:4566`.
  const base = endpoint?.replace('127.0.0.1', `sqs.${region}.localhost`) ?? `https://sqs.${region}.amazonaws.com`;
  return `${base}/${account}/${name}`;
}

function attributesOf(headers: OutgoingPost['headers']): Record<string, MessageAttributeValue> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, { DataType: 'String', StringValue: value }]),
  );
}

const requestOf = ({ body }: OutgoingPost): string =>
  (JSON.parse(body) as { data: { request: { id: string } } }).data.request.id;

/**
 * A new id for each attempt. With the same id, SQS would drop an event that an admin sends again as a duplicate.
 * Consumers ignore event ids that they already know.
 */
const attemptIdOf = ({ headers }: OutgoingPost): string =>
  `${headers['Service-Delivery-Id']}.${headers['Webhook-Timestamp']}`;

/** An AWS error has a name and a message that names the action, the principal and the resource. */
function failure(error: unknown): PostOutcome {
  if (!(error instanceof Error)) return { kind: 'unreachable', error: 'unknown' };
  const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
  if (status === undefined) return { kind: 'unreachable', error: error.name };
  return { kind: 'answered', status, retryAfterSeconds: null, error: `AWS answered ${status}: ${error.name}` };
}

/**
 * A session of the role for destinations, tagged with the organization. The consumer's resource policy can require the
 * tag, so that no other organization of this deployment can send to it.
 */
export interface SessionCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string;
}

/** The shortest session that STS issues. */
const SESSION_SECONDS = 900;
/** A session that ends within this time is not used for another attempt. */
const SPARE_MS = 60_000;

/** Two attempts fit into the time limit of a delivery attempt. */
export const openSts = (): STSClient => new STSClient({ maxAttempts: 2 });

export function createSessions(options: { client: STSClient; roleArn: string; clock: Clock }) {
  const { client, roleArn, clock } = options;
  const known = new Map<OrgId, { readonly credentials: SessionCredentials; readonly untilMs: number }>();
  return async (org: OrgId): Promise<SessionCredentials> => {
    const found = known.get(org);
    if (found !== undefined && clock.nowMs() < found.untilMs) return found.credentials;
    const startedMs = clock.nowMs();
    const { Credentials: given } = await client.send(
      new AssumeRoleCommand({
        RoleArn: roleArn,
        RoleSessionName: sessionName(org),
        DurationSeconds: SESSION_SECONDS,
        Tags: [{ Key: 'org', Value: org }],
      }),
    );
    if (!given?.AccessKeyId || !given.SecretAccessKey || !given.SessionToken)
      throw new Error('STS gave no credentials');
    const credentials = {
      accessKeyId: given.AccessKeyId,
      secretAccessKey: given.SecretAccessKey,
      sessionToken: given.SessionToken,
    };
    known.set(org, { credentials, untilMs: startedMs + SESSION_SECONDS * 1000 - SPARE_MS });
    return credentials;
  };
}

/** The session name, which the consumer sees in CloudTrail: 2 to 64 characters that STS accepts. */
function sessionName(org: OrgId): string {
  return `org-${org}`.replace(/[^\w+=,.@-]/g, '_').slice(0, 64);
}
