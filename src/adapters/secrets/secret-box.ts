/**
 * Seals secrets that the service must read again (callback keys, endpoint secrets): AES-256-GCM under a data key of the
 * organization. The data key is stored wrapped and cached for five minutes
 * (docs/design.md#identifiers-hashes-and-tokens).
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { OrgId } from '../../protocol/identifiers';
import type { SecretBox } from '../../service/configuration/ports';
import type { Clock } from '../../service/system/ports';

/** Wraps data keys, with KMS on AWS and with a key file on one machine. A wrapped key is bound to its organization. */
export interface KeyWrapper {
  generate(org: OrgId): Promise<{ readonly plain: Uint8Array; readonly wrapped: string }>;
  unwrap(org: OrgId, wrapped: string): Promise<Uint8Array>;
}

/** Stores an organization's wrapped data key. */
export interface DataKeyStore {
  wrappedKey(org: OrgId): Promise<string | null>;
  /** Returns the stored key: `wrapped`, or another one if that was stored first. */
  putWrappedKey(org: OrgId, wrapped: string): Promise<string>;
}

const CACHE_MS = 5 * 60_000;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export function createSecretBox(deps: { clock: Clock; wrapper: KeyWrapper; store: DataKeyStore }): SecretBox {
  const dataKey = cachedDataKey(deps);
  return {
    async seal(org, place, secret) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', await dataKey(org), nonce).setAAD(additionalData(org, place));
      return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]).toString('base64url');
    },
    async open(org, place, sealed) {
      const bytes = Buffer.from(sealed, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', await dataKey(org), bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      })
        .setAAD(additionalData(org, place))
        .setAuthTag(bytes.subarray(-TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
    },
  };
}

/** Binds the sealed text to its place. If it is moved to another item, field or organization, it cannot be opened. */
function additionalData(org: OrgId, place: string): Buffer {
  return Buffer.from(`${org}\0${place}`, 'utf8');
}

function cachedDataKey({ clock, wrapper, store }: { clock: Clock; wrapper: KeyWrapper; store: DataKeyStore }) {
  const cache = new Map<OrgId, { readonly key: Promise<Uint8Array>; readonly untilMs: number }>();
  const read = async (org: OrgId): Promise<Uint8Array> => {
    const stored = await store.wrappedKey(org);
    if (stored !== null) return wrapper.unwrap(org, stored);
    const { plain, wrapped } = await wrapper.generate(org);
    const first = await store.putWrappedKey(org, wrapped);
    return first === wrapped ? plain : wrapper.unwrap(org, first);
  };
  return (org: OrgId): Promise<Uint8Array> => {
    const cached = cache.get(org);
    if (cached !== undefined && clock.nowMs() < cached.untilMs) return cached.key;
    const key = read(org);
    cache.set(org, { key, untilMs: clock.nowMs() + CACHE_MS });
    // A failure is not cached.
    key.catch(() => cache.delete(org));
    return key;
  };
}
