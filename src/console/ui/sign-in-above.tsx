/** A small sign-in above a page whose session has ended. The typed text below stays, and waiting calls continue afterwards. */

import { useMutation } from '@tanstack/react-query';
import { endWait } from '../lib/ended-session';
import { signInByPasskey } from '../lib/passkey';
import { passkeysPossible } from '../lib/passkeys-possible';
import { queryClient, SESSION, SIGNS_IN } from '../lib/query-client';
import { changeSession, type Session, useOtherTab } from '../lib/session';
import { Button } from './button';
import { Ask } from './dialog';
import { MailedLink } from './mailed-link';
import { Problem } from './states';
import { VisibleText } from './visible-text';

export default function SignInAbove({ session }: { readonly session: Session }) {
  const goOn = (again: Session) => goOnAs(session, again);
  const passkey = useMutation({ mutationFn: signInByPasskey, onSuccess: goOn, meta: SIGNS_IN });
  useOtherTab(session, goOn);
  return (
    <Ask title="Sign in again" onClose={() => undefined} locked>
      <p>
        Your session has ended, <VisibleText text={session.operator.name} strong />. What you typed is kept, and what
        you began continues after you sign in.
      </p>
      {passkeysPossible() && (
        <Button className="button primary big" onPress={() => passkey.mutate()} isDisabled={passkey.isPending}>
          Sign in with a passkey
        </Button>
      )}
      <Problem error={passkey.error} />
      <p className="muted">
        {passkeysPossible() ? 'Or open' : 'Open'} a sign-in link in another tab of this browser. This page notices it.
      </p>
      <MailedLink org={session.org} />
      <div className="dialog-actions">
        <Button className="button" onPress={leave}>
          Discard and go to the sign-in page
        </Button>
      </div>
    </Ask>
  );
}

/** Nobody may show the error of a failed call, so the session ends here. */
function leave(): void {
  endWait(false);
  void changeSession(null);
}

/** If another person signs in, nothing of the previous operator may stay on the page or be sent. */
function goOnAs(before: Session, again: Session): void {
  if (again.org !== before.org || again.operator.id !== before.operator.id) {
    location.assign('/');
    return;
  }
  queryClient.setQueryData(SESSION, again);
  endWait(true);
}
