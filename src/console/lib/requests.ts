/** The queries and commands of a request: itself, its history, its questions, and what to read first. */

import { type QueryKey, skipToken, useMutation, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { ADMIN_ACTION } from '../../protocol/change-request';
import type { OutcomeReason } from '../../protocol/outcome-reasons';
import { isBlank } from '../../protocol/visible-text';
import { actionIn, readAction } from './actions';
import { answer, api, type Schemas } from './api';
import { msUntilNext } from './clock';
import { readAll } from './lists';
import type { Names } from './names';
import { EVERYBODY } from './people';
import { queryClient } from './query-client';
import { useMe } from './session';
import { useHearsChanges } from './watch';

export type RequestAnswer = Schemas['RequestViewAnswer'];

/** If the console hears of changes (`lib/watch.ts`), only in case it misses one. */
const HEARD_MS = 30_000;
const UNHEARD_MS = 5000;

export const requestQueryKey = (id: string): QueryKey => ['request', id];

/** The first answer for a page brings what the page shows beside the request, and the later ones do not. */
export function useRequest(id: string) {
  const hears = useHearsChanges();
  const isOpened = useRef(false);
  return useQuery({
    queryKey: requestQueryKey(id),
    queryFn: async () => {
      const query = isOpened.current ? {} : { page: true };
      const { page, ...read } = await answer(api.GET('/api/requests/{id}', { params: { path: { id }, query } }));
      if (page !== undefined) keep(read, page);
      isOpened.current = true;
      return read;
    },
    refetchInterval: ({ state: { data } }) => {
      if (data === undefined) return UNHEARD_MS;
      return msUntilNext(endsOf(data), hears || isSettled(data) ? HEARD_MS : UNHEARD_MS);
    },
  });
}

/** As if each part had been read by itself. What is not complete is left to its own query. */
function keep({ request: { id, state } }: RequestAnswer, page: Schemas['RequestPage']): void {
  const { questions, history, deliveries, action, change, names } = page;
  queryClient.setQueryData<Schemas['QuestionList']>(questionsKey(id), questions);
  if (history.cursor === null && (deliveries?.cursor ?? null) === null) {
    const read = { entries: history.entries, deliveries: deliveries?.deliveries ?? [] };
    queryClient.setQueryData<HistoryRead>(historyKey(id, deliveries !== null), read);
  }
  if (action !== null) queryClient.setQueryData(actionKey(action.action.id), actionIn(action));
  if (change !== null) queryClient.setQueryData(changeKey(id, state), change);
  queryClient.setQueryData<Names>(namesKey(id), new Map(names.map(({ id, name }) => [id, name])));
}

const namesKey = (id: string): QueryKey => ['names beside', id];

/** Null if the answer brought none. */
export const useNamesOfPage = (id: string): Names | null =>
  useQuery<Names | null>({ queryKey: namesKey(id), queryFn: skipToken, initialData: null }).data ?? null;

const actionKey = (id: string): QueryKey => ['action', id];
/** What the change is compared with is different after it was made. */
export const changeKey = (id: string, state: string): QueryKey => ['change', id, state];
const historyKey = (id: string, deliveriesToo: boolean): QueryKey => ['history', id, deliveriesToo];

interface HistoryRead {
  readonly entries: readonly Schemas['HistoryEntry'][];
  readonly deliveries: readonly Schemas['Delivery'][];
}

/** The page was given it with the request, so the parts of the page do not read it again. */
const GIVEN = { refetchOnMount: false, retryOnMount: false } as const;

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
    ...GIVEN,
    queryKey: actionKey(id),
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
  | { readonly name: 'withdraw' }
  /** The person named as the requester may not be the one who sent the request. */
  | { readonly name: 'misuse' };

export function useCommand(id: string) {
  return useMutation({
    mutationFn: (command: Command) => send(id, command),
    // The answer of a poll that began before or during the command must not replace this answer.
    onMutate: () => queryClient.cancelQueries({ queryKey: requestQueryKey(id) }),
    onSuccess: async (data) => {
      await queryClient.cancelQueries({ queryKey: requestQueryKey(id) });
      queryClient.setQueryData<RequestAnswer>(requestQueryKey(id), data);
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
export async function sendNewCode(id: string, operator: string) {
  await queryClient.cancelQueries({ queryKey: requestQueryKey(id) });
  return answer(api.POST('/api/requests/{id}/reissue', { params: { path: { id } }, body: { operator } }));
}

/** The queries that a command on a request makes outdated, and the request itself if the command did not return it. */
export const staleAfter = (id: string): [QueryKey, ...QueryKey[]] => [requestQueryKey(id), ['inbox'], ['history', id]];

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
  }
}

type Noted = { readonly name: Command['name']; readonly note: string; readonly signature?: Schemas['Signature'] };

function noteOf({ name: _name, note, ...signed }: Noted): Schemas['Refusal'] {
  return isBlank(note) ? signed : { note, ...signed };
}

/** For histories and questions, only in case the console does not hear of a change (`lib/watch.ts`). */
const READ_AGAIN_MS = 60_000;
/** An attempt to deliver has no entry in the audit chain. */
export const DELIVERIES_MS = 15_000;

/** What happened to a request, in the order of the audit chain. For admins also the attempts to deliver its events. */
export function useHistory({ request, view }: Pick<RequestAnswer, 'request' | 'view'>) {
  const deliveriesToo = useMe().role === 'admin' && view.decided !== null;
  return useQuery({
    ...GIVEN,
    queryKey: historyKey(request.id, deliveriesToo),
    queryFn: async (): Promise<HistoryRead> => {
      const [entries, deliveries] = await Promise.all([
        readHistory(request.id),
        deliveriesToo ? readDeliveries(request.id) : [],
      ]);
      return { entries, deliveries };
    },
    placeholderData: (before) => before,
    refetchInterval: ({ state: { data } }) =>
      data?.deliveries.some(isPending) === true ? DELIVERIES_MS : READ_AGAIN_MS,
  });
}

const isPending = ({ state }: Schemas['Delivery']): boolean => state === 'pending';

export const isFailing = (delivery: Schemas['Delivery']): boolean => isPending(delivery) && delivery.tries.length > 0;

async function readHistory(id: string): Promise<Schemas['HistoryEntry'][]> {
  const path = { id };
  const pages = await readAll((query) => answer(api.GET('/api/requests/{id}/history', { params: { path, query } })));
  return pages.flatMap((page) => page.entries);
}

async function readDeliveries(id: string): Promise<Schemas['Delivery'][]> {
  const path = { id };
  const pages = await readAll((query) => answer(api.GET('/api/requests/{id}/deliveries', { params: { path, query } })));
  return pages.flatMap((page) => page.deliveries);
}

const questionsKey = (id: string) => ['questions', id] as const;

/** `again`: also when it is drawn, because there may be a new one. */
export function useQuestions(id: string, { again = false } = {}) {
  return useQuery({
    ...(again ? {} : GIVEN),
    queryKey: questionsKey(id),
    queryFn: () => answer(api.GET('/api/requests/{id}/questions', { params: { path: { id } } })),
    refetchInterval: READ_AGAIN_MS,
  });
}

export function useWriteQuestion(id: string) {
  return useMutation({
    mutationFn: (text: string) =>
      answer(api.POST('/api/requests/{id}/questions', { params: { path: { id } }, body: { text } })),
    onSuccess: async (data) => {
      await queryClient.cancelQueries({ queryKey: questionsKey(id) });
      queryClient.setQueryData(questionsKey(id), data);
    },
  });
}

/** What people should read first. The service finds it. If it does not answer, that is said, and nobody decides on silence. */
export type Remark = Schemas['FullRemark'];

const SENTENCE = { always: false, about: null, link: null };
const COMPARING: Remark = { ...SENTENCE, level: 'note', text: 'Comparing with earlier requests…' };
const FAILED = 'Not compared: the comparison with earlier requests failed. Check every value yourself.';
const NOT_COMPARED: Remark = { ...SENTENCE, level: 'warn', text: FAILED };

/** So long a decision waits for the comparison, also for one that failed at once. */
const WAIT_MS = 5000;

/** Compares wherever it is used: when the page opens, and again when the question before a turn does. */
export function useRemarks({ request: { id, action }, remarks: own }: RequestAnswer) {
  const isChange = action === ADMIN_ACTION;
  const { data, isError, isFetchedAfterMount } = useQuery({
    queryKey: ['compared', id],
    queryFn: async () => {
      const late = new Promise<never>((_, fail) => setTimeout(() => fail(new Error('not compared')), WAIT_MS));
      const call = answer(api.GET('/api/requests/{id}', { params: { path: { id }, query: { compare: true } } }));
      return (await Promise.race([call.catch(() => late), late])).comparison;
    },
    enabled: !isChange,
    refetchOnWindowFocus: false,
  });
  const isReady = isChange || isFetchedAfterMount;
  const missing = isReady ? NOT_COMPARED : COMPARING;
  const isCompared = isReady && !isError;
  const all = [...(data?.remarks ?? []), ...own, ...(isCompared ? [] : [missing])];
  /** `standing`: with how many it was compared. `isReady`: a key can be turned. */
  return {
    remarks: ['warn', 'note'].flatMap((wanted) => all.filter(({ level }) => level === wanted)),
    standing: isCompared ? data?.remarks.at(-1) : missing,
    last: data?.last,
    isReady,
  };
}
