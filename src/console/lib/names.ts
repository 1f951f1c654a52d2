/** The names of people, keys and endpoints. If a name is not known, the id is shown. */
import { useQuery } from '@tanstack/react-query';
import { LIMITS } from '../../../generated/limits';
import { answer, api } from './api';
import type { NameOf } from './history-text';
import { readAll } from './lists';
import { useMe } from './session';

const UNCHANGED_MS = 60_000;

export function useOperatorNames(): NameOf {
  const names = useNamesOfOperators();
  return (id) => names.get(id) ?? id;
}

/** By id. Empty until they are read. */
export function useNamesOfOperators(): ReadonlyMap<string, string> {
  const { data } = useQuery({
    queryKey: ['operators', 'names'],
    queryFn: async () => {
      const pages = await readAll((query) => answer(api.GET('/api/operators', { params: { query } })));
      return new Map(pages.flatMap(({ operators }) => operators.map(({ id, name }) => [id, name] as const)));
    },
    staleTime: UNCHANGED_MS,
  });
  return data ?? NONE;
}

const NONE: ReadonlyMap<string, string> = new Map();

/** For pages that have read the groups. */
export function usePolicyNamesOf(groups: readonly { readonly id: string; readonly name: string }[]): NameOf {
  const operatorName = useOperatorNames();
  return (id) => groups.find((group) => group.id === id)?.name ?? operatorName(id);
}

/** Operators and groups: what a policy names. */
export function usePolicyNames(): NameOf {
  const operatorName = useOperatorNames();
  const { data } = useQuery({
    queryKey: ['groups', 'names'],
    queryFn: async () => {
      const pages = await readAll((query) => answer(api.GET('/api/groups', { params: { query } })));
      return new Map(pages.flatMap(({ groups }) => groups.map(({ id, name }) => [id, name] as const)));
    },
    staleTime: UNCHANGED_MS,
  });
  return (id) => data?.get(id) ?? operatorName(id);
}

/** The names of operators. Admins also get those of API keys and endpoints, because only admins can list them. */
export function useNames(): NameOf {
  const operatorName = useOperatorNames();
  const isAdmin = useMe().role === 'admin';
  const keys = useQuery({
    queryKey: ['keys', 'names'],
    enabled: isAdmin,
    queryFn: async () => {
      const pages = await readAll((query) => answer(api.GET('/api/keys', { params: { query } })));
      return new Map(pages.flatMap((page) => page.keys.map(({ id, name }) => [id, name] as const)));
    },
    staleTime: UNCHANGED_MS,
  });
  const endpoints = useQuery({
    queryKey: ['webhooks', 'names'],
    enabled: isAdmin,
    queryFn: async () => {
      const pages = await readAll((query) => answer(api.GET('/api/webhooks', { params: { query } })));
      return new Map(pages.flatMap((page) => page.endpoints.map((each) => [each.id, endpointName(each)] as const)));
    },
    staleTime: UNCHANGED_MS,
  });
  return (id) => keys.data?.get(id) ?? endpoints.data?.get(id) ?? operatorName(id);
}

/** Actions by their titles, and everything else as `useNames` does. */
export function useNamesAndTitles(): NameOf {
  const nameOf = useNames();
  const { data } = useQuery({
    queryKey: ['actions', 'names'],
    queryFn: async () => {
      const pages = await readAll((query) => answer(api.GET('/api/actions', { params: { query } })));
      return new Map(pages.flatMap(({ actions }) => actions.map(({ id, title }) => [id, title] as const)));
    },
    staleTime: UNCHANGED_MS,
  });
  return (id) => data?.get(id) ?? nameOf(id);
}

/** The description that an admin wrote, or the host. */
export function endpointName({ description, url }: { readonly description: string; readonly url: string }): string {
  return description.trim() === '' ? URL.parse(url)?.host || url : description;
}

/** How many events wait for an endpoint, in a sentence. */
export const waitingText = (watched: { readonly waiting: number }): string =>
  watched.waiting === 1 ? '1 event is waiting.' : `${countWaiting(watched)} events are waiting.`;

/** Only the newest deliveries are counted. */
export const countWaiting = ({ waiting }: { readonly waiting: number }): string =>
  waiting >= LIMITS.watchedDeliveries.max ? `${waiting} or more` : String(waiting);
