/**
 * The token of a one-time link. It is removed from the address first, so that no history or screenshot contains it, and is
 * found only once. It is in the fragment, which browsers never send to a server. Links of the local runner have it in the query.
 */
export function takeToken(): string | null {
  const here = new URL(location.href);
  const fragment = fragmentOf(here);
  const token = here.pathname === '/sign-in' ? (fragment.get('token') ?? here.searchParams.get('token')) : null;
  if (fragment.has('token') || here.searchParams.has('token')) {
    here.searchParams.delete('token');
    history.replaceState(null, '', here.pathname + here.search);
  }
  // A link that is opened in a tab with this page only changes the fragment, so the page must be loaded again.
  addEventListener('hashchange', () => {
    if (fragmentOf(new URL(location.href)).has('token')) location.reload();
  });
  return token;
}

function fragmentOf(address: URL): URLSearchParams {
  return new URLSearchParams(address.hash.slice(1));
}
