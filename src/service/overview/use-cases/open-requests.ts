/** GET /api/inbox: getInbox. The open requests of an organization, each compared with earlier ones. */

import type { ActionId, OperatorId, OrgId, RequestId } from '../../../protocol/identifiers';
import { waitingFor } from '../../ceremony/rules/requirements';
import { listedBytes, loadSettled, MAX_BYTES } from '../../ceremony/use-cases/read-requests';
import type { CommandDeps } from '../../ceremony/use-cases/run-command';
import type { Remark } from '../../remark/rules/remark';
import { type CompareDeps, compareRequests } from '../../remark/use-cases/compare';
import type { EarlierMemory } from '../../remark/use-cases/memory';
import type { OpenEntry } from '../../request/ports';
import { isOpen, type Open, type Request } from '../../request/rules/request';

export interface OpenRequest {
  readonly request: Open;
  /** Compared with earlier requests of its action. None for a change of the configuration. */
  readonly remarks: readonly Remark[];
}

type OpenDeps = CommandDeps & CompareDeps & { readonly earlier: EarlierMemory };

export interface OpenRequests {
  readonly requests: readonly OpenRequest[];
  /** Whether only one page was read, because there are too many requests. */
  readonly isPage: boolean;
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
const MOST_COUNTED = 600;
/** The most requests that one search reads, so that a flood of requests does not make it slower. */
const MOST_READ = 1000;
/** If a page is not full yet, this many more requests are read. */
const CHUNK = 100;

export interface OpenPage {
  /** The position in the index, which also counts requests that the page leaves out. */
  readonly offset: number;
  readonly limit: number;
}

export interface OpenQuery {
  readonly operator: OperatorId;
  /** Also requests in which the operator had no seat. */
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
export async function openRequests(deps: OpenDeps, org: OrgId, query: OpenQuery): Promise<OpenRequests> {
  const nowMs = deps.clock.nowMs();
  const open: OpenEntry[] = [];
  for await (const entry of deps.requests.openEntries(org)) if (entry.expiresAtMs > nowMs) open.push(entry);
  const asked = open.filter((entry) => entry.asked.includes(query.operator));
  const { page, all, operator } = query;
  const entries = all ? open : asked;
  const isPage = page !== null && entries.length > MOST_COUNTED;
  const found = isPage
    ? await pageOf(deps, org, entries, { ...page, all, operator })
    : await upToMost(deps, org, entries, query);
  const remarksOf = await compareRequests(deps, found.requests, { earlierOf: deps.earlier.of });
  return {
    requests: found.requests.map((request) => ({ request, remarks: remarksOf.get(request.id)?.remarks ?? [] })),
    isPage,
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

/** A request that was decided just now may still be in the index. */
async function load(deps: OpenDeps, org: OrgId, ids: readonly RequestId[]): Promise<Request[]> {
  const requests = await loadSettled(deps, org, ids);
  for (const request of requests) deps.earlier.saw(request);
  return requests;
}

async function upToMost(deps: OpenDeps, org: OrgId, entries: readonly OpenEntry[], query: OpenQuery): Promise<Found> {
  const chosen = entries.length > MOST_READ ? [...entries].sort(comparedBy(query)).slice(0, MOST_READ) : entries;
  const ids = chosen.map(({ id }) => id);
  const requests = (await load(deps, org, ids)).filter(isOpen);
  return { requests, read: ids.length, ended: ids.length - requests.length, next: null };
}

/** Leaves out requests that no longer wait for the operator, and reads later ones instead. */
async function pageOf(
  deps: OpenDeps,
  org: OrgId,
  entries: readonly OpenEntry[],
  { all, offset, limit, operator }: OpenPage & Pick<OpenQuery, 'all' | 'operator'>,
): Promise<Found> {
  const ids = [...entries].sort(byExpiry).map(({ id }) => id);
  const requests: Open[] = [];
  let [at, read, ended, bytes] = [offset, 0, 0, 0];
  const isFull = () => requests.length === limit || bytes >= MAX_BYTES;
  while (!isFull() && at < ids.length && read < MOST_READ) {
    const chunk = ids.slice(at, at + (read === 0 ? limit : CHUNK));
    const records = new Map((await load(deps, org, chunk)).map((request) => [request.id, request]));
    read += chunk.length;
    for (const id of chunk) {
      if (isFull()) break;
      at += 1;
      const request = records.get(id);
      if (request === undefined || !isOpen(request)) ended += 1;
      else if (all || waitingFor(request).includes(operator)) {
        requests.push(request);
        bytes += listedBytes(request);
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
