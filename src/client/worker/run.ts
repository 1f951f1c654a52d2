/** One claimed intent, from its checks to its report. */

import type { Client } from '../client';
import { ApiError } from '../errors';
import type { Claim, ExecutionReport } from '../types';
import { type ReasonCode, type VerifyOptions, verifyClaimed } from './verify';

export interface WorkerLog {
  info(message: string, fields: Readonly<Record<string, unknown>>): void;
  warn(message: string, fields: Readonly<Record<string, unknown>>): void;
  error(message: string, fields: Readonly<Record<string, unknown>>): void;
}

export interface RunDeps extends VerifyOptions {
  readonly client: Pick<Client, 'report'>;
  /** A call is not started with less than this left of its lease, ms. */
  readonly callBudgetMs: number;
  readonly log: WorkerLog;
  /** What the report calls the result; a string result, or its `id`, unless given. */
  readonly referenceOf?: (result: unknown) => string | undefined;
  /** The lease ran out while the call was running: another worker may make it again. */
  readonly onLost?: (requestId: string) => void;
  readonly nowMs: () => number;
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Ends the repetition of reports that nobody answers. */
  readonly abandon: AbortSignal;
}

export type RunResult =
  | { readonly kind: 'reported'; readonly status: 'succeeded' | 'failed'; readonly reason: ReasonCode | null }
  /** The lease could not cover the call; nothing ran, and another worker may claim it. */
  | { readonly kind: 'not_started' }
  /** Somebody claimed after this worker, or a different report is there. */
  | { readonly kind: 'lost' }
  /** The process was stopped before the report was answered. */
  | { readonly kind: 'abandoned' };

/** `sentAtMs`: this machine's clock when the claim was sent, so that the lease is never believed longer than it is. */
export async function runClaimed(deps: RunDeps, claim: Claim, sentAtMs: number): Promise<RunResult> {
  const { request } = claim;
  const leaseEndsMs = sentAtMs + (claim.lease_expires_at - claim.server_now);
  const lease = new AbortController();
  const verified = verifySafely(deps, claim, lease.signal);
  if ('refused' in verified) {
    deps.log.warn(`refused to run: ${verified.refused}`, { request: request.id, reason: verified.reason });
    return report(
      deps,
      claim,
      { claim_id: claim.claim_id, status: 'failed', error: verified.refused },
      verified.reason,
    );
  }
  const left = leaseEndsMs - deps.nowMs();
  if (left < deps.callBudgetMs) {
    deps.log.warn('the lease cannot cover the call any more; nothing was run', { request: request.id, left_ms: left });
    return { kind: 'not_started' };
  }
  const timer = setTimeout(() => {
    lease.abort(new Error('the lease has run out'));
    deps.log.warn('the lease ran out while the call was running', { request: request.id });
    deps.onLost?.(request.id);
  }, left);
  try {
    return await report(deps, claim, { claim_id: claim.claim_id, ...(await call(deps, verified)) }, null);
  } finally {
    clearTimeout(timer);
  }
}

interface ToCall {
  readonly run: () => unknown;
}

function verifySafely(
  deps: RunDeps,
  { request }: Claim,
  signal: AbortSignal,
): ToCall | { refused: string; reason: ReasonCode | null } {
  try {
    const context = { requestId: request.id, idempotencyKey: request.id, signal };
    const verified = verifyClaimed(request, deps, context);
    if (!verified.ok) return { refused: verified.error, reason: verified.error };
    const { intent, method } = verified.value;
    return { run: () => method(...intent.args) };
  } catch (error) {
    // A factory or a getter of the registered client threw: nothing has run.
    return { refused: messageOf(error), reason: null };
  }
}

async function call(
  { referenceOf = defaultReference }: RunDeps,
  { run }: ToCall,
): Promise<Omit<ExecutionReport, 'claim_id'>> {
  try {
    const result = await run();
    const reference = referenceOf(result);
    return { status: 'succeeded', ...(reference === undefined ? {} : { reference: short(reference) }) };
  } catch (error) {
    return { status: 'failed', error: messageOf(error) };
  }
}

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

/** Until it is answered: a call that was made and never reported would be made again. */
async function report(
  deps: RunDeps,
  claim: Claim,
  sent: ExecutionReport,
  reason: ReasonCode | null,
): Promise<RunResult> {
  const { id } = claim.request;
  for (let attempt = 0; ; attempt++) {
    try {
      await deps.client.report(id, sent);
      deps.log.info(`reported ${sent.status}`, { request: id });
      return { kind: 'reported', status: sent.status, reason };
    } catch (error) {
      if (error instanceof ApiError && !error.retryable) {
        deps.log.error(`the report was refused: ${error.message}`, { request: id, kind: error.kind });
        return { kind: 'lost' };
      }
      if (deps.abandon.aborted) return { kind: 'abandoned' };
      deps.log.warn('the report was not answered; it is sent again', { request: id });
      await deps.sleep(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt), deps.abandon).catch(() => undefined);
    }
  }
}

function defaultReference(result: unknown): string | undefined {
  if (typeof result === 'string') return result;
  const id = typeof result === 'object' && result !== null ? (result as { id?: unknown }).id : undefined;
  return typeof id === 'string' ? id : undefined;
}

function messageOf(error: unknown): string {
  return short(error instanceof Error && error.message !== '' ? error.message : 'the call failed without a message');
}

/** 512 characters, as the report takes them: code points, and no half of a pair. */
function short(text: string): string {
  return [...text.toWellFormed()].slice(0, 512).join('');
}
