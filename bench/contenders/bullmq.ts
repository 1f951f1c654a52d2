/** BullMQ: its own worker with a processor that does nothing. Completing a job fetches the next one in the same script. */
import { serve } from '../support/contender';
import { WIDTH } from '../support/lanes';
import { peer } from '../support/peer';
import { JOB } from '../support/proposal';

interface BullMq {
  Queue: new (
    name: string,
    options: object,
  ) => { addBulk(jobs: readonly object[]): Promise<unknown>; close(): Promise<void> };
  Worker: new (
    name: string,
    process: () => Promise<unknown>,
    options: object,
  ) => { on(event: 'completed' | 'error', listener: (error: unknown) => void): void; close(): Promise<void> };
}

const QUEUE = 'intents';

serve(async () => {
  const { Queue, Worker } = peer<BullMq>('bullmq');
  const connection = { host: '127.0.0.1', port: Number(process.env.PORT), maxRetriesPerRequest: null };
  const queue = new Queue(QUEUE, { connection });
  return {
    async prepare(count) {
      await queue.addBulk(Array.from({ length: count }, () => ({ name: 'call', data: JOB })));
    },
    run: (count) =>
      new Promise<void>((resolve, reject) => {
        let left = count;
        const worker = new Worker(QUEUE, async () => ({ reference: 're_1' }), { connection, concurrency: WIDTH });
        worker.on('error', reject);
        worker.on('completed', () => {
          left--;
          if (left === 0) worker.close().then(resolve, reject);
        });
      }),
    stop: () => queue.close(),
  };
});
