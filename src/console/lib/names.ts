/** The names of people, keys and endpoints. If a name is not known, the id is shown. */
import { useQuery } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { LIMITS } from '../../../generated/limits';
import { endpointName } from '../../protocol/shown/receivers';
import { answer, api, type RequestWithView, type Schemas } from './api';
import { type Paged, type PageQuery, readAll } from './lists';
import type { NameOfId } from './name-of';
import { EVERYBODY, NAMES_KEPT_MS } from './people';
import { useMe } from './session';

export type Names = ReadonlyMap<string, string>;
const NONE: Names = new Map();

/** The names that an answer brought along. What is drawn within them reads no list of names; null reads the lists again. */
const Brought = createContext<Names | null>(null);
export const BroughtNames = Brought.Provider;

/**
 * Those names, as long as all these things have one. An entry that arrives later can mention something new. Only admins
 * can read the names of keys and endpoints.
 */
export function useBroughtFor(things: readonly Schemas['WordReference'][]): Names | null {
  const brought = useContext(Brought);
  const isAdmin = useMe().role === 'admin';
  const isReadable = ({ kind }: Schemas['WordReference']) => kind === 'operator' || (isAdmin && kind !== 'action');
  return things.filter(isReadable).every(({ id }) => brought?.has(id) === true) ? brought : null;
}

/** The names in a list, by id. Empty until they are read. */
function useNamesIn<T extends Paged>(
  list: string,
  read: (page: PageQuery) => Promise<T>,
  namesIn: (page: T) => (readonly [id: string, name: string])[],
  enabled = true,
): Names {
  const { data } = useQuery({
    queryKey: [list, 'names'],
    enabled,
    queryFn: async () => new Map((await readAll(read)).flatMap(namesIn)),
    staleTime: NAMES_KEPT_MS,
  });
  return data ?? NONE;
}

const named = ({ id, name }: { readonly id: string; readonly name: string }) => [id, name] as const;

export function useNamesOfOperators(): Names {
  const brought = useContext(Brought);
  const { data } = useQuery({ ...EVERYBODY, select: namesOf, enabled: brought === null });
  return brought ?? data ?? NONE;
}

const namesOf = ({ operators }: Schemas['OperatorList']): Names => new Map(operators.map(named));

export const useTitlesOfActions = (): Names =>
  useNamesIn(
    'actions',
    (query) => answer(api.GET('/api/actions', { params: { query } })),
    ({ actions }) => actions.map(({ id, title }) => [id, title] as const),
  );

export function useOperatorNames(): NameOfId {
  const names = useNamesOfOperators();
  return (id) => names.get(id) ?? id;
}

/** For pages that have read the groups. */
export function usePolicyNamesOf(groups: readonly { readonly id: string; readonly name: string }[]): NameOfId {
  const operatorName = useOperatorNames();
  return (id) => groups.find((group) => group.id === id)?.name ?? operatorName(id);
}

/** Operators and groups: what a policy names. */
export function usePolicyNames(): NameOfId {
  const operatorName = useOperatorNames();
  const isBrought = useContext(Brought) !== null;
  const groups = useNamesIn(
    'groups',
    (query) => answer(api.GET('/api/groups', { params: { query } })),
    (page) => page.groups.map(named),
    !isBrought,
  );
  return (id) => groups.get(id) ?? operatorName(id);
}

/** The names of operators. Admins also get those of API keys and endpoints, because only admins can list them. */
export function useNames(): NameOfId {
  const operatorName = useOperatorNames();
  const isBrought = useContext(Brought) !== null;
  const isAdmin = useMe().role === 'admin' && !isBrought;
  const keys = useNamesIn(
    'keys',
    (query) => answer(api.GET('/api/keys', { params: { query } })),
    (page) => page.keys.map(named),
    isAdmin,
  );
  const endpoints = useNamesIn(
    'webhooks',
    (query) => answer(api.GET('/api/webhooks', { params: { query } })),
    (page) => page.endpoints.map((each) => [each.id, endpointName(each)] as const),
    isAdmin,
  );
  return (id) => keys.get(id) ?? endpoints.get(id) ?? operatorName(id);
}

/** The names beside a request: also that of the API key with which it was made, which operators cannot list. */
export function useNamesBeside({ view: { program } }: Pick<RequestWithView, 'view'>): (id: string) => string {
  const nameOf = useNames();
  return (id) => (id === program?.id ? program.name : nameOf(id));
}

/** Actions by their titles, and everything else as `useNames` does. Groups are shown by their ids. */
export function useNamesOfThings(): (thing: Schemas['WordReference']) => string {
  const nameOf = useNames();
  const titles = useTitlesOfActions();
  return ({ kind, id }) => (kind === 'action' ? (titles.get(id) ?? id) : nameOf(id));
}

/** How many events wait for an endpoint, in a sentence. */
export const waitingText = (watched: { readonly waiting: number }): string =>
  watched.waiting === 1 ? '1 event is waiting.' : `${countWaiting(watched)} events are waiting.`;

/** Only the newest deliveries are counted. */
export const countWaiting = ({ waiting }: { readonly waiting: number }): string =>
  waiting >= LIMITS.watchedDeliveries.max ? `${waiting} or more` : String(waiting);

export { endpointName } from '../../protocol/shown/receivers';
