/** pg-boss: each lane fetches the next job and completes it. */
import { serve } from '../support/contender';
import { inLanes, WIDTH } from '../support/lanes';
import { peer } from '../support/peer';
import { JOB } from '../support/proposal';

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
  // Without its maintenance and its schedules, which would run in some rounds and not in others.
  const boss = new PgBoss({ ...connection, max: WIDTH, supervise: false, schedule: false });
  boss.on('error', console.error);
  await boss.start();
  await boss.createQueue(QUEUE);
  return {
    prepare: (count) => boss.insert(Array.from({ length: count }, () => ({ name: QUEUE, data: JOB }))),
    run: (count) =>
      inLanes(count, WIDTH, async () => {
        const [job] = await boss.fetch(QUEUE);
        if (job === undefined) throw new Error('nothing to fetch');
        await boss.complete(QUEUE, job.id, { reference: 're_1' });
      }),
    stop: () => boss.stop({ graceful: false }),
  };
});
