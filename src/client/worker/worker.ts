/** The reference worker: finds, claims, checks, runs and reports sealed intents (contract: What the service does). */
import { ConflictError, NotFoundError, retryAfterMs, WindowClosedError } from '../errors';
import { sleep as realSleep } from '../sleep';
import type { AuthorizationRequest, Claim } from '../types';
import { clientsWithoutKey, type Settings, type WorkerOptions, withDefaults } from './options';
import { runClaimed } from './run';

export interface Worker {
  /** Looks now: call it when an event says that a request was authorized. */
  wake(): void;
  /**
   * Claims nothing more, and resolves when what runs has been reported, or after `timeoutMs`: what runs then is left
   * behind, unreported, for another worker to make again when its lease has run out.
   */
  stop(options?: { readonly timeoutMs?: number }): Promise<void>;
}

/** Starts at once. Throws TypeError or RangeError on options with which no call could be made. */
export function createWorker(options: WorkerOptions): Worker {
  const loop = new Loop(withDefaults(options));
  return { wake: () => loop.wake(), stop: ({ timeoutMs } = {}) => loop.stop(timeoutMs) };
}

const LONGEST_BACK_OFF_MS = 60_000;

class Loop {
  /** By request: what still runs here is not claimed again here, whatever became of its lease. */
  private readonly running = new Map<string, Promise<void>>();
  private readonly stopping = new AbortController();
  private readonly abandon = new AbortController();
  private pause = new AbortController();
  /** An event that came while the worker was looking: it looks once more before it rests. */
  private woken = false;
  private readonly done: Promise<void>;

  constructor(private readonly settings: Settings) {
    for (const client of clientsWithoutKey(settings)) {
      settings.log.warn('no idempotency key gets to this client: a call made twice is two calls', { client });
    }
    this.done = this.work();
  }

  wake(): void {
    this.woken = true;
    this.pause.abort();
  }

  async stop(timeoutMs?: number): Promise<void> {
    this.stopping.abort();
    this.wake();
    const finished = this.done.then(() => Promise.all(this.running.values()));
    const inTime = new AbortController();
    const outOfTime = timeoutMs === undefined ? finished : realSleep(timeoutMs, inTime.signal).catch(() => undefined);
    await Promise.race([finished, outOfTime]);
    inTime.abort();
    this.abandon.abort();
    if (this.running.size === 0) return;
    this.settings.log.error('stopped with runs unreported', { requests: [...this.running.keys()] });
  }

  private async work(): Promise<void> {
    for (let failures = 0; !this.stopping.signal.aborted; ) {
      try {
        this.woken = false;
        const claimed = await this.look();
        failures = 0;
        if (claimed === 0) await this.rest(this.settings.pollIntervalMs * (0.8 + Math.random() * 0.4));
      } catch (error) {
        if (this.stopping.signal.aborted) return;
        failures++;
        this.settings.log.error('looking for work failed', {
          error: error instanceof Error ? error.message : 'unknown',
          failures,
        });
        const backOffMs = Math.min(LONGEST_BACK_OFF_MS, 1000 * 2 ** failures) * (0.5 + Math.random() / 2);
        // Events do not end it: a service in trouble sends many.
        const pauseMs = Math.max(backOffMs, retryAfterMs(error) ?? 0);
        await this.settings.sleep(pauseMs, this.stopping.signal).catch(() => undefined);
      }
    }
  }

  /** Claims as many as there are free places; answers how many it got. */
  private async look(): Promise<number> {
    const { client, concurrency } = this.settings;
    if (this.running.size >= concurrency) {
      await Promise.race(this.running.values());
      return 1;
    }
    const signal = this.stopping.signal;
    const { requests } = await client.listExecutable({ limit: Math.min(100, concurrency * 4), signal });
    let claimed = 0;
    // Shuffled: workers that see one list must not all start at its head.
    for (const request of shuffled(requests)) {
      if (signal.aborted || this.running.size >= concurrency) break;
      if (!this.running.has(request.id) && (await this.claim(request))) claimed++;
    }
    return claimed;
  }

  private async claim({ id }: AuthorizationRequest): Promise<boolean> {
    const { client, leaseSeconds, log, nowMs } = this.settings;
    const sentAtMs = nowMs();
    try {
      const claim = await client.claim(id, { leaseSeconds });
      log.info('claimed', { request: id });
      this.running.set(
        id,
        this.run(id, claim, sentAtMs).finally(() => this.running.delete(id)),
      );
      return true;
    } catch (error) {
      // Another worker was faster, or the request's time is over: the normal course of things.
      if (error instanceof ConflictError || error instanceof WindowClosedError || error instanceof NotFoundError)
        return false;
      throw error;
    }
  }

  private async run(request: string, claim: Claim, sentAtMs: number): Promise<void> {
    try {
      await runClaimed({ ...this.settings, abandon: this.abandon.signal }, claim, sentAtMs);
    } catch (error) {
      this.settings.log.error('a run ended unexpectedly', {
        request,
        error: error instanceof Error ? error.message : 'unknown',
      });
    }
  }

  private async rest(ms: number): Promise<void> {
    this.pause = new AbortController();
    if (this.stopping.signal.aborted || this.woken) return;
    await this.settings.sleep(ms, this.pause.signal).catch(() => undefined);
  }
}

function shuffled<T>(items: readonly T[]): T[] {
  const copy = [...items];
  for (let at = copy.length - 1; at > 0; at--) {
    const other = Math.floor(Math.random() * (at + 1));
    [copy[at], copy[other]] = [copy[other]!, copy[at]!];
  }
  return copy;
}
