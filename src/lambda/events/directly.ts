/** A consumer of a queue that dispatch also calls directly, while there is little to do (docs/decisions/direct-calls.md). */
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type { DirectEvent, Queue } from '../../app/ports';
import type { SqsHandler } from './batch';

/** What fails in a direct call goes through the queue, which hands it out again and keeps what keeps failing. */
export function alsoDirectly<Body>(handler: SqsHandler, queue: Queue<Body>) {
  return async (event: SQSEvent | DirectEvent<Body>): Promise<SQSBatchResponse> => {
    if (!('messages' in event)) return handler(event);
    const { messages } = event;
    const { batchItemFailures } = await handler({ Records: messages.map(recordOf) });
    if (batchItemFailures.length > 0) {
      await queue.send(batchItemFailures.map(({ itemIdentifier }) => messages[Number(itemIdentifier)]!));
    }
    return { batchItemFailures: [] };
  };
}

/** With what a handler reads of a record. */
const recordOf = ({ body }: { readonly body: unknown }, index: number): SQSRecord =>
  ({ messageId: String(index), body: JSON.stringify(body) }) as SQSRecord;
