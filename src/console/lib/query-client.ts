/** What the console knows from the service, and when it asks again. */
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiProblem } from './api';

export const SESSION = ['session'] as const;

/** Of a mutation that signs in: that its passkey is refused does not end the session. */
export const SIGNS_IN = { signsIn: true } as const;

/** Tries again by itself only what may come out otherwise; every other answer is shown at once. */
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
    // A write is never sent twice behind somebody's back.
    mutations: { networkMode: 'always', retry: false },
  },
});

function signedOutBy(error: unknown): void {
  if (!(error instanceof ApiProblem && error.status === 401)) return;
  queryClient.setQueryData(SESSION, null);
}
