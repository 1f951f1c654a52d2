/** Waiting for the verdict (contract: Waiting on events from a workflow engine). */
import { constantTimeEqual } from '../protocol/hash';
import { operationHash } from '../protocol/operation-hash';
import type { AuthorizationRequest, RequestAnswer } from './types';

export interface WaitOptions {
  /** What you are about to do. An authorization of anything else is refused with `MismatchError`. */
  readonly action: string;
  readonly params: Readonly<Record<string, string>>;
  /** Gives up after this long, ms, with `WaitTimeoutError`; never unless given. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** Called before every pause with a function that ends it: call that when an event for the request arrives. */
  readonly onPause?: (wake: () => void) => void;
}

export type Verdict =
  | { readonly outcome: 'authorized'; readonly request: AuthorizationRequest }
  | { readonly outcome: 'denied' | 'expired' | 'aborted'; readonly request: AuthorizationRequest };

/** The request was authorized, but not for this operation. */
export class MismatchError extends Error {
  override readonly name = 'MismatchError';
  readonly retryable = false;
}

export class WaitTimeoutError extends Error {
  override readonly name = 'WaitTimeoutError';
  readonly retryable = true;
}

interface Reader {
  getRequest(id: string, options: { readonly signal?: AbortSignal }): Promise<RequestAnswer>;
}

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

/**
 * Polls with pauses of 1 s growing to 30 s, less up to a fifth at random. Whatever wakes it, it reads the request again:
 * an event only says when to look. An integration's call may still be under way when this answers `authorized`.
 */
export async function waitForVerdict(
  client: Reader,
  id: string,
  options: WaitOptions,
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>,
): Promise<Verdict> {
  const expected = operationHash(options.action, options.params);
  let waitedMs = 0;
  for (let pause = 0; ; pause++) {
    const { request } = await client.getRequest(id, { signal: options.signal });
    if (request.outcome !== null) return confirmed(request, options, expected);
    if (options.timeoutMs !== undefined && waitedMs >= options.timeoutMs) {
      throw new WaitTimeoutError(`${id} is still ${request.state} after ${waitedMs} ms`);
    }
    const longestMs = options.timeoutMs === undefined ? Number.POSITIVE_INFINITY : options.timeoutMs - waitedMs;
    const ms = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 1.5 ** pause) * (1 - Math.random() / 5);
    await pauseOrWake(Math.min(ms, longestMs), options, sleep);
    waitedMs += Math.min(ms, longestMs);
  }
}

function confirmed(request: AuthorizationRequest, { action, params }: WaitOptions, expected: string): Verdict {
  if (request.outcome !== 'authorized') {
    return { outcome: request.outcome as 'denied' | 'expired' | 'aborted', request };
  }
  // Both from what is about to be done and from what was shown to people: neither may differ.
  const shown = operationHash(request.action, request.params);
  const same =
    request.action === action &&
    constantTimeEqual(request.operation_hash, expected) &&
    constantTimeEqual(shown, expected);
  if (!same) {
    throw new MismatchError(
      `${request.id} authorizes another operation than ${action} with these ${Object.keys(params).length} params`,
    );
  }
  return { outcome: 'authorized', request };
}

async function pauseOrWake(
  ms: number,
  { onPause, signal }: WaitOptions,
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>,
): Promise<void> {
  if (onPause === undefined) return sleep(ms, signal);
  const woken = new AbortController();
  onPause(() => woken.abort());
  const either = signal === undefined ? woken.signal : AbortSignal.any([woken.signal, signal]);
  await sleep(ms, either).catch((error) => {
    if (!woken.signal.aborted) throw error;
  });
}
