/**
 * Stand-in for Step Functions: runs the retry loop from the deployed document, and the recipe for consumers, on the runner's clock.
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
import { type Choice, type Machine, type Payload, parseStateMachine, type State } from './state-language';

export interface StateMachineOptions<Input, Output> {
  /** `infra/delivery-loop.asl.json`, parsed. */
  readonly document: unknown;
  /** The file of the executions, in the data directory. */
  readonly path: string;
  readonly clock: RunnerClock;
  readonly activity: Activity;
  /** The loop's task. One that waits for its token gets its payload, and its output is not used. */
  readonly handler: (input: Input) => Promise<Output>;
  readonly report: Report;
}

export interface StateMachine<Input = DeliveryTask> {
  start(name: string, input: Input): ReturnType<DeliveryLoop['start']>;
  /** Ends the task that waits for this token, with its output or its error. False if no task waits for it any more. */
  answer(token: string, answer: { readonly output: unknown } | { readonly error: string }): boolean;
  /** Counted since the start of this process, except `running`. A transition is a state entered, as AWS bills it. */
  stats(): { readonly started: number; readonly transitions: number; readonly running: number };
  /** Starts no more tasks, and resolves when running ones are done. The rest continues at the next start. */
  stop(): Promise<void>;
}

/** Continues the executions that were running. Throws a `RunnerError` if the document or the file cannot be used. */
export function openStateMachine<Input = DeliveryTask, Output = LoopStep>(
  options: StateMachineOptions<Input, Output>,
): StateMachine<Input> {
  const machine = new Interpreter(options);
  machine.resume();
  return machine;
}

/** RFC 3339 in UTC, the form that the deployed Wait always accepts. */
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;

class Interpreter<Input, Output> implements StateMachine<Input> {
  private readonly machine: Machine;
  private readonly executions: Map<string, LoopExecution>;
  private readonly tasks = new Set<Promise<void>>();
  private started = 0;
  private transitions = 0;
  private running = 0;
  private stopped = false;

  constructor(private readonly options: StateMachineOptions<Input, Output>) {
    this.machine = parseStateMachine(options.document);
    this.executions = readExecutions(options.path);
  }

  resume(): void {
    const left = [...this.executions.values()].filter((execution) => execution.status === 'running');
    this.running = left.length;
    for (const execution of left) this.run(execution);
  }

  async start(name: string, input: Input): Promise<'started' | 'running' | 'closed'> {
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
  private runTask(execution: RunningExecution, state: State & { readonly type: 'Task' }): void {
    if (this.stopped) return;
    const end = this.options.activity.begin();
    const task = this.invoke(execution, state).finally(() => {
      this.tasks.delete(task);
      end();
    });
    this.tasks.add(task);
  }

  private async invoke(execution: RunningExecution, state: State & { readonly type: 'Task' }): Promise<void> {
    const { limitMs, next, payload } = state;
    const { clock, handler } = this.options;
    if (payload !== undefined)
      clock.schedule(clock.nowMs() + limitMs, () => this.failWaiting(execution, 'States.Timeout'));
    const input = payload === undefined ? execution.data : payloadOf(payload, execution);
    let data: Output;
    try {
      data = await invokeWithin(limitMs, () => handler(input as Input));
    } catch (error) {
      if (payload === undefined) this.fail(execution, error);
      else this.failWaiting(execution, error);
      return;
    }
    if (payload === undefined) this.enter({ ...execution, state: next, data });
  }

  answer(token: string, answer: { readonly output: unknown } | { readonly error: string }): boolean {
    const waiting = [...this.executions.values()].find((each) => each.status === 'running' && tokenOf(each) === token);
    const state = waiting?.status === 'running' ? this.machine.states.get(waiting.state) : undefined;
    if (waiting?.status !== 'running' || state?.type !== 'Task' || state.payload === undefined) return false;
    if ('error' in answer) this.fail(waiting, answer.error);
    else this.enter({ ...waiting, state: state.next, data: answer.output });
    return true;
  }

  /** If its token was answered, the execution goes on. */
  private failWaiting(execution: RunningExecution, error: unknown): void {
    if (!this.stopped && this.executions.get(execution.name) === execution) this.fail(execution, error);
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

/** The same after a restart, when the function is called again. */
const tokenOf = ({ name, state }: RunningExecution): string => `${name}/${state}`;

function payloadOf(payload: Payload, execution: RunningExecution): Readonly<Record<string, unknown>> {
  const values = { input: execution.data, token: tokenOf(execution), execution: execution.name };
  return Object.fromEntries(Object.entries(payload).map(([name, source]) => [name, values[source]]));
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
