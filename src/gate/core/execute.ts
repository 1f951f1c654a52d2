/**
 * What happens to a call after it is in the ledger. Each step is a write on the version before, so of several instances one
 * makes it:
 *
 *     proposed ── create ──▶ created ── claim, write ──▶ begun ── one call, write ──▶ ended ── report ──▶ (nothing left)
 *
 * The call is made once, by the instance that wrote *begun*. An instance that finds *begun* after its lease cannot know
 * whether the call was made, so it writes *uncertain*.
 */
import {
  ApiError,
  type AuthorizationRequest,
  ConflictError,
  InvalidError,
  NotFoundError,
  openIntent,
  operationHash,
  RateLimitedError,
  RefusedError,
  WindowClosedError,
} from '../../client';
import type { GateConfig } from './config';
import { clientOf, idempotencyKeyOf, type SealedCall } from './entry';
import { isStill, judge } from './judge';
import type { Ending, Entry, GatePorts, HeldClaim, NotRun, Refusal, Stage, UpstreamAnswer } from './types';

export interface Steps extends GatePorts {
  readonly config: GateConfig;
}

/** One step. Throws if the service, the ledger or the upstream's list cannot be reached: a later step repeats it. */
export async function step(deps: Steps, entry: Entry): Promise<void> {
  const { stage } = entry;
  switch (stage.kind) {
    case 'proposed':
      return create(deps, entry);
    case 'created':
      return decide(deps, entry, stage.requestId);
    case 'begun':
      return recover(deps, entry, stage.requestId, stage.claim);
    case 'ended':
      return report(deps, entry, stage);
  }
}

/** The entry as it is stored now, or null if another instance was faster. */
export async function move(deps: Pick<Steps, 'ledger' | 'nowMs'>, entry: Entry, stage: Stage): Promise<Entry | null> {
  const next = { ...entry, version: entry.version + 1, updatedAtMs: deps.nowMs(), stage };
  return (await deps.ledger.write(next)) ? next : null;
}

async function create(deps: Steps, entry: Entry): Promise<void> {
  try {
    for (const [name, text] of Object.entries(entry.evidence)) await deps.proposer.attach(name, text);
    const { request } = await deps.proposer.createRequest(entry.create, { idempotencyKey: idempotencyKeyOf(entry) });
    const created = await move(deps, entry, { kind: 'created', requestId: request.id });
    // After a repeated create, people may have decided already.
    if (created !== null && request.outcome !== null) await step(deps, created);
  } catch (error) {
    const refusal = refusalIn(error);
    if (refusal === null) throw error;
    deps.log('the service refused to create the request', { call: entry.id, error: (error as Error).message });
    await move(deps, entry, ended({ kind: 'refused', refusal }, null, null));
  }
}

function refusalIn(error: unknown): Refusal | null {
  if (error instanceof RateLimitedError) return { kind: 'too_many' };
  if (error instanceof RefusedError || error instanceof InvalidError || error instanceof ConflictError)
    return { kind: 'policy' };
  return null;
}

async function decide(deps: Steps, entry: Entry, requestId: string): Promise<void> {
  const request = await deps.proposer.getRequest(requestId).then(
    (answer) => answer.request,
    (error) => {
      // A request that the service does not have can never be claimed.
      if (error instanceof NotFoundError) return null;
      throw error;
    },
  );
  if (request !== null && request.outcome === null) return;
  const outcome = request?.outcome ?? 'aborted';
  if (request === null || outcome !== 'authorized') return notRun(deps, entry, requestId, outcome as NotRun, null);
  const { state, execute_by } = request.execution;
  if (state === 'succeeded' || state === 'failed') {
    // Somebody else reported it. An instance of this gate would have written its ending first, and then this write is lost.
    deps.log('the request was reported by somebody else', { call: entry.id, request: requestId });
    return void (await move(deps, entry, ended({ kind: 'uncertain' }, requestId, null)));
  }
  if (state === 'claimed') return;
  if (state === 'none') return notRun(deps, entry, requestId, 'aborted', null);
  const isStillApproved = await stillFits(deps, entry, request);
  await claimAndRun(deps, entry, requestId, isStillApproved, execute_by);
}

