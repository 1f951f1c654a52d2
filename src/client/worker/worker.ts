/** The reference worker: finds, claims, checks, runs and reports sealed intents (contract: What the service does). */
import type { Client } from '../client';
import { ConflictError, NotFoundError, WindowClosedError } from '../errors';
import { sleep as realSleep } from '../sleep';
import type { AuthorizationRequest, Claim } from '../types';
import { type RunDeps, runClaimed, type WorkerLog } from './run';
import type { Registered } from './verify';

export interface WorkerOptions {
  /** With a key that holds `read` and `execute`. */
  readonly client: Client;
  /** Intent keys, 32 bytes in base64; all that are in rotation. */
  readonly keys: readonly string[];
  /** What intents may call, by the name they use. */
  readonly clients: Readonly<Record<string, Registered>>;
  /** `client.method` entries. Give one: without it every public method of the clients can be called. */
  readonly allow?: readonly string[];
  /** Calls at a time; 4 unless given. */
  readonly concurrency?: number;
  /** 600 unless given, at most 3600. */
  readonly leaseSeconds?: number;
  /** What a call needs at most; it is not started with less left of the lease. 60 unless given. */
  readonly callBudgetSeconds?: number;
  /** Between looks when there was nothing, ms; 5000 unless given. `wake` ends the pause. */
  readonly pollIntervalMs?: number;
  readonly log?: WorkerLog;
  readonly referenceOf?: (result: unknown) => string | undefined;
  readonly onLost?: (requestId: string) => void;
  readonly nowMs?: () => number;
  readonly sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
}

export interface Worker {
  /** Looks now: call it when an event says that a request was authorized. */
  wake(): void;
  /** Claims nothing more, and resolves when what runs has been reported; after `timeoutMs` reports are given up. */
  stop(options?: { readonly timeoutMs?: number }): Promise<void>;
}

const LONGEST_BACK_OFF_MS = 60_000;

export function createWorker(options: WorkerOptions): Worker {
  const loop = new Loop(withDefaults(options));
  return { wake: () => loop.wake(), stop: ({ timeoutMs } = {}) => loop.stop(timeoutMs) };
}

type Settings = ReturnType<typeof withDefaults>;

function withDefaults(options: WorkerOptions) {
  const leaseSeconds = options.leaseSeconds ?? 600;
  const callBudgetSeconds = options.callBudgetSeconds ?? 60;
  if (leaseSeconds <= callBudgetSeconds) {
    throw new RangeError(`leaseSeconds (${leaseSeconds}) must be longer than callBudgetSeconds (${callBudgetSeconds})`);
  }
  return {
    ...options,
    leaseSeconds,
    callBudgetMs: callBudgetSeconds * 1000,
    concurrency: options.concurrency ?? 4,
    pollIntervalMs: options.pollIntervalMs ?? 5000,
    log: options.log ?? SILENT,
    nowMs: options.nowMs ?? Date.now,
    sleep: options.sleep ?? realSleep,
  };
}

const SILENT: WorkerLog = { info: () => undefined, warn: () => undefined, error: () => undefined };

class Loop {
  private readonly running = new Set<Promise<void>>();
  private readonly stopping = new AbortController();
  private readonly abandon = new AbortController();
  private pause = new AbortController();
  /** An event that came while the worker was looking: it looks once more before it rests. */
  private woken = false;
  private readonly done: Promise<void>;

  constructor(private readonly settings: Settings) {
    this.done = this.work();
  }

  wake(): void {
    this.woken = true;
    this.pause.abort();
  }

  async stop(timeoutMs?: number): Promise<void> {
    this.stopping.abort();
    this.wake();
    const timer = timeoutMs === undefined ? undefined : setTimeout(() => this.abandon.abort(), timeoutMs);
    await this.done;
    await Promise.all(this.running);
    clearTimeout(timer);
  }

  private async work(): Promise<void> {
    for (let failures = 0; !this.stopping.signal.aborted; ) {
      try {
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
        await this.rest(Math.min(LONGEST_BACK_OFF_MS, 1000 * 2 ** failures) * (0.5 + Math.random() / 2));
      }
    }
  }

  /** Claims as many as there are free places; answers how many it got. */
  private async look(): Promise<number> {
    if (this.running.size >= this.settings.concurrency) {
      await Promise.race(this.running);
      return 1;
    }
    const signal = this.stopping.signal;
    const { requests } = await this.settings.client.listExecutable({
      limit: Math.min(100, this.settings.concurrency * 4),
      signal,
    });
    let claimed = 0;
    // Shuffled: workers that see one list must not all start at its head.
    for (const request of shuffled(requests)) {
      if (signal.aborted || this.running.size >= this.settings.concurrency) break;
      if (await this.claim(request)) claimed++;
    }
    return claimed;
  }

  private async claim({ id }: AuthorizationRequest): Promise<boolean> {
    const { client, leaseSeconds, log, nowMs } = this.settings;
    const sentAtMs = nowMs();
    try {
      const claim = await client.claim(id, { leaseSeconds });
      log.info('claimed', { request: id });
      const run = this.run(claim, sentAtMs).finally(() => this.running.delete(run));
      this.running.add(run);
      return true;
    } catch (error) {
      // Another worker was faster, or the request's time is over: the normal course of things.
      if (error instanceof ConflictError || error instanceof WindowClosedError || error instanceof NotFoundError)
        return false;
      throw error;
    }
  }

  private async run(claim: Claim, sentAtMs: number): Promise<void> {
    const deps: RunDeps = { ...this.settings, abandon: this.abandon.signal };
    try {
      await runClaimed(deps, claim, sentAtMs);
    } catch (error) {
      this.settings.log.error('a run ended unexpectedly', {
        request: claim.request.id,
        error: error instanceof Error ? error.message : 'unknown',
      });
    }
  }

  private async rest(ms: number): Promise<void> {
    this.pause = new AbortController();
    if (this.stopping.signal.aborted || this.woken) {
      this.woken = false;
      return;
    }
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
