/** Reads a DynamoDB stream from a kept position, one shard after the other. */

import {
  DescribeStreamCommand,
  type DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  type _Record as SdkRecord,
  type Shard,
} from '@aws-sdk/client-dynamodb-streams';
import { readIfThere, replaceFile } from './files';

export interface Read {
  readonly shardId: string;
  readonly records: readonly SdkRecord[];
  /** There were no more records at the time of the read. */
  readonly atEnd: boolean;
}

/** The most that GetRecords returns in one call. */
const READ_LIMIT = 1000;

/**
 * One shard at a time, parents first. That is in order for an embedded database, which has one open shard. An expired
 * iterator is replaced by one after the last record. A position that the stream no longer has becomes its oldest
 * record.
 */
export class StreamReader {
  private iterator: string | null = null;
  private shardId: string | null;
  private after: string | null;

  constructor(
    private readonly client: DynamoDBStreamsClient,
    private readonly streamArn: string,
    position: Position | null,
  ) {
    const own = position?.streamArn === streamArn ? position : null;
    this.shardId = own?.shardId ?? null;
    this.after = own?.sequenceNumber ?? null;
  }

  async read(): Promise<Read> {
    try {
      return await this.readOn();
    } catch (error) {
      const { name } = error as Error;
      if (name === 'TrimmedDataAccessException') this.after = null;
      else if (name !== 'ExpiredIteratorException') throw error;
      this.iterator = null;
      return this.readOn();
    }
  }

  private async readOn(): Promise<Read> {
    this.shardId ??= await this.firstShard();
    const shardId = this.shardId;
    this.iterator ??= await this.newIterator(shardId);
    const answer = await this.client.send(new GetRecordsCommand({ ShardIterator: this.iterator, Limit: READ_LIMIT }));
    const records = answer.Records ?? [];
    this.after = records.at(-1)?.dynamodb?.SequenceNumber ?? this.after;
    this.iterator = answer.NextShardIterator ?? null;
    const closed = this.iterator === null && (await this.moveOn(shardId));
    return { shardId, records, atEnd: !closed && records.length < READ_LIMIT };
  }

  private async newIterator(shardId: string): Promise<string> {
    const from =
      this.after === null
        ? ({ ShardIteratorType: 'TRIM_HORIZON' } as const)
        : ({ ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: this.after } as const);
    const command = new GetShardIteratorCommand({ StreamArn: this.streamArn, ShardId: shardId, ...from });
    const { ShardIterator } = await this.client.send(command);
    if (ShardIterator === undefined) throw new Error(`no iterator for shard ${shardId}`);
    return ShardIterator;
  }

  /** The closed shard's child, if it exists already. */
  private async moveOn(closed: string): Promise<boolean> {
    const child = (await this.shards()).find((shard) => shard.ParentShardId === closed);
    if (child?.ShardId === undefined) return false;
    this.shardId = child.ShardId;
    this.after = null;
    return true;
  }

  private async firstShard(): Promise<string> {
    const shards = await this.shards();
    const known = new Set(shards.map((shard) => shard.ShardId));
    const root = shards.find((shard) => shard.ParentShardId === undefined || !known.has(shard.ParentShardId));
    if (root?.ShardId === undefined) throw new Error(`the stream ${this.streamArn} has no shard`);
    return root.ShardId;
  }

  private async shards(): Promise<readonly Shard[]> {
    const { StreamDescription } = await this.client.send(new DescribeStreamCommand({ StreamArn: this.streamArn }));
    return StreamDescription?.Shards ?? [];
  }
}

/** The position of the stream's poller, kept in the data directory. */
export interface Position {
  /** The position is valid only for this stream, because a new database starts numbering again. */
  readonly streamArn: string;
  readonly shardId: string;
  /** The last record that was handled. */
  readonly sequenceNumber: string;
}

/**
 * Null if it is missing or damaged. Then the stream is read again from its oldest record, which its handler must tolerate
 * in any case.
 */
export function readPosition(path: string): Position | null {
  try {
    const { streamArn, shardId, sequenceNumber } = JSON.parse(readIfThere(path) ?? '') as Record<string, unknown>;
    if (typeof streamArn !== 'string' || typeof shardId !== 'string' || typeof sequenceNumber !== 'string') return null;
    return { streamArn, shardId, sequenceNumber };
  } catch {
    return null;
  }
}

export function keepPosition(path: string, position: Position): void {
  replaceFile(path, JSON.stringify(position));
}
