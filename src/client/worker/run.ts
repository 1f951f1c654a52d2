/** One claimed intent, from its checks to its report. */
import type { Client } from '../client';
import { ApiError, ConflictError, InvalidError, isKeyRefused, type KeyRefusal, MismatchError } from '../errors';
import type { Intent, PlainJson } from '../intents';
import { backOffMs, type Sleep } from '../polling';
import { displayFaultOf, type PinnedDisplays, pinnedFor, proofFaultOf, type RequiredProof, titleIn } from '../proofs';
import type { AuthorizationRequest, Claim, ExecutionReport } from '../types';
import { messageOf, short, type WorkerLog } from './log';
import { signedReceipt, type WorkerKey } from './signing';
import { type ReasonCode, type VerifyOptions, verifyClaimed } from './verify';

/** The call, frozen, and the request that it was approved under. `Check<[Refund]>` says which arguments you expect. */
export type Check<Args extends readonly unknown[] = readonly PlainJson[]> = (
  call: Intent<Args>,
  request: AuthorizationRequest,
) => boolean | string | Promise<boolean | string>;

/** A check for any arguments: the compiler cannot know what an envelope contains. */
// biome-ignore lint/suspicious/noExplicitAny: what people compare in one line has no type that is known here
export type AnyCheck = Check<any>;

export interface RunDeps extends VerifyOptions {
  readonly atMostOnce?: boolean;
  readonly check?: AnyCheck;
  readonly requireProof?: RequiredProof;
  readonly displays?: PinnedDisplays;
  readonly sign?: WorkerKey;
  readonly client: Pick<Client, 'report'> & Partial<Pick<Client, 'getProof'>>;
  /** A call does not start if less than this is left of its lease, in ms. */
  readonly callBudgetMs: number;
  readonly log: WorkerLog;
  readonly referenceOf?: (result: unknown) => string | undefined;
  readonly onLost?: (requestId: string) => void;
  readonly nowMs: () => number;
  readonly sleep: Sleep;
  /** Ends the retries of a report that gets no answer. */
  readonly abandon: AbortSignal;
  /** Whether the worker cannot go on. Then no call starts: if the service refused the key, it could not be reported. */
  readonly hasFailed?: () => boolean;
}

export type RunResult =
  | { readonly kind: 'reported'; readonly status: 'succeeded' | 'failed'; readonly reason: ReasonCode | null }
  /** Nothing ran and nothing was reported. The request can be claimed again after its lease. */
  | { readonly kind: 'not_started' }
  /** Like `not_started`, and no later claim can do better: the service refused the key, or does not say what is needed. */
  | { readonly kind: 'cannot_go_on'; readonly error: Error }
  /** Another worker claimed it later, or a different report is recorded. */
  | { readonly kind: 'lost' }
  /** The service refuses the report for another reason, for example because the key was revoked. */
  | { readonly kind: 'report_refused' }
  /** The process was stopped before the report was answered. */
  | { readonly kind: 'abandoned' };

type Outcome = Omit<ExecutionReport, 'claim_id'>;

/**
 * `sentAtMs`: this machine's clock when the claim was sent, so that the lease is never assumed to be longer than it is.
 */
export async function runClaimed(deps: RunDeps, claim: Claim, sentAtMs: number): Promise<RunResult> {
  const { id } = claim.request;
  const leaseEndsMs = sentAtMs + (claim.lease_expires_at - claim.server_now);
  const lease = new AbortController();
  if (deps.atMostOnce && claim.previous_claim_at !== null) return claimedBefore(deps, claim);
  const prepared = await prepare(deps, claim, lease.signal);
  if ('keyRefused' in prepared) return { kind: 'cannot_go_on', error: prepared.keyRefused };
  if (deps.hasFailed?.()) return notStarted(deps, id, 'the worker cannot go on; nothing was run');
  if ('undecided' in prepared) return notStarted(deps, id, prepared.undecided, { error: prepared.error });
  if ('refused' in prepared) {
    const named = { request: id, ...titleIn(deps.displays, claim.request) };
    deps.log.warn(`refused to run: ${prepared.reason ?? 'creating the client failed'}`, named);
    return report(deps, claim, { status: 'failed', error: prepared.refused }, prepared.reason);
  }
  const leftMs = leaseEndsMs - deps.nowMs();
  if (leftMs < deps.callBudgetMs) {
    return notStarted(deps, id, 'too little of the lease is left for the call; nothing was run', { left_ms: leftMs });
  }
  const tellLost = once(() => lost(deps, id, lease));
  // This timer only sends a warning, so it must not keep the process alive.
  const timer = setTimeout(tellLost, leftMs).unref();
  try {
    const result = await report(deps, claim, await call(deps, prepared.run), null);
    if (result.kind === 'lost') tellLost();
    return result;
  } finally {
    clearTimeout(timer);
  }
}

