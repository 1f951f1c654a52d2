/**
 * graphile-worker: its own runner with a task that does nothing, from the full queue to the empty one. It takes one job at a
 * time, or as many as BATCH says.
 */
import { serve } from '../support/contender';
import { WIDTH } from '../support/lanes';
import { peer } from '../support/peer';
import { JOB } from '../support/proposal';

interface Graphile {
  makeWorkerUtils(options: object): Promise<{
    migrate(): Promise<void>;
    withPgClient(
      act: (client: { query(text: string, values: readonly unknown[]): Promise<unknown> }) => unknown,
    ): Promise<void>;
    release(): Promise<void>;
  }>;
  run(options: object): Promise<{ stop(): Promise<void> }>;
  Logger: new (factory: () => () => void) => object;
}

serve(async () => {
  const { makeWorkerUtils, run, Logger } = peer<Graphile>('graphile-worker');
  const connectionString = `postgres://bench@127.0.0.1:${process.env.PORT}/postgres`;
  const logger = new Logger(() => () => undefined);
  const utils = await makeWorkerUtils({ connectionString, logger });
  await utils.migrate();
  const payload = JSON.stringify(JOB);
  return {
    prepare: (count) =>
      utils.withPgClient((client) =>
        client.query(`select graphile_worker.add_job('call', $1::json) from generate_series(1, $2)`, [payload, count]),
      ),
    async run(count) {
      let left = count;
      let allDone = () => undefined as void;
      const done = new Promise<void>((resolve) => {
        allDone = resolve;
      });
      const call = async () => {
        left--;
        if (left === 0) allDone();
      };
      const size = Number(process.env.BATCH ?? 1);
      const preset = { worker: { localQueue: { size }, completeJobBatchDelay: 0, failJobBatchDelay: 0 } };
      const options = {
        ...(size > 1 ? { preset } : {}),
        connectionString,
        logger,
        concurrency: WIDTH,
        maxPoolSize: WIDTH + 2,
        noHandleSignals: true,
      };
      const runner = await run({ ...options, taskList: { call } });
      await done;
      // This waits for the jobs that are being completed.
      await runner.stop();
    },
    stop: () => utils.release(),
  };
});
