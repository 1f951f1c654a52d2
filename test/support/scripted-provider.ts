/**
 * An identity provider that says what a test tells it, also what no honest one says: it signs any claims, and keeps what it
 * was asked. The code that it would have sent is the nonce. Honest answers come from the certified server of `identity-provider.ts`.
 */
import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Asked {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly userAgent: string | undefined;
  readonly form: Readonly<Record<string, string>>;
}

export interface Script {
  /** Replaces claims of the ID token. Undefined leaves one out. */
  readonly claims?: object;
  readonly header?: object;
  /** Replaces fields of the answer of the token endpoint. */
  readonly tokens?: object;
  readonly metadata?: object;
  readonly signedBy?: 'its key' | 'another key' | 'nobody' | 'the secret of the client';
}

const CLIENT = 'console';
export const SECRET = 'a secret of the client that is long enough for HS256';

export async function openScriptedProvider() {
  const asked: Asked[] = [];
  let script: Script = {};
  const server = http.createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const form = Object.fromEntries(new URLSearchParams(body));
    const { authorization, 'user-agent': userAgent } = request.headers;
    asked.push({ path: request.url!, authorization, userAgent, form });
    const answer = answers[request.url!];
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer?.(form) ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const answers: Readonly<Record<string, (form: Asked['form']) => object>> = {
    '/.well-known/openid-configuration': () => ({
      ...{ issuer, authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token` },
      ...{ jwks_uri: `${issuer}/jwks`, id_token_signing_alg_values_supported: ['RS256'] },
      ...script.metadata,
    }),
    '/jwks': () => ({
      keys: [{ ...itsKeys.publicKey.export({ format: 'jwk' }), kid: 'k1', alg: 'RS256', use: 'sig' }],
    }),
    '/token': ({ code }) => ({ access_token: 'a', token_type: 'Bearer', id_token: idToken(code), ...script.tokens }),
  };
  function idToken(nonce: string | undefined): string {
    const { claims, header, signedBy = 'its key' } = script;
    const now = Math.floor(Date.now() / 1000);
    const honest = {
      iss: issuer,
      sub: 'ada',
      aud: CLIENT,
      nonce,
      iat: now,
      exp: now + 300,
      auth_time: now,
    };
    const text = `${encoded({ alg: 'RS256', kid: 'k1', ...header })}.${encoded({ ...honest, ...claims })}`;
    switch (signedBy) {
      case 'nobody':
        return `${text}.`;
      case 'the secret of the client':
        return `${text}.${createHmac('sha256', SECRET).update(text).digest('base64url')}`;
      default:
        return `${text}.${signed(text, (signedBy === 'its key' ? itsKeys : pair()).privateKey)}`;
    }
  }
  return {
    issuer,
    asked,
    /** How often the token endpoint was asked. */
    exchanges: () => asked.filter(({ path }) => path === '/token').length,
    /** From now on. */
    says(next: Script): void {
      script = next;
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

const pair = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
/** Of all providers of a suite, because to make a pair takes a tenth of a second. */
const itsKeys = pair();
const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const signed = (text: string, key: KeyObject) => sign('sha256', Buffer.from(text), key).toString('base64url');
