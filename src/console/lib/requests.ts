/** The queries and commands of requests. */
import { type QueryKey, useMutation, useQuery } from '@tanstack/react-query';
import { answer, api, type Schemas } from './api';
import { queryClient } from './session';

export type RequestAnswer = Schemas['RequestViewAnswer'];

const POLL_MS = 4000;
const POLL_OPEN_MS = 3000;

export const requestKey = (id: string): QueryKey => ['request', id];

export function useInbox() {
  return useQuery({
    queryKey: ['inbox'],
    queryFn: () => answer(api.GET('/api/requests', { params: { query: { waiting: true, limit: 50 } } })),
    refetchInterval: POLL_MS,
  });
}

export function useRequest(id: string) {
  return useQuery({
    queryKey: requestKey(id),
    queryFn: () => answer(api.GET('/api/requests/{id}', { params: { path: { id } } })),
    refetchInterval: ({ state }) => (state.data !== undefined && isSettled(state.data) ? 30_000 : POLL_OPEN_MS),
  });
}

/** Whether nothing more is expected to happen to it. */
function isSettled({ request, view }: RequestAnswer): boolean {
  const running = request.execution.state === 'pending' || request.execution.state === 'claimed';
  return view.decided !== null && !request.live && !running;
}

/** What was asked under the same action before; what is unusual is told against it. */
export function usePast(action: string, before: number, id: string) {
  return useQuery({
    queryKey: ['past', id],
    queryFn: async () => {
      const query = { action, until: before, limit: 50 };
      const { requests } = await answer(api.GET('/api/requests', { params: { query } }));
      return requests.filter(({ request }) => request.id !== id);
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
}

export function useAction(id: string) {
  return useQuery({
    queryKey: ['action', id],
    queryFn: async () => (await answer(api.GET('/api/actions/{id}', { params: { path: { id } } }))).action,
    refetchOnWindowFocus: false,
  });
}

export type Command =
  | { readonly name: 'turn'; readonly code: string; readonly round: number }
  | { readonly name: 'refuse' | 'abort'; readonly note: string }
  | { readonly name: 'withdraw' | 'restart' }
  | { readonly name: 'reissue'; readonly operator: string };

export function useCommand(id: string) {
  return useMutation({
    mutationFn: (command: Command) => send(id, command),
    // An answer of a poll that began before must not be drawn over this one's.
    onMutate: () => queryClient.cancelQueries({ queryKey: requestKey(id) }),
    onSuccess: (data) => queryClient.setQueryData(requestKey(id), data),
    onSettled: (data) => {
      if (data === undefined) void queryClient.invalidateQueries({ queryKey: requestKey(id) });
      void queryClient.invalidateQueries({ queryKey: ['inbox'] });
      void queryClient.invalidateQueries({ queryKey: ['history', id] });
    },
  });
}

function send(id: string, command: Command): Promise<RequestAnswer> {
  const params = { path: { id } };
  switch (command.name) {
    case 'turn':
      return answer(
        api.POST('/api/requests/{id}/turn', { params, body: { code: command.code, round: command.round } }),
      );
    case 'refuse':
      return answer(api.POST('/api/requests/{id}/refuse', { params, body: noteOf(command.note) }));
    case 'abort':
      return answer(api.POST('/api/requests/{id}/abort', { params, body: noteOf(command.note) }));
    case 'withdraw':
      return answer(api.POST('/api/requests/{id}/withdraw', { params, body: {} }));
    case 'restart':
      return answer(api.POST('/api/requests/{id}/restart', { params, body: {} }));
    case 'reissue':
      return answer(api.POST('/api/requests/{id}/reissue', { params, body: { operator: command.operator } }));
  }
}

const noteOf = (note: string): Schemas['StopNote'] => (note.trim() === '' ? {} : { note });
