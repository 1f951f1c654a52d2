/** pg-boss: the next job fetched and completed, one at a time in each lane. */
import { serve, side, WIDTH } from '../support/contender';
import { peer } from '../support/peer';

interface Boss {
  on(event: 'error', listener: (error: Error) => void): void;
  start(): Promise<unknown>;
  stop(options: object): Promise<void>;
  createQueue(name: string): Promise<void>;
  insert(jobs: readonly object[]): Promise<void>;
  fetch(name: string): Promise<readonly { readonly id: string }[]>;
  complete(name: string, id: string, output: object): Promise<void>;
}

const QUEUE = 'intents';

serve(async () => {
  const PgBoss = peer<new (options: object) => Boss>('pg-boss');
  const connection = { host: '127.0.0.1', port: Number(process.env.PORT), user: 'bench', database: 'postgres' };
  // Its maintenance and its schedules stay out of the rounds.
  const boss = new PgBoss({ ...connection, max: WIDTH, supervise: false, schedule: false });
  boss.on('error', console.error);
  await boss.start();
  await boss.createQueue(QUEUE);
  const data = { params: { charge: 'ch_1', note: 'n'.repeat(200) }, intent: 'A'.repeat(300) };
  return {
    prepare: (count) => boss.insert(Array.from({ length: count }, () => ({ name: QUEUE, data }))),
    run: (count) =>
      side(count, WIDTH, async () => {
        const [job] = await boss.fetch(QUEUE);
        if (job === undefined) throw new Error('nothing to fetch');
        await boss.complete(QUEUE, job.id, { reference: 're_1' });
      }),
    stop: () => boss.stop({ graceful: false }),
  };
});
