/** The main table's stream in memory, behind the `send` of the streams client: one shard, read by one poller. */
import {
  type AttributeValue,
  DescribeStreamCommand,
  GetRecordsCommand,
  GetShardIteratorCommand,
  type _Record as SdkRecord,
} from '@aws-sdk/client-dynamodb-streams';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { Item } from './expressions';
import type { Command, Written } from './store';

const SHARD = 'shard-1';
const MARSHALL = { removeUndefinedValues: true };

export class MemoryStream {
  /** In order. Records that the poller has moved past are dropped, because nobody else reads. */
  private records: SdkRecord[] = [];
  private last = 0;

  constructor(private readonly nowMs: () => number) {}

  add({ before, after }: Written): void {
    const known = after ?? before;
    // Deleting an item that does not exist changes nothing.
    if (known === undefined) return;
    const sequence = String(++this.last);
    this.records.push({
      eventID: sequence,
      eventName: before === undefined ? 'INSERT' : after === undefined ? 'REMOVE' : 'MODIFY',
      eventVersion: '1.1',
      eventSource: 'aws:dynamodb',
      awsRegion: 'local',
      dynamodb: {
        ApproximateCreationDateTime: new Date(this.nowMs()),
        Keys: image({ pk: known.pk, sk: known.sk }),
        ...(after === undefined ? {} : { NewImage: image(after) }),
        ...(before === undefined ? {} : { OldImage: image(before) }),
        SequenceNumber: sequence,
        StreamViewType: 'NEW_AND_OLD_IMAGES',
      },
    });
  }

  run({ constructor: type, input }: Command): unknown {
    switch (type) {
      case DescribeStreamCommand:
        return { StreamDescription: { Shards: [{ ShardId: SHARD }] } };
      case GetShardIteratorCommand:
        return { ShardIterator: String(input.SequenceNumber ?? 0) };
      case GetRecordsCommand:
        return this.after(Number(input.ShardIterator), input.Limit);
      default:
        throw new Error(`a command of the stream not known here: ${type.name}`);
    }
  }

  private after(sequence: number, limit: number) {
    this.records = this.records.filter(({ dynamodb }) => Number(dynamodb?.SequenceNumber) > sequence);
    const Records = this.records.slice(0, limit);
    return { Records, NextShardIterator: Records.at(-1)?.dynamodb?.SequenceNumber ?? String(sequence) };
  }
}

function image(item: Item): Record<string, AttributeValue> {
  return marshall(item, MARSHALL) as Record<string, AttributeValue>;
}
