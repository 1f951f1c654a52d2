/** The state of the organization, and of its endpoints. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { answer, api } from './api';
import type { Schemas } from './schemas';

export type Watched = Schemas['EndpointHealth'];

/** A view of several days, and the dearest answer of the console. */
const OVERVIEW_MS = 60_000;
/** People who repair an endpoint look at its health. */
const HEALTH_MS = 15_000;

/** Days begin where the reader is, as all times of the console. */
const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

export function useOverview(days: 7 | 30) {
  return useQuery({
    queryKey: ['overview', days],
    queryFn: () => answer(api.GET('/api/overview', { params: { query: { days, zone: ZONE } } })),
    refetchInterval: OVERVIEW_MS,
    placeholderData: keepPreviousData,
  });
}

/** The health of each endpoint, by its id. */
export function useHealth(): ReadonlyMap<string, Watched> {
  const { data } = useQuery({
    queryKey: ['health'],
    queryFn: () => answer(api.GET('/api/webhooks/health', {})),
    refetchInterval: HEALTH_MS,
  });
  return new Map(data?.endpoints.map((endpoint) => [endpoint.id, endpoint]));
}
