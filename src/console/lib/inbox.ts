/** The inbox: one call for the session, the open requests and their counts. */
import { useQuery } from '@tanstack/react-query';
import type { paths } from '../../../generated/console';
import { deadlineOf } from '../../protocol/shown/request';
import { answer, api, type Schemas } from './api';
import { msUntilNext } from './clock';
import { queryClient, SESSION } from './query-client';

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
