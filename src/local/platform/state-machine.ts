/**
 * Stand-in for Step Functions: runs the retry loop from the deployed document, on the runner's clock.
 *
 * Executions survive a restart. A task that was running when the process ended runs once more, which AWS would not do.
 * This is safe, because only one actor makes an attempt.
 */

import { assertNever } from '../../protocol/result';
import type { DeliveryLoop, DeliveryTask } from '../../service/delivery/ports';
import type { LoopStep } from '../../service/delivery/use-cases/attempt-delivery';
import type { Activity } from './activity';
import { type Report, RunnerError } from './errors';
import { appendLine, linesIn, replaceFile } from './files';
import { invokeWithin } from './invoke';
import type { RunnerClock } from './runner-clock';
import { type Choice, type Machine, parseStateMachine, type State } from './state-language';

export interface StateMachineOptions {
  /** `infra/delivery-loop.asl.json`, parsed. */
  readonly document: unknown;
  /** The file of the executions, in the data directory. */
  readonly path: string;
  readonly clock: RunnerClock;
  readonly activity: Activity;
  /** The loop's task. */
  readonly handler: (input: DeliveryTask) => Promise<LoopStep>;
  readonly report: Report;
}

export interface StateMachine extends DeliveryLoop {
  /** Counted since the start of this process, except `running`. A transition is a state entered, as AWS bills it. */
  stats(): { readonly started: number; readonly transitions: number; readonly running: number };
  /** Starts no more tasks, and resolves when running ones are done. The rest continues at the next start. */
  stop(): Promise<void>;
}

/** Continues the executions that were running. Throws a `RunnerError` if the document or the file cannot be used. */
export function openStateMachine(options: StateMachineOptions): StateMachine {
  const machine = new Interpreter(options);
  machine.resume();
  return machine;
}

/** RFC 3339 in UTC, the form that the deployed Wait always accepts. */
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;

class Interpreter implements StateMachine {
  private readonly machine: Machine;
  private readonly executions: Map<string, LoopExecution>;
  private readonly tasks = new Set<Promise<void>>();
  private started = 0;
  private transitions = 0;
  private running = 0;
  private stopped = false;

  constructor(private readonly options: StateMachineOptions) {
    this.machine = parseStateMachine(options.document);
    this.executions = readExecutions(options.path);
  }

  resume(): void {
    const left = [...this.executions.values()].filter((execution) => execution.status === 'running');
    this.running = left.length;
    for (const execution of left) this.run(execution);
  }

  async start(name: string, input: DeliveryTask): Promise<'started' | 'running' | 'closed'> {
    const taken = this.executions.get(name);
    if (taken !== undefined) return taken.status === 'running' ? 'running' : 'closed';
    const execution = { name, status: 'running', state: this.machine.startAt, data: input } as const;
    // Throws if it cannot be stored. Then it is not started.
    addExecution(this.options.path, execution);
    this.executions.set(name, execution);
    this.started += 1;
    this.transitions += 1;
    this.running += 1;
    this.run(execution);
    return 'started';
  }

  stats() {
    return { started: this.started, transitions: this.transitions, running: this.running };
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all(this.tasks);
  }

  /** Stored before it is done: repeating a step is better than losing it. */
  private enter(execution: RunningExecution): void {
    this.transitions += 1;
    this.keep(execution);
    this.run(execution);
  }

  private run(execution: RunningExecution): void {
    const state = this.machine.states.get(execution.state);
    switch (state?.type) {
      case 'Wait':
        this.wait(execution, state);
        break;
      case 'Task':
        this.runTask(execution, state);
        break;
      case 'Choice':
        this.enter({ ...execution, state: choose(state.choices, execution.data) ?? state.otherwise });
        break;
      case 'Succeed':
        this.close(execution, 'succeeded');
        break;
      case 'Fail':
        this.fail(execution, `${state.error}: ${state.cause}`);
        break;
      case undefined:
        // The state was stored under an earlier document.
        this.fail(execution, `there is no state ${execution.state} any more`);
        break;
      default:
        assertNever(state);
    }
  }

  private wait(execution: RunningExecution, { until, next }: State & { readonly type: 'Wait' }): void {
    const timestamp = memberOf(execution.data, until);
    const untilMs = typeof timestamp === 'string' && TIMESTAMP.test(timestamp) ? Date.parse(timestamp) : Number.NaN;
    if (Number.isNaN(untilMs)) {
      this.fail(execution, `States.Runtime: ${until} is no instant to wait for`);
      return;
    }
    this.options.clock.schedule(untilMs, () => {
      if (!this.stopped) this.enter({ ...execution, state: next });
    });
  }

  /** In progress until the execution waits again or has ended. */
  private runTask(execution: RunningExecution, { limitMs, next }: State & { readonly type: 'Task' }): void {
    if (this.stopped) return;
    const end = this.options.activity.begin();
    const task = this.invoke(execution, limitMs, next).finally(() => {
      this.tasks.delete(task);
      end();
    });
    this.tasks.add(task);
  }

  private async invoke(execution: RunningExecution, limitMs: number, next: string): Promise<void> {
    let data: LoopStep;
    try {
      data = await invokeWithin(limitMs, () => this.options.handler(execution.data as DeliveryTask));
    } catch (error) {
      this.fail(execution, error);
      return;
    }
    this.enter({ ...execution, state: next, data });
  }

  private fail(execution: RunningExecution, error: unknown): void {
    this.close(execution, 'failed');
    this.options.report(`the retry loop ${execution.name} failed`, error);
  }

  private close({ name }: RunningExecution, status: 'succeeded' | 'failed'): void {
    this.running -= 1;
    this.keep({ name, status });
  }

  private keep(execution: LoopExecution): void {
    this.executions.set(execution.name, execution);
    try {
      addExecution(this.options.path, execution);
    } catch (error) {
      this.options.report(
        `a step of the retry loop ${execution.name} could not be kept; a restart would make it again`,
        error,
      );
    }
  }
}

function choose(choices: readonly Choice[], data: unknown): string | undefined {
  return choices.find(({ variable, equals }) => memberOf(data, variable) === equals)?.next;
}

function memberOf(data: unknown, name: string): unknown {
  return typeof data === 'object' && data !== null && Object.hasOwn(data, name)
    ? data[name as keyof typeof data]
    : undefined;
}

/** An execution of the retry loop, as it is kept in the data directory. */
export type LoopExecution = RunningExecution | { readonly name: string; readonly status: 'succeeded' | 'failed' };

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
export function readExecutions(path: string): Map<string, LoopExecution> {
  const executions = new Map<string, LoopExecution>();
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
export function addExecution(path: string, execution: LoopExecution): void {
  appendLine(path, JSON.stringify(execution));
}

function parseLine(line: string): LoopExecution | null {
  try {
    const { name, status, state, data } = JSON.parse(line) as Record<string, unknown>;
    if (typeof name !== 'string') return null;
    if (status === 'succeeded' || status === 'failed') return { name, status };
    return status === 'running' && typeof state === 'string' ? { name, status, state, data } : null;
  } catch {
    return null;
  }
}
