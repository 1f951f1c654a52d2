/** Offers a new sign-in if the service refused something because the last sign-in is too old. */
import { useMutation } from '@tanstack/react-query';
import { passkeysPossible } from '../lib/passkeys-possible';
import { sentence } from '../lib/plain-time';
import { changeSession, queryClient, SESSION, type Session, useMe } from '../lib/session';
import { Button } from './button';

export function SignInAgain() {
  const me = useMe();
  const again = useMutation({
    // Signing is not in the first load.
    mutationFn: async () => (await import('../lib/passkey')).signInByPasskey(),
    // If another person's passkey signs in, nothing of the operator before may stay on the page.
    onSuccess: (session: Session) =>
      session.operator.id === me.id ? queryClient.setQueryData(SESSION, session) : changeSession(session),
  });
  if (!passkeysPossible()) return null;
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
