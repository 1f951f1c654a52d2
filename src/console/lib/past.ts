/** Earlier requests of the same action. What is unusual is judged against them, in the same way everywhere. */
import { useQuery } from '@tanstack/react-query';
import { answer, api, type RequestWithView } from './api';

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

async function earlier(action: string, until: number): Promise<{ readonly list: Past; readonly isAll: boolean }> {
  const query = { action, until, limit: PAGE };
  const { requests, cursor } = await answer(api.GET('/api/requests', { params: { query } }));
  return { list: requests, isAll: cursor === null };
}
