/** Stream records in the form in which Lambda passes them. */
import { isDeepStrictEqual } from 'node:util';
import type { AttributeValue, _Record as SdkRecord } from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBRecord, AttributeValue as LambdaAttributeValue, StreamRecord } from 'aws-lambda';

type Image = Record<string, AttributeValue>;
type LambdaImage = NonNullable<StreamRecord['NewImage']>;

/** A record with its place in the stream. */
export interface PlacedRecord extends DynamoDBRecord {
  readonly dynamodb: StreamRecord & { readonly SequenceNumber: string };
}

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
