/** Stand-in for a schedule rule of EventBridge: calls a handler periodically on the runner's clock. */
import type { Activity } from './activity';
import type { Report } from './errors';
import { DEFAULT_HANDLER_LIMIT_MS, invokeWithin } from './invoke';
import type { Cancel, RunnerClock } from './runner-clock';

export interface RuleOptions {
  readonly name: string;
  readonly clock: RunnerClock;
  readonly activity: Activity;
  readonly everyMs: number;
  readonly handler: () => Promise<unknown>;
  readonly report: Report;
}

/**
 * Calls the handler after one period and then every period. Moving the clock by many periods calls it only once. If a
 * call is still running when the next one is due, the next one is postponed.
 */
export function startRule(options: RuleOptions): { stop(): void } {
  const { clock, activity, everyMs, handler, report } = options;
  let cancel: Cancel;

  async function run(): Promise<void> {
    const end = activity.begin();
    try {
      await invokeWithin(DEFAULT_HANDLER_LIMIT_MS, handler);
    } catch (error) {
      report(`rule ${options.name} failed`, error);
    } finally {
      if (!stopped) next();
      end();
    }
  }

  const next = () => {
    cancel = clock.schedule(clock.nowMs() + everyMs, run);
  };

  let stopped = false;
  next();
  return {
    stop() {
      stopped = true;
      cancel();
    },
  };
}
