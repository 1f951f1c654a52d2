import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { LocalQueue, type LocalQueueOptions } from '../../../src/local/platform/queue';
import { aMachine, NOON, seconds, type TestMachine } from './support';

type Body = string;

interface Opened {
  readonly queue: LocalQueue<Body>;
  /** The batches that were handed out, in order: the bodies of each. */
  readonly batches: Body[][];
  readonly records: SQSRecord[];
}

/** Fails those records that `fails` says. */
function openQueue(
  { clock, activity, report }: TestMachine,
  options: Partial<LocalQueueOptions> = {},
  fails: (body: Body, record: SQSRecord) => boolean = () => false,
): Opened {
  const batches: Body[][] = [];
  const records: SQSRecord[] = [];
  const handler = async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    batches.push(Records.map(bodyOf));
    records.push(...Records);
    const failed = Records.filter((record) => fails(bodyOf(record), record));
    return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
  };
  const queue = new LocalQueue<Body>({
    name: 'test',
    clock,
    activity,
    report,
    visibilityTimeoutMs: seconds(30),
    maxReceiveCount: 3,
    batchSize: 10,
    maxConcurrency: 10,
    handler,
    ...options,
  });
  return { queue, batches, records };
}

const bodyOf = (record: SQSRecord): Body => JSON.parse(record.body);
const plain = (...bodies: Body[]) => bodies.map((body) => ({ body }));
const ordered = (groupId: string, ...bodies: Body[]) => {
  return bodies.map((body) => ({ body, groupId, deduplicationId: `${groupId}-${body}` }));
};

