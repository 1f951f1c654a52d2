/** A queue on SQS. */
import { SendMessageBatchCommand, type SendMessageBatchRequestEntry, type SQSClient } from '@aws-sdk/client-sqs';
import { allOf } from '../../service/support/failures';
import type { Queue, QueueMessage } from '../../service/system/ports';

/** The most messages that SQS accepts in one call. */
const BATCH = 10;
/** The most bytes in one call, well below the limit of SQS. */
const BATCH_BYTES = 200 * 1024;
const MAX_ROUNDS = 4;

export function createSqsQueue<Body>(client: SQSClient, queueUrl: string): Queue<Body> {
  return {
    async send(messages) {
      await allOf(batchesOf(messages).map((batch) => sendBatch(client, queueUrl, batch)));
    },
  };
}

/** Sends again what SQS did not accept. Throws if something is still left, and the caller retries. */
async function sendBatch(
  client: SQSClient,
  QueueUrl: string,
  batch: readonly SendMessageBatchRequestEntry[],
): Promise<void> {
  let left = [...batch];
  for (let round = 0; round < MAX_ROUNDS && left.length > 0; round++) {
    const { Failed = [] } = await client.send(new SendMessageBatchCommand({ QueueUrl, Entries: left }));
    const failed = new Set(Failed.map(({ Id }) => Id));
    left = left.filter(({ Id }) => failed.has(Id));
  }
  if (left.length > 0) throw new Error(`SQS did not accept ${left.length} of ${batch.length} messages`);
}

function batchesOf<Body>(messages: readonly QueueMessage<Body>[]): SendMessageBatchRequestEntry[][] {
  const batches: SendMessageBatchRequestEntry[][] = [];
  let bytes = 0;
  messages.forEach((message, index) => {
    const entry = entryOf(message, index);
    const size = Buffer.byteLength(entry.MessageBody!);
    const last = batches.at(-1);
    if (last === undefined || last.length === BATCH || bytes + size > BATCH_BYTES) {
      batches.push([entry]);
      bytes = size;
    } else {
      last.push(entry);
      bytes += size;
    }
  });
  return batches;
}

function entryOf<Body>(
  { body, groupId, deduplicationId, delaySeconds }: QueueMessage<Body>,
  index: number,
): SendMessageBatchRequestEntry {
  return {
    Id: String(index),
    MessageBody: JSON.stringify(body),
    ...(groupId === undefined ? {} : { MessageGroupId: groupId }),
    ...(deduplicationId === undefined ? {} : { MessageDeduplicationId: deduplicationId }),
    ...(delaySeconds === undefined || delaySeconds === 0 ? {} : { DelaySeconds: delaySeconds }),
  };
}
