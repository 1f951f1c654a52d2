/**
 * Knows what is in progress on this machine: messages that could be handed out, stream records, handlers, attempts.
 *
 * With `idle`, a test can move the clock and read the mail without a sleep: when it resolves, everything that was in
 * progress, and all that followed from it, is done. Work that waits for a later time (a delayed message, a message in
 * its visibility timeout, a loop between two attempts) is not in progress, so a handler that always fails cannot block
 * it.
 */

/** Ends what `begin` started. Calling it again does nothing. */
export type End = () => void;

/** Finds work that has not been noticed yet. Resolves when everything that it found is started or done. */
export type Source = () => Promise<void> | void;

export class Activity {
  private begun = 0;
  private running = 0;
  private readonly sources: Source[] = [];
  private waiters: (() => void)[] = [];

  begin(): End {
    this.begun += 1;
    this.running += 1;
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      this.running -= 1;
      if (this.running === 0) this.wake();
    };
  }

  /** Counts a promise as in progress until it settles, and returns it. */
  track<T>(work: Promise<T>): Promise<T> {
    const end = this.begin();
    work.then(end, end);
    return work;
  }

  /** Asks `source` for unnoticed work before anything counts as idle. */
  addSource(source: Source): void {
    this.sources.push(source);
  }

  inFlight(): number {
    return this.running;
  }

  /**
   * Resolves to true when nothing is in progress. With a limit, it stops after that much real time and resolves to
   * false, because a service under constant traffic is never idle.
   */
  async idle(limitMs?: number): Promise<boolean> {
    const deadline = limitMs === undefined ? null : performance.now() + limitMs;
    for (;;) {
      if (!(await this.stopped(deadline))) return false;
      const begunBefore = this.begun;
      await Promise.all(this.sources.map((source) => source()));
      // A step may end here and start the next one from a microtask or an immediate. Both are part of the same work.
      await new Promise((resolve) => setImmediate(resolve));
      if (this.running === 0 && this.begun === begunBefore) return true;
    }
  }

  private stopped(deadline: number | null): Promise<boolean> {
    if (this.running === 0) return Promise.resolve(deadline === null || performance.now() < deadline);
    return new Promise((resolve) => {
      const timer =
        deadline === null ? null : setTimeout(() => resolve(false), Math.max(0, deadline - performance.now()));
      this.waiters.push(() => {
        if (timer !== null) clearTimeout(timer);
        resolve(true);
      });
    });
  }

  private wake(): void {
    const waiters = this.waiters;
    this.waiters = [];
    for (const waiter of waiters) waiter();
  }
}
