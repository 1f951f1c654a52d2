/**
 * One contender in its own process, so that its CPU is counted separately: the starting side and the contender's side.
 */
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { cpuOfTreeUs } from './cpu-time';

/** What a contender's process does when it is told to. */
export interface Work {
  /** Lays out `count` jobs; not counted. */
  prepare(count: number): Promise<void>;
  /** Does them all. */
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

/** Of `bench/contenders/<file>.ts`. `server`: whose CPU, with that of its children, is the other half of the price. */
export function startContender(file: string, env: Record<string, string>, server: number | null): Contender {
  const child = fork(join(__dirname, '../contenders', `${file}.ts`), { env: { ...process.env, ...env } });
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
      const before = server === null ? 0 : cpuOfTreeUs(server);
      const { cpuUs, wallMs } = await tell({ order: 'run', count });
      return { clientUs: cpuUs, serverUs: server === null ? 0 : cpuOfTreeUs(server) - before, wallMs };
    },
    async stop() {
      await tell({ order: 'stop', count: 0 });
      process.off('exit', abandon);
      abandon();
    },
  };
}

/** The other side. */
export function serve(open: () => Promise<Work>): void {
  const opened = open();
  process.on('message', async ({ order, count }: Order) => {
    try {
      const work = await opened;
      if (order === 'prepare') await work.prepare(count);
      const [cpu, from] = [process.cpuUsage(), performance.now()];
      if (order === 'run') await work.run(count);
      const { user, system } = process.cpuUsage(cpu);
      const done: Done = { cpuUs: user + system, wallMs: performance.now() - from };
      if (order === 'stop') await work.stop();
      process.send!(done);
    } catch (error) {
      console.error(error);
      process.exit(1);
    }
  });
}

/** `act` on 0 … count - 1, `width` of them at a time. */
export async function side(count: number, width: number, act: (n: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < count) await act(next++);
  };
  await Promise.all(Array.from({ length: width }, lane));
}

/** As many of each as are in flight, everywhere. */
export const WIDTH = 8;
