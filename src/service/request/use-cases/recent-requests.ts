/** The newest requests of an organization, read by page up to a maximum. */

import type { OrgId } from '../../../protocol/identifiers';
import type { RecentQuery, RequestStore } from '../ports';
import type { Request } from '../rules/request';

export type RecentStore = Pick<RequestStore, 'recent' | 'loadMany'>;

const PAGE = 100;

export interface RecentRequests {
  readonly requests: readonly Request[];
  /** There are more than `max`. */
  readonly truncated: boolean;
}

/** Newest first. */
export async function recentRequests(
  store: RecentStore,
  org: OrgId,
  query: Pick<RecentQuery, 'action' | 'sinceMs'>,
  max: number,
): Promise<RecentRequests> {
  const requests: Request[] = [];
  let cursor: string | null = null;
  do {
    const limit = Math.min(PAGE, max - requests.length);
    const page = await store.recent(org, { ...query, limit, cursor });
    requests.push(...(await store.loadMany(org, page.ids)));
    cursor = page.cursor;
  } while (cursor !== null && requests.length < max);
  return { requests, truncated: cursor !== null };
}