/** The call may have been made under the earlier claim. */
function claimedBefore(deps: RunDeps, claim: Claim): RunResult | Promise<RunResult> {
  const request = claim.request.id;
  const at = claim.previous_claim_at;
  if (typeof at !== 'number') return { kind: 'cannot_go_on', error: new Error(NO_PREVIOUS_CLAIM) };
  deps.log.warn('refused to run: it was claimed before, so its call may have been made', { request, claimed_at: at });
  return report(deps, claim, { status: 'failed', error: 'unknown_outcome' }, 'unknown_outcome');
}

const NO_PREVIOUS_CLAIM =
  '`atMostOnce` needs `previous_claim_at` in the answer to a claim, and this service does not send it. Nothing was run.';

function notStarted({ log }: RunDeps, request: string, message: string, fields: object = {}): RunResult {
  log['error' in fields ? 'error' : 'warn'](message, { request, ...fields });
  return { kind: 'not_started' };
}

function lost({ log, onLost }: RunDeps, request: string, lease: AbortController): void {
  lease.abort(new Error('the lease has expired'));
  log.warn('the lease ended before the run was reported; another worker may repeat the call', { request });
  try {
    onLost?.(request);
  } catch (error) {
    // An error thrown from a timer would end the process and all other runs.
    log.error('onLost failed', { request, error: messageOf(error) });
  }
}

function once(act: () => void): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    act();
  };
}

type Prepared =
  | { readonly run: () => unknown }
  | { readonly refused: string; readonly reason: ReasonCode | null }
  /** It is not known yet whether it may run. For the log. */
  | { readonly undecided: string; readonly error: string }
  | { readonly keyRefused: KeyRefusal };

async function prepare(deps: RunDeps, { request }: Claim, signal: AbortSignal): Promise<Prepared> {
  try {
    const context = { requestId: request.id, idempotencyKey: request.id, signal };
    const verified = verifyClaimed(request, deps, context);
    if (!verified.ok) return { refused: verified.error, reason: verified.error };
    const unproved = await proofRefusal(deps, request);
    if (unproved !== null) return unproved;
    const { intent, method, args } = verified.value;
    const unchecked = deps.check === undefined ? null : await checkRefusal(deps.check, intent, request);
    return unchecked ?? { run: () => method(...args) };
  } catch (error) {
    // A factory or a getter of the registered client threw, so nothing has run.
    return { refused: messageOf(error), reason: null };
  }
}

/** Null where the proof lets the call run. */
async function proofRefusal(deps: RunDeps, request: AuthorizationRequest): Promise<Prepared | null> {
  const { requireProof } = deps;
  const display = pinnedFor(deps.displays, request.action);
  if (requireProof === undefined && display === null) return null;
  try {
    const proof = await deps.client.getProof!(request.id);
    const why =
      (requireProof === undefined ? null : proofFaultOf(proof, request, requireProof, deps.nowMs())) ??
      (display === null ? null : displayFaultOf(proof, request, display));
    return why === null ? null : { refused: short(`proof_refused: ${why}`), reason: 'proof_refused' };
  } catch (error) {
    if (isKeyRefused(error)) return { keyRefused: error };
    // An answer of the service that there is no proof is final. Without an answer, a later claim may get one.
    if (error instanceof ApiError && !error.retryable) {
      return { refused: short(`proof_refused: ${messageOf(error)}`), reason: 'proof_refused' };
    }
    return { undecided: 'the proof could not be read; nothing was run', error: messageOf(error) };
  }
}

