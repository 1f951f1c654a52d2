/** Which page is at which path. Every page but sign-in needs a session. */
import { type ComponentType, lazy, Suspense } from 'react';
import { takeToken } from './lib/link-token';
import { matchPath, usePlace } from './lib/router';
import { useMe, useSession } from './lib/session';
import { AdminsOnly } from './pages/admins-only';
import { Inbox } from './pages/inbox';
import { NotFound } from './pages/not-found';
import { RequestPage } from './pages/request/request-page';
import { SignIn } from './pages/sign-in';
import { Crash } from './ui/crash';
import { Frame } from './ui/frame';
import { Failure, Loading } from './ui/states';

type Params = Readonly<Record<string, string>>;
type Pages = readonly (readonly [pattern: string, page: ComponentType<{ readonly params: Params }>, role?: 'admin'])[];

/** What an operator needs at once is in the first load; every other page is fetched when it is opened. */
const PAGES: Pages = [
  ['/', Inbox],
  ['/requests/:id', RequestPage],
  ['/requests', lazy(() => import('./pages/history'))],
  ['/overview', lazy(() => import('./pages/overview'))],
  ['/account', lazy(() => import('./pages/account'))],
  ['/actions', lazy(() => import('./pages/admin/actions'))],
  ['/actions/:id', lazy(() => import('./pages/admin/action'))],
  ['/new-action', lazy(() => import('./pages/admin/new-action')), 'admin'],
  ['/webhooks', lazy(() => import('./pages/admin/webhooks')), 'admin'],
  ['/webhooks/:id', lazy(() => import('./pages/admin/webhook')), 'admin'],
  ['/keys', lazy(() => import('./pages/admin/keys')), 'admin'],
  ['/operators', lazy(() => import('./pages/admin/operators')), 'admin'],
  ['/audit', lazy(() => import('./pages/admin/audit')), 'admin'],
];

/** Read once, when the script starts, so that no second render and no second tab can spend the link again. */
const token = takeToken();

export function App() {
  const session = useSession();
  const { path } = usePlace();
  if (session.data === null || (path === '/sign-in' && session.data !== undefined)) {
    return <SignIn token={path === '/sign-in' ? token : null} signedIn={session.data} />;
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
  const isAdmin = useMe().role === 'admin';
  for (const [pattern, Page, role] of PAGES) {
    const params = matchPath(pattern, path);
    if (params === null) continue;
    return role === 'admin' && !isAdmin ? <AdminsOnly /> : <Page key={path} params={params} />;
  }
  return <NotFound />;
}
