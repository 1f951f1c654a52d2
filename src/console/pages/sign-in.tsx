/** Sign in by a one-time link or a passkey. The page says how to get a link. */

import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiProblem, answer, api, problemIn } from '../lib/api';
import { PasskeyProblem, signInByPasskey } from '../lib/passkey';
import { passkeysPossible } from '../lib/passkeys-possible';
import { sentence } from '../lib/plain-time';
import { Link, navigate } from '../lib/router';
import { changeSession, queryClient, SESSION, type Session } from '../lib/session';
import { Alone } from '../ui/alone';
import { Button } from '../ui/button';
import { CompanySignIn } from '../ui/company-sign-in';
import { MailedLink } from '../ui/mailed-link';
import { VisibleText } from '../ui/visible-text';

interface Props {
  readonly token: string | null;
  readonly signedIn: Session | null;
}

/** This survives a new rendering of the page, because a link works once. */
let spent: Promise<Session> | null = null;

async function enter(session: Session): Promise<void> {
  await changeSession(session);
  // After a session has expired, the operator returns to the same page.
  if (location.pathname === '/sign-in') navigate('/', { replace: true });
}

interface Opening {
  readonly token: string;
  /** Whether the person agreed to sign out the operator who is signed in. */
  readonly replace: boolean;
}

function spend({ token, replace }: Opening): Promise<Session> {
  spent ??= answer(api.POST('/api/session', { body: { token, replace } }));
  return spent;
}

export default function SignIn({ token, signedIn }: Props) {
  // Who was signed in when the page was opened. A link must not replace the operator without asking.
  const [before] = useState(signedIn);
  const [kept, setKept] = useState(false);
  const open = useMutation({
    mutationFn: spend,
    onSuccess: enter,
    onError: async (error) => {
      // There was no answer, so the link may still be valid.
      if (problemIn(error).unreachable) spent = null;
      if (!isTaken(error)) return;
      spent = null;
      await queryClient.refetchQueries({ queryKey: SESSION });
    },
  });
  const { mutate } = open;
  useEffect(() => {
    if (token !== null && before === null) mutate({ token, replace: false });
  }, [token, before, mutate]);
  const mustAsk = open.isIdle ? before !== null : isTaken(open.error);
  const asks = token !== null && signedIn !== null && mustAsk && !kept;
  return (
    <Alone title={asks ? 'Switch operator?' : 'Sign in'}>
      {open.isPending ? (
        <p role="status">Signing you in…</p>
      ) : asks ? (
        <Switch session={signedIn} open={() => mutate({ token, replace: true })} keep={() => setKept(true)} />
      ) : (
        <>
          {open.error !== null && !kept && <LinkProblem error={open.error} again={() => mutate(open.variables)} />}
          {signedIn === null ? <HowTo /> : <AlreadyIn session={signedIn} />}
        </>
      )}
    </Alone>
  );
}

/** Someone else signed in, in another tab, after this page checked. The link is still valid. */
function isTaken(error: unknown): boolean {
  return problemIn(error).status === 409;
}

interface SwitchProps {
  readonly session: Session;
  readonly open: () => void;
  readonly keep: () => void;
}

/** Someone may have sent the link to make this browser act as another operator. */
function Switch({ session: { operator }, open, keep }: SwitchProps) {
  const stay = () => {
    keep();
    navigate('/', { replace: true });
  };
  return (
    <>
      <p>
        You are signed in as <VisibleText text={operator.name} strong />. The link that you opened signs you out and
        signs in the operator that it was made for.
      </p>
      <p className="muted">Use it only if you asked for this link.</p>
      <div className="form-actions">
        <Button className="button primary" onPress={stay}>
          Stay signed in
        </Button>
        <Button className="button" onPress={open}>
          Use the link
        </Button>
      </div>
    </>
  );
}

function LinkProblem({ error, again }: { readonly error: unknown; readonly again: () => void }) {
  const problem = problemIn(error);
  return (
    <div className="notice bad" role="alert">
      <p>{problem.status === 401 ? 'This link is invalid, expired or already used.' : sentence(problem.message)}</p>
      {problem.status === 401 && (
        // The demo of the local runner adds a button for a new link here.
        <p className="new-link">
          Ask an admin for a new one. Admins create it on their page “Operators”. A link that you requested by mail
          opens only in the browser in which you requested it.
        </p>
      )}
      {(problem.unreachable || isTaken(error)) && (
        <button type="button" className="button" onClick={again}>
          Try again
        </button>
      )}
    </div>
  );
}

function HowTo() {
  const open = useMutation({ mutationFn: signInByPasskey, onSuccess: enter });
  return (
    <div className="stack">
      {passkeysPossible() && (
        <Button className="button primary big" onPress={() => open.mutate()} isDisabled={open.isPending}>
          Sign in with a passkey
        </Button>
      )}
      {open.error !== null && (
        <p className="notice bad" role="alert">
          {passkeyProblem(open.error)}
        </p>
      )}
      <CompanySignIn />
      <p className="muted">
        {passkeysPossible() ? 'Or open' : 'Open'} the sign-in link that an admin gave you. A link works once, for 24
        hours.
      </p>
      <MailedLink />
    </div>
  );
}

/** The browser's own errors tell a person little. */
function passkeyProblem(error: unknown): string {
  if (error instanceof ApiProblem || error instanceof PasskeyProblem) return sentence(error.message);
  return 'No passkey was used. Try again, or open a sign-in link.';
}

function AlreadyIn({ session }: { readonly session: Session }) {
  return (
    <p>
      You are signed in as <VisibleText text={session.operator.name} />. <Link to="/">Go to your inbox</Link>.
    </p>
  );
}
