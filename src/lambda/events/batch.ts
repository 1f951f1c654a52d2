/** Batches of SQS messages with partial failures: a failed message does not cause others to be delivered again. */
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type { Log } from '../../service/system/ports';
import { failureFields } from '../describe';

export type SqsHandler = (event: SQSEvent) => Promise<SQSBatchResponse>;

/** Handles the messages in parallel. A message that cannot be read fails alone. */
export function eachMessage<Body>(log: Log, handle: (body: Body) => Promise<void>): SqsHandler {
  return async ({ Records }) => {
    const outcomes = await Promise.allSettled(Records.map(async (record) => handle(bodyOf<Body>(record))));
    const failed = Records.filter((record, index) => {
      const outcome = outcomes[index]!;
      if (outcome.status === 'fulfilled') return false;
      log.error('a message failed; it is handed out again', {
        message_id: record.messageId,
        ...failureFields(outcome.reason),
      });
      return true;
    });
    return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
  };
}

export function bodyOf<Body>({ body }: SQSRecord): Body {
  return JSON.parse(body) as Body;
}
