/** Who is signed in: on this page, and in the other tabs, which share its cookies. */

import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ApiProblem, answer, api, type Schemas } from './api';
import { forgetCode } from './brought-code';
import { readOwnInbox } from './inbox';
import { keep, rememberedOrganization } from './organization';
import { queryClient, SESSION } from './query-client';

export type Session = Schemas['SessionFacts'];

export function useSession() {
  return useQuery({
    queryKey: SESSION,
    queryFn: readSession,
    // Every answer of the inbox brings the session along.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchInterval: (query) => (query.state.status === 'error' ? 5000 : false),
  });
}

/** Called before anything is drawn. The page reports errors. */
export const readFirst = (): Promise<void> => queryClient.prefetchQuery({ queryKey: SESSION, queryFn: readSession });

/**
 * The id of the session, which the service sets beside the session cookie, because scripts cannot read that one.
 * Without it nobody is signed in. A request would only be refused, and the browser would log an error.
 */
const SIGNED_IN = 'signed_in=';

const knownSession = (): string | undefined =>
  document.cookie.split('; ').find((cookie) => cookie.startsWith(SIGNED_IN));

/** What `knownSession` returns while this session is the browser's. */
const knownAs = ({ session_id }: Session): string => `${SIGNED_IN}${session_id}`;

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
    return (await readOwnInbox()).session;
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

/** Updates all pages at once. The next answer of the inbox has the same value. */
export function nameOrganization(name: string): void {
  const known = rememberedOrganization(queryClient.getQueryData<Session | null>(SESSION)?.org ?? '');
  if (known !== null) keep({ ...known, name });
  queryClient.setQueryData<Session | null>(SESSION, (session) => session && { ...session, org_name: name });
}

/**
 * The next operator of this device must not see the data of the last one. A running read of the session began before
 * the change, so its answer must not be shown. A code that was brought to a page without a session waits for its operator.
 */
export async function changeSession(session: Session | null): Promise<void> {
  if (queryClient.getQueryData(SESSION) !== null) forgetCode();
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

/** How often another tab's sign-in is looked for. */
const LOOK_MS = 1000;

/**
 * A link that is opened in another tab signs in this one too, because they share the cookies. `before`: the session of
 * this page, which the other one replaces.
 */
export function useOtherTab(before: Session, goOn: (session: Session) => void): void {
  const known = knownAs(before);
  const latest = useRef(goOn);
  latest.current = goOn;
  useEffect(() => {
    let ended = known;
    const look = async () => {
      const found = knownSession();
      if (found === undefined || found === ended) return;
      ended = found;
      const session = await answer(api.GET('/api/session')).catch(() => null);
      if (session !== null) latest.current(session);
    };
    const timer = setInterval(() => void look(), LOOK_MS);
    return () => clearInterval(timer);
  }, [known]);
}
