/** Events of SQS, with the fields that the handlers read. */
import type { SQSEvent, SQSRecord } from 'aws-lambda';

/** The messages `m0`, `m1`, … with these bodies. */
export function queued(...bodies: readonly unknown[]): SQSEvent {
  return {
    Records: bodies.map((body, n) => ({ messageId: `m${n}`, body: JSON.stringify(body) }) as SQSRecord),
  };
}
