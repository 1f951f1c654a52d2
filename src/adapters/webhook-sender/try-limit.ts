import { describeTimeout, type Stage } from './failure';

/**
 * The time limit of a complete attempt (docs/contract.md#delivery-and-retries; docs/design.md#addresses). Lookup,
 * connection, TLS, sending, headers and body share the same seconds, so a receiver cannot gain time by being slow in
 * each part. A limit for each part, or Node's idle timeouts, would start again with every byte.
 */
export class TryLimit {
  stage: Stage = 'looking up the host';
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;

  constructor(readonly timeoutMs: number) {
    this.#timer = setTimeout(() => this.#controller.abort(), timeoutMs);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get ranOut(): boolean {
    return this.signal.aborted;
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
      this.signal.addEventListener('abort', expire, { once: true });
      work.then(resolve, reject).finally(() => this.signal.removeEventListener('abort', expire));
    });
  }

  clear(): void {
    clearTimeout(this.#timer);
  }
}
