/** The messages of a deployment: of its queues, and of their dead letters. */
import {
  DeleteMessageBatchCommand,
  GetQueueAttributesCommand,
  PurgeQueueCommand,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import type { Backlog, Message } from '../plane';
import { resourcesOf } from './stack';

const isDeadLetters = (logical: string): boolean => /DeadLetters[0-9A-F]{8}$/.test(logical);
/** Long enough to write a file. */
const HIDDEN_SECONDS = 600;

export async function messageCounts(stack: string): Promise<Pick<Backlog, 'waiting' | 'delayed'>> {
  const client = new SQSClient({});
  const [waiting, delayed]: [Record<string, number>, Record<string, number>] = [{}, {}];
  for (const { logical, id: QueueUrl } of await resourcesOf(stack, 'AWS::SQS::Queue')) {
    if (isDeadLetters(logical)) continue;
    const AttributeNames = [
      'ApproximateNumberOfMessages',
      'ApproximateNumberOfMessagesNotVisible',
      'ApproximateNumberOfMessagesDelayed',
    ] as const;
    const { Attributes = {} } = await client.send(
      new GetQueueAttributesCommand({ QueueUrl, AttributeNames: [...AttributeNames] }),
    );
    const [ready, held, later] = AttributeNames.map((name) => Number(Attributes[name] ?? 0)) as [
      number,
      number,
      number,
    ];
    waiting[logical] = ready + held;
    delayed[logical] = later;
  }
  return { waiting, delayed };
}

/**
 * Takes up to ten messages of one queue, and none if there are no more. A poll that waits asks every server of SQS, and one
 * that does not wait can miss messages. So the queue that had some is asked without waiting, and only a round in which every
 * queue was waited for finds nothing.
 */
export function messageTaker(stack: string): () => Promise<Message[]> {
  const client = new SQSClient({});
  let queues: readonly string[] | null = null;
  return async () => {
    const isFirst = queues === null;
    queues ??= (await resourcesOf(stack, 'AWS::SQS::Queue')).map(({ id }) => id);
    const polls = queues.map((queue) => [queue, 2] as const);
    for (const [queue, seconds] of isFirst ? polls : [[queues[0]!, 0] as const, ...polls]) {
      const messages = await receive(client, queue, seconds);
      if (messages.length === 0) continue;
      // The next call begins with this queue.
      const at = queues.indexOf(queue);
      queues = [...queues.slice(at), ...queues.slice(0, at)];
      return messages;
    }
    return [];
  };
}

async function receive(client: SQSClient, QueueUrl: string, WaitTimeSeconds: number): Promise<Message[]> {
  const asked = { QueueUrl, MaxNumberOfMessages: 10, VisibilityTimeout: HIDDEN_SECONDS, WaitTimeSeconds };
  const { Messages = [] } = await client.send(new ReceiveMessageCommand(asked));
  return Messages.map(({ MessageId, Body, ReceiptHandle }) => {
    return { queue: QueueUrl, id: MessageId!, body: Body!, handle: ReceiptHandle! };
  });
}

/** All of one queue, as they were taken. */
export async function dropMessages(messages: readonly Message[]): Promise<void> {
  const Entries = messages.map(({ handle }, index) => ({ Id: String(index), ReceiptHandle: handle }));
  const { Failed = [] } = await new SQSClient({}).send(
    new DeleteMessageBatchCommand({ QueueUrl: messages[0]!.queue, Entries }),
  );
  if (Failed.length > 0)
    throw new Error(`${messages[0]!.queue}: ${Failed.length} messages were not deleted. Run the command again.`);
}

export async function purgeQueues(stack: string): Promise<void> {
  const client = new SQSClient({});
  for (const { id: QueueUrl } of await resourcesOf(stack, 'AWS::SQS::Queue')) {
    try {
      await client.send(new PurgeQueueCommand({ QueueUrl }));
    } catch (error) {
      // An earlier run of this command began it within this minute.
      if (!(error instanceof Error) || !error.name.includes('PurgeQueueInProgress')) throw error;
    }
  }
}
