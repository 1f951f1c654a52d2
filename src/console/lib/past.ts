/** Earlier requests of the same action. What is unusual is judged against them, in the same way everywhere. */
import { useQuery } from '@tanstack/react-query';
import { answer, api, type RequestWithView } from './api';
import { queryClient } from './session';

/** How many earlier requests count. */
const COMPARED = 50;
const PAGE = 100;

type Past = readonly RequestWithView[];

const pastKey = (id: string) => ['past', id] as const;

export function usePast({ action, created_at, id }: RequestWithView['request']) {
  return useQuery({
    queryKey: pastKey(id),
    queryFn: async () =>
      (await earlier(action, created_at)).list.filter(({ request }) => request.id !== id).slice(0, COMPARED),
    // What came before a request does not change while the page shows it.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
}

/** The same for a list, with one call for each action. A request that is opened from the list needs no further call. */
export function usePasts(requests: readonly RequestWithView[]) {
  return useQuery({
    queryKey: ['pasts', ...requests.map(({ request }) => request.id)],
    enabled: requests.length > 0,
    queryFn: () => readPasts(requests),
    placeholderData: (before) => before,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
}

async function readPasts(requests: readonly RequestWithView[]): Promise<ReadonlyMap<string, Past>> {
  const pasts = new Map<string, Past>();
  const unread: RequestWithView[] = [];
  for (const each of requests) {
    const known = queryClient.getQueryData<Past>(pastKey(each.request.id));
    if (known === undefined) unread.push(each);
    else pasts.set(each.request.id, known);
  }
  const groups = Map.groupBy(unread, ({ request }) => request.action);
  await Promise.all(
    [...groups].map(async ([action, group]) => {
      const newest = Math.max(...group.map(({ request }) => request.created_at));
      const page = await earlier(action, newest);
      for (const { request } of group) {
        const own = before(page.list, request);
        // Newer requests filled the page, so the earlier requests of this one are further back.
        const complete = own.length >= COMPARED || page.isAll;
        const past = complete ? own : before((await earlier(action, request.created_at)).list, request);
        queryClient.setQueryData(pastKey(request.id), past);
        pasts.set(request.id, past);
      }
    }),
  );
  return pasts;
}

function before(list: Past, { id, created_at }: RequestWithView['request']): Past {
  return list.filter(({ request }) => request.id !== id && request.created_at <= created_at).slice(0, COMPARED);
}

async function earlier(action: string, until: number): Promise<{ readonly list: Past; readonly isAll: boolean }> {
  const query = { action, until, limit: PAGE };
  const { requests, cursor } = await answer(api.GET('/api/requests', { params: { query } }));
  return { list: requests, isAll: cursor === null };
}
