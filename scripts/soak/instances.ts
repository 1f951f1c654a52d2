/** Two runners with one store and one set of secrets, each of which is killed and started again. */
import { copyFileSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { openDataDirectory } from '../../src/local/platform/data-directory';
import { startDynamoDb } from '../../src/local/platform/dynamodb-process';
import { SECRETS_FILE } from '../../src/local/secrets';
import { type RunnerProcess, startProcess } from '../../test/support/runner-process';

/** What a second runner must have in common with the first. */
const SHARED = [SECRETS_FILE, 'data-form', 'demo.json'];

interface Instance {
  readonly name: string;
  readonly start: () => Promise<RunnerProcess>;
  current: RunnerProcess;
  /** False while it is not running. */
  live: boolean;
}

export class Instances {
  private turn = 0;

  private constructor(
    readonly all: readonly [Instance, Instance],
    private readonly stopDatabase: () => Promise<void>,
  ) {}

  static async begin(folder: string): Promise<Instances> {
    const store = openDataDirectory(join(folder, 'store'));
    const database = await startDynamoDb(store);
    process.env.DYNAMODB_ENDPOINT = database.endpoint;
    const [first, second] = [join(folder, 'first'), join(folder, 'second')];
    const one = await opened('runner 1', first);
    mkdirSync(second, { mode: 0o700 });
    for (const name of SHARED) copyFileSync(join(first, name), join(second, name));
    const stop = async () => {
      await database.stop();
      store.release();
    };
    return new Instances([one, await opened('runner 2', second)], stop);
  }

  /** One of those that run, in turn: what every caller calls. */
  get runner(): RunnerProcess {
    const live = this.all.filter((each) => each.live);
    return (live[this.turn++ % Math.max(1, live.length)] ?? this.all[0]).current;
  }

  /** The newest code, whichever of the two sent it. */
  async code(operator: string, request: string): Promise<string | null> {
    const codes = await Promise.all(this.all.map(({ current }) => current.code(operator, request).catch(() => null)));
    return codes.find((code) => code !== null) ?? null;
  }

  async killAndRestart(which: number): Promise<void> {
    const instance = this.all[which % 2]!;
    instance.live = false;
    await instance.current.end('SIGKILL');
    instance.current = await instance.start();
    instance.live = true;
  }

  /** Moves both clocks, until nothing is left to do. */
  async settle(isDone: () => boolean): Promise<void> {
    for (let minute = 0; minute < 8 || (minute < 240 && !isDone()); minute++) {
      await Promise.all(this.all.map(({ current }) => current.advance(60_000)));
    }
  }

  async end(): Promise<void> {
    await Promise.all(this.all.map(({ current }) => current.end('SIGKILL')));
    await this.stopDatabase();
  }
}

async function opened(name: string, folder: string): Promise<Instance> {
  const port = await freePort();
  const start = () => startProcess(['--port', String(port), '--test-clock'], folder);
  return { name, start, current: await start(), live: true };
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