describe('a queue', () => {
  test('a queue hands out what was sent together in batches, in order', async () => {
    const machine = aMachine();
    const { queue, batches } = openQueue(machine, { batchSize: 2 });
    await queue.send(plain('a', 'b', 'c'));
    await queue.send(plain('d'));
    await machine.settled();
    expect(batches).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
    expect(queue.counts()).toEqual({ ready: 0, inFlight: 0, waiting: 0 });
  });

  test('a queue shows a message as SQS does', async () => {
    const machine = aMachine();
    const { queue, records } = openQueue(machine);
    await queue.send([{ body: 'a', groupId: 'org_1' }]);
    await machine.settled();
    expect(queue.arn).toBe('arn:aws:sqs:local:000000000000:test');
    expect(records[0]).toEqual({
      messageId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      receiptHandle: expect.stringMatching(/^[0-9a-f-]{36}$/),
      body: '"a"',
      md5OfBody: '6067924ae1b1832abce3d12fe83755a9',
      eventSource: 'aws:sqs',
      eventSourceARN: queue.arn,
      awsRegion: 'local',
      messageAttributes: {},
      attributes: {
        ApproximateReceiveCount: '1',
        SentTimestamp: `${NOON}`,
        SenderId: '000000000000',
        ApproximateFirstReceiveTimestamp: `${NOON}`,
        MessageGroupId: 'org_1',
      },
    });
  });

  test('a queue counts what is ready, what is being handled and what waits', async () => {
    const machine = aMachine();
    const release: (() => void)[] = [];
    const { queue } = openQueue(machine, {
      batchSize: 2,
      maxConcurrency: 1,
      handler: () => new Promise<void>((resolve) => release.push(resolve)),
    });
    await queue.send([...plain('a', 'b', 'c'), { body: 'd', delaySeconds: 1 }]);
    expect(queue.counts()).toEqual({ ready: 3, inFlight: 0, waiting: 1 });
    expect(machine.activity.inFlight()).toBe(1);
    await turns();
    expect(queue.counts()).toEqual({ ready: 1, inFlight: 2, waiting: 1 });
    release.shift()!();
    await turns();
    expect(queue.counts()).toEqual({ ready: 0, inFlight: 1, waiting: 1 });
    release.shift()!();
    await turns();
    expect(queue.counts()).toEqual({ ready: 0, inFlight: 0, waiting: 1 });
    expect(machine.activity.inFlight()).toBe(0);
    await queue.stop();
  });

  test('a queue hands out a failed message a millisecond later at the earliest', async () => {
    const machine = aMachine();
    const { queue, batches } = openQueue(machine, { visibilityTimeoutMs: 0 }, () => true);
    await queue.send(plain('a'));
    await machine.settled();
    expect(batches).toHaveLength(1);
    await machine.advance(1);
    expect(batches).toHaveLength(2);
  });

  test('a queue counts the visibility of a message from when it was handed out', async () => {
    const machine = aMachine();
    let fail = () => {};
    const { queue } = openQueue(machine, {
      handler: () =>
        new Promise((_, reject) => {
          fail = () => reject(new Error('down'));
        }),
    });
    await queue.send(plain('a'));
    await turns();
    machine.clock.advance(seconds(20));
    fail();
    await machine.settled();
    expect(machine.reports).toEqual(['queue test: the handler failed: down']);
    machine.clock.advance(seconds(10) - 1);
    expect(queue.counts().waiting).toBe(1);
    machine.clock.advance(1);
    expect(queue.counts().waiting).toBe(0);
    await turns();
    fail();
    await queue.stop();
  });

  test('a queue keeps a delayed message until its delay is over on the clock', async () => {
    const machine = aMachine();
    const { queue, batches, records } = openQueue(machine);
    await queue.send([{ body: 'late', delaySeconds: 900 }, { body: 'now' }]);
    await machine.settled();
    expect(batches).toEqual([['now']]);
    expect(queue.counts().waiting).toBe(1);
    await machine.advance(seconds(900) - 1);
    expect(batches).toHaveLength(1);
    await machine.advance(1);
    expect(batches[1]).toEqual(['late']);
    const times = { SentTimestamp: `${NOON}`, ApproximateFirstReceiveTimestamp: `${NOON + seconds(900)}` };
    expect(records[1]!.attributes).toMatchObject(times);
  });

  test('a queue hands out a failed message again after its visibility timeout, under a new handle, and the others of its batch no more', async () => {
    const machine = aMachine();
    const { queue, batches, records } = openQueue(machine, {}, (body, record) => {
      return body === 'b' && record.attributes.ApproximateReceiveCount === '1';
    });
    await queue.send(plain('a', 'b', 'c'));
    await machine.settled();
    expect(machine.activity.inFlight()).toBe(0);
    await machine.advance(seconds(30) - 1);
    expect(batches).toEqual([['a', 'b', 'c']]);
    await machine.advance(seconds(3600));
    expect(batches).toEqual([['a', 'b', 'c'], ['b']]);
    const [first, again] = [records[1]!, records.at(-1)!];
    expect(again.attributes).toEqual({ ...first.attributes, ApproximateReceiveCount: '2' });
    expect([again.messageId, again.receiptHandle === first.receiptHandle]).toEqual([first.messageId, false]);
  });

  test.each<[string, LocalQueueOptions['handler']]>([
    ['throws', () => Promise.reject(new Error('down'))],
    ['names a message that it was not handed', async () => ({ batchItemFailures: [{ itemIdentifier: 'another' }] })],
    ['does not end in time', () => new Promise((resolve) => setTimeout(resolve, 50))],
  ])('a queue takes the whole batch as failed when the handler %s', async (_, handler) => {
    const machine = aMachine();
    const { queue } = openQueue(machine, { handler, handlerLimitMs: 10 });
    await queue.send(plain('a', 'b'));
    await machine.settled();
    expect(queue.counts()).toEqual({ ready: 0, inFlight: 0, waiting: 2 });
  });

  test('a queue keeps what failed too often as a complete dead letter, and does not send it again', async () => {
    const machine = aMachine();
    let down = true;
    const { queue, batches } = openQueue(machine, {}, () => down);
    await queue.send([{ body: 'a', groupId: 'org_1' }]);
    for (let n = 0; n < 5; n += 1) await machine.advance(seconds(30));
    expect(batches).toHaveLength(3);
    expect(queue.deadLetters()).toEqual([
      expect.objectContaining({
        body: '"a"',
        groupId: 'org_1',
        receives: 3,
        sentAtMs: NOON,
        diedAtMs: NOON + seconds(90),
      }),
    ]);
    const id = queue.deadLetters()[0]?.id;
    expect(machine.reports).toEqual([`queue test: message ${id} became a dead letter after 3 tries`]);
    down = false;
    await machine.advance(seconds(300));
    expect(batches).toHaveLength(3);
  });

  test('a queue does not let one group with a thousand slow messages delay another', async () => {
    const machine = aMachine();
    const release: (() => void)[] = [];
    const handled: string[] = [];
    const { queue } = openQueue(machine, {
      batchSize: 1,
      maxConcurrency: 4,
      handler: async ({ Records }) => {
        handled.push(bodyOf(Records[0]!));
        if (Records[0]!.attributes.MessageGroupId === 'slow')
          await new Promise<void>((resolve) => release.push(resolve));
      },
    });
    await queue.send(Array.from({ length: 1000 }, (_, n) => ({ body: `slow-${n}`, groupId: 'slow' })));
    await turns();
    expect(release).toHaveLength(3);
    await queue.send([{ body: 'quick', groupId: 'quick' }]);
    await turns();
    expect(handled.at(-1)).toBe('quick');
    const stopped = queue.stop();
    for (const each of release) each();
    await stopped;
  });

  test('a queue never has more batches in progress than it may, whatever the number of groups', async () => {
    const machine = aMachine();
    const release: (() => void)[] = [];
    const { queue } = openQueue(machine, {
      maxConcurrency: 2,
      handler: () => new Promise<void>((resolve) => release.push(resolve)),
    });
    await queue.send(['a', 'b', 'c'].map((groupId) => ({ body: groupId, groupId })));
    await turns();
    expect([release.length, queue.counts()]).toEqual([2, { ready: 1, inFlight: 2, waiting: 0 }]);
    release.shift()!();
    await turns();
    expect([release.length, queue.counts()]).toEqual([2, { ready: 0, inFlight: 2, waiting: 0 }]);
    const stopped = queue.stop();
    for (const each of release) each();
    await stopped;
  });

  test('a queue counts a group whose messages are all being handled among those that share', async () => {
    const machine = aMachine();
    const release: (() => void)[] = [];
    const { queue } = openQueue(machine, {
      batchSize: 1,
      maxConcurrency: 4,
      handler: () => new Promise<void>((resolve) => release.push(resolve)),
    });
    await queue.send([{ body: 'a1', groupId: 'a' }]);
    await turns();
    await queue.send([1, 2, 3, 4].map((n) => ({ body: `b${n}`, groupId: 'b' })));
    await turns();
    // One of a, two of b. The fourth place is for a third group, or for another message of a.
    expect(release).toHaveLength(3);
    const stopped = queue.stop();
    for (const each of release) each();
    await stopped;
  });

  const refusals: readonly (readonly [string, Parameters<LocalQueue<Body>['send']>[0], Error])[] = [
    ['too large a message', plain('x'.repeat(256 * 1024 - 1)), new RangeError('a message is at most 256 KiB')],
    ...[901, -1, 0.5].map(
      (delaySeconds) =>
        [
          `a delay of ${delaySeconds} seconds`,
          [{ body: 'a', delaySeconds }],
          new RangeError(`a delay is 0 to 900 whole seconds, not ${delaySeconds}`),
        ] as const,
    ),
    [
      'a deduplication id',
      ordered('org_1', 'a'),
      new TypeError('only a message to a FIFO queue takes a deduplication id'),
    ],
    ['no body', plain(undefined as unknown as string), new TypeError('a message needs a body that JSON can carry')],
  ];
  test.each(refusals)('refuses %s as SQS does, and all that was sent with it', async (_, messages, reason) => {
    const machine = aMachine();
    const { queue, batches } = openQueue(machine);
    await expect(queue.send([{ body: 'good' }, ...messages])).rejects.toThrow(reason);
    await machine.settled();
    expect(batches).toEqual([]);
  });

  test('a queue takes the largest message, and bytes count', async () => {
    const machine = aMachine();
    const { queue, batches } = openQueue(machine);
    await queue.send(plain('x'.repeat(256 * 1024 - 2)));
    await expect(queue.send(plain('ü'.repeat(128 * 1024)))).rejects.toThrow('256 KiB');
    await machine.settled();
    expect(batches).toHaveLength(1);
  });

  test('a queue finishes what is in flight when it is stopped and hands out nothing more', async () => {
    const machine = aMachine();
    let finish = () => {};
    let calls = 0;
    const { queue } = openQueue(machine, {
      batchSize: 1,
      maxConcurrency: 1,
      handler: () => {
        calls += 1;
        return new Promise<void>((resolve) => {
          finish = resolve;
        });
      },
    });
    await queue.send(plain('a', 'b'));
    await turns();
    const stopped = queue.stop();
    finish();
    await stopped;
    await turns();
    expect(calls).toBe(1);
    expect(machine.activity.inFlight()).toBe(0);
  });
});

