/** Offers a new sign-in if the service refused something because of how or when the operator signed in. */
import { useMutation } from '@tanstack/react-query';
import type { ApiProblem } from '../lib/api';
import { passkeysPossible } from '../lib/passkeys-possible';
import { sentence } from '../lib/plain-time';
import { SIGNS_IN } from '../lib/query-client';
import { changeSession, queryClient, SESSION, type Session, useMe } from '../lib/session';
import { Button } from './button';

export function SignInAgain({ problem }: { readonly problem: ApiProblem }) {
  const isNeeded = problem.kind === 'sign_in_again' || isByMailedLink(problem);
  return isNeeded && passkeysPossible() ? <Offer /> : null;
}

/** The session may not do it because it began with a mailed link. */
export function isByMailedLink({ status }: ApiProblem): boolean {
  return status === 403 && queryClient.getQueryData<Session>(SESSION)?.began === 'mailed_link';
}

function Offer() {
  const me = useMe();
  const again = useMutation({
    meta: SIGNS_IN,
    // Signing is not in the first load.
    mutationFn: async () => (await import('../lib/passkey')).signInByPasskey(),
    // If another person's passkey signs in, nothing of the previous operator may stay on the page.
    onSuccess: (session: Session) =>
      session.operator.id === me.id ? queryClient.setQueryData(SESSION, session) : changeSession(session),
  });
  if (again.isSuccess) return <p role="status">You are signed in again. Repeat what you did.</p>;
  return (
    <>
      {again.error !== null && <p>{sentence(again.error.message)}</p>}
      <Button className="button" onPress={() => again.mutate()} isDisabled={again.isPending}>
        Sign in with a passkey
      </Button>
    </>
  );
}
