/** What a new organization has so far, and where an admin is in the guide to the first request. */

import { useQuery } from '@tanstack/react-query';
import { answer, api } from './api';
import { keepOnDevice, readFromDevice } from './device';
import { passkeysPossible } from './passkeys-possible';
import { queryClient, SESSION } from './query-client';
import type { Session } from './session';

export interface SetUp {
  readonly hasName: boolean;
  readonly actions: readonly string[];
  readonly hasKey: boolean;
  readonly hasPasskey: boolean;
  readonly hasSecondAdmin: boolean;
  readonly hasWebhook: boolean;
}

export const SET_UP = ['set-up'] as const;

export function useSetUp() {
  return useQuery({
    queryKey: SET_UP,
    queryFn: readSetUp,
    refetchOnWindowFocus: false,
    // A step that was just completed must not be shown as missing.
    staleTime: ({ state }) => (state.data !== undefined && countMissing(state.data) === 0 ? 60_000 : 0),
  });
}

const partsOf = (setUp: SetUp): readonly boolean[] => [
  setUp.hasName,
  setUp.actions.length > 0,
  setUp.hasKey,
  ...(passkeysPossible() ? [setUp.hasPasskey] : []),
  setUp.hasSecondAdmin,
  setUp.hasWebhook,
];

export const PARTS = () => (passkeysPossible() ? 6 : 5);
export const countMissing = (setUp: SetUp): number => partsOf(setUp).filter((isDone) => !isDone).length;

/** Nothing was set up yet, so the guide opens by itself. */
export const isUntouched = ({ actions, hasKey, hasSecondAdmin }: SetUp): boolean =>
  actions.length === 0 && !hasKey && !hasSecondAdmin;

async function readSetUp(): Promise<SetUp> {
  const first = { params: { query: { limit: 1 } } };
  const all = { params: { query: { limit: 100 } } };
  const [operators, passkeys, actions, keys, endpoints] = await Promise.all([
    answer(api.GET('/api/operators', all)),
    answer(api.GET('/api/passkeys', first)),
    answer(api.GET('/api/actions', all)),
    answer(api.GET('/api/keys', first)),
    answer(api.GET('/api/webhooks', first)),
  ]);
  const session = queryClient.getQueryData<Session>(SESSION);
  return {
    hasName: session !== undefined && session.org_name !== session.org,
    actions: actions.actions.map(({ id }) => id),
    hasKey: keys.keys.length > 0,
    hasPasskey: passkeys.passkeys.length > 0,
    hasSecondAdmin: operators.operators.filter(({ role, enabled }) => role === 'admin' && enabled).length > 1,
    hasWebhook: endpoints.endpoints.length > 0,
  };
}

/** The token of the key that the guide made. It is kept only in memory, until the session ends. */
const FIRST_KEY = ['first-key'] as const;

export const firstKey = (): string | null => queryClient.getQueryData<string>(FIRST_KEY) ?? null;

export function keepFirstKey(token: string): void {
  queryClient.setQueryDefaults(FIRST_KEY, { gcTime: Number.POSITIVE_INFINITY });
  queryClient.setQueryData(FIRST_KEY, token);
}

const skipped = (org: string): string => `guide-skipped:${org}`;

/** Where storage is blocked, the guide never opens by itself. */
export const isGuideSkipped = (org: string): boolean => readFromDevice(skipped(org)) !== null;

export function leaveGuide(org: string): void {
  queryClient.removeQueries({ queryKey: FIRST_KEY });
  keepOnDevice(skipped(org), '1');
}