describe('a FIFO queue', () => {
  test.each([
    ['no group', { body: 'a', deduplicationId: 'a' }, 'a message to a FIFO queue needs a group and a deduplication id'],
    [
      'no deduplication id',
      { body: 'a', groupId: 'a' },
      'a message to a FIFO queue needs a group and a deduplication id',
    ],
    [
      'a delay',
      { ...ordered('a', 'a')[0]!, delaySeconds: 1 },
      'a message to a FIFO queue cannot have a delay of its own',
    ],
  ])('a FIFO queue refuses a message with %s', async (_, message, reason) => {
    const { queue } = openQueue(aMachine(), { fifo: true });
    await expect(queue.send([message])).rejects.toThrow(new TypeError(reason));
  });

  test('a FIFO queue shows the place of a message in the order', async () => {
    const machine = aMachine();
    const { queue, records } = openQueue(machine, { fifo: true });
    await queue.send(ordered('org_1', 'a', 'b'));
    await machine.settled();
    expect(records.map(({ attributes }) => attributes)).toEqual(
      ['a', 'b'].map((body, n) =>
        expect.objectContaining({
          SequenceNumber: `0000000000000000000${n}`,
          MessageDeduplicationId: `org_1-${body}`,
          MessageGroupId: 'org_1',
        }),
      ),
    );
  });

  test('a FIFO queue hands out a group in order, one batch at a time', async () => {
    const machine = aMachine();
    let at = 0;
    let most = 0;
    const { queue, batches } = openQueue(machine, {
      fifo: true,
      batchSize: 2,
      handler: async ({ Records }) => {
        at += 1;
        most = Math.max(most, at);
        batches.push(Records.map(bodyOf));
        await turns();
        at -= 1;
      },
    });
    await queue.send(ordered('org_1', 'a', 'b', 'c', 'd', 'e'));
    await machine.settled();
    expect(batches).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
    expect(most).toBe(1);
  });

  test('a FIFO queue holds a group up behind its failed message, and no other group', async () => {
    const machine = aMachine();
    let down = true;
    const { queue, batches } = openQueue(machine, { fifo: true }, (body) => down && body === 'b');
    await queue.send([...ordered('org_1', 'a', 'b', 'c'), ...ordered('org_2', 'x')]);
    await machine.settled();
    expect(batches).toEqual([['a', 'b', 'c'], ['x']]);
    await queue.send([...ordered('org_1', 'd'), ...ordered('org_2', 'y')]);
    await machine.advance(seconds(29));
    // What its handler did not name is done, also behind the failure.
    expect(batches.slice(2)).toEqual([['y']]);
    down = false;
    await machine.advance(seconds(1));
    expect(batches.slice(3)).toEqual([['b', 'd']]);
  });

  test('a FIFO queue goes on behind a dead letter', async () => {
    const machine = aMachine();
    const { queue, batches } = openQueue(machine, { fifo: true, batchSize: 1 }, (body) => body === 'a');
    await queue.send(ordered('org_1', 'a', 'b'));
    for (let n = 0; n < 3; n += 1) await machine.advance(seconds(30));
    expect(batches).toEqual([['a'], ['a'], ['a'], ['b']]);
  });

  test('a FIFO queue takes a message of a group once in five minutes', async () => {
    const machine = aMachine();
    const { queue, batches } = openQueue(machine, { fifo: true });
    const ofOther = { ...ordered('org_1', 'a')[0]!, groupId: 'org_2' };
    await queue.send([...ordered('org_1', 'a'), ...ordered('org_1', 'a'), ofOther]);
    await machine.advance(seconds(299));
    await queue.send(ordered('org_1', 'a'));
    await machine.advance(seconds(1));
    expect(batches).toEqual([['a'], ['a']]);
    await queue.send(ordered('org_1', 'a'));
    await machine.settled();
    expect(batches).toHaveLength(3);
  });
});

/** A few turns of the event loop: enough for a queue to look at what was sent. */
async function turns(): Promise<void> {
  for (let n = 0; n < 3; n += 1) await new Promise((resolve) => setImmediate(resolve));
}