/** Whether what people approved is what would run now: the operation, the tool's definition, the rules and the caller. */
async function stillFits(
  { config, upstreams, keys }: Steps,
  entry: Entry,
  request: AuthorizationRequest,
): Promise<boolean> {
  const { action, params = {} } = entry.create;
  if (request.operation_hash !== operationHash(action, params)) return false;
  const opened = openIntent({ keys, request });
  if (!opened.ok || opened.value.intent.client !== clientOf(config)) return false;
  const sealed = opened.value.intent.args[0] as unknown as SealedCall;
  if (sealed.call !== entry.id) return false;
  if (!isStill(config, entry.caller) || !Object.hasOwn(config.upstreams, entry.upstream)) return false;
  const definition = await upstreams.definition(entry.upstream, entry.tool);
  if (definition === null) return false;
  const judged = judge(config, { ...entry, definition });
  const { intent, ...approved } = params;
  return judged.kind === 'gated' && operationHash(judged.action, judged.params) === operationHash(action, approved);
}

async function claimAndRun(
  deps: Steps,
  entry: Entry,
  requestId: string,
  fits: boolean,
  executeBy: number | null,
): Promise<void> {
  const claim = await claimOf(deps, requestId);
  if (claim === 'taken') return;
  if (claim === 'late') {
    deps.log('the call was approved, but it was not claimed in time', { call: entry.id, execute_by: executeBy ?? 0 });
    return notRun(deps, entry, requestId, 'late', null);
  }
  if (claim === 'void') return notRun(deps, entry, requestId, 'aborted', null);
  if (!fits) return notRun(deps, entry, requestId, 'changed', claim);
  const begun = await move(deps, entry, { kind: 'begun', requestId, claim });
  if (begun === null) {
    // It was cancelled, or the lease of another instance has just ended. Its ending is reported under this claim.
    const now = await deps.ledger.read(entry.id);
    if (now?.stage.kind === 'ended') await reportUnder(deps, requestId, claim, now.stage.ending);
    return;
  }
  const ending = await callOnce(deps, begun, requestId);
  const finished = await move(deps, begun, ended(ending, requestId, claim));
  if (finished === null) {
    deps.log('the call was answered after its lease, and is recorded as uncertain', {
      call: entry.id,
      request: requestId,
    });
    return;
  }
  await step(deps, finished);
}

/** `taken`: another instance has it. `late`: `execute_by` has passed. `void`: the authorization no longer stands. */
async function claimOf(deps: Steps, requestId: string): Promise<HeldClaim | 'taken' | 'late' | 'void'> {
  const sentAtMs = deps.nowMs();
  try {
    const claim = await deps.worker.claim(requestId, { leaseSeconds: deps.config.call_timeout + LEASE_MARGIN_SECONDS });
    const leaseEndsMs = sentAtMs + (claim.lease_expires_at - claim.server_now);
    return { claimId: claim.claim_id, leaseEndsMs };
  } catch (error) {
    if (error instanceof WindowClosedError) return 'late';
    if (!(error instanceof ConflictError)) throw error;
    return error.kind === 'not_authorized' || error.kind === 'no_intent' ? 'void' : 'taken';
  }
}

/** For the writes and the report around the call. */
const LEASE_MARGIN_SECONDS = 30;

async function callOnce(deps: Steps, entry: Entry, requestId: string): Promise<Ending> {
  const timeout = new AbortController();
  const done = new AbortController();
  const tooLong = deps.sleep(deps.config.call_timeout * 1000, done.signal).then(() => {
    timeout.abort(new Error('the upstream did not answer in time'));
    throw timeout.signal.reason;
  });
  try {
    const context = { requestId, signal: timeout.signal };
    const call = deps.upstreams.callTool(entry.upstream, entry.tool, entry.arguments, context);
    return { kind: 'finished', answer: keepable(await Promise.race([call, tooLong])) };
  } catch (error) {
    // The request may have reached the upstream, so nobody knows whether the tool ran.
    deps.log('the call ended without an answer', {
      call: entry.id,
      request: requestId,
      error: (error as Error).message,
    });
    return { kind: 'uncertain' };
  } finally {
    tooLong.catch(() => undefined);
    done.abort();
  }
}

