/** Waiting for the verdict (docs/contract.md#waiting-on-events-from-a-workflow-engine-consumer-pattern). */
import { constantTimeEqual } from '../protocol/hash';
import { operationHash } from '../protocol/operation-hash';
import { abortError } from './errors';
import { pauseMs, tolerantReader } from './polling';
import type { AuthorizationRequest, RequestAnswer } from './types';

/** The operation that you are about to run. If something else was authorized, the wait throws `MismatchError`. */
export interface Operation {
  readonly action: string;
  readonly params: Readonly<Record<string, string>>;
}

/** How to wait. */
export interface Waiting {
  /**
   * Time limit in ms, after which the wait throws `WaitTimeoutError` (a read in progress is finished first). Default:
   * none.
   */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** Called once, before the first read, with a function. Call that function when an event for the request arrives. */
  readonly wake?: (wake: () => void) => void;
}

/** How to wait may also stand beside the operation, in one object. */
export interface WaitOptions extends Operation, Waiting {}

export type Verdict =
  | { readonly outcome: 'authorized'; readonly request: AuthorizationRequest }
  | { readonly outcome: 'denied' | 'expired' | 'aborted'; readonly request: AuthorizationRequest };

/** The request was authorized, but for another operation. */
export class MismatchError extends Error {
  override readonly name = 'MismatchError';
  readonly status = null;
  readonly kind = null;
  readonly retryable = false;
}

export class WaitTimeoutError extends Error {
  override readonly name = 'WaitTimeoutError';
  readonly status = null;
  readonly kind = null;
  readonly retryable = true;
}

export interface Timing {
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly nowMs: () => number;
}

interface Reader {
  getRequest(id: string, options: { readonly signal?: AbortSignal }): Promise<RequestAnswer>;
}

/**
 * Polls with pauses of 1 s that double up to 30 s, each up to a fifth shorter at random. It always reads the request
 * again, because an event only says when to look. With `authorized`, an integration's call may still be in progress.
 */
export async function waitForVerdict(
  client: Reader,
  id: string,
  options: WaitOptions,
  timing: Timing,
): Promise<Verdict> {
  const expected = operationHash(options.action, options.params);
  const startedMs = timing.nowMs();
  const bell = createBell();
  options.wake?.(bell.ring);
  const tolerantly = tolerantReader<RequestAnswer>(options.signal);
  for (let pause = 0; ; pause++) {
    const read = await tolerantly(() => client.getRequest(id, { signal: options.signal }));
    const request = read.answer?.request;
    if (request !== undefined && request.outcome !== null) return confirmed(request, id, options, expected);
    const waitedMs = timing.nowMs() - startedMs;
    const leftMs = (options.timeoutMs ?? Number.POSITIVE_INFINITY) - waitedMs;
    if (leftMs <= 0) throw new WaitTimeoutError(`${id} has no verdict after ${waitedMs} ms`);
    const notBeforeMs = read.answer === null ? read.notBeforeMs : 0;
    await bell.pause(Math.min(Math.max(pauseMs(pause), notBeforeMs), leftMs), options.signal, timing.sleep);
  }
}

function confirmed(
  request: AuthorizationRequest,
  id: string,
  { action, params }: WaitOptions,
  expected: string,
): Verdict {
  if (request.outcome !== 'authorized') {
    return { outcome: request.outcome as 'denied' | 'expired' | 'aborted', request };
  }
  // Compare both the operation to run and the operation that people were shown. Neither may differ.
  const shown = operationHash(request.action, request.params);
  const same =
    request.id === id &&
    request.action === action &&
    constantTimeEqual(request.operation_hash, expected) &&
    constantTimeEqual(shown, expected);
  if (!same) {
    throw new MismatchError(
      `${id} authorizes another operation than ${action} with these ${Object.keys(params).length} params`,
    );
  }
  return { outcome: 'authorized', request };
}

/** Ends the current pause, or the next one if none is in progress, so an event during a read is not lost. */
function createBell() {
  let rung = false;
  let ended = new AbortController();
  return {
    ring: () => {
      rung = true;
      ended.abort();
    },
    pause: async (ms: number, signal: AbortSignal | undefined, sleep: Timing['sleep']): Promise<void> => {
      if (signal?.aborted === true) throw abortError(signal);
      if (!rung) {
        ended = new AbortController();
        const woken = ended.signal;
        await sleep(ms, signal === undefined ? woken : AbortSignal.any([woken, signal])).catch((error) => {
          if (signal?.aborted === true) throw abortError(signal);
          if (!woken.aborted) throw error;
        });
      }
      rung = false;
    },
  };
}
