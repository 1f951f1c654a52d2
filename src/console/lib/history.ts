/** What happened to a request, in the order of the audit chain. For admins also the attempts to deliver its events. */
import { useQuery } from '@tanstack/react-query';
import { answer, api, type Schemas } from './api';
import { readAll } from './lists';
import type { RequestAnswer } from './requests';
import { useMe } from './session';

/** Only in case the console does not hear of a change (`lib/watch.ts`). */
const POLL_MS = 60_000;
/** An attempt to deliver has no entry in the audit chain. */
export const DELIVERIES_MS = 15_000;

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
    refetchInterval: ({ state: { data } }) => (data?.deliveries.some(isPending) === true ? DELIVERIES_MS : POLL_MS),
  });
}

const isPending = ({ state }: Schemas['Delivery']): boolean => state === 'pending';

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
