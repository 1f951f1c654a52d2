/**
 * The reference worker: finds, claims, checks, runs and reports sealed intents
 * (docs/contract.md#what-the-service-does).
 */
import { ConflictError, isKeyRefused, NotFoundError, WindowClosedError } from '../errors';
import { backOffMs, sleep as realSleep } from '../polling';
import type { AuthorizationRequest, Claim } from '../types';
import { messageOf } from './log';
import { clientsWithoutKey, type WorkerOptions, type WorkerSettings, workerSettings } from './options';
import { runClaimed } from './run';
import { WokenLooks, wakeOnEvents } from './wake-ups';
import { Walk } from './walk';

export interface Worker {
  /** Looks for work immediately. Call it when an event says that a request was authorized. */
  wake(): void;
  /**
   * Stops claiming. Resolves when all running calls are reported, or after `timeoutMs`. Calls that are still running
   * then stay unreported, and another worker repeats them when their leases have expired.
   */
  stop(options?: { readonly timeoutMs?: number }): Promise<void>;
  /**
   * Settles when the worker has stopped and no call runs any more. It rejects if the worker cannot go on: with
   * `AuthenticationError` or `PermissionError` if the service refuses its key, and with `Error` if `atMostOnce` needs what
   * the service does not send. The error is logged too, so you need not listen.
   */
  readonly done: Promise<void>;
}

/** Starts immediately. Throws TypeError or RangeError if no call could be made with the options. */
export function createWorker(options: WorkerOptions): Worker {
  const loop = new Loop(workerSettings(options));
  return { wake: () => loop.wake(), stop: ({ timeoutMs } = {}) => loop.stop(timeoutMs), done: loop.done };
}

const LONGEST_BACK_OFF_MS = 60_000;
/** After this time, other workers have claimed most of the list. */
const FRESH_MS = 2000;

class Loop {
  /** By request. A request that still runs here is not claimed here again, even if its lease has expired. */
  private readonly running = new Map<string, Promise<void>>();
  private readonly stopping = new AbortController();
  private readonly abandon = new AbortController();
  private pause = new AbortController();
  /** Set by an event during a look, so that the worker looks once more before it pauses. */
  private woken = false;
  /** Listed, but not claimed yet. */
  private found: AuthorizationRequest[] = [];
  private foundAtMs = 0;
  /** Claims were lost recently, so other workers use the same list. The next looks are spread over this time. */
  private spreadMs = 0;
  private readonly wokenLooks = new WokenLooks();
  /** The last list was read because of an event. */
  private listedOnEvent = false;
  /** Why the worker cannot go on. */
  private failure: Error | null = null;
  private readonly walk: Walk;
  readonly done: Promise<void>;

  constructor(private readonly settings: WorkerSettings) {
    this.walk = new Walk(settings);
    for (const client of clientsWithoutKey(settings)) {
      settings.log.warn('this client gets no idempotency key: a repeated call will be a second call', { client });
    }
    if (settings.allow === undefined) {
      settings.log.warn('no allow: an intent may call every public method of the clients', {});
    }
    if (settings.check === undefined) {
      settings.log.warn(
        'no check: an envelope proposed again under other params runs again, once they are approved',
        {},
      );
    }
    this.done = this.work().then(() => this.ended());
    this.done.catch(() => undefined);
    if (settings.follow) void wakeOnEvents(settings, () => this.wake(), this.stopping.signal);
  }

  wake(): void {
    this.woken = true;
    this.pause.abort();
  }

  async stop(timeoutMs?: number): Promise<void> {
    this.stopping.abort();
    this.wake();
    const finished = this.done.catch(() => undefined);
    const inTime = new AbortController();
    const outOfTime = timeoutMs === undefined ? finished : realSleep(timeoutMs, inTime.signal).catch(() => undefined);
    await Promise.race([finished, outOfTime]);
    inTime.abort();
    this.abandon.abort();
    if (this.running.size === 0) return;
    this.settings.log.error('stopped with unreported runs', { requests: [...this.running.keys()] });
  }

  private async ended(): Promise<void> {
    await Promise.all(this.running.values());
    if (this.failure !== null) throw this.failure;
  }

  /** Only the first reason counts; later ones follow from it. */
  private fail(error: Error): void {
    if (this.failure === null) this.settings.log.error('the worker has stopped', { error: messageOf(error) });
    this.failure ??= error;
    this.stopping.abort();
    this.wake();
  }

