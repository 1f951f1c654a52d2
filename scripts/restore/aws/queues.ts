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

/** Up to ten of the first queue that has some. */
export async function takeMessages(stack: string): Promise<Message[]> {
  const client = new SQSClient({});
  for (const { id: QueueUrl } of await resourcesOf(stack, 'AWS::SQS::Queue')) {
    const asked = { QueueUrl, MaxNumberOfMessages: 10, VisibilityTimeout: HIDDEN_SECONDS, WaitTimeSeconds: 2 };
    const { Messages = [] } = await client.send(new ReceiveMessageCommand(asked));
    if (Messages.length === 0) continue;
    return Messages.map(({ MessageId, Body, ReceiptHandle }) => {
      return { queue: QueueUrl, id: MessageId!, body: Body!, handle: ReceiptHandle! };
    });
  }
  return [];
}

/** All of one queue, as `takeMessages` answers them. */
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
