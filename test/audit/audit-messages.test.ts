/** The journals of a batch of the stream, from the queue to the chain: in which messages they are, and what one costs that fails. */
import type { SQSEvent } from 'aws-lambda';
import { QUEUES } from '../../src/adapters/sqs/queue-table';
import { createAuditHandler } from '../../src/lambda/events/audit';
import { LocalQueue } from '../../src/local/platform/queue';
import { person } from '../../src/protocol/actor';
import type { OrgId } from '../../src/protocol/identifiers';
import type { AuditMessage, Journal } from '../../src/service/audit/ports';
import { firstFault } from '../../src/service/audit/rules/chain';
import { createAuditStore } from '../../src/service/audit/store';
import { joinedMessages, journalMessage } from '../../src/service/audit/use-cases/audit-messages';
import type { QueueMessage } from '../../src/service/system/ports';
import { gatheredQueues, type Queues } from '../../src/service/transport/use-cases/gather';
import { aMachine } from '../local/platform/support';
import { aLog } from '../support/log';
import { createMeter } from '../support/meter';
import { openedOnce } from '../support/opened';
import { openTestTables } from '../support/tables';

const ORG = 'org_a' as OrgId;
const OTHER = 'org_b' as OrgId;
/** A journal whose revisions have one entry each. No hash can be made of an entry with a lone surrogate. */
const journal = (subject: string, revisions: readonly number[] = [1], text = ''): Journal => ({
  subject,
  revisions: revisions.map((revision) => ({
    revision,
    facts: [{ at: revision, kind: 'key.turned', subject, ...person('op_a'), data: { text } }],
  })),
});
const bad = (subject: string, revisions: readonly number[] = [1]) => journal(subject, revisions, '\ud800');
const sentTogether = (...journals: readonly (readonly [OrgId, Journal])[]) =>
  joinedMessages(journals.map(([org, each]) => journalMessage(org, each)));
const subjectsOf = ({ body }: QueueMessage<AuditMessage>) => body.journals.map(({ subject }) => subject);
const bytesOf = ({ body }: QueueMessage<AuditMessage>) => Buffer.byteLength(JSON.stringify(body));
const KIB = 1024;

describe('the messages of the audit queue', () => {
  it('the journals of a batch are one message for each organization, each in its order', () => {
    const messages = sentTogether(
      [ORG, journal('req_2', [1])],
      [OTHER, journal('req_2', [7])],
      [ORG, journal('req_1')],
      [ORG, journal('req_2', [1, 2])],
    );
    expect(messages.map(({ body, groupId }) => [body, groupId])).toEqual([
      [{ org: ORG, journals: [journal('req_2'), journal('req_1'), journal('req_2', [1, 2])] }, ORG],
      [{ org: OTHER, journals: [journal('req_2', [7])] }, OTHER],
    ]);
  });

  it('an audit message has at most 100 KiB, whatever characters it has', () => {
    // Three bytes each in UTF-8.
    const messages = sentTogether(
      ...Array.from({ length: 30 }, (_, n) => [ORG, journal(`req_${n}`, [1], '字'.repeat(4000))] as const),
    );
    expect(messages.flatMap(subjectsOf)).toEqual(Array.from({ length: 30 }, (_, n) => `req_${n}`));
    expect(messages.map((each) => subjectsOf(each).length)).toEqual([8, 8, 8, 6]);
    for (const each of messages) expect(bytesOf(each)).toBeLessThanOrEqual(100 * KIB);
  });

  it.each([
    [0, [2]],
    [1, [1, 1]],
  ])('two journals that need %i bytes more than 100 KiB are in messages of %j', (more, counts) => {
    const empty = bytesOf(sentTogether([ORG, journal('req_1')], [ORG, journal('req_2')])[0]!);
    const text = 'x'.repeat(100 * KIB - empty + more);
    const messages = sentTogether([ORG, journal('req_1', [1], text)], [ORG, journal('req_2')]);
    expect(messages.map((each) => subjectsOf(each).length)).toEqual(counts);
  });

  it('a journal of more than 100 KiB is one message, and those beside it are in others', () => {
    const large = journal('req_large', [1], 'x'.repeat(150 * KIB));
    const messages = sentTogether([ORG, journal('req_1')], [ORG, large], [ORG, journal('req_2')]);
    expect(messages.map(subjectsOf)).toEqual([['req_1'], ['req_large'], ['req_2']]);
  });

  it('only an audit message with the same revisions of the same items is taken for a repeated one', () => {
    const idOf = (...journals: readonly Journal[]) =>
      sentTogether(...journals.map((each) => [ORG, each] as const))[0]!.deduplicationId;
    const different = [
      [journal('req_1')],
      [journal('req_1', [1, 2])],
      [journal('req_1', [12])],
      [journal('req_1'), journal('req_2')],
      [journal('req_2'), journal('req_1')],
      [journal('req_1', [1, 2]), journal('req_2')],
    ];
    expect(new Set(different.map((each) => idOf(...each))).size).toBe(different.length);
    expect(idOf(journal('req_1'), journal('req_2'))).toBe(idOf(journal('req_1'), journal('req_2')));
  });
});

