/**
 * A signing key as libraries of Standard Webhooks read it: they decode what follows `whsec_` as base64. An endpoint's
 * own secret would mislead them, because its characters are the key.
 *
 * `key`: the complete `whsec_` secret of an endpoint, which is ASCII, or the 32 bytes of a callback key.
 */
export function standardWebhookSecret(key: string | Uint8Array): string {
  return `whsec_${btoa(typeof key === 'string' ? key : String.fromCharCode(...key))}`;
}
