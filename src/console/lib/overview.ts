/** The state of the organization, read again every 15 seconds. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { answer, api } from './api';
import type { Schemas } from './schemas';

export type Watched = Schemas['Overview']['endpoints'][number];

export function useOverview(days: 7 | 30) {
  return useQuery({
    queryKey: ['overview', days],
    queryFn: () => answer(api.GET('/api/overview', { params: { query: { days } } })),
    refetchInterval: 15_000,
    placeholderData: keepPreviousData,
  });
}

/** The health of each endpoint, by its id. */
export function useHealth(): ReadonlyMap<string, Watched> {
  const { data } = useOverview(7);
  return new Map(data?.endpoints.map((endpoint) => [endpoint.id, endpoint]));
}
