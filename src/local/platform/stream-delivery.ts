/**
 * Passes records to the handler in order, as Lambda's stream poller does: in its form, with partial failures, bisecting and
 * a limit of attempts. A record that cannot be handled delays the following ones only briefly.
 */

import { isDeepStrictEqual } from 'node:util';
import type { AttributeValue, _Record as SdkRecord } from '@aws-sdk/client-dynamodb-streams';
import type {
  DynamoDBBatchResponse,
  DynamoDBRecord,
  DynamoDBStreamEvent,
  AttributeValue as LambdaAttributeValue,
  StreamRecord,
} from 'aws-lambda';
import { DEFAULT_HANDLER_LIMIT_MS, invokeWithin } from './invoke';

export interface DeliveryOptions {
  readonly handler: (event: DynamoDBStreamEvent) => Promise<DynamoDBBatchResponse | void>;
  readonly handlerLimitMs?: number;
  /** Attempts for one record before it is given up. */
  readonly maxTries: number;
  readonly batchSize: number;
  /** Real time to wait before the n-th retry of the same record. */
  readonly retryDelayMs: (n: number) => number;
  /** Everything up to and including this record is handled or given up. */
  readonly passed: (record: PlacedRecord) => void;
  readonly gaveUp: (record: PlacedRecord, error: unknown) => void;
  readonly failed: (error: unknown) => void;
  /** True when the poller is stopping. Records are then left for the next start and not given up. */
  readonly stopping: () => boolean;
}

/**
 * Where a batch failed: the index of the first record that was not handled. `known` is true if the handler named it.
 */
type Failure = { readonly at: number; readonly known: boolean; readonly error: unknown };

/** Resolves to false if it stopped before the end because the poller is stopping. */
export async function deliver(records: readonly PlacedRecord[], options: DeliveryOptions): Promise<boolean> {
  for (let from = 0; from < records.length; from += options.batchSize) {
    if (!(await deliverBatch(records.slice(from, from + options.batchSize), options))) return false;
  }
  return true;
}

async function deliverBatch(batch: readonly PlacedRecord[], options: DeliveryOptions): Promise<boolean> {
  let left = batch;
  // How often the first of `left` has failed.
  let tries = 0;
  while (left.length > 0) {
    if (options.stopping()) return false;
    const failure = await invoke(left, options);
    if (failure === null) {
      options.passed(left.at(-1)!);
      return true;
    }
    options.failed(failure.error);
    if (failure.at > 0) {
      options.passed(left[failure.at - 1]!);
      left = left.slice(failure.at);
      tries = 0;
    }
    if (!failure.known && left.length > 1) return bisect(left, options);
    tries += 1;
    if (tries >= options.maxTries) {
      options.gaveUp(left[0]!, failure.error);
      options.passed(left[0]!);
      left = left.slice(1);
      tries = 0;
    } else {
      await new Promise((resolve) => setTimeout(resolve, options.retryDelayMs(tries)));
    }
  }
  return true;
}

/** The handler did not name the record that failed. Halving finds it, and each record alone gets all its attempts. */
async function bisect(batch: readonly PlacedRecord[], options: DeliveryOptions): Promise<boolean> {
  const middle = Math.ceil(batch.length / 2);
  return (await deliverBatch(batch.slice(0, middle), options)) && (await deliverBatch(batch.slice(middle), options));
}

async function invoke(records: readonly PlacedRecord[], options: DeliveryOptions): Promise<Failure | null> {
  const { handler, handlerLimitMs = DEFAULT_HANDLER_LIMIT_MS } = options;
  try {
    const answer = await invokeWithin(handlerLimitMs, () => handler({ Records: [...records] }));
    const failures = answer?.batchItemFailures ?? [];
    if (failures.length === 0) return null;
    const named = failures.map(({ itemIdentifier }) => indexOf(records, itemIdentifier));
    const at = Math.min(...named);
    // Lambda treats an unknown identifier as a failure of the complete batch.
    const known = at >= 0;
    return { at: known ? at : 0, known, error: new Error('the handler reported the record as failed') };
  } catch (error) {
    return { at: 0, known: false, error };
  }
}

function indexOf(records: readonly PlacedRecord[], sequenceNumber: string): number {
  return records.findIndex((record) => record.dynamodb.SequenceNumber === sequenceNumber);
}

type Image = Record<string, AttributeValue>;
type LambdaImage = NonNullable<StreamRecord['NewImage']>;

/** A record with its place in the stream. */
export interface PlacedRecord extends DynamoDBRecord {
  readonly dynamodb: StreamRecord & { readonly SequenceNumber: string };
}

/** In the form in which Lambda passes it. */
export function toLambdaRecord(record: SdkRecord, streamArn: string): PlacedRecord {
  const stream = record.dynamodb ?? {};
  return {
    eventID: record.eventID,
    eventName: record.eventName,
    eventVersion: record.eventVersion,
    eventSource: 'aws:dynamodb',
    awsRegion: record.awsRegion,
    eventSourceARN: streamArn,
    dynamodb: {
      ApproximateCreationDateTime: seconds(stream.ApproximateCreationDateTime),
      Keys: toLambdaImage(stream.Keys),
      ...(stream.NewImage && { NewImage: toLambdaImage(stream.NewImage) }),
      ...(stream.OldImage && { OldImage: toLambdaImage(stream.OldImage) }),
      SequenceNumber: stream.SequenceNumber ?? '',
      SizeBytes: stream.SizeBytes,
      StreamViewType: stream.StreamViewType,
    },
  };
}

/** A write that changed nothing: DynamoDB sends no record for it, but the embedded database does. */
export function changedNothing(record: SdkRecord): boolean {
  const { OldImage, NewImage } = record.dynamodb ?? {};
  return OldImage !== undefined && NewImage !== undefined && isDeepStrictEqual(OldImage, NewImage);
}

function seconds(at: Date | undefined): number | undefined {
  return at === undefined ? undefined : Math.floor(at.getTime() / 1000);
}

function toLambdaImage(image: Image | undefined): LambdaImage {
  return Object.fromEntries(Object.entries(image ?? {}).map(([name, value]) => [name, toLambdaValue(value)]));
}

/** The two forms differ only in bytes, which are base64 text in an event. */
function toLambdaValue(value: AttributeValue): LambdaAttributeValue {
  if (value.B !== undefined) return { B: base64(value.B) };
  if (value.BS !== undefined) return { BS: value.BS.map(base64) };
  if (value.L !== undefined) return { L: value.L.map(toLambdaValue) };
  if (value.M !== undefined) return { M: toLambdaImage(value.M) };
  return value as LambdaAttributeValue;
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}
