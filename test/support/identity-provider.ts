/** The certified identity provider of OpenID Connect as a process of its own, and a browser that signs in there. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export interface IdentityProvider {
  readonly issuer: string;
  /** Signs in at this address of the provider. Returns what the provider puts into the address of the console's page. */
  signIn(address: string, login: Login): Promise<Brought>;
  stop(): Promise<void>;
}

export interface Login {
  readonly login: string;
  /** How many seconds ago the person signed in, as the provider says. */
  readonly ago?: number;
  readonly acr?: string;
}

export interface Brought {
  readonly code: string;
  readonly state: string;
  readonly iss: string;
}

/** The setting of an organization that uses it. */
export const settingOf = ({ issuer }: IdentityProvider, fields: object = {}) => ({
  ...{ issuer, client_id: 'console', client_secret: null, acr_values: [], max_age_seconds: 3600 },
  forbids_mail_links: false,
  ...fields,
});

export async function openIdentityProvider(
  redirectUris: readonly string[],
  { secret, ignoresMaxAge = false }: { readonly secret?: string; readonly ignoresMaxAge?: boolean } = {},
): Promise<IdentityProvider> {
  const options = [
    ...redirectUris.flatMap((uri) => ['--redirect-uri', uri]),
    ...(secret === undefined ? [] : ['--secret', secret]),
    ...(ignoresMaxAge ? ['--ignores-max-age'] : []),
  ];
  const child = spawn(process.execPath, ['scripts/identity-provider.mjs', '--port', '0', ...options], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const issuer = /^issuer (\S+),/.exec(line)?.[1];
  if (issuer === undefined) throw new Error(`the identity provider did not start: ${line}`);
  return {
    issuer,
    signIn: (address, login) => signIn(address, login),
    async stop() {
      if (child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}

/** Follows redirects with cookies, as a browser does, until the address is no longer the provider's. */
async function signIn(address: string, login: Login): Promise<Brought> {
  const jar = new Map<string, string>();
  const { origin } = new URL(address);
  let next = { url: address, init: {} as RequestInit };
  for (let step = 0; step < 10; step++) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(next.url, { ...next.init, redirect: 'manual', headers: { cookie } });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      jar.set(name, value);
    }
    const location = answer.headers.get('location');
    if (location === null) {
      if (!answer.ok) throw new Error(`the identity provider answered ${answer.status}: ${await answer.text()}`);
      const form = Object.entries(login).map(([name, value]) => [name, String(value)] as [string, string]);
      next = { url: next.url, init: { method: 'POST', body: new URLSearchParams(form) } };
      continue;
    }
    const url = new URL(location, next.url);
    if (url.origin !== origin) return Object.fromEntries(url.searchParams) as unknown as Brought;
    next = { url: url.href, init: {} };
  }
  throw new Error('the identity provider sent the browser around in a circle');
}
