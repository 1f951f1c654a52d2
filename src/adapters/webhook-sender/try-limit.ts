import { EventEmitter } from 'node:events';
import { describeTimeout, type Stage } from './failure';

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
