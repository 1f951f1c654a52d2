/** The queries and commands of requests. */
import { type QueryKey, useMutation, useQuery } from '@tanstack/react-query';
import { answer, api, type RequestWithView, type Schemas } from './api';
import { ADMIN_ACTION } from './changes';
import { serverNow } from './clock';
import { queryClient } from './session';

export type RequestAnswer = Schemas['RequestViewAnswer'];

const POLL_MS = 4000;
const POLL_OPEN_MS = 3000;

export const requestKey = (id: string): QueryKey => ['request', id];

export function useInbox() {
  return useQuery({
    queryKey: ['inbox'],
    queryFn: () => answer(api.GET('/api/requests', { params: { query: { waiting: true, limit: 50 } } })),
    // Also read right after the next round or request ends, so that no row stays with no time left.
    refetchInterval: ({ state }) => {
      const left = (state.data?.requests ?? []).map((each) => deadlineOf(each) - serverNow());
      return Math.min(POLL_MS, ...left.filter((ms) => ms > 0).map((ms) => ms + 300));
    },
  });
}

/** All open requests of the organization, with the least time left first. */
export function useOpen() {
  return useQuery({
    queryKey: ['open'],
    queryFn: async () => {
      const states = ['notified', 'staging'] as const;
      const lists = await Promise.all(
        states.map((state) => answer(api.GET('/api/requests', { params: { query: { state, limit: 50 } } }))),
      );
      const requests = lists.flatMap((list) => list.requests).sort((a, b) => deadlineOf(a) - deadlineOf(b));
      return { requests, isAll: lists.every(({ cursor }) => cursor === null) };
    },
    refetchInterval: 10_000,
  });
}

/** When it ends: the end of its round if one is running, or of the request. */
export function deadlineOf({ view }: Pick<RequestWithView, 'view'>): number {
  return Math.min(view.expires_at, view.window_ends_at ?? Number.POSITIVE_INFINITY);
}

export function useRequest(id: string) {
  return useQuery({
    queryKey: requestKey(id),
    queryFn: () => answer(api.GET('/api/requests/{id}', { params: { path: { id } } })),
    refetchInterval: ({ state }) => (state.data !== undefined && isSettled(state.data) ? 30_000 : POLL_OPEN_MS),
  });
}

/** Whether nothing more is expected to happen to the request. */
function isSettled({ request, view }: RequestAnswer): boolean {
  const running = request.execution.state === 'pending' || request.execution.state === 'claimed';
  return view.decided !== null && !request.live && !running;
}

export function useAction(id: string) {
  return useQuery({
    queryKey: ['action', id],
    queryFn: async () => (await answer(api.GET('/api/actions/{id}', { params: { path: { id } } }))).action,
    enabled: id !== ADMIN_ACTION,
    refetchOnWindowFocus: false,
  });
}

export type Command =
  | { readonly name: 'turn'; readonly code: string; readonly round: number; readonly signature?: Schemas['Signature'] }
  | { readonly name: 'refuse' | 'abort'; readonly note: string; readonly signature?: Schemas['Signature'] }
  | { readonly name: 'withdraw' | 'restart' }
  /** The person named as the requester may not be the one who sent the request. */
  | { readonly name: 'misuse' };

export function useCommand(id: string) {
  return useMutation({
    mutationFn: (command: Command) => send(id, command),
    // The answer of a poll that began before or during the command must not replace this answer.
    onMutate: () => queryClient.cancelQueries({ queryKey: requestKey(id) }),
    onSuccess: async (data) => {
      await queryClient.cancelQueries({ queryKey: requestKey(id) });
      queryClient.setQueryData<RequestAnswer>(requestKey(id), (shown) => keepFirstUse(data, shown));
    },
    onSettled: (data) => {
      const [request, ...lists] = staleAfter(id);
      for (const queryKey of data === undefined ? [request, ...lists] : lists) {
        void queryClient.invalidateQueries({ queryKey });
      }
    },
  });
}

/** A new code for a seat, or a change that waits if the organization needs a second admin. */
export async function reissueCode(id: string, operator: string) {
  await queryClient.cancelQueries({ queryKey: requestKey(id) });
  return answer(api.POST('/api/requests/{id}/reissue', { params: { path: { id } }, body: { operator } }));
}

/** What a command on a request makes outdated, besides the request itself if the answer does not have it. */
export const staleAfter = (id: string): readonly QueryKey[] => [requestKey(id), ['inbox'], ['open'], ['history', id]];

/** The answer to a command does not say where the sealed call was first used. That cannot change. */
function keepFirstUse(data: RequestAnswer, shown: RequestAnswer | undefined): RequestAnswer {
  return { ...data, view: { ...data.view, intent_first_used_in: shown?.view.intent_first_used_in ?? null } };
}

function send(id: string, command: Command): Promise<RequestAnswer> {
  const params = { path: { id } };
  switch (command.name) {
    case 'turn': {
      const { code, round, signature } = command;
      return answer(api.POST('/api/requests/{id}/turn', { params, body: { code, round, signature } }));
    }
    case 'refuse':
      return answer(api.POST('/api/requests/{id}/refuse', { params, body: noteOf(command) }));
    case 'abort':
      return answer(api.POST('/api/requests/{id}/abort', { params, body: noteOf(command) }));
    case 'misuse':
      return answer(api.POST('/api/requests/{id}/abort', { params, body: { misuse: true } }));
    case 'withdraw':
      return answer(api.POST('/api/requests/{id}/withdraw', { params, body: {} }));
    case 'restart':
      return answer(api.POST('/api/requests/{id}/restart', { params, body: {} }));
  }
}

function noteOf({ note, signature }: Extract<Command, { note: string }>): Schemas['StopNote'] {
  return note.trim() === '' ? { signature } : { note, signature };
}
