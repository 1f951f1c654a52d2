/** If the port is in use by another runner, a start says where that runner is, whatever data directory it has. */
import { PortInUse } from './platform/errors';

/** A runner answers in milliseconds. Another program on the port may never answer. */
const ANSWER_LIMIT_MS = 500;

export async function saysWhoListens<T>(starting: Promise<T>): Promise<T> {
  try {
    return await starting;
  } catch (error) {
    if (!(error instanceof PortInUse)) throw error;
    const first = await runnerOn(error.port);
    if (first === null) throw error;
    throw new PortInUse(
      error.port,
      `the service runs on http://localhost:${error.port} (process ${first.pid}, data directory ${first.dataDir}); ` +
        'open that, or start another with --port 0 --data-dir DIR',
    );
  }
}

/** Null if the program that listens there is not a runner, or does not answer. */
async function runnerOn(port: number): Promise<{ readonly pid: number; readonly dataDir: string } | null> {
  try {
    const signal = AbortSignal.timeout(ANSWER_LIMIT_MS);
    const answer = await fetch(`http://127.0.0.1:${port}/local/runner`, { signal, redirect: 'error' });
    const { pid, data_dir } = (await answer.json()) as { pid?: unknown; data_dir?: unknown };
    // Text from a program that is not a runner must not reach the terminal unchecked.
    const isPath = typeof data_dir === 'string' && /^[\x20-\x7e\u00a0-\uffff]{1,1024}$/.test(data_dir);
    return typeof pid === 'number' && isPath ? { pid, dataDir: data_dir } : null;
  } catch {
    return null;
  }
}
