/**
 * Browsers at the console's own handlers, over the embedded database: at an origin with a host name, which passkeys need,
 * and from an address of their own.
 */
import { createConsoleHandler } from '../../src/lambda/console/handler';
import { eventOf, type Said, said } from './gateway';
import type { Ledger } from './ledger';
import { tokenIn } from './sign-in-link';

export const ORIGIN = 'https://console.acme.dev';
export const RP_ID = 'console.acme.dev';

export interface Browser {
  /** The cookie that it holds now, as `name=value`; null: none. */
  readonly cookie: string | null;
  send(method: string, path: string, body?: unknown): Promise<Said>;
  /** Opens a sign-in link. */
  open(link: string): Promise<Said>;
  /** Another browser with a copy of the cookie. */
  copy(): Browser;
}

/** `address`: whom the gateway sees. */
export function createBrowsers({ ports }: Ledger) {
  const handler = createConsoleHandler({ ...ports, origin: ORIGIN, cookieName: 'session' });
  const browser = (address: string, held: string | null): Browser => {
    let cookie = held;
    const self: Browser = {
      get cookie() {
        return cookie;
      },
      async send(method, path, body) {
        const from = { sourceIp: address, event: { cookies: cookie === null ? [] : [cookie] } };
        const options = body === undefined && method === 'GET' ? from : { body: body ?? {}, ...from };
        const result = await handler(eventOf(method, path, { origin: ORIGIN }, options));
        const [set] = result.cookies ?? [];
        if (set !== undefined) cookie = set.split(';')[0]!;
        return said(result as Parameters<typeof said>[0]);
      },
      open: (link) => self.send('POST', '/api/session', { token: tokenIn(link) }),
      copy: () => browser(address, cookie),
    };
    return self;
  };
  return (address = '198.51.100.1'): Browser => browser(address, null);
}
