/** The queries and commands of requests. */

import { type QueryKey, useMutation, useQuery } from '@tanstack/react-query';
import { ADMIN_ACTION } from '../../protocol/change-request';
import type { OutcomeReason } from '../../protocol/outcome-reasons';
import { isBlank } from '../../protocol/visible-text';
import { readAction } from './actions';
import { answer, api, type Schemas } from './api';
import { msUntilNext } from './clock';
import { EVERYBODY } from './people';
import { queryClient } from './session';
import { useHearsChanges } from './watch';

export type RequestAnswer = Schemas['RequestViewAnswer'];

/** If the console hears of changes (`lib/watch.ts`), only in case it misses one. */
const HEARD_MS = 30_000;
const UNHEARD_MS = 5000;

export const requestKey = (id: string): QueryKey => ['request', id];

export function useRequest(id: string) {
  const hears = useHearsChanges();
  return useQuery({
    queryKey: requestKey(id),
    queryFn: () => answer(api.GET('/api/requests/{id}', { params: { path: { id } } })),
    refetchInterval: ({ state: { data } }) => {
      if (data === undefined) return UNHEARD_MS;
      return msUntilNext(endsOf(data), hears || isSettled(data) ? HEARD_MS : UNHEARD_MS);
    },
  });
}

/** When time alone changes the request: no entry tells of the end of a round, of a lease or of the time to run it. */
function endsOf({ request: { execution }, view }: RequestAnswer): (number | null)[] {
  return [view.window_ends_at, view.expires_at, execution.lease_expires_at, execution.execute_by];
}

/** Whether nothing more is expected to happen to the request. */
function isSettled({ request, view }: RequestAnswer): boolean {
  const running = request.execution.state === 'pending' || request.execution.state === 'claimed';
  return view.decided !== null && !request.live && !running;
}

export function useAction(id: string) {
  return useQuery({
    queryKey: ['action', id],
    queryFn: () => readAction(id),
    enabled: id !== ADMIN_ACTION,
    refetchOnWindowFocus: false,
  });
}

export type Command =
  | { readonly name: 'turn'; readonly code: string; readonly round: number; readonly signature?: Schemas['Signature'] }
  | {
      readonly name: 'refuse';
      readonly note: string;
      readonly outcomeReason: OutcomeReason | null;
      readonly signature?: Schemas['Signature'];
    }
  | { readonly name: 'abort'; readonly note: string; readonly signature?: Schemas['Signature'] }
  | { readonly name: 'stop'; readonly note: string }
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
      queryClient.setQueryData<RequestAnswer>(requestKey(id), data);
    },
    onSettled: (data) => {
      const [request, ...lists] = staleAfter(id);
      // A change that was made just now can have added or renamed operators.
      if (data?.request.action === ADMIN_ACTION) lists.push(EVERYBODY.queryKey);
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

/** The queries that a command on a request makes outdated, and the request itself if the command did not return it. */
export const staleAfter = (id: string): [QueryKey, ...QueryKey[]] => [requestKey(id), ['inbox'], ['history', id]];

function send(id: string, command: Command): Promise<RequestAnswer> {
  const params = { path: { id } };
  switch (command.name) {
    case 'turn': {
      const { code, round, signature } = command;
      return answer(api.POST('/api/requests/{id}/turn', { params, body: { code, round, signature } }));
    }
    case 'refuse': {
      const { outcomeReason, ...rest } = command;
      const told = outcomeReason === null ? {} : { outcome_reason: outcomeReason };
      return answer(api.POST('/api/requests/{id}/refuse', { params, body: { ...noteOf(rest), ...told } }));
    }
    case 'abort':
      return answer(api.POST('/api/requests/{id}/abort', { params, body: noteOf(command) }));
    case 'misuse':
      return answer(api.POST('/api/requests/{id}/abort', { params, body: { misuse: true } }));
    case 'stop':
      return answer(api.POST('/api/requests/{id}/stop', { params, body: noteOf(command) }));
    case 'withdraw':
      return answer(api.POST('/api/requests/{id}/withdraw', { params, body: {} }));
    case 'restart':
      return answer(api.POST('/api/requests/{id}/restart', { params, body: {} }));
  }
}

type Noted = { readonly name: Command['name']; readonly note: string; readonly signature?: Schemas['Signature'] };

function noteOf({ name: _name, note, ...signed }: Noted): Schemas['Refusal'] {
  return isBlank(note) ? signed : { note, ...signed };
}
