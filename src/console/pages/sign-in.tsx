/** The gate. A one-time link is spent as soon as it is opened; whoever has none is told how to come by one. */
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { answer, api, problemIn } from '../lib/api';
import { Link, navigate } from '../lib/router';
import { queryClient, SESSION, type Session } from '../lib/session';
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

export function SignIn({ token, signedIn }: Props) {
  const open = useMutation({
    mutationFn: (link: string) => {
      spent ??= answer(api.POST('/api/session', { body: { token: link } }));
      return spent;
    },
    onSuccess: (session) => {
      // Whatever another operator saw in this browser before is gone.
      queryClient.clear();
      queryClient.setQueryData(SESSION, session);
      navigate('/', { replace: true });
    },
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
  return <p>Open the sign-in link that an admin gave you. A link works once, within 24 hours.</p>;
}

function AlreadyIn({ session }: { readonly session: Session }) {
  return (
    <p>
      You are signed in as <Shown text={session.operator.name} />. <Link to="/">Go to your inbox</Link>.
    </p>
  );
}
