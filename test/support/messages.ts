/** Events of SQS and of the stream, with the fields that the handlers read. */
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { DynamoDBRecord, DynamoDBStreamEvent, SQSEvent, SQSRecord } from 'aws-lambda';

/** The messages `m0`, `m1`, … with these bodies. */
export const queued = (...bodies: readonly unknown[]): SQSEvent => received(bodies.map((body) => JSON.stringify(body)));

/** The same with texts that need not be JSON, and handed out this often. */
export function received(texts: readonly string[], receives = 1): SQSEvent {
  const attributes = { ApproximateReceiveCount: String(receives) };
  return { Records: texts.map((body, n) => ({ messageId: `m${n}`, body, attributes }) as SQSRecord) };
}

type Image = Readonly<Record<string, AttributeValue>>;
export interface Images {
  readonly OldImage?: Image;
  readonly NewImage?: Image;
}

/** Changes of items, in this order. The types of the event and of the SDK differ in what no item of ours has. */
export function streamed(...changes: readonly Images[]): DynamoDBStreamEvent {
  return {
    Records: changes.map((images, n) => ({ dynamodb: { SequenceNumber: String(n), ...images } }) as DynamoDBRecord),
  };
}
