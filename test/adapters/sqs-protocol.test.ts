/** The queue over the protocol of SQS with an emulator: what is sent can be received. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import {
  CreateQueueCommand,
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { createSqsQueue } from '../../src/adapters/sqs/queue';

const START = `
  import { startFauxqs } from 'fauxqs';
  const { port } = await startFauxqs({ port: 0, logger: false });
  console.log('port ' + port);
`;

describe('a queue over the protocol of SQS', () => {
  let emulator: ChildProcess;
  let client: SQSClient;
  beforeAll(async () => {
    // This client is an ES module only, so it runs in its own process.
    emulator = spawn(process.execPath, ['--input-type=module', '-e', START], { cwd: join(__dirname, '../..') });
    const port = await portOf(emulator);
    const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
    client = new SQSClient({ endpoint: `http://127.0.0.1:${port}`, region: 'eu-central-1', credentials });
  });
  afterAll(() => {
    client?.destroy();
    emulator?.kill();
  });

  const create = async (QueueName: string, Attributes: Record<string, string> = {}) => {
    const { QueueUrl } = await client.send(new CreateQueueCommand({ QueueName, Attributes }));
    return QueueUrl!;
  };
  const receive = async (QueueUrl: string) => {
    const names = { AttributeNames: ['All' as const], MaxNumberOfMessages: 10, WaitTimeSeconds: 1 };
    const { Messages = [] } = await client.send(new ReceiveMessageCommand({ QueueUrl, ...names }));
    const Entries = Messages.map(({ ReceiptHandle }, n) => ({ Id: String(n), ReceiptHandle }));
    if (Entries.length > 0) await client.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }));
    return Messages;
  };
  const receiveAll = async (url: string) => {
    const found: Message[] = [];
    for (let batch = await receive(url); batch.length > 0; batch = await receive(url)) found.push(...batch);
    return found;
  };
  const bodyOf = ({ Body }: Message) => JSON.parse(Body!);

  test('a queue accepts more messages than fit into one call, each once', async () => {
    const url = await create('events');
    await createSqsQueue(client, url).send(Array.from({ length: 23 }, (_, n) => ({ body: { n, text: 'Größe "€"' } })));
    const found = await receiveAll(url);
    expect(found.map(bodyOf).sort((a, b) => a.n - b.n)).toEqual(
      Array.from({ length: 23 }, (_, n) => ({ n, text: 'Größe "€"' })),
    );
  });

  test('a queue keeps the order of a group, and drops a message with a known deduplication id', async () => {
    const url = await create('audit.fifo', { FifoQueue: 'true' });
    const message = (n: number) => ({ body: { n }, groupId: 'org_a', deduplicationId: `cause ${n}` });
    const queue = createSqsQueue(client, url);
    await queue.send([1, 2, 3].map(message));
    await queue.send([2, 4].map(message));
    const found = await receiveAll(url);
    expect(found.map(bodyOf)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }]);
    expect(found[0]!.Attributes).toMatchObject({ MessageGroupId: 'org_a', MessageDeduplicationId: 'cause 1' });
  });

  test('a queue holds back only a message with a delay', async () => {
    const url = await create('timers');
    await createSqsQueue(client, url).send([{ body: 'late', delaySeconds: 900 }, { body: 'now' }]);
    expect((await receiveAll(url)).map(bodyOf)).toEqual(['now']);
  });

  test('a send to a queue that does not exist fails', async () => {
    const url = await create('gone');
    await expect(createSqsQueue(client, `${url}-never`).send([{ body: 1 }])).rejects.toThrow();
  });
});

function portOf(emulator: ChildProcess): Promise<string> {
  let said = '';
  return new Promise((resolve, reject) => {
    emulator.stderr!.on('data', (chunk: Buffer) => {
      said += chunk;
    });
    emulator.stdout!.on('data', (chunk: Buffer) => {
      said += chunk;
      const port = /^port (\d+)$/m.exec(said)?.[1];
      if (port !== undefined) resolve(port);
    });
    emulator.once('exit', (code) => reject(new Error(`the emulator of SQS ended with ${code}: ${said}`)));
  });
}
