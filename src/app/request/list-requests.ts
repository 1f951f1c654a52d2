/** GET /api/requests: listRequests. */
import { waitingFor } from '../../core/ceremony/standing';
import { isOpen, type Open, type Request } from '../../core/request/request';
import type { OperatorId, OrgId, RequestId } from '../../protocol/identifiers';
import { type CommandDeps, readSettled } from '../ceremony/run-command';
import type { Asked, OpenEntry, Random, RecentQuery } from '../ports';
import { byteLength } from '../support/byte-length';

export interface ListRequestsDeps extends CommandDeps {
  readonly random: Random;
}

export interface Listed {
  readonly requests: readonly Request[];
  readonly cursor: string | null;
}

/** How many requests are loaded at once. 25 of the largest, with 24 params of 512 characters, are 1.4 MB. */
const CHUNK = 25;
/** The most index reads for one page. If a filter matches few requests, the page is short and has a cursor. */
const MAX_READS = 12;
/** Together with one more chunk, the answer must fit through the gateway and the function: 6 MB. */
const MAX_BYTES = 3 * 1024 * 1024;

/** Newest first, settled. The filter uses the state of the record and not of the index, so it runs after the read. */
export async function listRequests(
  deps: ListRequestsDeps,
  org: OrgId,
  query: RecentQuery & { readonly state?: string },
): Promise<Listed> {
  const { state, ...recent } = query;
  const requests: Request[] = [];
  let cursor = query.cursor;
  let bytes = 0;
  for (let reads = 0; reads < MAX_READS && bytes < MAX_BYTES; reads++) {
    // Do not read more than the page has room for: a page must contain everything that its cursor has passed.
    const limit = Math.min(CHUNK, query.limit - requests.length);
    const page = await deps.requests.recent(org, { ...recent, limit, cursor });
    const loaded = await loadSettled(deps, org, page.ids);
    const found = loaded.filter((request) => state === undefined || request.state === state);
    requests.push(...found);
    bytes += sum(found.map(sizeOf));
    cursor = page.cursor;
    if (cursor === null || requests.length === query.limit) break;
  }
  return { requests, cursor };
}

/** Estimates the rendered size, which is mostly params and seats. */
function sizeOf({ params, seats }: Request): number {
  return 2048 + seats.length * 256 + byteLength(JSON.stringify(params));
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

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
    .map((entry) => placeOf(entry, nowMs))
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
function placeOf({ id, expiresAtMs, windowEndsAtMs }: OpenEntry, nowMs: number) {
  const inRound = windowEndsAtMs !== null && windowEndsAtMs > nowMs;
  return { waitsUntilMs: inRound ? Math.min(windowEndsAtMs, expiresAtMs) : expiresAtMs, id };
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

/** Returns them in the order of `ids`. */
async function loadSettled(deps: ListRequestsDeps, org: OrgId, ids: readonly RequestId[]): Promise<Request[]> {
  if (ids.length === 0) return [];
  const loaded = await deps.requests.loadMany(org, ids);
  const settled = await Promise.all(
    loaded.map(async (request) => (await readSettled(deps, request, deps.random.hex(12))).request),
  );
  const byId = new Map(settled.map((request) => [request.id, request]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
