import { SQSClient } from '@aws-sdk/client-sqs';
import { createSqsQueue } from '../../adapters/sqs/queue';
import type { DeliveryMessage } from '../../app/hand-over';
import type { AuditMessage, DigestMessage, NoticeMessage, TimerMessage } from '../../app/ports';
import { readEnv } from '../env';

/** The queues to which a function sends. Each exists only if the function has its URL. */
export const eventsQueue = () => createSqsQueue<DeliveryMessage>(client(), readEnv(['eventsQueueUrl']).eventsQueueUrl);
export const timersQueue = () => createSqsQueue<TimerMessage>(client(), readEnv(['timersQueueUrl']).timersQueueUrl);
export const noticesQueue = () =>
  createSqsQueue<NoticeMessage | DigestMessage>(client(), readEnv(['noticesQueueUrl']).noticesQueueUrl);
export const auditQueue = () => createSqsQueue<AuditMessage>(client(), readEnv(['auditQueueUrl']).auditQueueUrl);

let shared: SQSClient | null = null;
const client = (): SQSClient => {
  shared ??= new SQSClient({ maxAttempts: 4 });
  return shared;
};
