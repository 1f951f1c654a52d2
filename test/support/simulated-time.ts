/** Time that passes only when everything waits. For code that gets its clock and its sleep from outside. */
export class SimulatedTime {
  private readonly waiting = new Set<{ readonly atMs: number; readonly resolve: () => void }>();

  constructor(public nowMs: number) {}

  /** Rejects with the signal's reason if it is aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const sleeper = {
        atMs: this.nowMs + ms,
        resolve: () => {
          signal?.removeEventListener('abort', abort);
          resolve();
        },
      };
      this.waiting.add(sleeper);
      const abort = () => {
        this.waiting.delete(sleeper);
        reject(signal?.reason);
      };
      if (signal?.aborted) abort();
      else signal?.addEventListener('abort', abort, { once: true });
    });
  }

  /** Until nobody waits any more, or until the given instant. */
  async run(untilMs = Number.POSITIVE_INFINITY): Promise<void> {
    for (;;) {
      // Everything that can go on without time has done so when the next turn of the event loop begins.
      await new Promise((resolve) => setImmediate(resolve));
      const [next] = [...this.waiting].sort((a, b) => a.atMs - b.atMs);
      if (next === undefined || next.atMs > untilMs) break;
      this.waiting.delete(next);
      this.nowMs = next.atMs;
      next.resolve();
    }
    if (Number.isFinite(untilMs)) this.nowMs = untilMs;
  }
}

/** The same numbers in [0, 1) for the same seed (Lehmer). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 0x7fffffff;
    return state / 0x7fffffff;
  };
}
