/** What SQS refuses, does not answer or accepts in part, which no emulator can be made to do. */
import { SendMessageBatchCommand, type SendMessageBatchCommandInput, SQSClient } from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { createSqsQueue } from '../../src/adapters/sqs/queue';

const URL = 'https://sqs.eu-central-1.amazonaws.com/123456789012/events';
const mocked = () => mockClient(SQSClient);
let sqs: ReturnType<typeof mocked>;
const queue = createSqsQueue<{ n: number; text?: string }>(new SQSClient({ region: 'eu-central-1' }), URL);

beforeAll(() => {
  sqs = mocked();
});
beforeEach(() => sqs.reset());
afterAll(() => sqs.restore());

const calls = (): SendMessageBatchCommandInput[] =>
  sqs.commandCalls(SendMessageBatchCommand).map(({ args }) => args[0].input);
const bodies = ({ Entries = [] }: SendMessageBatchCommandInput) =>
  Entries.map((entry) => JSON.parse(entry.MessageBody!).n);
const messages = (count: number) => Array.from({ length: count }, (_, n) => ({ body: { n } }));
/** Refuses the messages with these numbers, in each call. */
const refuse = (...numbers: number[]) =>
  sqs.on(SendMessageBatchCommand).callsFake(({ Entries = [] }: SendMessageBatchCommandInput) => ({
    Failed: Entries.filter(({ MessageBody }) => numbers.includes(JSON.parse(MessageBody!).n)).map(({ Id }) => ({
      Id,
      Code: 'InternalError',
      SenderFault: false,
    })),
  }));

describe('a queue on SQS', () => {
  test('a send has ten messages in a call, each once, in their order', async () => {
    sqs.on(SendMessageBatchCommand).resolves({});
    await queue.send(messages(21));
    expect(calls().map(bodies)).toEqual([
      [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
      [10, 11, 12, 13, 14, 15, 16, 17, 18, 19],
      [20],
    ]);
    for (const { QueueUrl, Entries = [] } of calls()) {
      expect(QueueUrl).toBe(URL);
      expect(new Set(Entries.map(({ Id }) => Id)).size).toBe(Entries.length);
    }
  });

  test('a call has at most 200 KiB, counted in bytes', async () => {
    sqs.on(SendMessageBatchCommand).resolves({});
    // {"n":0,"text":"…"} is 17 bytes around the text; each € is three bytes.
    const text = `xx${'€'.repeat((100 * 1024 - 17 - 2) / 3)}`;
    expect(Buffer.byteLength(JSON.stringify({ n: 0, text }))).toBe(100 * 1024);
    await queue.send([0, 1, 2, 3, 4].map((n) => ({ body: { n, text } })));
    expect(calls().map(bodies)).toEqual([[0, 1], [2, 3], [4]]);
    sqs.resetHistory();
    await queue.send([0, 1].map((n) => ({ body: { n, text: n === 0 ? text : `${text}x` } })));
    expect(calls().map(bodies)).toEqual([[0], [1]]);
  });

  test('a send passes on group, deduplication id and delay, and no delay of 0', async () => {
    sqs.on(SendMessageBatchCommand).resolves({});
    await queue.send([
      { body: { n: 0 }, groupId: 'org_a', deduplicationId: 'd1', delaySeconds: 7 },
      { body: { n: 1 }, delaySeconds: 0 },
    ]);
    expect(calls()[0]!.Entries).toEqual([
      {
        Id: expect.any(String),
        MessageBody: '{"n":0}',
        MessageGroupId: 'org_a',
        MessageDeduplicationId: 'd1',
        DelaySeconds: 7,
      },
      { Id: expect.any(String), MessageBody: '{"n":1}' },
    ]);
  });

  test('a send fails if messages are refused four times, and says how many', async () => {
    refuse(2, 5);
    await expect(queue.send(messages(7))).rejects.toThrow('2 of 7');
    expect(calls().map(bodies)).toEqual([
      [0, 1, 2, 3, 4, 5, 6],
      [2, 5],
      [2, 5],
      [2, 5],
    ]);
  });

  test('a send sends all other batches if one of them fails, and then fails', async () => {
    refuse(13);
    await expect(queue.send(messages(30))).rejects.toThrow('1 of 10');
    const accepted = calls().flatMap(bodies);
    for (let n = 0; n < 30; n++) expect(accepted).toContain(n);
  });
});
