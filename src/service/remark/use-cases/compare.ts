/** Finds earlier requests to compare with (docs/design.md#remarks). */

import type { ActionId, OrgId, RequestId } from '../../../protocol/identifiers';
import type { ConfigStore } from '../../configuration/ports';
import type { RequestStore } from '../../request/ports';
import { isAdministrative } from '../../request/rules/administrative';
import type { Request } from '../../request/rules/request';
import {
  COMPARED,
  compared,
  comparedUntilMs,
  type Earlier,
  MOST_ENTRIES,
  MOST_LOADED,
  precedentOf,
} from '../rules/compared';
import type { SearchLimit } from '../rules/remark';

export interface CompareDeps {
  readonly requests: Pick<RequestStore, 'recent' | 'glanceMany'>;
  /** It may remember versions. */
  readonly config: Pick<ConfigStore, 'actionVersion'>;
}

/** Earlier requests of each action, among them `known`. */
export type EarlierOf = (
  org: OrgId,
  actions: readonly ActionId[],
  known?: ReadonlyMap<RequestId, Request>,
) => Promise<ReadonlyMap<ActionId, Earlier>>;

const PAGE = 1000;
/** Reads at least this many requests at once, so that a search for the last approved ones is a few calls. */
const LEAST_AT_ONCE = 10;

/**
 * Compares requests of one organization, each action once. They are all open, or there is one. A change of the configuration
 * is not compared, because each of them is different.
 */
export async function compareRequests(
  deps: CompareDeps,
  requests: readonly Request[],
  { firstUsedIn = null, earlierOf }: { readonly firstUsedIn?: RequestId | null; readonly earlierOf?: EarlierOf } = {},
) {
  const comparable = requests.filter((request) => !isAdministrative(request));
  const [first] = comparable;
  if (first === undefined) return new Map<RequestId, ReturnType<typeof compared>>();
  const actions = [...new Set(comparable.map(({ action }) => action))];
  const known = new Map(requests.map((request) => [request.id, request]));
  const found =
    (await earlierOf?.(first.org, actions, known)) ??
    (await earlierRequests(deps, first.org, actions, comparedUntilMs(first), known));
  return new Map(
    await Promise.all(
      comparable.map(async (request) => {
        const version = await deps.config.actionVersion(request.org, request.action, request.policy.version);
        return [request.id, compared(request, found.get(request.action)!, version, firstUsedIn)] as const;
      }),
    ),
  );
}

interface Search {
  readonly requests: Request[];
  read: number;
  approved: number;
}

const isOver = ({ read, approved }: Search): boolean => read >= MOST_LOADED || approved >= COMPARED;

/** Walks the index *recent* backwards, for all actions at once. What was written within the last second may be missing. */
export async function earlierRequests(
  { requests: store }: Pick<CompareDeps, 'requests'>,
  org: OrgId,
  actions: readonly ActionId[],
  untilMs: number,
  known: ReadonlyMap<RequestId, Request> = new Map(),
): Promise<ReadonlyMap<ActionId, Earlier>> {
  const searches = actions.map(
    (action) => ({ action, requests: [], read: 0, approved: 0 }) as Search & { action: ActionId },
  );
  const take = async (search: Search, ids: readonly RequestId[]): Promise<void> => {
    search.requests.push(...ids.flatMap((id) => known.get(id) ?? []));
    let unread = ids.filter((id) => !known.has(id));
    while (unread.length > 0 && !isOver(search)) {
      const next = unread.slice(
        0,
        Math.min(Math.max(LEAST_AT_ONCE, COMPARED - search.approved), MOST_LOADED - search.read),
      );
      unread = unread.slice(next.length);
      const found = await store.glanceMany(org, next);
      search.requests.push(...found);
      search.read += next.length;
      search.approved += found.filter((each) => precedentOf(each, untilMs) === 'approved').length;
    }
  };
  let [cursor, looked]: [string | null, number] = [null, 0];
  do {
    const page = await store.recent(org, { untilMs, limit: PAGE, cursor });
    [cursor, looked] = [page.cursor, looked + page.looked];
    await Promise.all(
      searches.map((search) => {
        const entries = page.entries.filter(({ action }) => action === search.action);
        return take(
          search,
          entries.map(({ id }) => id),
        );
      }),
    );
  } while (cursor !== null && looked < MOST_ENTRIES && !searches.every(isOver));
  return new Map(
    searches.map((search) => [
      search.action,
      { requests: search.requests.sort(newestFirst), limit: limitOf(search, cursor) },
    ]),
  );
}

const newestFirst = (left: Request, right: Request): number => right.createdAtMs - left.createdAtMs;

function limitOf(search: Search, cursor: string | null): SearchLimit | null {
  if (search.approved >= COMPARED) return null;
  return search.read >= MOST_LOADED ? 'loaded' : cursor === null ? null : 'entries';
}
