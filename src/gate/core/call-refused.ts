/** A call that did not run, because its upstream was not reached or did not let it in. */
import type { Ending } from './types';

/** `status` is that of HTTP with which the upstream refused. Null: the call was not sent. */
export class CallRefused extends Error {
  constructor(
    readonly status: number | null,
    cause: Error,
  ) {
    super(status === null ? cause.message : `The upstream refuses (HTTP ${status}).`, { cause });
  }

  get ending(): Ending & { readonly kind: 'not_run' } {
    const { status } = this;
    return { kind: 'not_run', ...(status === null ? { why: 'unreachable' } : { why: 'upstream_refused', status }) };
  }
}