/** Null if the check allows the call. A check that fails, or returns nothing, decides nothing. */
async function checkRefusal(check: AnyCheck, intent: Intent, request: AuthorizationRequest): Promise<Prepared | null> {
  const undecided = 'the check gave no answer; nothing was run';
  try {
    const answer: unknown = await check(deepFrozen(structuredClone(intent)), request);
    if (answer === true) return null;
    if (answer === false || answer === '') return { refused: 'check_failed', reason: 'check_failed' };
    if (typeof answer === 'string') return { refused: short(`check_failed: ${answer}`), reason: 'check_failed' };
    return { undecided, error: `it must return true, false or a string, and returned ${kindOf(answer)}` };
  } catch (error) {
    // The stored document differs from what people read, and a later claim cannot change that.
    if (error instanceof MismatchError)
      return { refused: short(`check_failed: ${messageOf(error)}`), reason: 'check_failed' };
    return { undecided, error: messageOf(error) };
  }
}

/** Never the value itself, because it may be an argument of the call. */
const kindOf = (value: unknown): string => (value === null ? 'null' : `a value of the type ${typeof value}`);

function deepFrozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(deepFrozen);
  return value;
}

async function call(deps: RunDeps, run: () => unknown): Promise<Outcome> {
  let result: unknown;
  try {
    result = await run();
  } catch (error) {
    return { status: 'failed', error: messageOf(error) };
  }
  const reference = referenceOf(deps, result);
  return { status: 'succeeded', ...(reference === undefined ? {} : { reference: short(reference) }) };
}

/** The call has been made. An error here must not lead to a report that it failed. */
function referenceOf({ referenceOf = defaultReference, log }: RunDeps, result: unknown): string | undefined {
  try {
    const reference: unknown = referenceOf(result);
    return reference === undefined || reference === null ? undefined : String(reference);
  } catch (error) {
    log.error('getting the reference of the result failed', { error: messageOf(error) });
    return undefined;
  }
}

function defaultReference(result: unknown): string | undefined {
  if (typeof result === 'string') return result;
  const id = typeof result === 'object' && result !== null ? (result as { id?: unknown }).id : undefined;
  return typeof id === 'string' ? id : undefined;
}

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

/** Repeats the report until it is answered: a call that is not reported would be made again. */
async function report(deps: RunDeps, claim: Claim, outcome: Outcome, reason: ReasonCode | null): Promise<RunResult> {
  const { id } = claim.request;
  let signed = await reportSignature(deps, claim, outcome);
  for (let attempt = 0; ; attempt++) {
    try {
      await deps.client.report(id, { claim_id: claim.claim_id, ...outcome, ...signed });
      const named = { request: id, ...titleIn(deps.displays, claim.request) };
      deps.log.info(`reported ${outcome.status}`, { ...named, ...(reason === null ? {} : { reason }) });
      return { kind: 'reported', status: outcome.status, reason };
    } catch (error) {
      if (error instanceof InvalidError && 'receipt' in signed) {
        deps.log.error(`the signature was refused; reporting without it: ${error.message}`, { request: id });
        signed = {};
        continue;
      }
      if (error instanceof ApiError && !error.retryable) {
        deps.log.error(`the report was refused: ${error.message}`, { request: id, kind: error.kind });
        return { kind: error instanceof ConflictError ? 'lost' : 'report_refused' };
      }
      if (deps.abandon.aborted) return { kind: 'abandoned' };
      deps.log.warn('the report got no answer; sending it again', { request: id });
      const pauseMs = backOffMs(attempt, FIRST_PAUSE_MS, LONGEST_PAUSE_MS, error);
      await deps.sleep(pauseMs, deps.abandon).catch(() => undefined);
    }
  }
}

/** The call has been made. A key that cannot sign must not prevent the report. */
async function reportSignature(
  { sign, log }: RunDeps,
  claim: Claim,
  outcome: Outcome,
): Promise<Pick<Outcome, 'receipt'>> {
  if (sign === undefined) return {};
  try {
    return { receipt: await signedReceipt(sign, claim, outcome) };
  } catch (error) {
    log.error('signing the report failed; reporting without a signature', {
      request: claim.request.id,
      error: messageOf(error),
    });
    return {};
  }
}
