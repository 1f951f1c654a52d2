/** What a policy can name: operators and groups of the organization and, for a platform action, its integration. */
import { useQuery } from '@tanstack/react-query';
import { answer, api, type Schemas } from './api';
import { readAll } from './lists';

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
        readAll((query) => answer(api.GET('/api/operators', { params: { query } }))),
        readAll((query) => answer(api.GET('/api/groups', { params: { query } }))),
        answer(api.GET('/api/actions', { params: { query: { limit: 1 } } })),
      ]);
      return {
        operators: operators.flatMap((page) => page.operators),
        groups: groups.flatMap((page) => page.groups),
        platformActions: actions.platform_actions,
      };
    },
    refetchOnWindowFocus: false,
  });
}
