/** What a new organization has so far, and where an admin is in the guide to the first request. */

import { useQuery } from '@tanstack/react-query';
import { answer, api, type Schemas } from './api';
import { skipGuide } from './guide';
import { queryClient, SESSION } from './query-client';
import type { Session } from './session';

export interface SetUp {
  readonly hasName: boolean;
  readonly actions: readonly Pick<Schemas['Action'], 'id' | 'title' | 'required_params'>[];
  readonly hasKey: boolean;
  readonly hasPasskey: boolean;
  readonly hasSecondAdmin: boolean;
  readonly hasWebhook: boolean;
}

export const SET_UP = ['set-up'] as const;

/** Read again whenever the guide is opened: a step that was just completed must not be shown as missing. */
export function useSetUp() {
  return useQuery({ queryKey: SET_UP, queryFn: readSetUp, refetchOnWindowFocus: false });
}

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
    actions: actions.actions,
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

export function leaveGuide(org: string): void {
  queryClient.removeQueries({ queryKey: FIRST_KEY });
  skipGuide(org);
}
