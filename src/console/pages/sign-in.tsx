/** The sign-in page. A one-time link is used up when it is opened. The page says how to get one. */
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Button } from 'react-aria-components';
import { ApiProblem, answer, api, problemIn } from '../lib/api';
import { passkeysPossible, signInByPasskey } from '../lib/passkey';
import { Link, navigate } from '../lib/router';
import { changeSession, type Session } from '../lib/session';
import { ThemeSwitch } from '../ui/frame';
import { Outage } from '../ui/outage';
import { Page } from '../ui/page';
import { Shown } from '../ui/shown';

interface Props {
  readonly token: string | null;
  readonly signedIn: Session | null;
}

/** Outlives a page that is drawn again: a link opens once. */
let spent: Promise<Session> | null = null;

async function enter(session: Session): Promise<void> {
  await changeSession(session);
  // A session that ran out is taken up again where it was.
  if (location.pathname === '/sign-in') navigate('/', { replace: true });
}

export function SignIn({ token, signedIn }: Props) {
  const open = useMutation({
    mutationFn: (link: string) => {
      spent ??= answer(api.POST('/api/session', { body: { token: link } }));
      return spent;
    },
    onSuccess: enter,
    onError: (error) => {
      // No answer: the link may be good still.
      if (problemIn(error).unreachable) spent = null;
    },
  });
  const { mutate } = open;
  useEffect(() => {
    if (token !== null) mutate(token);
  }, [token, mutate]);
  return (
    <main className="alone">
      <Outage />
      <div className="card sign-in">
        <img src="/icon.svg" alt="" width="40" height="40" />
        <Page title="Sign in">
          {open.isPending ? (
            <p role="status">Signing you in…</p>
          ) : (
            <>
              {open.error !== null && <LinkProblem error={open.error} again={() => token !== null && mutate(token)} />}
              {signedIn === null ? <HowTo /> : <AlreadyIn session={signedIn} />}
            </>
          )}
        </Page>
      </div>
      <ThemeSwitch />
    </main>
  );
}

function LinkProblem({ error, again }: { readonly error: unknown; readonly again: () => void }) {
  const problem = problemIn(error);
  return (
    <div className="notice bad" role="alert">
      <p>{problem.message}</p>
      {problem.unreachable && (
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
    <>
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
      <p className="muted">
        {passkeysPossible() ? 'Or open' : 'Open'} the sign-in link that an admin gave you. A link works once, within 24
        hours.
      </p>
    </>
  );
}

/** The browser's own errors say little to a person. */
function passkeyProblem(error: unknown): string {
  if (error instanceof ApiProblem) return error.message;
  return 'No passkey was used. Try again, or open a sign-in link.';
}

function AlreadyIn({ session }: { readonly session: Session }) {
  return (
    <p>
      You are signed in as <Shown text={session.operator.name} />. <Link to="/">Go to your inbox</Link>.
    </p>
  );
}
