/** Waiting for the verdict (docs/contract.md#waiting-on-events-from-a-workflow-engine-consumer-pattern). */
import { constantTimeEqual, operationHash } from '../protocol/hash';
import { abortError, ConnectionError, isRetryable, MismatchError } from './errors';
import type { Timing } from './follow';
import { kindOf } from './known-options';
import { tolerantReader } from './polling';
import type { SharedFeed } from './shared-feed';
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
   * none. If the last reads failed, the error says since when, and its `cause` is the error of the last one.
   */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** Called once with a function, before the first read. Call that function when an event for the request arrives. */
  readonly wake?: (wake: () => void) => void;
}

/** The options of the wait may also be in the same object as the operation. */
export interface WaitOptions extends Operation, Waiting {}

export type Verdict =
  | { readonly outcome: 'authorized'; readonly request: AuthorizationRequest }
  | { readonly outcome: 'denied' | 'expired' | 'aborted'; readonly request: AuthorizationRequest };

export class WaitTimeoutError extends Error {
  override readonly name = 'WaitTimeoutError';
  readonly status = null;
  readonly kind = null;
  readonly retryable = true;
}

/** The result of a request's intent. */
export type ExecutionResult =
  | { readonly state: 'succeeded' | 'failed'; readonly request: AuthorizationRequest }
  /** It was stopped after a worker had claimed it, and that worker did not report. It may have run, and never runs again. */
  | { readonly state: 'unknown'; readonly request: AuthorizationRequest }
  /** Nothing can run any more. A report after the end of both the window and the lease is not waited for. */
  | { readonly state: 'not_run'; readonly why: NotRun; readonly request: AuthorizationRequest };

/**
 * `not_authorized`: there is no authorization, or it is no longer valid. `stopped`: it was stopped before a worker had it.
 * `window_closed`: `execute_by` has passed.
 */
export type NotRun = 'not_authorized' | 'no_intent' | 'stopped' | 'window_closed';

export interface WaitDeps {
  readonly client: { getRequest(id: string, options: { readonly signal?: AbortSignal }): Promise<RequestAnswer> };
  readonly feed: SharedFeed;
  readonly timing: Timing;
}

/**
 * An event of the feed, a call of `wake` or a poll says when to read the request, and only the read counts. Polls are
 * half a minute apart while the service holds answers of the feed, and at most 10 s apart otherwise. With `authorized`,
 * an integration's call may still be in progress.
 */
export async function waitForVerdict(deps: WaitDeps, id: string, options: WaitOptions): Promise<Verdict> {
  assertOperation(options);
  const expected = operationHash(options.action, options.params);
  return waitFor<Verdict>(deps, id, options, 'verdict', ({ request }) =>
    request.outcome === null ? { againInMs: null } : { result: confirmed(request, id, options, expected) },
  );
}

/** Throws TypeError with a sentence that says what was passed. */
function assertOperation({ action, params }: Partial<Operation>): void {
  const example = 'waitForVerdict(id, { action, params })';
  if (typeof action !== 'string')
    throw new TypeError(`The operation's \`action\` is ${kindOf(action)}: ${example} compares what was authorized.`);
  if (typeof params !== 'object' || params === null || Array.isArray(params))
    throw new TypeError(`The operation's \`params\` are ${kindOf(params)}: ${example} compares what was authorized.`);
}

/** Like `waitForVerdict`, for the report of the run. It also ends when nothing can run any more. */
export function waitForExecution(deps: WaitDeps, id: string, options: Waiting): Promise<ExecutionResult> {
  return waitFor(deps, id, options, 'report of its execution', executionOf);
}

/** No result yet. After this time it can change without an event; null if it changes only with an event. */
type Judged<T> = { readonly result: T } | { readonly againInMs: number | null };

