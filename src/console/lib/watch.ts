/** While somebody looks at the console: waits for changes in the organization, and reads again what is shown. */
import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { answer, api, type Schemas } from './api';
import { INBOX_PAUSE_MS, shownSeq } from './inbox';
import { queryClient } from './query-client';

/** What the page of a request shows, by the first part of its key. Each change of it has an entry in the audit chain. */
const OF_A_REQUEST = ['request', 'history', 'questions', 'change'] as const;
/** In a busy organization most entries are about other requests. */
const REQUEST_PAUSE_MS = 5000;
/** After a call that failed, or that was not allowed to wait. */
const LONG_PAUSE_MS = 15_000;
const WAIT_SECONDS = 20;

const HEARS = ['hears changes'] as const;

/** Whether the console hears of changes when they happen. If not, what must be current is read more often. */
export const useHearsChanges = (): boolean =>
  useQuery<boolean>({ queryKey: HEARS, queryFn: skipToken, initialData: true }).data ?? true;

export function useWatch(): void {
  useEffect(() => {
    const gone = new AbortController();
    void watch(gone.signal);
    return () => gone.abort();
  }, []);
}

async function watch(gone: AbortSignal): Promise<void> {
  const readRequest = atMostEvery(REQUEST_PAUSE_MS, () => OF_A_REQUEST.forEach(readAgain), gone);
  while (!gone.aborted) {
    await seen(gone);
    const after = shownSeq();
    const found = after === undefined ? null : await lookFor(after, gone);
    if (gone.aborted) return;
    const isSoon = found?.changed === true || after === undefined;
    if (after !== undefined) queryClient.setQueryData(HEARS, found?.may_wait === true);
    if (found?.changed === true) {
      readRequest();
      await readAgain('inbox');
    }
    if (isSoon) await pause(INBOX_PAUSE_MS, gone);
    else if (found?.may_wait !== true) await pause(LONG_PAUSE_MS, gone);
  }
}

const readAgain = (first: string): Promise<void> => queryClient.invalidateQueries({ queryKey: [first] });

/** Null if the service gave no answer. */
async function lookFor(after: number, signal: AbortSignal): Promise<Schemas['Watched'] | null> {
  try {
    return await answer(api.GET('/api/watch', { params: { query: { after, wait: WAIT_SECONDS } }, signal }));
  } catch {
    return null;
  }
}

/** Runs it now, or as soon as it may run again. */
function atMostEvery(ms: number, run: () => void, gone: AbortSignal): () => void {
  let ranAt = Number.NEGATIVE_INFINITY;
  let isPlanned = false;
  return () => {
    if (isPlanned) return;
    isPlanned = true;
    void pause(ranAt + ms - performance.now(), gone).then(() => {
      isPlanned = false;
      ranAt = performance.now();
      if (!gone.aborted) run();
    });
  };
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
