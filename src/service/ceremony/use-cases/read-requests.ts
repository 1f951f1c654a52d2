/**
 * Reading requests: one (getRequest), or a list that may be searched (listRequests). Every request is settled first.
 */

import type { OrgId, RequestId } from '../../../protocol/identifiers';
import type { Loaded, RecentEntry, RecentQuery } from '../../request/ports';
import { type Caller, mayUse } from '../../request/rules/caller';
import type { Request } from '../../request/rules/request';
import { byteLength } from '../../support/byte-length';
import { nowFor } from '../../system/now';
import { settle } from '../rules/settle';
import { type CommandDeps, readSettled } from './run-command';

/** GET /v1/requests/{id}: getRequest. */
export async function getRequest(
  deps: CommandDeps,
  caller: Caller,
  id: RequestId,
): Promise<(Loaded & { readonly nowMs: number }) | null> {
  const loaded = await deps.requests.load(caller.org, id);
  if (loaded === null || !mayUse(caller, loaded.request.action)) return null;
  const settled = await readSettled(deps, loaded.request);
  return { ...settled, intent: loaded.intent };
}

export interface ListedRequests {
  readonly requests: readonly Request[];
  readonly cursor: string | null;
  /** How many requests this page looked at. */
  readonly looked: number;
  /** When the oldest of them was created; null if there are no older ones. */
  readonly backToMs: number | null;
}

export interface ListQuery extends RecentQuery {
  /** Checks the settled record. Absent: every request is wanted. */
  readonly isWanted?: (request: Request, nowMs: number) => Promise<boolean>;
}

/** One page looks at this many requests. If few of them match, the page is short and has a cursor. */
const STEP = 1000;
/** 250 of the largest requests, with 24 params of 512 characters, are 14 MB in memory. */
const CHUNK = 250;
/** The answer must fit through the gateway and the function: 6 MB. */
export const MAX_BYTES = 3 * 1024 * 1024;

/**
 * GET /api/requests: listRequests. Newest first, settled. A search is a walk back in time, because no index has the
 * words (docs/decisions/inbox.md). A filter uses the state of the record and not of the index, so it runs after the
 * read.
 */
export async function listRequests(deps: CommandDeps, org: OrgId, query: ListQuery): Promise<ListedRequests> {
  const found: Request[] = [];
  let [looked, bytes] = [0, 0];
  let at: Pick<ListedRequests, 'cursor' | 'backToMs'> = { cursor: query.cursor, backToMs: null };
  do {
    const page = await deps.requests.recent(org, {
      ...query,
      limit: chunkOf(query, found.length, looked),
      cursor: at.cursor,
    });
    const wanted = await wantedOf(deps, org, page.entries, query);
    const taken: Row[] = [];
    for (const row of wanted) {
      if (found.length + taken.length === query.limit || bytes >= MAX_BYTES) break;
      taken.push(row);
      bytes += listedBytes(row.request);
    }
    const shown = taken.map(({ request }) => request);
    found.push(...(await settleAll(deps, shown)));
    // The next page begins after the last one that was taken, or after everything that was looked at.
    const last = taken.length < wanted.length ? taken.at(-1)?.entry : undefined;
    looked += last === undefined ? page.looked : page.entries.indexOf(last) + 1;
    at = last === undefined ? page : { cursor: last.cursor, backToMs: last.createdAtMs };
  } while (at.cursor !== null && found.length < query.limit && looked < STEP && bytes < MAX_BYTES);
  return { requests: found, looked, cursor: at.cursor, backToMs: at.backToMs };
}

/** Without a filter, a page reads no more than it shows. */
function chunkOf({ limit, action, requester, isWanted }: ListQuery, found: number, looked: number): number {
  const isSearch = isWanted !== undefined || action !== undefined || requester !== undefined;
  return isSearch ? Math.min(CHUNK, STEP - looked) : Math.min(CHUNK, limit - found);
}

interface Row {
  readonly entry: RecentEntry;
  readonly request: Request;
}

async function wantedOf(
  deps: CommandDeps,
  org: OrgId,
  entries: readonly RecentEntry[],
  { isWanted }: ListQuery,
): Promise<Row[]> {
  const ids = entries.map(({ id }) => id);
  const read = await (isWanted === undefined ? deps.requests.loadMany(org, ids) : deps.requests.glanceMany(org, ids));
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const rows = read.map((request) => ({ entry: byId.get(request.id)!, request }));
  if (isWanted === undefined) return rows;
  const wanted = await Promise.all(
    rows.map(({ request }) => {
      const nowMs = nowFor(deps.clock, request);
      return isWanted(settle(request, nowMs).request, nowMs);
    }),
  );
  return rows.filter((_, index) => wanted[index]);
}

/** Estimates the rendered size, which is mostly params and seats. */
export function listedBytes({ params, seats }: Request): number {
  return 2048 + seats.length * 256 + byteLength(JSON.stringify(params));
}

export async function loadSettled(deps: CommandDeps, org: OrgId, ids: readonly RequestId[]): Promise<Request[]> {
  return settleAll(deps, await deps.requests.loadMany(org, ids));
}

function settleAll(deps: CommandDeps, requests: readonly Request[]): Promise<Request[]> {
  return Promise.all(requests.map(async (request) => (await readSettled(deps, request)).request));
}
