/** Shows the page of a path (`page-table.tsx`). Every page except sign-in needs a session. */
import { lazy, Suspense, useEffect, useState } from 'react';
import { expectCode } from './lib/brought-code';
import { endOthers } from './lib/changed-hands';
import { beginWork, useIsWaiting } from './lib/ended-session';
import { usePlace } from './lib/router';
import { type Session, useMe, useSession } from './lib/session';
import { CALLBACK, takeProviderAnswer, takeToken } from './lib/sign-in';
import { isFor, loadRequestPage, pageAt } from './page-table';
import { AdminsOnly, NotFound } from './pages/no-page';
import { Frame } from './ui/frame';
import { Instant } from './ui/instant';
import { Crash, Failure, Loading } from './ui/states';

const CompanyBack = lazy(() => import('./pages/company-back'));
const SignIn = lazy(() => import('./pages/sign-in'));
const SignInAbove = lazy(() => import('./ui/sign-in-above'));

const FETCH_NEXT_AFTER_MS = 2000;

/** Read once, when the script starts, so that it leaves the address at once. */
expectCode();
const opened = takeToken();
const back = takeProviderAnswer();

export function App() {
  const session = useSession();
  const { path } = usePlace();
  // Until it was used or refused. Who signs out later must not be signed in by it.
  const [token, setToken] = useState(opened);
  useEffect(() => {
    // The next page after the inbox. It is loaded as soon as the inbox is shown.
    const timer = setTimeout(loadRequestPage, FETCH_NEXT_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (path === CALLBACK && back !== null) {
    return (
      <Suspense fallback={null}>
        <CompanyBack back={back} />
      </Suspense>
    );
  }
  if (session.data === null || (path === '/sign-in' && session.data !== undefined)) {
    return (
      <Suspense fallback={null}>
        <SignIn token={path === '/sign-in' ? token : null} forgetToken={() => setToken(null)} signedIn={session.data} />
      </Suspense>
    );
  }
  if (session.data === undefined) {
    return (
      <main className="alone">
        {session.error === null ? (
          <Loading what="the console" />
        ) : (
          <NoSession error={session.error} retry={session.refetch} />
        )}
      </main>
    );
  }
  return (
    <Frame session={session.data}>
      <Working session={session.data} />
      <Crash key={path}>
        <Suspense fallback={<Loading what="the page" />}>
          <PageAt path={path} />
        </Suspense>
      </Crash>
    </Frame>
  );
}

/** The page was opened without a network. It says why it is empty, because no data is stored on the device. */
function NoSession({ error, retry }: { readonly error: unknown; readonly retry: () => void }) {
  return (
    <>
      <Failure error={error} retry={retry} />
      <p className="muted">
        You see nothing, because answers of the service are never kept on this device. The page opens by itself as soon
        as the service answers. Last attempt: <Instant ms={Date.now()} />.
      </p>
    </>
  );
}

/** As long as a page is shown, its calls can wait for a new sign-in, and nobody else is notified in this browser. */
function Working({ session }: { readonly session: Session }) {
  useEffect(beginWork, []);
  useEffect(() => void endOthers(session), [session]);
  return useIsWaiting() ? (
    <Suspense fallback={null}>
      <SignInAbove session={session} />
    </Suspense>
  ) : null;
}

function PageAt({ path }: { readonly path: string }) {
  const { role } = useMe();
  const found = pageAt(path);
  if (found === null) return <NotFound />;
  const { page: Page, params } = found;
  return isFor(role, found) ? <Page key={path} params={params} /> : <AdminsOnly />;
}
