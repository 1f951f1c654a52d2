/**
 * The errors on the way to a receiver, the time limit of an attempt, and the short sentences about both in the delivery
 * history.
 *
 * Admins of the organization read the history. Error messages are never copied into it, because they may contain our
 * addresses, file names, and text that the receiver chose (for example the names in its certificate).
 */

import { EventEmitter } from 'node:events';

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
  const code = errorCodeOf(error);
  const known = SENTENCES[code];
  if (known) return known;
  if (code.startsWith('HPE_')) return 'The answer is not valid HTTP';
  // A code is a constant of Node or OpenSSL and not text from the receiver.
  const suffix = /^[A-Z][A-Z0-9_]{2,60}$/.test(code) ? ` (${code})` : '';
  return stage === 'agreeing on TLS' ? `TLS failed${suffix}` : `The connection failed${suffix}`;
}

export function errorCodeOf(error: unknown): string {
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

/**
 * The time limit of a complete attempt (docs/contract.md#delivery-and-retries; docs/design.md#addresses). Lookup,
 * connection, TLS, sending, headers and body share the same seconds, so a receiver cannot gain time by being slow in
 * each part. A limit for each part, or Node's idle timeouts, would start again with every byte.
 *
 * Emits `end` when the time is over. An `AbortSignal` for each post would take a tenth of its CPU.
 */
export class TryLimit extends EventEmitter {
  stage: Stage = 'looking up the host';
  ranOut = false;
  readonly #timer: NodeJS.Timeout;

  constructor(readonly timeoutMs: number) {
    super();
    this.#timer = setTimeout(() => {
      this.ranOut = true;
      this.emit('end');
    }, timeoutMs);
  }

  describe(): string {
    return describeTimeout(this.timeoutMs, this.stage);
  }

  /**
   * Settles as `work` does, or rejects when the time is over. `work` itself may continue, and its result is ignored.
   */
  race<T>(work: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const expire = () => reject(new Error('the limit of the try ran out'));
      if (this.ranOut) expire();
      this.once('end', expire);
      work.then(resolve, reject).finally(() => this.off('end', expire));
    });
  }

  clear(): void {
    clearTimeout(this.#timer);
  }
}
