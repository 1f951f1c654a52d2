/** One message of the local queue, and the form in which Lambda's poller passes it to a handler. */
import { createHash, randomUUID } from 'node:crypto';
import type { SQSBatchResponse, SQSRecord, SQSRecordAttributes } from 'aws-lambda';
import type { QueueMessage } from '../../service/system/ports';

const LOCAL_REGION = 'local';
const LOCAL_ACCOUNT = '000000000000';
/** SQS has raised its limit since. The lower one works in every region and endpoint. */
const LARGEST_BODY_BYTES = 256 * 1024;
const LONGEST_DELAY_SECONDS = 900;

export interface StoredMessage {
  readonly id: string;
  readonly body: string;
  /** Messages without their own group share the empty one. */
  readonly group: string;
  readonly groupId: string | undefined;
  readonly deduplicationId: string | undefined;
  /** The order of sending. A returned message goes back to its place. */
  readonly sequence: number;
  readonly sentAtMs: number;
  receives: number;
  firstReceivedAtMs: number | null;
}

export interface Accepted {
  readonly sequence: number;
  readonly nowMs: number;
  readonly fifo: boolean;
}

/** Refuses what SQS would refuse, so that a mistake is found on one machine. */
export function acceptMessage(message: QueueMessage<unknown>, { sequence, nowMs, fifo }: Accepted): StoredMessage {
  const body = JSON.stringify(message.body);
  if (body === undefined) throw new TypeError('a message needs a body that JSON can carry');
  if (Buffer.byteLength(body) > LARGEST_BODY_BYTES) throw new RangeError('a message is at most 256 KiB');
  const delay = message.delaySeconds ?? 0;
  if (!Number.isInteger(delay) || delay < 0 || delay > LONGEST_DELAY_SECONDS) {
    throw new RangeError(`a delay is 0 to ${LONGEST_DELAY_SECONDS} whole seconds, not ${delay}`);
  }
  if (fifo && (message.groupId === undefined || message.deduplicationId === undefined)) {
    throw new TypeError('a message to a FIFO queue needs a group and a deduplication id');
  }
  if (fifo && delay > 0) throw new TypeError('a message to a FIFO queue cannot have a delay of its own');
  if (!fifo && message.deduplicationId !== undefined) {
    throw new TypeError('only a message to a FIFO queue takes a deduplication id');
  }
  return {
    id: randomUUID(),
    body,
    group: message.groupId ?? '',
    groupId: message.groupId,
    deduplicationId: message.deduplicationId,
    sequence,
    sentAtMs: nowMs,
    receives: 0,
    firstReceivedAtMs: null,
  };
}

export function queueArn(name: string): string {
  return `arn:aws:sqs:${LOCAL_REGION}:${LOCAL_ACCOUNT}:${name}`;
}

export function toRecord(message: StoredMessage, { arn, fifo }: { arn: string; fifo: boolean }): SQSRecord {
  const attributes: SQSRecordAttributes = {
    ApproximateReceiveCount: String(message.receives),
    SentTimestamp: String(message.sentAtMs),
    SenderId: LOCAL_ACCOUNT,
    ApproximateFirstReceiveTimestamp: String(message.firstReceivedAtMs),
  };
  if (message.groupId !== undefined) attributes.MessageGroupId = message.groupId;
  if (message.deduplicationId !== undefined) attributes.MessageDeduplicationId = message.deduplicationId;
  if (fifo) attributes.SequenceNumber = String(message.sequence).padStart(20, '0');
  return {
    messageId: message.id,
    // A new handle for every receive, as SQS does.
    receiptHandle: randomUUID(),
    body: message.body,
    attributes,
    messageAttributes: {},
    md5OfBody: createHash('md5').update(message.body).digest('hex'),
    eventSource: 'aws:sqs',
    eventSourceARN: arn,
    awsRegion: LOCAL_REGION,
  };
}

/**
 * The messages of a batch that its handler did not finish. If the answer names a message outside of the batch, the
 * complete batch has failed, as on Lambda. On a FIFO queue too only these go back: a handler that needs the order also
 * names what it did not begin.
 */
export function failedOf(
  batch: readonly StoredMessage[],
  answer: SQSBatchResponse | undefined,
): readonly StoredMessage[] {
  const named = new Set((answer?.batchItemFailures ?? []).map((failure) => failure.itemIdentifier));
  const failed = batch.filter((message) => named.has(message.id));
  return failed.length < named.size ? batch : failed;
}
