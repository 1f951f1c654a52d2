/** Moving the clock by hand (docs/design.md#one-machine). */
import type { Activity } from './activity';
import type { RunnerClock } from './runner-clock';

export interface ClockControl {
  /** Resolves with the new instant once nothing that the move set off is in flight any more. */
  advance(ms: number): Promise<number>;
}

/**
 * Real time after which a move stops waiting for what is in flight: more than the slowest try, less than a client's
 * patience.
 */
const LONGEST_WAIT_MS = 60_000;

/**
 * Waits until nothing is in flight, moves the clock, runs what fell due and all that follows from it, waits again.
 * Two moves never overlap: the second would otherwise jump over what the first made due.
 */
export function createClockControl({ clock, activity }: { clock: RunnerClock; activity: Activity }): ClockControl {
  activity.addSource(() => clock.fireDue());
  let last: Promise<unknown> = Promise.resolve();

  async function move(ms: number): Promise<number> {
    await activity.idle(LONGEST_WAIT_MS);
    clock.advance(ms);
    await activity.idle(LONGEST_WAIT_MS);
    return clock.nowMs();
  }

  return {
    advance(ms) {
      const moved = last.then(() => move(ms));
      last = moved.catch(() => undefined);
      return moved;
    },
  };
}