/** An item of DynamoDB takes 400 kB, and the entry has the arguments twice. */
const LARGEST_ANSWER = 200 * 1024;

function keepable(answer: UpstreamAnswer): UpstreamAnswer {
  if (Buffer.byteLength(JSON.stringify(answer)) <= LARGEST_ANSWER) return answer;
  return { kind: 'too_large', isError: answer.kind !== 'result' || answer.result.isError === true };
}

/**
 * The instance that began may have been killed before the call, during it or after it. It cannot be this one in the same life,
 * because one process makes one step of a call at a time.
 */
async function recover(deps: Steps, entry: Entry, requestId: string, claim: HeldClaim): Promise<void> {
  if (deps.nowMs() < claim.leaseEndsMs) return;
  const uncertain = await move(deps, entry, ended({ kind: 'uncertain' }, requestId, claim));
  if (uncertain !== null) await step(deps, uncertain);
}

async function notRun(
  deps: Steps,
  entry: Entry,
  requestId: string,
  why: NotRun,
  claim: HeldClaim | null,
): Promise<void> {
  const moved = await move(deps, entry, ended({ kind: 'not_run', why }, requestId, claim));
  if (moved !== null) await step(deps, moved);
}

async function report(deps: Steps, entry: Entry, stage: Extract<Stage, { kind: 'ended' }>): Promise<void> {
  if (stage.unreported === null) return;
  await reportUnder(deps, stage.requestId!, stage.unreported, stage.ending);
  await move(deps, entry, { ...stage, unreported: null });
}

/** The same report can be sent again. The ledger keeps the ending, whatever the service says. */
async function reportUnder(deps: Steps, requestId: string, { claimId }: HeldClaim, ending: Ending): Promise<void> {
  try {
    await deps.worker.report(requestId, { claim_id: claimId, ...reportOf(ending) });
  } catch (error) {
    const isFinal = error instanceof ApiError && !error.retryable && ![401, 403].includes(error.status);
    if (!isFinal) throw error;
    deps.log('the report was refused', { request: requestId, error: error.message });
  }
}

function reportOf(ending: Ending): { status: 'succeeded' | 'failed'; error?: string } {
  switch (ending.kind) {
    case 'finished': {
      const { answer } = ending;
      if (answer.kind === 'error')
        return { status: 'failed', error: 'tool_error: the upstream answered with an error' };
      const isError = answer.kind === 'result' ? answer.result.isError === true : answer.isError;
      return isError
        ? { status: 'failed', error: 'tool_error: the tool answered with an error' }
        : { status: 'succeeded' };
    }
    case 'not_run':
      return { status: 'failed', error: `not_run: ${ending.why}` };
    case 'refused':
      return { status: 'failed', error: 'not_run: refused' };
    case 'uncertain':
      return { status: 'failed', error: UNCERTAIN_REPORT };
  }
}

const UNCERTAIN_REPORT = 'uncertain: the tool may have run, and it is not run again';

/** Claims a request that this gate sealed and its ledger does not know, and reports it. It never runs. */
export async function reportUnknown(deps: Steps, request: AuthorizationRequest): Promise<void> {
  const opened = openIntent({ keys: deps.keys, request });
  if (!opened.ok || opened.value.intent.client !== clientOf(deps.config)) return;
  const sealed = opened.value.intent.args[0] as unknown as Partial<SealedCall> | undefined;
  const entry = typeof sealed?.call === 'string' ? await deps.ledger.read(sealed.call) : null;
  // An envelope that was proposed again, perhaps under other params, is another request than the one of the ledger.
  const known = entry === null ? undefined : entry.stage.kind === 'proposed' ? null : entry.stage.requestId;
  if (known === null || known === request.id) return;
  const claim = await claimOf(deps, request.id);
  if (typeof claim === 'string') return;
  deps.log('this ledger does not know an approved request of this gate', { request: request.id });
  await reportUnder(deps, request.id, claim, { kind: 'uncertain' });
}

function ended(ending: Ending, requestId: string | null, unreported: HeldClaim | null): Stage {
  return { kind: 'ended', requestId, ending, unreported };
}
