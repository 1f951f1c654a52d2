/** The lives of one runner: one data directory, one port, killed and started again. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { type RunnerProcess, startProcess } from '../../test/support/runner-process';

export class Life {
  private constructor(
    private readonly dataDir: string,
    private readonly port: number,
    private current: RunnerProcess,
  ) {}

  static async begin(dataDir: string, port: number): Promise<Life> {
    return new Life(dataDir, port, await start(dataDir, port));
  }

  get runner(): RunnerProcess {
    return this.current;
  }

  get pid(): number {
    return this.current.pid;
  }

  async killAndRestart(): Promise<void> {
    await this.current.end('SIGKILL');
    this.current = await start(this.dataDir, this.port);
  }

  /** Until every check has run and every due retry was made. */
  async settle(): Promise<void> {
    for (let minute = 0; minute < 8; minute++) await this.current.advance(60_000);
  }

  async end(): Promise<void> {
    await this.current.end('SIGKILL');
  }
}

const start = (dataDir: string, port: number) => startProcess(['--port', String(port), '--test-clock'], dataDir);

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

/** 0 after the process has ended. */
export function rssMb(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
