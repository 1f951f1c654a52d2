/**
 * Signing in by a one-time link or a company account: what the address brings, and leaving for the identity provider.
 */

import { useQuery } from '@tanstack/react-query';
import { answer, api, type Schemas } from './api';
import { organizationNamedIn } from './organization';

/** The page to which the provider sends the browser back. */
export const CALLBACK = '/sign-in/company';

export const COMPANY = ['company-sign-in'] as const;

export function useCompanySignIn() {
  return useQuery({ queryKey: COMPANY, queryFn: () => answer(api.GET('/api/company-sign-in')) });
}

export interface ProviderReturn {
  /** Null if the provider sent no code. */
  readonly sent: Schemas['ProviderAnswer'] | null;
  /** Whether an account is connected, and nobody signs in. */
  readonly connects: boolean;
}

let returned: ProviderReturn | null | undefined;

/** Read once, when the script starts. The code is removed from the address, so that no history contains it. */
export function takeProviderAnswer(): ProviderReturn | null {
  if (returned !== undefined) return returned;
  returned = null;
  const { pathname, search } = location;
  if (pathname !== CALLBACK) return returned;
  history.replaceState(null, '', CALLBACK);
  const query = new URLSearchParams(search);
  const [code, state, iss] = ['code', 'state', 'iss'].map((name) => query.get(name));
  const sent = code == null || state == null ? null : { code, state, ...(iss == null ? {} : { iss }) };
  returned = { sent, connects: state?.startsWith('connect.') === true };
  return returned;
}

export async function leaveToSignIn(org: string): Promise<void> {
  const { url } = await answer(api.POST('/api/session/company', { body: { org } }));
  location.assign(url);
}

export async function leaveToConnect(): Promise<void> {
  const { url } = await answer(api.POST('/api/company-sign-in/identity', { body: {} }));
  location.assign(url);
}

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
  // An address that is opened in a tab with this page only changes the fragment, so the page must be loaded again.
  addEventListener('hashchange', () => {
    if (fragmentOf(new URL(location.href)).has('token') || organizationNamedIn(location) !== null) location.reload();
  });
  return token;
}

function fragmentOf(address: URL): URLSearchParams {
  return new URLSearchParams(address.hash.slice(1));
}
