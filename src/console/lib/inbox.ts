/** The inbox: one call for the session, the open requests and their counts, and one that waits until something changes. */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { paths } from '../../../generated/console';
import { deadlineOf } from '../../protocol/shown/request';
import { answer, api, type Schemas } from './api';
import { serverNow } from './clock';
import { queryClient, SESSION } from './query-client';

export type Inbox = Schemas['Inbox'];
export type OpenRequest = Schemas['OpenRequest'];
export type InboxQuery = NonNullable<paths['/api/inbox']['get']['parameters']['query']>;

export const PAGE = 50;
/** Without a search: the counts for the navigation, and the first page. */
const OWN: InboxQuery = {};

/** The list is read again after every change, and at this interval even without one. */
const AT_LEAST_MS = 60_000;
/** The list is not read more often than this, however many changes there are. */
const PAUSE_MS = 2000;
/** After a call that failed, or that was not allowed to wait. */
const LONG_PAUSE_MS = 15_000;
const WAIT_SECONDS = 20;

const keyOf = (query: InboxQuery) => ['inbox', query] as const;

export function useInbox(query: InboxQuery = OWN) {
  return useQuery({
    queryKey: keyOf(query),
    queryFn: ({ signal }) => readInbox(query, signal),
    staleTime: PAUSE_MS,
    placeholderData: (before) => before,
    // Also right after the next round or request ends, so that the list shows nothing without time left.
    refetchInterval: ({ state }) => {
      const left = (state.data?.requests ?? []).map((each) => deadlineOf(each) - serverNow());
      return Math.min(AT_LEAST_MS, ...left.filter((ms) => ms > 0).map((ms) => ms + 300));
    },
  });
}

/** The first call of the console: the session, and the inbox for the first page that shows it. */
export async function readOwnInbox(): Promise<Inbox> {
  const inbox = await answer(api.GET('/api/inbox', {}));
  queryClient.setQueryData(keyOf(OWN), inbox);
  return inbox;
}

async function readInbox(query: InboxQuery, signal: AbortSignal): Promise<Inbox> {
  const inbox = await answer(api.GET('/api/inbox', { params: { query }, signal }));
  // If the operator signed out in the meantime, they stay signed out.
  if (!signal.aborted) queryClient.setQueryData(SESSION, inbox.session);
  return inbox;
}

/** While somebody looks at the console: reads the inbox again as soon as something changes. */
export function useWatch(): void {
  useEffect(() => {
    const gone = new AbortController();
    void watch(gone.signal);
    return () => gone.abort();
  }, []);
}

async function watch(gone: AbortSignal): Promise<void> {
  while (!gone.aborted) {
    await seen(gone);
    const startedAt = performance.now();
    const after = queryClient.getQueryData<Inbox>(keyOf(OWN))?.seq;
    const changed = after === undefined ? null : await lookFor(after, gone);
    if (gone.aborted) return;
    if (changed === true) await queryClient.invalidateQueries({ queryKey: ['inbox'] });
    const hasWaited = performance.now() - startedAt > (WAIT_SECONDS - 5) * 1000;
    const isSoon = changed === true || after === undefined;
    if (isSoon || !hasWaited) await pause(isSoon ? PAUSE_MS : LONG_PAUSE_MS, gone);
  }
}

/** Null if the service gave no answer. */
async function lookFor(after: number, signal: AbortSignal): Promise<boolean | null> {
  try {
    const query = { after, wait: WAIT_SECONDS };
    return (await answer(api.GET('/api/watch', { params: { query }, signal }))).changed;
  } catch {
    return null;
  }
}

/** A hidden page does not wait for changes. It is read again when it is shown. */
function seen(gone: AbortSignal): Promise<void> {
  if (document.visibilityState === 'visible') return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      document.removeEventListener('visibilitychange', done);
      resolve();
    };
    document.addEventListener('visibilitychange', done);
    gone.addEventListener('abort', done);
  });
}

function pause(ms: number, gone: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    gone.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