  private async work(): Promise<void> {
    for (let failures = 0; !this.stopping.signal.aborted; ) {
      try {
        if (await this.look()) await this.rest(this.settings.pollIntervalMs * (0.8 + Math.random() * 0.4));
        failures = 0;
      } catch (error) {
        if (this.stopping.signal.aborted) return;
        if (isKeyRefused(error)) return this.fail(error);
        failures++;
        this.settings.log.error('looking for work failed', { error: messageOf(error), failures });
        // Events do not end this pause, because a service with problems sends many.
        const pauseMs = backOffMs(failures, 1000, LONGEST_BACK_OFF_MS, error);
        await this.settings.sleep(pauseMs, this.stopping.signal).catch(() => undefined);
      }
    }
  }

  /** Makes at most one claim. Returns true if there is nothing to do for now. */
  private async look(): Promise<boolean> {
    const { concurrency, nowMs } = this.settings;
    if (this.running.size >= concurrency) {
      await Promise.race(this.running.values());
      return false;
    }
    const isFresh = nowMs() - this.foundAtMs < FRESH_MS;
    if (this.found.length === 0 || !isFresh) {
      if (!(await this.list())) {
        this.spreadMs = narrower(this.spreadMs);
        if (this.listedOnEvent) this.wokenLooks.ended(false, null);
        return true;
      }
    }
    const next = this.found.shift();
    if (next === undefined || this.stopping.signal.aborted) return false;
    const won = await this.claim(next);
    if (!this.listedOnEvent) {
      this.spread(won);
      return false;
    }
    this.listedOnEvent = false;
    this.wokenLooks.ended(won, nowMs() - this.foundAtMs);
    // Another worker took the only request. The next event or poll finds the next one.
    return !won && this.found.length === 0;
  }

  /** Whether there is anything to claim. */
  private async list(): Promise<boolean> {
    const { pollIntervalMs, sleep } = this.settings;
    const signal = this.stopping.signal;
    this.listedOnEvent = this.woken;
    const forEvent = this.woken ? this.wokenLooks.pauseMs(pollIntervalMs) : 0;
    const pauseMs = Math.max(forEvent, Math.random() * this.spreadMs);
    // Events do not end this pause either, because all other workers get them too.
    if (pauseMs > 0) await sleep(pauseMs, signal);
    this.woken = false;
    const { requests, atMs } = await this.walk.look(({ id }) => !this.running.has(id), signal);
    this.foundAtMs = atMs;
    this.found = fromAnywhere(requests);
    return requests.length > 0;
  }

  /**
   * A worker that lost a claim has reached the part of the list that another worker is processing. Most of that part is
   * gone, so it lists again a little later, and later still if it loses again.
   */
  private spread(won: boolean): void {
    const { spreadMs } = this.settings;
    if (won) {
      this.spreadMs = narrower(this.spreadMs);
      return;
    }
    this.found = [];
    this.spreadMs = Math.min(spreadMs, Math.max(spreadMs / 3, this.spreadMs * 2));
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
      // Another worker was faster, or the request's window has closed. Both are normal.
      if (error instanceof ConflictError || error instanceof WindowClosedError || error instanceof NotFoundError)
        return false;
      throw error;
    }
  }

  private async run(request: string, claim: Claim, sentAtMs: number): Promise<void> {
    try {
      const deps = { ...this.settings, abandon: this.abandon.signal, hasFailed: () => this.failure !== null };
      const result = await runClaimed(deps, claim, sentAtMs);
      if (result.kind === 'cannot_go_on') this.fail(result.error);
    } catch (error) {
      this.settings.log.error('a run ended unexpectedly', { request, error: messageOf(error) });
    }
  }

  private async rest(ms: number): Promise<void> {
    this.pause = new AbortController();
    if (this.stopping.signal.aborted || this.woken) return;
    await this.settings.sleep(ms, this.pause.signal).catch(() => undefined);
  }
}

const narrower = (spreadMs: number): number => (spreadMs < 50 ? 0 : spreadMs * 0.8);

/**
 * All workers go through the list as a ring, in the order of ids, each from its own start. So two workers meet only
 * where one ends and the other began.
 */
function fromAnywhere(requests: readonly AuthorizationRequest[]): AuthorizationRequest[] {
  const ring = [...requests].sort((a, b) => (a.id < b.id ? -1 : 1));
  const at = Math.floor(Math.random() * ring.length);
  return [...ring.slice(at), ...ring.slice(0, at)];
}
