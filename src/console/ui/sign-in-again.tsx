/** Offers a new sign-in if the service refused something because of how or when the operator signed in. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type ApiProblem, answer, api } from '../lib/api';
import { sentence } from '../lib/format';
import { passkeysPossible } from '../lib/passkeys-possible';
import { queryClient, SESSION, SIGNS_IN, sendAgain } from '../lib/query-client';
import { changeSession, type Session, useOtherTab, useSession } from '../lib/session';
import { Button } from './button';

export function SignInAgain({ problem }: { readonly problem: ApiProblem }) {
  return problem.kind === 'sign_in_again' || isByMailedLink(problem) ? <WhileSignedIn problem={problem} /> : null;
}

/** Apart, because it reads the session again where that failed, and then the failure that is shown would be gone at once. */
function WhileSignedIn({ problem }: { readonly problem: ApiProblem }) {
  const { data: session } = useSession();
  return session == null ? null : <Offer problem={problem} before={session} />;
}

/** The session may not do it because it began with a mailed link. */
export function isByMailedLink({ status }: ApiProblem): boolean {
  return status === 403 && queryClient.getQueryData<Session>(SESSION)?.began === 'mailed_link';
}

interface OfferProps {
  readonly problem: ApiProblem;
  readonly before: Session;
}

function Offer({ problem, before }: OfferProps) {
  const [isDone, setDone] = useState(false);
  const goOn = (session: Session) => {
    // If another person signs in, nothing of the previous operator may stay on the page or be sent.
    if (session.org !== before.org || session.operator.id !== before.operator.id) return changeSession(session);
    queryClient.setQueryData(SESSION, session);
    if (problem.kind === 'sign_in_again' && sendAgain(problem)) return;
    setDone(true);
  };
  const again = useMutation({
    meta: SIGNS_IN,
    // Signing is not in the first load.
    mutationFn: async () => (await import('../lib/passkey')).signInByPasskey(),
    onSuccess: goOn,
  });
  useOtherTab(before, (session) => void goOn(session));
  const needsLink = useNeedsLink();
  if (isDone) return <p role="status">You are signed in again. Repeat what you did.</p>;
  return (
    <div className="stack sign-in-again">
      {again.error !== null && <p>{sentence(again.error.message)}</p>}
      {!needsLink && (
        <Button className="button" onPress={() => again.mutate()} isDisabled={again.isPending}>
          Sign in with a passkey
        </Button>
      )}
      {needsLink && (
        // The demo of the local runner puts its own way to sign in here.
        <p className="new-sign-in" data-operator={before.operator.id}>
          Open a new sign-in link in another tab of this browser. This page then continues by itself.{' '}
          <LinkMaker session={before} />
        </p>
      )}
    </div>
  );
}

/** Whether the operator has no passkey, or cannot use one at this address. */
function useNeedsLink(): boolean {
  const { data } = useQuery({
    queryKey: ['passkeys', 'any'],
    queryFn: () => answer(api.GET('/api/passkeys', { params: { query: { limit: 1 } } })),
    enabled: passkeysPossible(),
  });
  return !passkeysPossible() || data?.passkeys.length === 0;
}

function LinkMaker({ session: { org, operator } }: { readonly session: Session }) {
  if (operator.role !== 'admin') return 'An admin makes the link.';
  return (
    <>
      The person who runs the service makes the link:{' '}
      <code className="wrap">
        npm run admin -- sign-in-link --org {org} --id {operator.id}
      </code>
    </>
  );
}
