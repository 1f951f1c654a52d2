/**
 * An identity provider of OpenID Connect on this machine, to try company sign-in: `npm run identity-provider`. It
 * signs in anybody under any name, so it is for trials and tests only.
 *
 *   --port 9400                                  where it listens, on 127.0.0.1
 *   --redirect-uri URI                           the page of the console (the default fits `npm start`)
 *   --secret TEXT                                for a client with a secret; without it, the client is public
 *   --ignores-max-age                            for tests: it never requests a new sign-in
 */
import { once } from 'node:events';
import http from 'node:http';
import { parseArgs } from 'node:util';
import Provider, { interactionPolicy } from 'oidc-provider';

const inConsole = (host) => `http://${host}:8787/sign-in/company`;
const { values: options } = parseArgs({
  options: {
    port: { type: 'string', default: '9400' },
    'redirect-uri': { type: 'string', multiple: true, default: ['localhost', '127.0.0.1'].map(inConsole) },
    secret: { type: 'string' },
    'ignores-max-age': { type: 'boolean', default: false },
  },
});

const server = http.createServer();
server.listen(Number(options.port), '127.0.0.1');
await once(server, 'listening');
const issuer = `http://127.0.0.1:${server.address().port}`;
const policy = interactionPolicy.base();
if (options['ignores-max-age']) policy.get('login').checks.remove('max_age');

const provider = new Provider(issuer, {
  clients: [
    {
      client_id: 'console',
      redirect_uris: options['redirect-uri'],
      ...(options.secret === undefined
        ? { token_endpoint_auth_method: 'none' }
        : { client_secret: options.secret, token_endpoint_auth_method: 'client_secret_basic' }),
    },
  ],
  acrValues: ['basic', 'mfa'],
  features: { devInteractions: { enabled: false } },
  interactions: { policy, url: (_, { uid }) => `/interaction/${uid}` },
  findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
  // Nobody is asked to consent.
  async loadExistingGrant({ oidc }) {
    const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
    grant.addOIDCScope('openid');
    await grant.save();
    return grant;
  },
  cookies: { keys: ['only for trials'] },
});
const rest = provider.callback();

server.on('request', async (request, response) => {
  try {
    if (!request.url.startsWith('/interaction/')) return rest(request, response);
    if (request.method === 'GET') return page(response);
    const form = new URLSearchParams(await text(request));
    const ts = Math.floor(Date.now() / 1000) - Number(form.get('ago') ?? 0);
    const login = { accountId: form.get('login'), ts, acr: form.get('acr') ?? 'basic' };
    await provider.interactionFinished(request, response, { login });
  } catch (error) {
    response.writeHead(400).end(String(error));
  }
});

function page(response) {
  response
    .writeHead(200, { 'content-type': 'text/html' })
    .end(`<!doctype html><html lang="en"><title>Identity provider</title>
<h1>Sign in to your company</h1><form method="post"><label>Account <input name="login" required></label> <button>Sign in</button></form></html>`);
}

async function text(request) {
  let body = '';
  for await (const chunk of request) body += chunk;
  return body;
}

console.log(`issuer ${issuer}, client id console${options.secret === undefined ? ' (public)' : ''}`);
