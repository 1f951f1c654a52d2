/** The token of a one-time link: taken out of the address before anything else, so that no history or screenshot keeps it. */

let token: string | null | undefined;

export function takeToken(): string | null {
  if (token !== undefined) return token;
  const here = new URL(location.href);
  token = here.pathname === '/sign-in' ? here.searchParams.get('token') : null;
  if (here.searchParams.has('token')) {
    here.searchParams.delete('token');
    history.replaceState(null, '', here.pathname + here.search);
  }
  return token;
}