function executionOf({ server_now, request }: RequestAnswer): Judged<ExecutionResult> {
  const { intent, outcome, stopped } = request;
  const { state, execute_by, lease_expires_at } = request.execution;
  const notRun = (why: NotRun) => ({ result: { state: 'not_run', why, request } as const });
  if (state === 'succeeded' || state === 'failed') return { result: { state, request } };
  if (intent === null) return notRun('no_intent');
  if (outcome === null) return { againInMs: null };
  if (state === 'claimed') return { againInMs: lease_expires_at! - server_now };
  if (stopped !== undefined) {
    return stopped.claimed_at === null ? notRun('stopped') : { result: { state: 'unknown', request } };
  }
  // An authorization whose integration failed is no longer valid.
  if (outcome !== 'authorized' || request.state === 'failed' || state === 'none') return notRun('not_authorized');
  return server_now > execute_by! ? notRun('window_closed') : { againInMs: execute_by! - server_now };
}

async function waitFor<T>(
  { client, feed, timing }: WaitDeps,
  id: string,
  { timeoutMs = Number.POSITIVE_INFINITY, signal, wake }: Waiting,
  what: string,
  judge: (answer: RequestAnswer) => Judged<T>,
): Promise<T> {
  const startedMs = timing.nowMs();
  const bell = createBell();
  wake?.(bell.ring);
  const leave = feed.join(id, bell.ring);
  try {
    await bell.pause(0, signal, forever);
    const tolerantly = tolerantReader<RequestAnswer>(signal, FAILED_READS_IN_A_ROW);
    /** Since when every read has failed; null while the last one was answered. */
    let failing: { readonly sinceMs: number } | null = null;
    for (let pauses = 0; ; pauses++) {
      bell.reset();
      const readAtMs = timing.nowMs();
      const { answer, ...failed } = await tolerantly(() => client.getRequest(id, { signal })).catch((error) => {
        if (failing === null || signal?.aborted === true || !isRetryable(error)) throw error;
        throw new ConnectionError(`${id} could not be read ${sinceText(failing.sinceMs)}`, { cause: error });
      });
      failing = answer === null ? (failing ?? { sinceMs: readAtMs }) : null;
      const judged = answer === null ? { againInMs: null } : judge(answer);
      if ('result' in judged) return judged.result;
      const waitedMs = timing.nowMs() - startedMs;
      const leftMs = timeoutMs - waitedMs;
      if (leftMs <= 0) {
        const unread = failing === null ? '' : `, and could not be read ${sinceText(failing.sinceMs)}`;
        throw new WaitTimeoutError(
          `${id} has no ${what} after ${waitedMs} ms${unread}`,
          failed.error === undefined ? {} : { cause: failed.error },
        );
      }
      const againInMs = Math.max(judged.againInMs ?? Number.POSITIVE_INFINITY, SHORTEST_PAUSE_MS);
      const pauseMs = Math.max(Math.min(feed.pauseMs(pauses), againInMs), failed.notBeforeMs ?? 0);
      await bell.pause(Math.min(pauseMs, leftMs), signal, timing.sleep);
    }
  } finally {
    leave();
  }
}

const sinceText = (ms: number): string => `since ${new Date(ms).toISOString()}`;

/** About four minutes, with reads 10 s apart: an outage must not end a wait of hours. */
const FAILED_READS_IN_A_ROW = 25;

/** Until the signal is aborted. */
const forever = (_: number, signal?: AbortSignal): Promise<void> =>
  new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason), { once: true }));

/** Added to ends without an event, because this machine's clock may be slightly ahead of the service's. */
const SHORTEST_PAUSE_MS = 1000;

function confirmed(
  request: AuthorizationRequest,
  id: string,
  { action, params }: Operation,
  expected: string,
): Verdict {
  if (request.outcome !== 'authorized') {
    return { outcome: request.outcome as 'denied' | 'expired' | 'aborted', request };
  }
  // Compares both the operation to run and the operation that people were shown. Neither may differ.
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

/** Ends the current pause, or the next one if none is running, so that an event during a read is not lost. */
function createBell() {
  let rung = false;
  let ended = new AbortController();
  return {
    ring: () => {
      rung = true;
      ended.abort();
    },
    /** A read that begins now covers every call before it. */
    reset: () => {
      rung = false;
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
    },
  };
}
