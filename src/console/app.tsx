/** Which page stands at which path, behind the one gate: a live session. */
import { type ComponentType, lazy, Suspense } from 'react';
import { takeToken } from './lib/link-token';
import { matchPath, usePlace } from './lib/router';
import { useSession } from './lib/session';
import { Inbox } from './pages/inbox';
import { NotFound } from './pages/not-found';
import { RequestPage } from './pages/request/request-page';
import { SignIn } from './pages/sign-in';
import { Crash } from './ui/crash';
import { Frame } from './ui/frame';
import { Failure, Loading } from './ui/states';

type Params = Readonly<Record<string, string>>;
type Pages = readonly (readonly [pattern: string, page: ComponentType<{ readonly params: Params }>])[];

const PAGES: Pages = [
  ['/', Inbox],
  ['/requests/:id', RequestPage],
];

/** Read once, when the script starts, so that no second render and no second tab can spend the link again. */
const token = takeToken();

export function App() {
  const session = useSession();
  const { path } = usePlace();
  if (path === '/sign-in' || session.data === null) {
    return <SignIn token={path === '/sign-in' ? token : null} signedIn={session.data ?? null} />;
  }
  if (session.data === undefined) {
    return (
      <main className="alone">
        {session.error === null ? (
          <Loading what="the console" />
        ) : (
          <Failure error={session.error} retry={session.refetch} />
        )}
      </main>
    );
  }
  return (
    <Frame session={session.data}>
      <Crash key={path}>
        <Suspense fallback={<Loading what="the page" />}>
          <PageAt path={path} />
        </Suspense>
      </Crash>
    </Frame>
  );
}

function PageAt({ path }: { readonly path: string }) {
  for (const [pattern, Page] of PAGES) {
    const params = matchPath(pattern, path);
    if (params !== null) return <Page key={path} params={params} />;
  }
  return <NotFound />;
}

void lazy;
