/**
 * Reads the list of executable requests, past those that are not for this worker. An organization has one list for all its
 * teams.
 */
import { LIMITS } from '../../../generated/limits';
import type { AuthorizationRequest } from '../types';
import type { WorkerSettings } from './options';

type Walked = Pick<WorkerSettings, 'client' | 'concurrency' | 'keyIds' | 'log' | 'nowMs'>;

/** One cheap page. The more requests a worker can choose from, the fewer workers choose the same one. */
const LIST_LIMIT = 64;
const OLDEST = 'oldest';
/** Of requests that are not for this worker, as many are read before it pauses. */
const PAGES_OF_A_LOOK = 10;
/** Then it begins at the oldest again: a lease that expired before the place must not wait until nothing comes after it. */
const LONGEST_AT_PLACE_MS = 60_000;
/** Anybody with a `propose` key can make any number of them. */
const MAX_UNKNOWN_KIDS = 100;

export class Walk {
  /** Behind pages that had nothing for this worker. */
  private place = OLDEST;
  /** Since when pages that begin there have had something. */
  private placeSinceMs: number | null = null;
  private readonly unknownKids = new Set<string>();

  constructor(private readonly settings: Walked) {}

  /**
   * The requests for this worker in the first page that has any, and when that was read. None if there are none, or not in
   * this many pages; the next look goes on there.
   */
  async look(
    isWanted: (request: AuthorizationRequest) => boolean,
    signal: AbortSignal,
  ): Promise<{ readonly requests: readonly AuthorizationRequest[]; readonly atMs: number }> {
    const { client, concurrency, nowMs } = this.settings;
    const limit = Math.min(LIMITS.pageSize.max, Math.max(LIST_LIMIT, concurrency));
    if (this.placeSinceMs !== null && nowMs() - this.placeSinceMs >= LONGEST_AT_PLACE_MS) this.goTo(OLDEST);
    for (let page = 1; ; page++) {
      const atMs = nowMs();
      const listed = await client.listExecutable({ limit, after: this.place, signal });
      const requests = listed.requests.filter((request) => isWanted(request) && this.opens(request));
      if (requests.length > 0) this.placeSinceMs ??= atMs;
      else this.goTo(listed.next ?? OLDEST);
      if (requests.length > 0 || this.place === OLDEST || page === PAGES_OF_A_LOOK) return { requests, atMs };
    }
  }

  private goTo(place: string): void {
    this.place = place;
    this.placeSinceMs = null;
  }

  /**
   * A claim uses up the approval, so an intent under another key is left to the worker that has it, or runs out its window
   * (docs/contract.md, "Sealed intent envelope").
   */
  private opens({ id, intent }: AuthorizationRequest): boolean {
    const { keyIds, log } = this.settings;
    const kid = intent?.kid;
    if (kid === undefined || keyIds.includes(kid)) return true;
    if (!this.unknownKids.has(kid) && this.unknownKids.size < MAX_UNKNOWN_KIDS) {
      this.unknownKids.add(kid);
      log.error('no key for this intent; it is left to a worker that has one', { request: id, kid, own: keyIds });
    }
    return false;
  }
}
