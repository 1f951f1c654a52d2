/** Reading a stream that answers as a test says: shards end, and iterators expire. */
import type { _Record as SdkRecord } from '@aws-sdk/client-dynamodb-streams';
import { changedNothing, toLambdaRecord } from '../../../src/local/platform/stream-delivery';
import { StreamReader } from '../../../src/local/platform/stream-reader';
import { ARN, aRecord, aStream, failed, records } from './support';

describe('the reader of a stream', () => {
  const read = (client: never, position: ConstructorParameters<typeof StreamReader>[2] = null) =>
    new StreamReader(client, ARN, position);
  const place = { streamArn: ARN, shardId: 's7', sequenceNumber: '70' };

  test('the reader of a stream begins with the oldest record of the oldest shard, and goes on from there', async () => {
    const { client, calls } = aStream({
      DescribeStream: [
        {
          StreamDescription: {
            Shards: [
              { ShardId: 's3', ParentShardId: 's2' },
              { ShardId: 's2', ParentShardId: 's1' },
            ],
          },
        },
      ],
      GetRecords: [{ Records: records(1, 2), NextShardIterator: 'after-2' }, { NextShardIterator: 'after-2b' }],
    });
    const reader = read(client);
    expect(await reader.read()).toEqual({ shardId: 's2', records: records(1, 2), atEnd: true });
    expect(await reader.read()).toEqual({ shardId: 's2', records: [], atEnd: true });
    expect(calls).toEqual([
      ['DescribeStream', { StreamArn: ARN }],
      ['GetShardIterator', { StreamArn: ARN, ShardId: 's2', ShardIteratorType: 'TRIM_HORIZON' }],
      ['GetRecords', { ShardIterator: 'from', Limit: 1000 }],
      ['GetRecords', { ShardIterator: 'after-2', Limit: 1000 }],
    ]);
  });

  test('the reader of a stream goes on after its position, unless that is of another stream', async () => {
    const own = aStream();
    await read(own.client, place).read();
    expect(own.calls.slice(0, 1)).toEqual([
      [
        'GetShardIterator',
        { StreamArn: ARN, ShardId: 's7', ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: '70' },
      ],
    ]);
    const other = aStream();
    await read(other.client, { ...place, streamArn: 'arn:earlier' }).read();
    expect(other.calls.slice(0, 2)).toEqual([
      ['DescribeStream', { StreamArn: ARN }],
      ['GetShardIterator', { StreamArn: ARN, ShardId: 's1', ShardIteratorType: 'TRIM_HORIZON' }],
    ]);
  });

  test.each<[string, object]>([
    ['ExpiredIteratorException', { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: '70' }],
    ['TrimmedDataAccessException', { ShardIteratorType: 'TRIM_HORIZON' }],
  ])('after %s takes a new iterator and reads on', async (name, from) => {
    const { client, calls } = aStream({
      GetRecords: [failed(name), { Records: records(71), NextShardIterator: 'next' }],
    });
    expect(await read(client, place).read()).toMatchObject({ shardId: 's7', records: records(71) });
    expect(calls[2]).toEqual(['GetShardIterator', { StreamArn: ARN, ShardId: 's7', ...from }]);
  });

  test('after an expired iterator reads on after the last record', async () => {
    const { client, calls } = aStream({
      GetRecords: [
        { Records: records(71, 72), NextShardIterator: 'next' },
        failed('ExpiredIteratorException'),
        { NextShardIterator: 'next' },
      ],
    });
    const reader = read(client, place);
    await reader.read();
    await reader.read();
    expect(calls.at(-2)).toMatchObject(['GetShardIterator', { SequenceNumber: '72' }]);
  });

  test('the reader of a stream fails with any other failure, and goes on where it was', async () => {
    const { client, calls } = aStream({ GetRecords: [failed('Down'), { Records: records(71) }] });
    const reader = read(client, place);
    await expect(reader.read()).rejects.toThrow('it says Down');
    expect(calls).toHaveLength(2);
    expect((await reader.read()).records).toEqual(records(71));
  });

  test('the reader of a stream goes on with the child of a shard that has ended', async () => {
    const Shards = [{ ShardId: 's7' }, { ShardId: 's9', ParentShardId: 's8' }, { ShardId: 's8', ParentShardId: 's7' }];
    const { client, calls } = aStream({
      DescribeStream: [{ StreamDescription: { Shards } }],
      GetRecords: [{ Records: records(71) }, { Records: records(1), NextShardIterator: 'next' }],
    });
    const reader = read(client, place);
    expect(await reader.read()).toEqual({ shardId: 's7', records: records(71), atEnd: false });
    expect(await reader.read()).toEqual({ shardId: 's8', records: records(1), atEnd: true });
    expect(calls.filter(([name]) => name === 'GetShardIterator').map(([, input]) => input)).toEqual([
      expect.objectContaining({ ShardId: 's7', SequenceNumber: '70' }),
      { StreamArn: ARN, ShardId: 's8', ShardIteratorType: 'TRIM_HORIZON' },
    ]);
  });

  test('the reader of a stream is at the end of a shard that has ended and has no child yet', async () => {
    const { client, calls } = aStream({
      DescribeStream: [{ StreamDescription: { Shards: [{ ShardId: 's7' }, { ParentShardId: 's7' }] } }],
      GetRecords: [{ Records: records(71) }],
    });
    const reader = read(client, place);
    expect(await reader.read()).toEqual({ shardId: 's7', records: records(71), atEnd: true });
    await reader.read();
    expect(calls.at(-3)).toMatchObject(['GetShardIterator', { ShardId: 's7', SequenceNumber: '71' }]);
  });

  test('the reader of a stream is not at the end after as many records as one call returns', async () => {
    const many = Array.from({ length: 1000 }, (_, n) => aRecord(n + 1));
    const { client } = aStream({
      GetRecords: [
        { Records: many, NextShardIterator: 'next' },
        { Records: many.slice(1), NextShardIterator: 'next' },
      ],
    });
    const reader = read(client);
    expect([(await reader.read()).atEnd, (await reader.read()).atEnd]).toEqual([false, true]);
  });

  test.each([
    ['no shard', { DescribeStream: [{ StreamDescription: { Shards: [] } }] }, 'the stream arn:stream has no shard'],
    ['no description', { DescribeStream: [{}] }, 'the stream arn:stream has no shard'],
    ['no iterator', { GetShardIterator: [{}] }, 'no iterator for shard s1'],
  ])('the reader of a stream says that a stream has %s', async (_, answers, said) => {
    await expect(read(aStream(answers).client).read()).rejects.toThrow(said);
  });
});

