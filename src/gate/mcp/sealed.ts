/** `requestState` and the ids of tasks of upstreams: encrypted and bound to the caller. All instances have the same key. */
import { hkdfSync } from 'node:crypto';
import { EncryptJWT, jwtDecrypt } from 'jose';
import type { Caller, JsonObject } from '../core';

export type Sealer = ReturnType<typeof createSealer>;

const HOW = { alg: 'dir', enc: 'A256GCM' } as const;

export function createSealer(secret: Uint8Array, nowMs: () => number) {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'request-authorization-gate sealed v2', 32));
  return {
    seal(kind: string, { id }: Caller, content: JsonObject, expiresAtMs?: number): Promise<string> {
      const sealing = new EncryptJWT({ content }).setProtectedHeader(HOW).setSubject(kind).setAudience(id);
      if (expiresAtMs !== undefined) sealing.setExpirationTime(new Date(expiresAtMs));
      return sealing.encrypt(key);
    },
    /** Null if it is of another kind, for another caller or expired, or if this gate did not seal it. */
    open(kind: string, { id }: Caller, sealed: string): Promise<JsonObject | null> {
      const only = { keyManagementAlgorithms: [HOW.alg], contentEncryptionAlgorithms: [HOW.enc] };
      return jwtDecrypt(sealed, key, { ...only, subject: kind, audience: id, currentDate: new Date(nowMs()) }).then(
        ({ payload }) => payload.content as JsonObject,
        () => null,
      );
    },
  };
}
