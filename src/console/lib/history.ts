/** What happened to a request, in the order of the audit chain. For admins also the attempts to deliver its events. */
import { useQuery } from '@tanstack/react-query';
import { answer, api, type Schemas } from './api';
import { readAll } from './lists';
import type { RequestAnswer } from './requests';
import { useMe } from './session';

export function useHistory({ request, view }: Pick<RequestAnswer, 'request' | 'view'>) {
  const deliveriesToo = useMe().role === 'admin' && view.decided !== null;
  return useQuery({
    queryKey: ['history', request.id, deliveriesToo],
    queryFn: async () => {
      const [entries, deliveries] = await Promise.all([
        readHistory(request.id),
        deliveriesToo ? readDeliveries(request.id) : [],
      ]);
      return { entries, deliveries };
    },
    placeholderData: (before) => before,
    refetchInterval: request.live ? 5000 : 15_000,
  });
}

async function readHistory(id: string): Promise<Schemas['HistoryEntry'][]> {
  const path = { id };
  const pages = await readAll((query) => answer(api.GET('/api/requests/{id}/history', { params: { path, query } })));
  return pages.flatMap((page) => page.entries);
}

async function readDeliveries(id: string): Promise<Schemas['Delivery'][]> {
  const path = { id };
  const pages = await readAll((query) => answer(api.GET('/api/requests/{id}/deliveries', { params: { path, query } })));
  return pages.flatMap((page) => page.deliveries);
}
