/** Who is signed in. */
import { MutationCache, QueryCache, QueryClient, useQuery } from '@tanstack/react-query';
import { ApiProblem, answer, api, type Schemas } from './api';

export type Session = Schemas['SessionAnswer'];

export const SESSION = ['session'] as const;

/** Retries automatically only if the result may differ. Every other answer is shown at once. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: signedOutBy }),
  mutationCache: new MutationCache({ onError: signedOutBy }),
  defaultOptions: {
    queries: {
      networkMode: 'always',
      retry: (failures, error) => error instanceof ApiProblem && error.unreachable && failures < 2,
      retryDelay: (failures) => Math.min(1000 * 2 ** failures, 5000),
      refetchOnWindowFocus: 'always',
    },
    // A write is never sent twice without the operator's action.
    mutations: { networkMode: 'always', retry: false },
  },
});

function signedOutBy(error: unknown): void {
  if (!(error instanceof ApiProblem && error.status === 401)) return;
  queryClient.setQueryData(SESSION, null);
}

export function useSession() {
  return useQuery({
    queryKey: SESSION,
    queryFn: readSession,
    refetchInterval: (query) => (query.state.status === 'error' ? 5000 : 60_000),
  });
}

/**
 * The id of the session, which the service sets beside the session cookie, because scripts cannot read that one.
 * Without it nobody is signed in. Asking would only be refused, and the browser would log an error.
 */
const SIGNED_IN = 'signed_in=';

const knownSession = (): string | undefined =>
  document.cookie.split('; ').find((cookie) => cookie.startsWith(SIGNED_IN));

/** Another tab may have signed in since the check that set `ended`. Its session must be kept. */
function forget(ended: string): void {
  if (knownSession() !== ended) return;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not in every browser that the console supports
  document.cookie = `${SIGNED_IN}; Path=/; SameSite=Strict; Max-Age=0`;
}

async function readSession(): Promise<Session | null> {
  const known = knownSession();
  if (known === undefined) return null;
  try {
    return await answer(api.GET('/api/session'));
  } catch (error) {
    if (!(error instanceof ApiProblem && error.status === 401)) throw error;
    forget(known);
    return null;
  }
}

export function useMe(): Session['operator'] {
  const { data } = useSession();
  if (data == null) throw new Error('nobody is signed in');
  return data.operator;
}

/**
 * The next operator of this device must not see the data of the last one. A running read of the session began before
 * the change, so its answer must not be shown.
 */
export async function changeSession(session: Session | null): Promise<void> {
  await queryClient.cancelQueries({ queryKey: SESSION });
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION[0] });
  queryClient.setQueryData(SESSION, session);
}

export async function signOut(): Promise<void> {
  await answer(api.DELETE('/api/session')).catch((error: unknown) => {
    if (!(error instanceof ApiProblem && error.status === 401)) throw error;
  });
  await changeSession(null);
}
