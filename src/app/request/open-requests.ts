/** GET /api/inbox: getInbox. The open requests of an organization, each with earlier requests to compare it with. */
import { waitingFor } from '../../core/ceremony/standing';
import { isAdministrative } from '../../core/request/administrative';
import { isOpen, type Open, type Request } from '../../core/request/request';
import type { ActionId, OperatorId, OrgId, RequestId } from '../../protocol/identifiers';
import type { CommandDeps } from '../ceremony/run-command';
import type { OpenEntry, RecentEntry } from '../ports';
import { loadSettled, MAX_BYTES, sizeOf } from './list-requests';

export interface OpenRequest {
  readonly request: Open;
  /** Earlier requests of the same action, newest first; null for a change of the configuration. */
  readonly past: readonly Request[] | null;
}

/** How many earlier requests are compared. */
const COMPARED = 50;
/** Looks back over this many requests. If an action is rarer, its requests are compared with fewer. */
const MOST_LOOKED_AT = 5000;
const PAGE = 1000;

export interface OpenRequests {
  readonly requests: readonly OpenRequest[];
  /** Which requests were read: all open ones, those in which the operator had a seat, or one page of either. */
  readonly read: 'open' | 'asked' | 'page';
  /** Where the next page begins. Null unless one page was read. */
  readonly next: number | null;
  /** The number of open requests of the organization, including those that were not read. */
  readonly count: number;
  /** The number of those in which the operator had a seat. */
  readonly asked: number;
  /** How many requests were not read because there were too many. */
  readonly unread: number;
  /** The actions of these requests, the most frequent first. */
  readonly actions: readonly ActionId[];
}

/** With more requests than this, an inbox without a filter reads only its page. */
export const MOST_COUNTED = 600;
/** The most requests that one search reads, so that a flood of requests does not make it slower. */
export const MOST_READ = 1000;
/** If a page is not full yet, this many more requests are read. */
const CHUNK = 100;

export interface OpenPage {
  /** Also requests in which the operator had no seat. */
  readonly all: boolean;
  /** The position in the index, which also counts requests that the page leaves out. */
  readonly offset: number;
  readonly limit: number;
}

export interface OpenQuery {
  readonly operator: OperatorId;
  /** Also requests in which the operator had no seat, for this search or for the count of a saved view. */
  readonly all: boolean;
  /** Requests of this action are read before others. */
  readonly action?: string | undefined;
  /** The page to read if there are too many requests to read all. Null for a search, which needs all of them. */
  readonly page: OpenPage | null;
}

/**
 * Reads and settles open requests, because only a record says whose key is missing. If there are too many, only one page
 * is read, in the order of expiry. A search prefers requests in which the operator had a seat, and then those that expire
 * first. The result of a search has no order.
 */
export async function openRequests(deps: CommandDeps, org: OrgId, query: OpenQuery): Promise<OpenRequests> {
  const nowMs = deps.clock.nowMs();
  const open: OpenEntry[] = [];
  for await (const entry of deps.requests.openEntries(org)) if (entry.expiresAtMs > nowMs) open.push(entry);
  const asked = open.filter((entry) => entry.asked.includes(query.operator));
  const inQuestion = (all: boolean) => (all ? open : asked);
  const { page } = query;
  const isFlood = page !== null && inQuestion(query.all).length > MOST_COUNTED;
  const all = isFlood ? page.all : query.all;
  const entries = inQuestion(all);
  const isPage = isFlood && entries.length > MOST_COUNTED;
  const found = isPage
    ? await pageOf(deps, org, entries, { ...page, operator: query.operator })
    : await upToMost(deps, org, entries, query);
  return {
    requests: await compared(deps, org, found.requests),
    read: isPage ? 'page' : all ? 'open' : 'asked',
    next: found.next,
    count: open.length - found.ended,
    asked: asked.length,
    unread: entries.length - found.read,
    actions: mostFrequent(entries),
  };
}

interface Found {
  readonly requests: readonly Open[];
  /** How many requests were read, and how many of them had ended although the index still had them as open. */
  readonly read: number;
  readonly ended: number;
  readonly next: number | null;
}

async function upToMost(
  deps: CommandDeps,
  org: OrgId,
  entries: readonly OpenEntry[],
  query: OpenQuery,
): Promise<Found> {
  const chosen = entries.length > MOST_READ ? [...entries].sort(comparedBy(query)).slice(0, MOST_READ) : entries;
  const ids = chosen.map(({ id }) => id);
  const requests = (await loadSettled(deps, org, ids)).filter(isOpen);
  return { requests, read: ids.length, ended: ids.length - requests.length, next: null };
}

