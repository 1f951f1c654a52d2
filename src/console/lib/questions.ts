/** The questions about a request. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { answer, api } from './api';
import { queryClient } from './session';

const questionsKey = (id: string) => ['questions', id] as const;

/** Only in case the console does not hear of a change (`lib/watch.ts`). */
const POLL_MS = 60_000;

export function useQuestions(id: string) {
  return useQuery({
    queryKey: questionsKey(id),
    queryFn: () => answer(api.GET('/api/requests/{id}/questions', { params: { path: { id } } })),
    refetchInterval: POLL_MS,
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
