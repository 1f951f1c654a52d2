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

/** What an operator needs at once is in the first load; every other page is fetched when it is opened. */
const PAGES: Pages = [
  ['/', Inbox],
  ['/requests/:id', RequestPage],
  ['/requests', lazy(() => import('./pages/history'))],
  ['/overview', lazy(() => import('./pages/overview'))],
  ['/account', lazy(() => import('./pages/account'))],
  ['/actions', lazy(() => import('./pages/admin/actions'))],
  ['/actions/:id', lazy(() => import('./pages/admin/action'))],
  ['/new-action', lazy(() => import('./pages/admin/new-action'))],
  ['/webhooks', lazy(() => import('./pages/admin/webhooks'))],
  ['/webhooks/:id', lazy(() => import('./pages/admin/webhook'))],
  ['/keys', lazy(() => import('./pages/admin/keys'))],
  ['/operators', lazy(() => import('./pages/admin/operators'))],
  ['/audit', lazy(() => import('./pages/admin/audit'))],
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
