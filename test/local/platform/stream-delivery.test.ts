/** Handing out what a stream had, which answers as a test says: handlers fail, reads fail, and the poller stops. */
import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { Activity } from '../../../src/local/platform/activity';
import { linesIn } from '../../../src/local/platform/files';
import { type StreamPoller, type StreamPollerOptions, startStreamPoller } from '../../../src/local/platform/stream';
import {
  type DeliveryOptions,
  deliver,
  type PlacedRecord,
  toLambdaRecord,
} from '../../../src/local/platform/stream-delivery';
import { aFolder } from '../../support/folder';
import { ARN, aRecord, aStream, failed, records } from './support';

afterEach(() => {
  jest.restoreAllMocks();
});

describe('delivering records', () => {
  type Answer = (sequences: number[], call: number) => DynamoDBBatchResponse | void;
  const named = (...sequences: number[]) => ({
    batchItemFailures: sequences.map((sequence) => ({ itemIdentifier: `${sequence}` })),
  });

  async function delivered(count: number, answer: Answer, change: Partial<DeliveryOptions> = {}) {
    const calls: number[][] = [];
    const seen = { passed: [] as number[], gaveUp: [] as string[], failed: [] as string[], delays: [] as number[] };
    const numberOf = ({ dynamodb }: { dynamodb: { SequenceNumber: string } }) => Number(dynamodb.SequenceNumber);
    const done = await deliver(
      Array.from({ length: count }, (_, n) => toLambdaRecord(aRecord(n + 1), ARN)),
      {
        handler: async (event: DynamoDBStreamEvent) => {
          const sequences = (event.Records as PlacedRecord[]).map(numberOf);
          calls.push(sequences);
          return answer(sequences, calls.length);
        },
        maxTries: 3,
        batchSize: 10,
        retryDelayMs: (n) => {
          seen.delays.push(n);
          return 0;
        },
        passed: (record) => void seen.passed.push(numberOf(record)),
        gaveUp: (record, error) => void seen.gaveUp.push(`${numberOf(record)} ${error}`),
        failed: (error) => void seen.failed.push(String(error)),
        stopping: () => false,
        ...change,
      },
    );
    return { done, calls, ...seen };
  }
  const REPORTED = 'Error: the handler reported the record as failed';

  test('delivering records passes batches in order, and says after each how far it is', async () => {
    const { done, calls, passed, failed: failures } = await delivered(5, () => undefined, { batchSize: 2 });
    expect(calls).toEqual([[1, 2], [3, 4], [5]]);
    expect([done, passed, failures]).toEqual([true, [2, 4, 5], []]);
    expect((await delivered(2, () => ({ batchItemFailures: [] }))).passed).toEqual([2]);
  });

  test('delivering records starts again at the first record that the handler named, and waits longer each time', async () => {
    const {
      calls,
      passed,
      delays,
      failed: failures,
    } = await delivered(4, (_, call) => (call < 3 ? named(3, 2) : undefined));
    expect(calls).toEqual([
      [1, 2, 3, 4],
      [2, 3, 4],
      [2, 3, 4],
    ]);
    expect(passed).toEqual([1, 4]);
    expect(delays).toEqual([1, 2]);
    expect(failures).toEqual([REPORTED, REPORTED]);
  });

  test('delivering records gives up a record after its attempts, goes on behind it, and gives the next one all of its own', async () => {
    const { calls, passed, gaveUp, delays } = await delivered(3, ([first]) =>
      first === 3 ? undefined : named(first!),
    );
    expect(calls).toEqual([[1, 2, 3], [1, 2, 3], [1, 2, 3], [2, 3], [2, 3], [2, 3], [3]]);
    expect(passed).toEqual([1, 2, 3]);
    expect(gaveUp).toEqual([`1 ${REPORTED}`, `2 ${REPORTED}`]);
    expect(delays).toEqual([1, 2, 1, 2]);
  });

  test.each<[string, Answer]>([
    [
      'throws',
      (sequences) => {
        if (sequences.includes(4)) throw new Error('cannot read 4');
      },
    ],
    ['names a record that it was not handed', (sequences) => (sequences.includes(4) ? named(4, 99) : undefined)],
  ])('delivering records halves a batch over which the handler %s, and tries each half again', async (_, answer) => {
    const { calls, passed, gaveUp } = await delivered(5, answer);
    expect(calls).toEqual([[1, 2, 3, 4, 5], [1, 2, 3], [4, 5], [4], [4], [4], [5]]);
    expect(passed).toEqual([3, 4, 5]);
    expect(gaveUp).toHaveLength(1);
  });

  test('delivering records takes a handler that does not end as failed', async () => {
    const { gaveUp } = await delivered(1, () => undefined, {
      handler: () => new Promise(() => undefined),
      handlerLimitMs: 5,
      maxTries: 1,
    });
    expect(gaveUp).toEqual(['1 Error: the handler did not finish within 5 ms']);
  });

  test('delivering records leaves the rest where it is stopping', async () => {
    let calls = 0;
    const stopped = await delivered(
      4,
      () => {
        calls += 1;
        return calls === 2 ? named(3) : undefined;
      },
      { batchSize: 2, stopping: () => calls === 2 },
    );
    expect([stopped.done, stopped.calls, stopped.passed, stopped.gaveUp]).toEqual([
      ...[
        false,
        [
          [1, 2],
          [3, 4],
        ],
        [2],
        [],
      ],
    ]);
    let halves = 0;
    const between = await delivered(
      2,
      (sequences) => {
        halves += 1;
        if (sequences.length > 1) throw new Error('both');
      },
      { stopping: () => halves === 2 },
    );
    expect([between.done, between.calls, between.passed]).toEqual([false, [[1, 2], [1]], [1]]);
  });
});

