/** GET /api/inbox: getInbox. Every open request of an organization, with what it is compared with. */
import { isAdministrative } from '../../core/request/administrative';
import { isOpen, type Open, type Request } from '../../core/request/request';
import type { ActionId, OperatorId, OrgId, RequestId } from '../../protocol/identifiers';
import type { OpenEntry, RecentEntry } from '../ports';
import { type ListRequestsDeps, loadSettled } from './list-requests';

export interface OpenRequest {
  readonly request: Open;
  /** Earlier requests of the same action, newest first; null for a change of the configuration. */
  readonly past: readonly Request[] | null;
}

/** How many earlier requests are compared. */
const COMPARED = 50;
/** An action whose requests are rarer than this is compared with fewer. */
const MOST_LOOKED_AT = 5000;
const PAGE = 1000;

export interface OpenRequests {
  readonly requests: readonly OpenRequest[];
  /** All open requests of the organization, also those that were not read. */
  readonly count: number;
  /** How many of those in question were not read, because there were too many. */
  readonly unread: number;
}

/** So that a flood of requests makes no inbox slower than this many do. */
export const MOST_READ = 1000;

export interface OpenQuery {
  readonly operator: OperatorId;
  /** Also requests in which the operator had no seat. */
  readonly all: boolean;
  /** Requests of this action are read before others. */
  readonly action?: string | undefined;
}

/**
 * In no order, settled. Only a record says whose key is missing, so the requests are read: of too many, those in which
 * the operator had a seat before others, and those that expire first before later ones.
 */
export async function openRequests(deps: ListRequestsDeps, org: OrgId, query: OpenQuery): Promise<OpenRequests> {
  const nowMs = deps.clock.nowMs();
  const entries: OpenEntry[] = [];
  let others = 0;
  for await (const entry of deps.requests.openEntries(org)) {
    if (entry.expiresAtMs <= nowMs) continue;
    if (query.all || entry.asked.includes(query.operator)) entries.push(entry);
    else others += 1;
  }
  if (entries.length > MOST_READ) entries.sort(comparedBy(query));
  const ids = entries.slice(0, MOST_READ).map(({ id }) => id);
  const unread = entries.length - ids.length;
  const open = (await loadSettled(deps, org, ids)).filter(isOpen);
  return { requests: await compared(deps, org, open), count: open.length + unread + others, unread };
}

function comparedBy({ operator, action }: OpenQuery) {
  const rank = (entry: OpenEntry) => (entry.action === (action as ActionId) ? 0 : 2) + (isAsked(entry) ? 0 : 1);
  const isAsked = ({ asked }: OpenEntry) => asked.includes(operator);
  return (a: OpenEntry, b: OpenEntry) => rank(a) - rank(b) || a.expiresAtMs - b.expiresAtMs;
}

async function compared(deps: ListRequestsDeps, org: OrgId, open: readonly Open[]): Promise<OpenRequest[]> {
  const comparable = open.filter((request) => !isAdministrative(request));
  const entries = await earlierEntries(deps, org, comparable);
  const idsOf = new Map(comparable.map((request) => [request.id, pastIds(request, entries)]));
  const loaded = await loadPast(deps, org, [...idsOf.values()].flat(), open);
  const pastOf = (id: RequestId) => idsOf.get(id)?.flatMap((past) => loaded.get(past) ?? []) ?? null;
  return open.map((request) => ({ request, past: pastOf(request.id) }));
}

type Entries = ReadonlyMap<string, readonly RecentEntry[]>;

/** By action, newest first: as far back as the oldest open request of each action needs. */
async function earlierEntries(deps: ListRequestsDeps, org: OrgId, open: readonly Open[]): Promise<Entries> {
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

/** A request that was decided does not change what it is compared by, so a late read is good enough. */
async function loadPast(deps: ListRequestsDeps, org: OrgId, ids: readonly RequestId[], open: readonly Open[]) {
  const known = new Map<string, Request>(open.map((request) => [request.id, request]));
  const unread = [...new Set(ids)].filter((id) => !known.has(id));
  for (const request of await deps.requests.glanceMany(org, unread)) known.set(request.id, request);
  return known;
}
