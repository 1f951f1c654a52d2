/**
 * The token of a one-time link: taken out of the address before anything else, so that no history or screenshot keeps
 * it. It stands in the fragment, which no server ever sees; links of the local runner carry it in the query.
 */

let token: string | null | undefined;

export function takeToken(): string | null {
  if (token !== undefined) return token;
  const here = new URL(location.href);
  const fragment = fragmentOf(here);
  token = here.pathname === '/sign-in' ? (fragment.get('token') ?? here.searchParams.get('token')) : null;
  if (fragment.has('token') || here.searchParams.has('token')) {
    here.searchParams.delete('token');
    history.replaceState(null, '', here.pathname + here.search);
  }
  // A link that is opened in a tab which already shows this page changes the fragment only: nothing would load.
  addEventListener('hashchange', () => {
    if (fragmentOf(new URL(location.href)).has('token')) location.reload();
  });
  return token;
}

function fragmentOf(address: URL): URLSearchParams {
  return new URLSearchParams(address.hash.slice(1));
}
