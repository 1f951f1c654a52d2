/** A consumer of a queue that dispatch also calls directly, while there is little to do (docs/decisions/direct-calls.md). */
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type { DirectEvent, Queue } from '../../app/ports';
import type { SqsHandler } from './batch';

/**
 * What fails in a direct call goes to the queue, which keeps what keeps failing. It is handed out after the time that passes
 * between two attempts of the queue.
 */
export function alsoDirectly<Body>(
  handler: SqsHandler,
  queue: Queue<Body>,
  { visibilitySeconds: delaySeconds }: { readonly visibilitySeconds: number },
) {
  return async (event: SQSEvent | DirectEvent<Body>): Promise<SQSBatchResponse> => {
    if (!('messages' in event)) return handler(event);
    const { messages } = event;
    const { batchItemFailures } = await handler({ Records: messages.map(recordOf) });
    if (batchItemFailures.length > 0) {
      const failed = batchItemFailures.map(({ itemIdentifier }) => messages[Number(itemIdentifier)]!);
      await queue.send(failed.map((message) => ({ ...message, delaySeconds })));
    }
    return { batchItemFailures: [] };
  };
}

/** With what a handler reads of a record. */
const recordOf = ({ body }: { readonly body: unknown }, index: number): SQSRecord =>
  ({ messageId: String(index), body: JSON.stringify(body) }) as SQSRecord;