describe('the poller', () => {
  const pollers: StreamPoller[] = [];
  afterEach(async () => {
    await Promise.all(pollers.splice(0).map((poller) => poller.stop()));
  });
  const start = (client: never, change: Partial<StreamPollerOptions> = {}) => {
    const place = aFolder();
    const reports: string[] = [];
    const batches: (string | undefined)[][] = [];
    const activity = new Activity();
    const poller = startStreamPoller({
      client,
      streamArn: ARN,
      activity,
      handler: async ({ Records }) => void batches.push(Records.map(({ dynamodb }) => dynamodb?.SequenceNumber)),
      report: (what, error) => void reports.push(`${what}: ${error}`),
      ...{ positionPath: `${place}/position.json`, givenUpPath: `${place}/given-up.ndjson` },
      ...change,
    });
    pollers.push(poller);
    return { poller, reports, batches, activity, givenUp: () => linesIn(`${place}/given-up.ndjson`) };
  };
  /** How long somebody in this process waits each time, without waiting. From a minute on, it is a limit and not a pause. */
  const pauses = () => {
    const real = setTimeout;
    const asked: number[] = [];
    jest.spyOn(globalThis, 'setTimeout').mockImplementation(((fire: () => void, ms: number) => {
      if (ms < 60_000) asked.push(ms);
      return real(fire, ms < 60_000 ? 0 : ms);
    }) as typeof setTimeout);
    return asked;
  };

  test('the poller hands a failing record out five times in 375 ms before it gives it up', async () => {
    const asked = pauses();
    const { client } = aStream({
      GetRecords: [{ Records: records(7), NextShardIterator: 'next' }, { NextShardIterator: 'next' }],
    });
    let calls = 0;
    const { poller, reports, givenUp } = start(client, {
      handler: async () => {
        calls += 1;
        throw new Error('down');
      },
    });
    await poller.drained();
    expect(calls).toBe(5);
    expect(asked.filter((ms) => [25, 50, 100, 200].includes(ms))).toEqual([25, 50, 100, 200]);
    expect(reports).toEqual([
      ...Array(5).fill('the stream handler failed: Error: down'),
      'stream record 7 was given up: Error: down',
    ]);
    expect(givenUp().map((line) => JSON.parse(line))).toEqual([
      {
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        error: 'Error: down',
        record: expect.objectContaining({ dynamodb: expect.objectContaining({ SequenceNumber: '7' }) }),
      },
    ]);
  });

  test('the poller hands out a hundred records at a time, and keeps its place after each batch', async () => {
    const positionPath = `${aFolder()}/position.json`;
    const many = Array.from({ length: 150 }, (_, n) => aRecord(n + 1));
    const { client } = aStream({
      GetRecords: [{ Records: many, NextShardIterator: 'next' }, { NextShardIterator: 'next' }],
    });
    const { poller, batches } = start(client, { positionPath });
    await poller.drained();
    expect(batches.map(({ length }) => length)).toEqual([100, 50]);
    await poller.stop();
    const again = aStream();
    await start(again.client, { positionPath }).poller.drained();
    expect(again.calls[0]).toEqual([
      'GetShardIterator',
      { StreamArn: ARN, ShardId: 's1', ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: '150' },
    ]);
  });

  test('the poller reads on without a pause until it is at the end', async () => {
    const asked = pauses();
    const full = { Records: Array.from({ length: 1000 }, (_, n) => aRecord(n + 1)), NextShardIterator: 'next' };
    const { client } = aStream({ GetRecords: [full, full, { Records: records(3000), NextShardIterator: 'next' }] });
    const seen: unknown[] = [];
    let isDrained = false;
    const { poller } = start(client, {
      batchSize: 1000,
      handler: async ({ Records }) => void seen.push([Records.length, asked.includes(1000), isDrained]),
    });
    await poller.drained().then(() => {
      isDrained = true;
    });
    expect(seen).toEqual([1000, 1000, 1].map((count) => [count, false, false]));
  });

  test('the poller looks by itself every second, and counts as in progress only while it hands out', async () => {
    const asked = pauses();
    const { client, calls } = aStream({
      GetRecords: [
        { NextShardIterator: 'next' },
        { Records: records(1), NextShardIterator: 'next' },
        { NextShardIterator: 'next' },
      ],
    });
    const counts: number[] = [];
    const activity = new Activity();
    start(client, { activity, handler: async () => void counts.push(activity.inFlight()) });
    while (calls.length < 5) await new Promise((resolve) => setImmediate(resolve));
    expect(asked.filter((ms) => ms === 1000).length).toBeGreaterThanOrEqual(2);
    expect([counts, activity.inFlight()]).toEqual([[1], 0]);
  });

  test('the poller tells those who wait that it could not read, reports it, and reads again after 200 ms', async () => {
    const asked = pauses();
    const { client } = aStream({
      GetRecords: [failed('Down'), { Records: records(1), NextShardIterator: 'next' }, { NextShardIterator: 'next' }],
    });
    const { poller, reports, batches } = start(client);
    // The first read has begun: this waits for the one after it.
    await poller.drained();
    expect(reports).toEqual(['the stream could not be read: Down: it says Down']);
    expect(asked).toContain(200);
    expect(batches).toEqual([['1']]);

    const broken = start(aStream({ GetRecords: [failed('Down')] }).client);
    await expect(broken.poller.drained()).rejects.toThrow('it says Down');
    await broken.poller.stop();
  });

  test('the poller keeps no one waiting when it has stopped', async () => {
    const { client } = aStream();
    const { poller, reports } = start(client, { pollIntervalMs: 60_000 });
    await poller.drained();
    const waiting = poller.drained();
    await poller.stop();
    await expect(waiting).resolves.toBeUndefined();
    await expect(poller.drained()).resolves.toBeUndefined();
    expect(reports).toEqual([]);
  });
});
