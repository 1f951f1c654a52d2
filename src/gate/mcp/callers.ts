/** Who calls, from the bearer token alone: one whose hash is configured, or a JWT of a configured issuer. */
import { timingSafeEqual } from 'node:crypto';
import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import { type Caller, type GateConfig, operatorOf, sha256 } from '../core';

export type Callers = ReturnType<typeof createCallers>;

/** No secret key of an issuer is in the configuration, so no symmetric algorithm. */
const ALGORITHMS = ['ES256', 'ES384', 'ES512', 'EdDSA', 'RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'];

export function createCallers(config: GateConfig, nowMs: () => number) {
  const keys = new Map(config.issuers.map(({ issuer, jwks }) => [issuer, createRemoteJWKSet(new URL(jwks))]));

  /** Throws if it is no JWT, or not a valid one. */
  async function subjectOf(token: string): Promise<string | null> {
    const { iss: issuer = '' } = decodeJwt(token);
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
  }

  /** Null if the token is none of these, and if no operator is configured for its subject. */
  return async (token: string): Promise<Caller | null> => {
    const id = nameOf(config, token) ?? (await subjectOf(token).catch(() => null));
    return id === null ? null : configuredCaller(config, id);
  };
}

export function configuredCaller(config: GateConfig, id: string): Caller | null {
  const operator = operatorOf(config, id);
  return operator === null ? null : { id, operator };
}

function nameOf({ callers }: GateConfig, token: string): string | null {
  const digest = Buffer.from(sha256(token));
  const found = callers.find((each) => timingSafeEqual(digest, Buffer.from(each.token)));
  return found === undefined ? null : `token:${found.name}`;
}