describe('a record', () => {
  test('a record is passed as Lambda passes it', () => {
    const bytes = Uint8Array.of(1, 2, 255);
    const image = {
      b: { B: bytes },
      bs: { BS: [bytes] },
      l: { L: [{ B: bytes }, { S: 'x' }] },
      m: { M: { b: { B: bytes }, n: { N: '1' } } },
      s: { S: 'text' },
    };
    const shown = {
      b: { B: 'AQL/' },
      bs: { BS: ['AQL/'] },
      l: { L: [{ B: 'AQL/' }, { S: 'x' }] },
      m: { M: { b: { B: 'AQL/' }, n: { N: '1' } } },
      s: { S: 'text' },
    };
    const record = {
      ...{ eventID: 'e', eventName: 'MODIFY', eventVersion: '1.1', awsRegion: 'local' },
      dynamodb: {
        ApproximateCreationDateTime: new Date(1999),
        Keys: { pk: { S: 'a' } },
        ...{
          NewImage: image,
          OldImage: image,
          SequenceNumber: '7',
          SizeBytes: 9,
          StreamViewType: 'NEW_AND_OLD_IMAGES',
        },
      },
    } as unknown as SdkRecord;
    expect(toLambdaRecord(record, ARN)).toEqual({
      ...{ eventID: 'e', eventName: 'MODIFY', eventVersion: '1.1', awsRegion: 'local' },
      eventSource: 'aws:dynamodb',
      eventSourceARN: ARN,
      dynamodb: {
        ApproximateCreationDateTime: 1,
        Keys: { pk: { S: 'a' } },
        ...{
          NewImage: shown,
          OldImage: shown,
          SequenceNumber: '7',
          SizeBytes: 9,
          StreamViewType: 'NEW_AND_OLD_IMAGES',
        },
      },
    });
  });

  test('a record has no image that was not sent', () => {
    const { dynamodb } = toLambdaRecord({}, ARN);
    expect(dynamodb).toEqual({ Keys: {}, SequenceNumber: '' });
    expect(Object.keys(dynamodb)).not.toContain('NewImage');
    expect(Object.keys(dynamodb)).not.toContain('OldImage');
  });

  test('a record changed nothing only where both images are there and equal', () => {
    const one = { a: { S: '1' } };
    expect(changedNothing({ dynamodb: { OldImage: one, NewImage: { a: { S: '1' } } } })).toBe(true);
    expect(changedNothing({ dynamodb: { OldImage: one, NewImage: { a: { S: '2' } } } })).toBe(false);
    expect(changedNothing({ dynamodb: { OldImage: one } })).toBe(false);
    expect(changedNothing({ dynamodb: { NewImage: one } })).toBe(false);
    expect(changedNothing({})).toBe(false);
  });
});
