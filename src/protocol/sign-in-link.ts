/**
 * The address of a one-time sign-in link. The token stands in the fragment, which browsers never send: the access logs
 * of proxies, CDNs and web servers keep paths and queries.
 */

export function signInLink(consoleOrigin: string, token: string): string {
  return `${consoleOrigin}/sign-in#token=${token}`;
}
