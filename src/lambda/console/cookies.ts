/** The cookies of the console. Where it is served by https, none is ever sent without TLS. */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';

interface Site {
  /** The console's own origin. */
  readonly origin: string;
}

export const isSecure = ({ origin }: Site): boolean => origin.startsWith('https:');

export function cookieOf(event: APIGatewayProxyEventV2, name: string): string | null {
  const cookie = (event.cookies ?? []).map((text) => text.trim()).find((text) => text.startsWith(`${name}=`));
  return cookie?.slice(name.length + 1) ?? null;
}

interface Kept {
  readonly maxAgeSeconds: number;
  /** Lax only where the browser comes back from another site. */
  readonly sameSite?: 'Strict' | 'Lax';
  readonly isReadByScripts?: boolean;
}

export function setCookie(site: Site, name: string, value: string, kept: Kept): string {
  const { maxAgeSeconds, sameSite = 'Strict', isReadByScripts = false } = kept;
  const limits = `Path=/;${isReadByScripts ? '' : ' HttpOnly;'} SameSite=${sameSite}; Max-Age=${maxAgeSeconds}`;
  return `${name}=${value}; ${limits}${isSecure(site) ? '; Secure' : ''}`;
}
