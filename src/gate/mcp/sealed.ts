/**
 * What the gate gives to a client to bring back: `requestState`, and the ids of tasks of upstreams. Sealed, so that a
 * client can neither read nor change it, and bound to the caller. All instances of a gate have the same key.
 */
import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import type { Caller, JsonObject } from '../core/types';

export interface Sealer {
  seal(kind: string, caller: Caller, content: JsonObject): string;
  /** Null if it is of another kind or for another caller, or if this gate did not seal it. */
  open(kind: string, caller: Caller, sealed: string): JsonObject | null;
}

const NONCE = 12;
const TAG = 16;

export function createSealer(secret: Uint8Array, randomBytes: (count: number) => Uint8Array): Sealer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'request-authorization-gate sealed v1', 32));
  const boundTo = (kind: string, caller: Caller) => Buffer.from(JSON.stringify([kind, caller.id]));
  return {
    seal(kind, caller, content) {
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(boundTo(kind, caller));
      const text = Buffer.concat([cipher.update(JSON.stringify(content)), cipher.final()]);
      return Buffer.concat([nonce, text, cipher.getAuthTag()]).toString('base64url');
    },
    open(kind, caller, sealed) {
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes.length <= NONCE + TAG) return null;
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE))
        .setAAD(boundTo(kind, caller))
        .setAuthTag(bytes.subarray(-TAG));
      try {
        const text = Buffer.concat([decipher.update(bytes.subarray(NONCE, -TAG)), decipher.final()]);
        return JSON.parse(text.toString('utf8')) as JsonObject;
      } catch {
        return null;
      }
    },
  };
}
