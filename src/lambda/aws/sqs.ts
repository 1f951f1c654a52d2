import { SQSClient } from '@aws-sdk/client-sqs';
import { createSqsQueue } from '../../adapters/sqs/queue';
import type { Queue } from '../../service/system/ports';

export const openQueue = <Body>(url: string): Queue<Body> => createSqsQueue<Body>(client(), url);

let shared: SQSClient | null = null;
const client = (): SQSClient => {
  shared ??= new SQSClient({ maxAttempts: 4 });
  return shared;
};
