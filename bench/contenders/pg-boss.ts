/** pg-boss: each lane fetches the next jobs, one or as many as BATCH says, and completes them. */
import { serve } from '../support/contender';
import { inLanes, WIDTH } from '../support/lanes';
import { peer } from '../support/peer';
import { JOB } from '../support/proposal';

interface Boss {
  on(event: 'error', listener: (error: Error) => void): void;
  start(): Promise<unknown>;
  stop(options: object): Promise<void>;
  createQueue(name: string): Promise<void>;
  insert(name: string, jobs: readonly object[]): Promise<unknown>;
  fetch(name: string, options: object): Promise<readonly { readonly id: string }[]>;
  complete(name: string, ids: readonly string[], output: object): Promise<unknown>;
}

const QUEUE = 'intents';

serve(async () => {
  const { PgBoss } = peer<{ PgBoss: new (options: object) => Boss }>('pg-boss');
  const batchSize = Number(process.env.BATCH ?? 1);
  const connection = { host: '127.0.0.1', port: Number(process.env.PORT), user: 'bench', database: 'postgres' };
  // Without its maintenance and its schedules, which would run in some rounds and not in others.
  const boss = new PgBoss({ ...connection, max: WIDTH, supervise: false, schedule: false });
  boss.on('error', console.error);
  await boss.start();
  await boss.createQueue(QUEUE);
  return {
    async prepare(count) {
      await boss.insert(
        QUEUE,
        Array.from({ length: count }, () => ({ data: JOB })),
      );
    },
    run: (count) =>
      inLanes(count / batchSize, WIDTH, async () => {
        const jobs = await boss.fetch(QUEUE, { batchSize });
        if (jobs.length !== batchSize) throw new Error(`${jobs.length} jobs were fetched`);
        await boss.complete(
          QUEUE,
          jobs.map(({ id }) => id),
          { reference: 're_1' },
        );
      }),
    stop: () => boss.stop({ graceful: false }),
  };
});
