/** An action with its policy in words, and what a policy can name. */

import { useQuery } from '@tanstack/react-query';
import { answer, api, type Schemas } from './api';
import { readAll } from './lists';
import { EVERYBODY } from './people';
import { queryClient } from './query-client';

export type ReadAction = Schemas['Action'] & Pick<Schemas['ActionAnswer'], 'lines'>;

export const actionIn = ({ action, lines }: Schemas['ActionAnswer']): ReadAction => ({ ...action, lines });

export const readAction = async (id: string): Promise<ReadAction> =>
  actionIn(await answer(api.GET('/api/actions/{id}', { params: { path: { id } } })));

/** What a policy can name: operators and groups of the organization and, for a platform action, its integration. */
export interface Around {
  readonly operators: readonly Schemas['Operator'][];
  readonly groups: readonly Schemas['Group'][];
  readonly platformActions: readonly Schemas['PlatformAction'][];
}

export function useAround() {
  return useQuery({
    queryKey: ['around'],
    queryFn: async (): Promise<Around> => {
      const [operators, groups, actions] = await Promise.all([
        queryClient.fetchQuery(EVERYBODY),
        readAll((query) => answer(api.GET('/api/groups', { params: { query } }))),
        answer(api.GET('/api/actions', { params: { query: { limit: 1 } } })),
      ]);
      return {
        operators: operators.operators,
        groups: groups.flatMap((page) => page.groups),
        platformActions: actions.platform_actions,
      };
    },
    refetchOnWindowFocus: false,
  });
}
