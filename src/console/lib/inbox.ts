/** The inbox: one call for the session, the open requests and their counts; and its search, as the address keeps it. */

import { useQuery } from '@tanstack/react-query';
import type { paths } from '../../../generated/console';
import { deadlineOf } from '../../protocol/shown/request';
import { answer, api, type Schemas } from './api';
import { msUntilNext } from './clock';
import { queryClient, SESSION } from './query-client';
import { navigate } from './router';

export type Inbox = Schemas['Inbox'];
export type OpenRequest = Schemas['OpenRequest'];
export type InboxQuery = NonNullable<paths['/api/inbox']['get']['parameters']['query']>;

export const PAGE = 50;
/** Without a search: the counts for the navigation, and the first page. */
const OWN: InboxQuery = {};

/** The list is read again after every change (`lib/watch.ts`), and at this interval even without one. */
const AT_LEAST_MS = 60_000;
/** The list is not read more often than this, however many changes there are. */
export const INBOX_PAUSE_MS = 2000;

const keyOf = (query: InboxQuery) => ['inbox', query] as const;

export function useInbox(query: InboxQuery = OWN) {
  return useQuery({
    queryKey: keyOf(query),
    queryFn: ({ signal }) => readInbox(query, signal),
    staleTime: INBOX_PAUSE_MS,
    placeholderData: (before) => before,
    // Also right after the next round or request ends, so that the list shows nothing without time left.
    refetchInterval: ({ state }) => msUntilNext((state.data?.requests ?? []).map(deadlineOf), AT_LEAST_MS),
  });
}

/** The first call of the console: the session, and the inbox for the first page that shows it. */
export async function readOwnInbox(): Promise<Inbox> {
  const inbox = await answer(api.GET('/api/inbox', {}));
  queryClient.setQueryData(keyOf(OWN), inbox);
  return inbox;
}

/** The last entry of the audit chain that the inbox shows. Undefined before it is read. */
export const shownSeq = (): number | undefined => queryClient.getQueryData<Inbox>(keyOf(OWN))?.seq;

async function readInbox(query: InboxQuery, signal: AbortSignal): Promise<Inbox> {
  const inbox = await answer(api.GET('/api/inbox', { params: { query }, signal }));
  // If the operator signed out in the meantime, they stay signed out.
  if (!signal.aborted) queryClient.setQueryData(SESSION, inbox.session);
  return inbox;
}

const SORTS = ['end', 'age', 'amount'] as const;
export type Sort = (typeof SORTS)[number];

/** The search in an address. It has only what is not the default, so that one search has one address and one key. */
export function inboxSearchOf(query: URLSearchParams): InboxQuery {
  const text = (name: string) => query.get(name)?.trim().slice(0, 128) || undefined;
  const state = query.get('state');
  const sort = SORTS.find((each) => each === query.get('sort'));
  const offset = Number(query.get('offset') ?? 0);
  return compact({
    view: query.get('view') === 'open' ? 'open' : undefined,
    text: text('text'),
    action: text('action'),
    requester: text('requester'),
    state: state === 'notified' || state === 'staging' ? state : undefined,
    unusual: query.get('unusual') === 'true' || undefined,
    soon: query.get('soon') === 'true' || undefined,
    sort: sort === 'end' ? undefined : sort,
    offset: Number.isSafeInteger(offset) && offset > 0 ? offset : undefined,
  });
}

function addressOf(search: InboxQuery): string {
  const query = new URLSearchParams(Object.entries(search).map(([key, value]) => [key, String(value)]));
  return query.size === 0 ? '/' : `/?${query}`;
}

/** A change of the search begins with its first page. */
export function goToInbox(search: InboxQuery): void {
  navigate(addressOf(inboxSearchOf(new URLSearchParams(addressOf(compact(search)).slice(2)))), { replace: true });
}

function compact(search: InboxQuery): InboxQuery {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));
}
