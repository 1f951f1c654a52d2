/** The answers of the service that the console keeps, and when it requests them again. */
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiProblem } from './api';

export const SESSION = ['session'] as const;

/** Marks a mutation that signs in. If its passkey is refused, the session does not end. */
export const SIGNS_IN = { signsIn: true } as const;

/** Retries automatically only if another attempt may succeed. Every other answer is shown at once. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: signedOutBy }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, { meta }) => {
      if (meta !== SIGNS_IN) signedOutBy(error);
    },
  }),
  defaultOptions: {
    queries: {
      networkMode: 'always',
      retry: (failures, error) => error instanceof ApiProblem && error.unreachable && failures < 2,
      retryDelay: (failures) => Math.min(1000 * 2 ** failures, 5000),
      refetchOnWindowFocus: 'always',
    },
    // A write is never sent a second time automatically.
    mutations: { networkMode: 'always', retry: false },
  },
});

function signedOutBy(error: unknown): void {
  if (!(error instanceof ApiProblem && error.status === 401)) return;
  queryClient.setQueryData(SESSION, null);
}

/** Sends the write that was refused with this error once more, as it was. False if there is none. */
export function sendAgain(error: Error): boolean {
  const refused = queryClient.getMutationCache().find({ predicate: ({ state }) => state.error === error });
  // The error of the second attempt is shown where the first one was.
  void refused?.execute(refused.state.variables).catch(() => undefined);
  return refused !== undefined;
}
