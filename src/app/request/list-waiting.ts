/** GET /api/requests with `waiting`: listRequests. */
import { waitingFor } from '../../core/ceremony/standing';
import { isOpen, type Open } from '../../core/request/request';
import type { OperatorId, OrgId } from '../../protocol/identifiers';
import type { Asked, OpenEntry } from '../ports';
import { type ListRequestsDeps, loadSettled, MAX_BYTES, sizeOf } from './list-requests';

/** How many requests are loaded at once. */
const CHUNK = 25;

export interface WaitingQuery {
  readonly operator: OperatorId;
  readonly limit: number;
  /** Only requests after this place in the list, which is sorted by deadline. */
  readonly after: WaitingPlace | null;
  /** `request` checks what the index does not contain. */
  readonly where: { entry(entry: OpenEntry): boolean; request(request: Open): boolean };
}

export interface WaitingPlace {
  readonly waitsUntilMs: number;
  readonly id: string;
}

/**
 * The open requests that wait for this operator's key, earliest deadline first. One query finds and sorts them. Then
 * only those of the page are read.
 */
export async function listWaiting(
  deps: ListRequestsDeps,
  org: OrgId,
  { operator, limit, after, where }: WaitingQuery,
): Promise<{ readonly requests: readonly Open[]; readonly next: WaitingPlace | null }> {
  const nowMs = deps.clock.nowMs();
  const left = (await entriesFor(deps, org, { operator, nowMs }, where.entry))
    .map((entry) => ({ waitsUntilMs: waitsUntilMs(entry, nowMs), id: entry.id }))
    .filter((place) => after === null || comparePlaces(place, after) > 0)
    .sort(comparePlaces);
  const found: Waiting[] = [];
  while (found.length <= limit && left.length > 0) {
    const chunk = left.splice(0, Math.min(CHUNK, limit) + 1);
    const read = new Map(
      (
        await loadSettled(
          deps,
          org,
          chunk.map(({ id }) => id),
        )
      ).map((request) => [request.id, request]),
    );
    for (const place of chunk) {
      const request = read.get(place.id);
      const isWaiting = request !== undefined && isOpen(request) && waitingFor(request).includes(operator);
      if (isWaiting && where.request(request)) found.push({ place, request });
    }
  }
  const page = fitting(found.slice(0, limit));
  const requests = page.map(({ request }) => request);
  return { requests, next: found.length > page.length ? (page.at(-1)?.place ?? null) : null };
}

interface Waiting {
  readonly place: WaitingPlace;
  readonly request: Open;
}

/**
 * From the index alone, so that a page and its cursor agree. A round that has ended no longer counts: the request waits
 * in its next round.
 */
export function waitsUntilMs({ expiresAtMs, windowEndsAtMs }: OpenEntry, nowMs: number): number {
  const inRound = windowEndsAtMs !== null && windowEndsAtMs > nowMs;
  return inRound ? Math.min(windowEndsAtMs, expiresAtMs) : expiresAtMs;
}

/** Leaves out requests that have expired but are not written yet. */
async function entriesFor(
  deps: ListRequestsDeps,
  org: OrgId,
  asked: Asked,
  where: (entry: OpenEntry) => boolean,
): Promise<OpenEntry[]> {
  const entries: OpenEntry[] = [];
  for await (const entry of deps.requests.openEntries(org, asked)) {
    if (where(entry)) entries.push(entry);
  }
  return entries;
}

/** As many as fit into one answer, but at least one. */
function fitting(waiting: readonly Waiting[]): Waiting[] {
  let bytes = 0;
  return waiting.filter(({ request }, index) => {
    bytes += sizeOf(request);
    return index === 0 || bytes < MAX_BYTES;
  });
}

function comparePlaces(a: WaitingPlace, b: WaitingPlace): number {
  return a.waitsUntilMs - b.waitsUntilMs || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}
