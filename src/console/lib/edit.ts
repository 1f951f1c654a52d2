/** A write of the console: what it makes outdated, and whether another admin must approve it first. */
import { type QueryKey, type UseMutationResult, useMutation } from '@tanstack/react-query';
import { type Change, isWaiting } from './changes';
import { queryClient } from './query-client';
import type { Schemas } from './schemas';

type Made<T> = Exclude<T, Schemas['ChangeAnswer']>;

export interface Edit<T> {
  readonly run: () => Promise<T>;
  /** The queries that are outdated after the edit, whether it succeeded or not. */
  readonly stale?: readonly QueryKey[];
  /** The edit was made. Not called for a change that waits. */
  readonly onMade?: (answer: Made<T>) => void;
}

export interface Editing<T> extends Pick<UseMutationResult<T>, 'isPending' | 'isSuccess' | 'error' | 'reset'> {
  readonly send: () => void;
  /** The answer, once the edit was made. */
  readonly made: Made<T> | null;
  /** The change that waits for another admin, or null. */
  readonly waits: Change | null;
}

export function useEdit<T>(edit: Edit<T>): Editing<T> {
  const { data, isPending, isSuccess, error, reset, mutate } = useMutation({
    // The edit as it is when it is sent. The library keeps the functions of an earlier drawing until a moment after the
    // page is drawn, so they do not know the letter that was typed last.
    mutationFn: ({ run }: Edit<T>) => run(),
    onSuccess: (answer, { onMade }) => {
      if (!isWaiting(answer)) onMade?.(answer as Made<T>);
    },
    onSettled: (_answer, _error, { stale = [] }) =>
      Promise.all(stale.map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  });
  const waits = isWaiting(data) ? data.change : null;
  const made = data === undefined || waits !== null ? null : (data as Made<T>);
  // A second press while the first call is running sends nothing.
  const send = () => {
    if (!isPending) mutate(edit);
  };
  return { send, isPending, isSuccess, error, reset, made, waits };
}
