/** Who calls, from the bearer token alone: one whose hash is configured, or a JWT of a configured issuer. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { createRemoteJWKSet, decodeJwt, type JWTVerifyGetKey, jwtVerify } from 'jose';
import type { GateConfig } from '../core/config';
import { operatorOf } from '../core/judge';
import type { Caller } from '../core/types';

/** Null if the token is none of these, and if no operator is configured for its subject. */
export type Callers = (token: string) => Promise<Caller | null>;

/** No secret key of an issuer is in the configuration, so no symmetric algorithm. */
const ALGORITHMS = ['ES256', 'ES384', 'ES512', 'EdDSA', 'RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'];

export function createCallers(config: GateConfig, nowMs: () => number): Callers {
  const keys = new Map(config.issuers.map(({ issuer, jwks }) => [issuer, createRemoteJWKSet(new URL(jwks))]));
  return async (token) => {
    const id = idByHash(config, token) ?? (await idByIssuer(config, keys, nowMs, token));
    const operator = id === null ? null : operatorOf(config, id);
    return id === null || operator === null ? null : { id, operator };
  };
}

/** A configured caller by its name, for standard input: nobody sends a token there. */
export function callerNamed(config: GateConfig, name: string): Caller | null {
  const operator = operatorOf(config, `token:${name}`);
  return operator === null ? null : { id: `token:${name}`, operator };
}

function idByHash(config: GateConfig, token: string): string | null {
  const hash = createHash('sha256').update(token).digest();
  const found = config.callers.find((one) =>
    timingSafeEqual(hash, Buffer.from(one.token.slice('sha256:'.length), 'hex')),
  );
  return found === undefined ? null : `token:${found.name}`;
}

async function idByIssuer(
  config: GateConfig,
  keys: ReadonlyMap<string, JWTVerifyGetKey>,
  nowMs: () => number,
  token: string,
): Promise<string | null> {
  try {
    const issuer = decodeJwt(token).iss ?? '';
    const keysOfIssuer = keys.get(issuer);
    if (keysOfIssuer === undefined) return null;
    const { payload } = await jwtVerify(token, keysOfIssuer, {
      issuer,
      // A token for another server must not work here: that server could use it.
      audience: config.listen.url,
      algorithms: ALGORITHMS,
      requiredClaims: ['exp', 'sub'],
      currentDate: new Date(nowMs()),
    });
    return `jwt:${issuer} ${payload.sub}`;
  } catch {
    return null;
  }
}
