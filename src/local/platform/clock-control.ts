/** Moving the clock by hand (docs/local.md). */
import type { Activity } from './activity';
import type { RunnerClock } from './runner-clock';

export interface ClockControl {
  /** Resolves with the new time when nothing that the move caused is in progress any more. */
  advance(ms: number): Promise<number>;
}

/**
 * Real time after which a move stops waiting for work in progress: longer than the slowest attempt, and shorter than a
 * client's time limit.
 */
const LONGEST_WAIT_MS = 60_000;

/**
 * Waits until nothing is in progress, moves the clock, runs what is due and all that follows from it, and waits again.
 * Two moves never overlap, because the second one would skip what the first one made due.
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
