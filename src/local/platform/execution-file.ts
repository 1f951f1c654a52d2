/** The state of every execution of the retry loop, kept in the data directory. */
import { RunnerError } from './errors';
import { appendLine, linesIn, replaceFile } from './files';

export type Execution = RunningExecution | { readonly name: string; readonly status: 'succeeded' | 'failed' };

export interface RunningExecution {
  readonly name: string;
  readonly status: 'running';
  /** The current state. */
  readonly state: string;
  readonly data: unknown;
}

/**
 * The last step of each execution. Names are kept forever. The file is compacted when it is read. If `kill -9` cut off the
 * last line, that step was not made and is made again.
 */
export function readExecutions(path: string): Map<string, Execution> {
  const executions = new Map<string, Execution>();
  for (const [n, line] of linesIn(path).entries()) {
    const execution = parseLine(line);
    if (execution === null) {
      throw new RunnerError(
        `${path} is damaged (line ${n + 1}): restore it, or remove it; retries then go on a few minutes late`,
      );
    }
    executions.set(execution.name, execution);
  }
  replaceFile(path, [...executions.values()].map((execution) => `${JSON.stringify(execution)}\n`).join(''));
  return executions;
}

/** One JSON line for each step; the last line of a name counts. */
export function addExecution(path: string, execution: Execution): void {
  appendLine(path, JSON.stringify(execution));
}

function parseLine(line: string): Execution | null {
  try {
    const { name, status, state, data } = JSON.parse(line) as Record<string, unknown>;
    if (typeof name !== 'string') return null;
    if (status === 'succeeded' || status === 'failed') return { name, status };
    return status === 'running' && typeof state === 'string' ? { name, status, state, data } : null;
  } catch {
    return null;
  }
}
