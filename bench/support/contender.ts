/** A contender in a process of its own, so that its CPU is counted apart: both ends of the conversation with it. */
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { cpuOfTreeUs, timed } from './cpu-time';
import { LAMBDA_NODE } from './lambda-node';

/** What the process of a contender does when it is told to. */
export interface Work {
  /** Makes `count` jobs. This is not measured. */
  prepare(count: number): Promise<void>;
  /** Works through all of them. */
  run(count: number): Promise<void>;
  stop(): Promise<void>;
}

export interface Round {
  readonly clientUs: number;
  readonly serverUs: number;
  readonly wallMs: number;
}

export interface Contender {
  round(count: number): Promise<Round>;
  stop(): Promise<void>;
}

type Order = { readonly order: 'prepare' | 'run' | 'stop'; readonly count: number };
type Done = { readonly cpuUs: number; readonly wallMs: number };

/** Starts `bench/contenders/<file>.ts`. `server` is the process of its store, whose CPU is counted with its children. */
export function startContender(file: string, env: Record<string, string>, server: number): Contender {
  // Some of them need a newer Node than the bench.
  const options = { execPath: LAMBDA_NODE, env: { ...process.env, ...env } };
  const child = fork(join(__dirname, '../contenders', `${file}.ts`), options);
  const tell = (order: Order) =>
    new Promise<Done>((resolve, reject) => {
      const gone = (code: number | null) => reject(new Error(`${file} ended with ${code}`));
      child.once('exit', gone);
      child.once('message', (message) => {
        child.off('exit', gone);
        resolve(message as Done);
      });
      child.send(order);
    });
  const abandon = () => child.kill('SIGKILL');
  process.once('exit', abandon);
  return {
    async round(count) {
      await tell({ order: 'prepare', count });
      const before = cpuOfTreeUs(server);
      const { cpuUs, wallMs } = await tell({ order: 'run', count });
      return { clientUs: cpuUs, serverUs: cpuOfTreeUs(server) - before, wallMs };
    },
    async stop() {
      await tell({ order: 'stop', count: 0 });
      process.off('exit', abandon);
      abandon();
    },
  };
}

/** Called in the process of a contender. */
export function serve(open: () => Promise<Work>): void {
  const opened = open();
  process.on('message', async ({ order, count }: Order) => {
    try {
      const work = await opened;
      const { cpuUs, ms: wallMs } = await timed(() => work[order](count));
      const done: Done = { cpuUs, wallMs };
      process.send!(done);
    } catch (error) {
      console.error(error);
      process.exit(1);
    }
  });
}
