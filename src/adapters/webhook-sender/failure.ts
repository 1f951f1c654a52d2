/**
 * The errors on the way to a receiver, and the short sentences about them in the delivery history.
 *
 * Admins of the organization read the history. Error messages are never copied into it, because they may contain our
 * addresses, file names, and text that the receiver chose (for example the names in its certificate).
 */

/** The guard refuses the address; not retried (docs/contract.md#delivery-and-retries). */
export class RefusedAddress extends Error {}

/** No connection could be made; retried. The message may appear in the history. */
export class Unreachable extends Error {}

/** The parts of an attempt, in order. Each one ends a sentence about the time limit. */
export type Stage = 'looking up the host' | 'connecting' | 'agreeing on TLS' | 'waiting for the answer';

export function describeTimeout(timeoutMs: number, stage: Stage): string {
  return `No answer within ${timeoutMs / 1000} s (while ${stage})`;
}

export function describeFailure(error: unknown, stage: Stage): string {
  if (error instanceof Unreachable) return error.message;
  const code = codeOf(error);
  const known = SENTENCES[code];
  if (known) return known;
  if (code.startsWith('HPE_')) return 'The answer is not valid HTTP';
  // A code is a constant of Node or OpenSSL and not text from the receiver.
  const suffix = /^[A-Z][A-Z0-9_]{2,60}$/.test(code) ? ` (${code})` : '';
  return stage === 'agreeing on TLS' ? `TLS failed${suffix}` : `The connection failed${suffix}`;
}

export function codeOf(error: unknown): string {
  const code = (error as { readonly code?: unknown } | null | undefined)?.code;
  return typeof code === 'string' ? code : '';
}

const SENTENCES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: 'The connection was closed before an answer',
  EPIPE: 'The connection was closed before an answer',
  EHOSTUNREACH: 'There is no route to the host',
  ENETUNREACH: 'There is no route to the host',
  ETIMEDOUT: 'The host did not take the connection',
  HPE_HEADER_OVERFLOW: "The answer's headers are over 16 KiB",
  CERT_HAS_EXPIRED: 'The certificate has expired',
  CERT_NOT_YET_VALID: 'The certificate is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another host',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate chain ends in a root that is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate chain is incomplete or not trusted',
  UNABLE_TO_GET_ISSUER_CERT: 'The certificate chain is incomplete or not trusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'The certificate chain is incomplete or not trusted',
  EPROTO: 'The host does not speak TLS there, or no version that is taken',
  ERR_SSL_WRONG_VERSION_NUMBER: 'The host does not speak TLS there, or no version that is taken',
};
