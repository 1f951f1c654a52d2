/**
 * What is in flight on this machine: messages that could be handed out, stream records, handlers, tries.
 *
 * `idle` is what lets a test move the clock and read the mail without a sleep: when it resolves, everything that was
 * under way, and all that followed from it, is done. What waits for a later instant (a delayed message, a message
 * waiting for its visibility timeout, a loop between two tries) is not in flight, so a handler that always fails
 * cannot hold it up.
 */

/** Ends what `begin` began; calling it again does nothing. */
export type End = () => void;

/** Work that nobody has begun yet because nobody has looked: resolves once it has looked, and all it found is begun or done. */
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

  /** Counts a promise as in flight until it settles; hands it back. */
  track<T>(work: Promise<T>): Promise<T> {
    const end = this.begin();
    work.then(end, end);
    return work;
  }

  /** Asks `source` for unseen work before anything is called idle. */
  addSource(source: Source): void {
    this.sources.push(source);
  }

  inFlight(): number {
    return this.running;
  }

  /**
   * Resolves true once nothing is in flight. With a limit, gives up after that much real time and resolves false:
   * a service under constant traffic is never idle.
   */
  async idle(limitMs?: number): Promise<boolean> {
    const deadline = limitMs === undefined ? null : performance.now() + limitMs;
    for (;;) {
      if (!(await this.stopped(deadline))) return false;
      const begunBefore = this.begun;
      await Promise.all(this.sources.map((source) => source()));
      // A step that ends here and begins the next from a microtask or an immediate is still one chain.
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
