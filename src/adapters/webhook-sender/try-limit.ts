import { describeTimeout, type Stage } from './failure';

/**
 * The one limit over a whole try (docs/contract.md#delivery-and-retries; docs/design.md#addresses): look-up, connect,
 * TLS, sending, headers and body all draw on the same seconds, so that a receiver cannot win time by being slow at each
 * in turn. A limit for each part, or Node's idle time-outs, would be reset by a byte a second.
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

  /** Settles as `work` does, or rejects when the limit runs out; `work` itself may go on and is no longer heard. */
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