describe('the way of journals from a batch of the stream to the chain', () => {
  const database = openedOnce(openTestTables);
  let meter: ReturnType<typeof createMeter>;
  beforeAll(() => {
    meter = createMeter(database.tables);
  });
  const { log, failed } = aLog();
  const pause = { beforeRetry: async () => undefined };

  /** The queue with the handler behind it. `dies`: the instance ends with this call of the handler, after it worked. */
  function behindTheQueue(dies: (call: number) => boolean = () => false) {
    const store = createAuditStore(database.tables);
    const machine = aMachine();
    const received: string[][] = [];
    const { visibilitySeconds, maxReceives, batchSize } = QUEUES.audit;
    const handler = async (event: SQSEvent) => {
      received.push(
        event.Records.map(({ body }) => (JSON.parse(body) as AuditMessage).journals.map((each) => each.subject).join()),
      );
      const answer = await createAuditHandler({ audit: store, pause, log, queues: { audit: queue } })(event);
      if (dies(received.length)) throw new Error('the instance was killed');
      return answer;
    };
    const queue: LocalQueue<AuditMessage> = new LocalQueue<AuditMessage>({
      ...{ ...machine, name: 'audit', fifo: true, batchSize, maxConcurrency: 2, handler },
      ...{ visibilityTimeoutMs: visibilitySeconds * 1000, maxReceiveCount: maxReceives },
    });
    const send = async (org: OrgId, ...journals: readonly Journal[]) => {
      const { audit } = gatheredQueues({ audit: queue } as unknown as Queues);
      await Promise.all(journals.map((each) => audit.send([journalMessage(org, each)])));
      await machine.settled();
    };
    const chain = async (org: OrgId) => {
      const entries = await store.entries(org, 0, 10_000);
      expect(firstFault(org, entries, (await store.tail(org)).head)).toBeNull();
      return entries.map(({ subject, at }) => `${subject} ${at}`);
    };
    const visibility = () => machine.advance(visibilitySeconds * 1000);
    const dead = () =>
      queue.deadLetters().map(({ body }) => (JSON.parse(body) as AuditMessage).journals.map((each) => each.subject));
    return { queue, send, chain, received, visibility, dead, maxReceives };
  }
  let organizations = 0;
  const newOrg = () => `org_${organizations++}` as OrgId;
  const named = (count: number) => Array.from({ length: count }, (_, n) => `req_${n}`);

  it('one bad journal becomes a dead letter alone, and those beside it are in the chain once', async () => {
    const org = newOrg();
    const { send, chain, visibility, dead, maxReceives } = behindTheQueue();
    const subjects = named(30);
    await send(org, ...subjects.map((subject) => (subject === 'req_7' ? bad(subject) : journal(subject))));
    expect(await chain(org)).toEqual([]);
    await visibility();
    expect((await chain(org)).sort()).toEqual(
      subjects
        .filter((subject) => subject !== 'req_7')
        .map((subject) => `${subject} 1`)
        .sort(),
    );
    for (let n = 0; n < maxReceives; n++) await visibility();
    expect(dead()).toEqual([['req_7']]);
    expect(await chain(org)).toHaveLength(29);
  });

  it('a message beside one with a bad journal is not taken along', async () => {
    const org = newOrg();
    const { queue, chain, visibility, dead, maxReceives } = behindTheQueue();
    await queue.send([journal('req_1'), bad('req_2'), journal('req_3')].map((each) => journalMessage(org, each)));
    for (let n = 0; n <= maxReceives; n++) await visibility();
    expect(dead()).toEqual([['req_2']]);
    expect((await chain(org)).sort()).toEqual(['req_1 1', 'req_3 1']);
  });

  it('while a bad journal is tried again, the organization’s next changes do not wait for it', async () => {
    const org = newOrg();
    const { send, chain, visibility } = behindTheQueue();
    await send(org, journal('req_1'), bad('req_2'));
    await visibility();
    await send(org, journal('req_3'), journal('req_1', [1, 2]));
    expect(await chain(org)).toEqual(['req_1 1', 'req_3 1', 'req_1 2']);
  });

  it('a bad journal of one organization keeps nothing of another one back', async () => {
    const [org, other] = [newOrg(), newOrg()];
    const { queue, chain, dead } = behindTheQueue();
    const log = aLog();
    const handler = createAuditHandler({
      audit: createAuditStore(database.tables),
      pause,
      log: log.log,
      queues: { audit: queue },
    });
    const bodies = [
      { org, journals: [bad('req_1')] },
      { org: other, journals: [journal('req_1')] },
    ];
    const Records = bodies.map((body, n) => ({
      ...{ messageId: `m${n}`, body: JSON.stringify(body) },
      attributes: { ApproximateReceiveCount: '1' },
    }));
    expect(await handler({ Records } as never)).toEqual({ batchItemFailures: [{ itemIdentifier: 'm0' }] });
    expect([await chain(org), await chain(other), dead()]).toEqual([[], ['req_1 1'], []]);
  });

  it('a bad journal by itself is handed out again alone, and those in one call with it are done', async () => {
    const org = newOrg();
    const { queue, chain } = behindTheQueue();
    const handler = createAuditHandler({
      ...{ audit: createAuditStore(database.tables), pause, log, queues: { audit: queue } },
    });
    const Records = [journal('req_1'), bad('req_2'), journal('req_3')].map((each, n) => ({
      ...{ messageId: `m${n}`, body: JSON.stringify({ org, journals: [each], alone: true }) },
      attributes: { ApproximateReceiveCount: '2' },
    }));
    expect(await handler({ Records } as never)).toEqual({ batchItemFailures: [{ itemIdentifier: 'm1' }] });
    expect(await chain(org)).toEqual(['req_1 1', 'req_3 1']);
    expect(queue.counts()).toEqual({ ready: 0, inFlight: 0, waiting: 0 });
  });

  it('the same bad journal of two organizations becomes a dead letter of each', async () => {
    const [org, other] = [newOrg(), newOrg()];
    const { queue, visibility, dead, maxReceives } = behindTheQueue();
    await queue.send([org, other].map((each) => journalMessage(each, bad('op_alpha'))));
    for (let n = 0; n <= maxReceives; n++) await visibility();
    expect(dead()).toEqual([['op_alpha'], ['op_alpha']]);
  });

  it('a message that failed once is handed out again as it was sent', async () => {
    const org = newOrg();
    const { send, chain, received, visibility } = behindTheQueue((call) => call === 1);
    await send(org, journal('req_1'), journal('req_2'));
    await visibility();
    expect(received).toEqual([['req_1,req_2'], ['req_1,req_2']]);
    expect(await chain(org)).toEqual(['req_1 1', 'req_2 1']);
  });

  it('journals that were sent by themselves are in the chain once if the instance is killed after that', async () => {
    const org = newOrg();
    // The first two calls fail; the third has the journals by themselves.
    const { send, chain, visibility, dead } = behindTheQueue((call) => call === 2 || call === 3);
    await send(org, journal('req_1'), bad('req_2'), journal('req_3'));
    for (let n = 0; n < 8; n++) await visibility();
    expect((await chain(org)).sort()).toEqual(['req_1 1', 'req_3 1']);
    expect(dead()).toEqual([['req_2']]);
  });

  it('a message whose journals cannot be sent by themselves is handed out again', async () => {
    const org = newOrg();
    const audit = { send: async () => Promise.reject(new Error('no queue')) };
    const handler = createAuditHandler({ audit: createAuditStore(database.tables), pause, log, queues: { audit } });
    const [{ body }] = sentTogether([org, journal('req_1')], [org, bad('req_2')]) as [QueueMessage<AuditMessage>];
    const record = { messageId: 'm0', body: JSON.stringify(body), attributes: { ApproximateReceiveCount: '2' } };
    failed.length = 0;
    expect(await handler({ Records: [record] } as never)).toEqual({ batchItemFailures: [{ itemIdentifier: 'm0' }] });
    expect(failed.map(([message]) => message)).toEqual([
      'audit entries failed; they are handed out again',
      'journals of audit messages could not be sent by themselves',
    ]);
  });

  it.each([
    { changes: 1, messages: 1, writers: 1, calls: 4 },
    { changes: 10, messages: 1, writers: 1, calls: 4 },
    // 100 marks are four calls.
    { changes: 100, messages: 1, writers: 1, calls: 7 },
    // Blocks of at most 400 entries: for each the end of the chain, what is recorded, the block and its marks.
    { changes: 1000, messages: 10, writers: 1, calls: 64 },
  ])(
    '$changes changes of one organization, in batches of the stream, cost the chain $calls calls of the database',
    async ({ changes, messages, writers, calls }) => {
      const org = newOrg();
      const sent: QueueMessage<AuditMessage>[] = [];
      const into = { send: async (some: readonly QueueMessage<AuditMessage>[]) => void sent.push(...some) };
      const subjects = named(changes);
      for (let from = 0; from < changes; from += 100) {
        const { audit } = gatheredQueues({ audit: into } as unknown as Queues);
        await Promise.all(
          subjects.slice(from, from + 100).map((subject) => audit.send([journalMessage(org, journal(subject))])),
        );
      }
      const store = createAuditStore(database.tables);
      const handler = createAuditHandler({ audit: store, pause, log, queues: { audit: into } });
      const batches = Array.from({ length: Math.ceil(sent.length / QUEUES.audit.batchSize) }, (_, n) =>
        sent.slice(n * QUEUES.audit.batchSize, (n + 1) * QUEUES.audit.batchSize),
      );
      const { cost } = await meter.measure(async () => {
        for (const batch of batches) {
          const Records = batch.map(({ body }, n) => ({ messageId: `m${n}`, body: JSON.stringify(body) }));
          expect(await handler({ Records } as never)).toEqual({ batchItemFailures: [] });
        }
      });
      expect({ messages: sent.length, writers: batches.length, calls: cost.calls.length }).toEqual({
        messages,
        writers,
        calls,
      });
      expect((await store.entries(org, 0, changes + 1)).map(({ subject }) => subject)).toEqual(subjects);
    },
  );
});
