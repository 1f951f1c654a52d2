/**
 * The one clock on which everything on one machine waits (docs/local.md).
 *
 * It runs with the wall clock, ahead of it by a fixed offset. `advance` increases the offset, and everything that
 * became due fires immediately, in the order of time. Leases, TTLs, windows, queue delays, visibility and the retry
 * loop all use this clock, so a test can live through three days by moving it.
 */

import type { Clock } from '../../service/system/ports';
import type { Activity } from './activity';

export type Cancel = () => void;

interface Alarm {
  readonly atMs: number;
  /** Breaks ties: the alarm that was scheduled first fires first. */
  readonly order: number;
  readonly fire: () => void;
}

/** The wall clock may be set while a timer sleeps. Looking again at this interval limits how late an alarm can be. */
const LONGEST_SLEEP_MS = 30_000;

export class RunnerClock implements Clock {
  private offsetMs = 0;
  private scheduled = 0;
  /** A binary heap, earliest first. A cancelled alarm stays until it reaches the top. */
  private readonly heap: Alarm[] = [];
  private readonly cancelled = new Set<Alarm>();
  private timer: NodeJS.Timeout | null = null;
  private timerAtMs = Number.POSITIVE_INFINITY;
  private stopped = false;

  constructor(private readonly wallMs: () => number = Date.now) {}

  nowMs(): number {
    return this.wallMs() + this.offsetMs;
  }

  /** Moves the clock, and fires what is due before it returns. Time never goes back. */
  advance(ms: number): void {
    if (!Number.isSafeInteger(ms) || ms < 0) throw new RangeError(`the clock cannot be moved by ${ms} ms`);
    this.offsetMs += ms;
    // The timer still sleeps by the old offset.
    this.disarm();
    this.fireDue();
  }

  /**
   * Calls `fire` when the clock reaches `atMs`, and never before this function has returned, even if that time has
   * passed. `fire` must not throw. The timers do not keep the process alive.
   */
  schedule(atMs: number, fire: () => void): Cancel {
    const alarm: Alarm = { atMs, order: this.scheduled++, fire };
    if (!this.stopped) push(this.heap, alarm);
    this.arm();
    return () => this.cancel(alarm);
  }

  /** Fires everything that is due now. A timer may be a millisecond late; call this if an alarm must not be missed. */
  fireDue(): void {
    for (let next = this.next(); next !== undefined && next.atMs <= this.nowMs(); next = this.next()) {
      pop(this.heap);
      next.fire();
    }
    this.arm();
  }

  /** Nothing fires after this. */
  stop(): void {
    this.stopped = true;
    this.heap.length = 0;
    this.cancelled.clear();
    this.disarm();
  }

  private cancel(alarm: Alarm): void {
    this.cancelled.add(alarm);
    // Alarms that are far away and often cancelled (long waits) must not accumulate.
    if (this.cancelled.size > 64 && this.cancelled.size > this.heap.length / 2) {
      const kept = this.heap.filter((each) => !this.cancelled.has(each));
      this.heap.length = 0;
      this.cancelled.clear();
      for (const each of kept) push(this.heap, each);
    }
  }

  private next(): Alarm | undefined {
    for (let first = this.heap[0]; first !== undefined; first = this.heap[0]) {
      if (!this.cancelled.delete(first)) return first;
      pop(this.heap);
    }
    return undefined;
  }

  private arm(): void {
    const next = this.next();
    if (next === undefined) {
      this.disarm();
      return;
    }
    if (this.timer !== null && this.timerAtMs <= next.atMs) return;
    this.disarm();
    const sleepMs = Math.min(Math.max(next.atMs - this.nowMs(), 0), LONGEST_SLEEP_MS);
    this.timerAtMs = next.atMs;
    this.timer = setTimeout(() => {
      this.timer = null;
      this.fireDue();
    }, sleepMs).unref();
  }

  private disarm(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    this.timerAtMs = Number.POSITIVE_INFINITY;
  }
}

function before(one: Alarm, other: Alarm): boolean {
  return one.atMs < other.atMs || (one.atMs === other.atMs && one.order < other.order);
}

function push(heap: Alarm[], alarm: Alarm): void {
  let at = heap.push(alarm) - 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (!before(alarm, heap[parent]!)) break;
    heap[at] = heap[parent]!;
    at = parent;
  }
  heap[at] = alarm;
}

function pop(heap: Alarm[]): void {
  const last = heap.pop();
  if (last === undefined || heap.length === 0) return;
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && before(heap[child + 1]!, heap[child]!)) child += 1;
    if (!before(heap[child]!, last)) break;
    heap[at] = heap[child]!;
    at = child;
  }
  heap[at] = last;
}

/** Moving the clock by hand. */
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