/** Leaves out requests that no longer wait for the operator, and reads later ones instead. */
async function pageOf(
  deps: CommandDeps,
  org: OrgId,
  entries: readonly OpenEntry[],
  { all, offset, limit, operator }: OpenPage & { readonly operator: OperatorId },
): Promise<Found> {
  const ids = [...entries].sort(byExpiry).map(({ id }) => id);
  const requests: Open[] = [];
  let [at, read, ended, bytes] = [offset, 0, 0, 0];
  const isFull = () => requests.length === limit || bytes >= MAX_BYTES;
  while (!isFull() && at < ids.length && read < MOST_READ) {
    const chunk = ids.slice(at, at + (read === 0 ? limit : CHUNK));
    const records = new Map((await loadSettled(deps, org, chunk)).map((request) => [request.id, request]));
    read += chunk.length;
    for (const id of chunk) {
      if (isFull()) break;
      at += 1;
      const request = records.get(id);
      if (request === undefined || !isOpen(request)) ended += 1;
      else if (all || waitingFor(request).includes(operator)) {
        requests.push(request);
        bytes += sizeOf(request);
      }
    }
  }
  return { requests, read, ended, next: at < ids.length ? at : null };
}

/** By expiry, then by creation: requests that are close together are compared with the same earlier ones. */
const byExpiry = (a: OpenEntry, b: OpenEntry): number =>
  a.expiresAtMs - b.expiresAtMs || a.createdAtMs - b.createdAtMs || (a.id < b.id ? -1 : 1);

function mostFrequent(entries: readonly OpenEntry[]): ActionId[] {
  const counts = new Map<ActionId, number>();
  for (const { action } of entries) counts.set(action, (counts.get(action) ?? 0) + 1);
  return [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)).map(([action]) => action);
}

function comparedBy({ operator, action }: OpenQuery) {
  const rank = (entry: OpenEntry) => (entry.action === (action as ActionId) ? 0 : 2) + (isAsked(entry) ? 0 : 1);
  const isAsked = ({ asked }: OpenEntry) => asked.includes(operator);
  return (a: OpenEntry, b: OpenEntry) => rank(a) - rank(b) || a.expiresAtMs - b.expiresAtMs;
}

async function compared(deps: CommandDeps, org: OrgId, open: readonly Open[]): Promise<OpenRequest[]> {
  const comparable = open.filter((request) => !isAdministrative(request));
  const entries = await earlierEntries(deps, org, comparable);
  const idsOf = new Map(comparable.map((request) => [request.id, pastIds(request, entries)]));
  const loaded = await loadPast(deps, org, [...idsOf.values()].flat(), open);
  const pastOf = (id: RequestId) => idsOf.get(id)?.flatMap((past) => loaded.get(past) ?? []) ?? null;
  return open.map((request) => ({ request, past: pastOf(request.id) }));
}

type Entries = ReadonlyMap<string, readonly RecentEntry[]>;

/** Index entries of each action, newest first, as far back as the oldest open request of the action needs. */
async function earlierEntries(deps: CommandDeps, org: OrgId, open: readonly Open[]): Promise<Entries> {
  const oldest = new Map<string, number>();
  for (const { action, createdAtMs } of open)
    oldest.set(action, Math.min(createdAtMs, oldest.get(action) ?? createdAtMs));
  const found = new Map<string, RecentEntry[]>([...oldest.keys()].map((action) => [action, []]));
  const untilMs = Math.max(0, ...open.map(({ createdAtMs }) => createdAtMs));
  const isEnough = () => [...oldest].every(([action, sinceMs]) => countUntil(found.get(action)!, sinceMs) > COMPARED);
  let cursor: string | null = null;
  let looked = 0;
  while (!isEnough() && looked < MOST_LOOKED_AT) {
    const page = await deps.requests.recent(org, { untilMs, limit: PAGE, cursor });
    for (const entry of page.entries) found.get(entry.action)?.push(entry);
    looked += page.looked;
    cursor = page.cursor;
    if (cursor === null) break;
  }
  return found;
}

const countUntil = (entries: readonly RecentEntry[], untilMs: number): number =>
  entries.filter(({ createdAtMs }) => createdAtMs <= untilMs).length;

function pastIds({ id, action, createdAtMs }: Open, entries: Entries): RequestId[] {
  const all = entries.get(action) ?? [];
  const from = all.findIndex((entry) => entry.createdAtMs <= createdAtMs);
  if (from === -1) return [];
  const near = all.slice(from, from + COMPARED + 1).filter((entry) => entry.id !== id);
  return near.slice(0, COMPARED).map((entry) => entry.id);
}

/** A late read is good enough, because the compared fields do not change after a verdict. */
async function loadPast(deps: CommandDeps, org: OrgId, ids: readonly RequestId[], open: readonly Open[]) {
  const known = new Map<string, Request>(open.map((request) => [request.id, request]));
  const unread = [...new Set(ids)].filter((id) => !known.has(id));
  for (const request of await deps.requests.glanceMany(org, unread)) known.set(request.id, request);
  return known;
}
