/** Earlier requests of the same action. What is unusual is judged against them, in the same way everywhere. */
import { useQuery } from '@tanstack/react-query';
import { answer, api, type RequestWithView } from './api';

/** How many earlier requests count. */
const COMPARED = 50;
const PAGE = 100;

export function usePast({ action, created_at, id }: RequestWithView['request']) {
  return useQuery({
    queryKey: ['past', id],
    queryFn: async () => {
      const query = { action, until: created_at, limit: PAGE };
      const { requests } = await answer(api.GET('/api/requests', { params: { query } }));
      return requests.filter(({ request }) => request.id !== id).slice(0, COMPARED);
    },
    // What came before a request does not change while the page shows it.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
}
