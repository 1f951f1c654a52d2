/**
 * What happens to a call after it is in the ledger. Each step is a write on the version before, so of several instances one
 * makes it:
 *
 *     proposed ── create ──▶ created ── claim, write ──▶ begun ── one call, write ──▶ ended ── report ──▶ (nothing left)
 *
 * The instance that wrote *begun* calls once. One that finds *begun* after the lease writes *uncertain*. A call that was
 * cancelled is *ended* before it has begun, and its request is then taken back.
 */
import {
  ApiError,
  type AuthorizationRequest,
  ConflictError,
  InvalidError,
  NotFoundError,
  OUTCOME_REASONS,
  openIntent,
  operationHash,
  RateLimitedError,
  RefusedError,
  WindowClosedError,
} from '../../client';
import { CallRefused } from './call-refused';
import type { GateConfig } from './config';
import { clientOf, idempotencyKeyOf, requestIdOf, shownWith } from './entry';
import { judge, operatorOf } from './judge';
import type {
  CallContext,
  Ending,
  Entry,
  GatePorts,
  HeldClaim,
  JsonObject,
  NotRun,
  Owed,
  Refusal,
  RunTimes,
  Stage,
  UpstreamAnswer,
} from './types';

export type Steps = GatePorts & {
  readonly config: GateConfig;
  /** The upstream says that it goes on with this call. */
  readonly progressed: (callId: string) => void;
};

/** One step. Throws if the service, the ledger or the upstream's list cannot be reached: a later step repeats it. */
export async function step(deps: Steps, entry: Entry): Promise<unknown> {
  const { stage } = entry;
  switch (stage.kind) {
    case 'proposed':
      return create(deps, entry);
    case 'created':
      return decide(deps, entry, stage.requestId);
    case 'begun':
      // The instance that began was killed before the call, during it or after it: one process makes one step at a time.
      if (deps.nowMs() < stage.claim.leaseEndsMs) return null;
      return end(deps, entry, { kind: 'uncertain' }, stage.claim);
    case 'ended':
      if (stage.owed === null) return null;
      if (stage.owed.kind === 'abort') await takeBack(deps, stage.requestId!);
      else await reportUnder(deps, stage.requestId!, stage.owed.claim, stage.ending);
      return move(deps, entry, { ...stage, owed: null });
  }
}

/** The entry as it is stored now, or null if another instance was faster. */
async function move(deps: Pick<Steps, 'ledger' | 'nowMs'>, entry: Entry, stage: Stage): Promise<Entry | null> {
  return change(deps, entry, { updatedAtMs: deps.nowMs(), stage });
}

/** The same, for what is no step of the call. */
export async function change(
  deps: Pick<Steps, 'ledger'>,
  entry: Entry,
  changes: Partial<Entry>,
): Promise<Entry | null> {
  const next = { ...entry, ...changes, version: entry.version + 1 };
  return (await deps.ledger.write(next)) ? next : null;
}

/** The same on the newest version, because a client may have parked or joined the call since. Null if it has another stage. */
async function moveOn(deps: Steps, entry: Entry, stage: Stage): Promise<Entry | null> {
  for (let now: Entry | null = entry; now?.stage.kind === entry.stage.kind; now = await deps.ledger.read(entry.id)) {
    const moved = await move(deps, now, stage);
    if (moved !== null) return moved;
  }
  return null;
}

/** Fences a call that has not begun. The next step takes its request back. Null if another write was first. */
export function cancel(deps: Steps, entry: Entry): Promise<Entry | null> {
  // Without an answer to its create, nobody knows its request, which runs out.
  const owed: Owed | null = requestIdOf(entry) === null ? null : { kind: 'abort' };
  return conclude(deps, entry, { kind: 'not_run', why: 'cancelled' }, owed, null);
}

/** Writes the ending, and reports it if there is a claim to report it under. */
async function end(
  deps: Steps,
  entry: Entry,
  ending: Ending,
  claim?: HeldClaim,
  run: RunTimes | null = entry.stage.kind === 'begun' ? entry.stage.run : null,
): Promise<void> {
  const written = await conclude(deps, entry, ending, claim === undefined ? null : { kind: 'report', claim }, run);
  if (written !== null) await step(deps, written);
}

async function conclude(deps: Steps, entry: Entry, ending: Ending, owed: Owed | null, run: RunTimes | null) {
  const requestId = requestIdOf(entry);
  const written = await moveOn(deps, entry, { kind: 'ended', requestId, ending, owed, run, isDelivered: false });
  // The other ending stands: an instance that took over after the lease has written *uncertain*.
  const what = written === null ? 'a call had another ending already' : 'a call has ended';
  deps.log(what, { call: entry.id, ending: endingIn(ending) });
  return written;
}

async function create(deps: Steps, entry: Entry): Promise<unknown> {
  let request: AuthorizationRequest;
  try {
    for (const [name, text] of Object.entries(entry.evidence)) await deps.proposer.attach(name, text);
    ({ request } = await deps.proposer.createRequest(entry.create, { idempotencyKey: idempotencyKeyOf(entry) }));
  } catch (error) {
    const refusal = refusalIn(error);
    if (refusal === null) throw error;
    deps.log('the service refused to create the request', {
      ...{ call: entry.id, rule: entry.rule, error: (error as Error).message },
    });
    return end(deps, entry, { kind: 'refused', refusal });
  }
  const created = await moveOn(deps, entry, { kind: 'created', requestId: request.id });
  // After a repeated create, people may have decided already.
  if (created !== null && request.outcome !== null) await step(deps, created);
  return created;
}

/** Null: the create can be repeated. */
export function refusalIn(error: unknown): Refusal | null {
  if (error instanceof RateLimitedError) return { kind: 'too_many' };
  const isPolicy = [RefusedError, InvalidError, ConflictError].some((kind) => error instanceof kind);
  return isPolicy ? { kind: 'policy' } : null;
}

async function decide(deps: Steps, entry: Entry, requestId: string): Promise<unknown> {
  const notRun = (why: NotRun, claim?: HeldClaim) => end(deps, entry, { kind: 'not_run', why }, claim);
  const answer = await deps.proposer.getRequest(requestId).catch((error) => {
    // A request that the service does not have can never be claimed.
    if (error instanceof NotFoundError) return null;
    throw error;
  });
  if (answer === null) return notRun('aborted');
  const { request, server_now: serverNowMs } = answer;
  const { outcome, execution } = request;
  if (outcome === null || execution.state === 'claimed') return null;
  if (outcome !== 'authorized') return end(deps, entry, notAuthorized(request));
  if (execution.state === 'none') return notRun('aborted');
  if (execution.state !== 'pending') {
    // Somebody else reported it. An instance of this gate would have written its ending first, and then this write is lost.
    deps.log('the request was reported by somebody else', { call: entry.id, request: requestId });
    const atMs = execution.reported_at ?? serverNowMs;
    return end(deps, entry, { kind: 'uncertain' }, undefined, { approvedAtMs: request.decided_at ?? atMs, atMs });
  }
  // Its client gave it up. It may come back until nobody may run the call any more.
  if (entry.isParked && serverNowMs <= execution.execute_by!) return null;
  const fitting = entry.isParked ? null : await definitionIfItFits(deps, entry, request);
  const claim = await claimOf(deps, requestId);
  if (claim === 'taken') return null;
  if (typeof claim === 'string') return notRun(claim);
  // With a parked call, the clocks differ: the service would still let it run.
  return fitting ? run(deps, entry, request, claim, fitting) : notRun(entry.isParked ? 'late' : 'changed', claim);
}

/** For a verdict that is no approval. */
export function notAuthorized({ outcome, outcome_reason }: AuthorizationRequest): Ending {
  const reason = OUTCOME_REASONS.find((each) => each === outcome_reason);
  return { kind: 'not_run', why: outcome as NotRun, ...(reason !== undefined && { reason }) };
}

/** Null unless what people approved is what would run now: the operation, the tool's definition, the rules and the caller. */
async function definitionIfItFits(
  deps: Steps,
  entry: Entry,
  request: AuthorizationRequest,
): Promise<JsonObject | null> {
  const { config, upstreams } = deps;
  const { action, params = {} } = entry.create;
  if (request.operation_hash !== operationHash(action, params)) return null;
  if (callIn(deps, request) !== entry.id) return null;
  const { id, operator } = entry.caller;
  if (operatorOf(config, id) !== operator || !Object.hasOwn(config.upstreams, entry.upstream)) return null;
  const now = await upstreams.definition(entry.upstream, entry.tool);
  if (now === null) return null;
  const judged = judge(config, { ...entry, ...now });
  const { intent, ...approved } = params;
  if (judged.kind !== 'gated') return null;
  const shown = shownWith(judged.params, entry.ranBefore);
  return operationHash(judged.action, shown) === operationHash(action, approved) ? now.definition : null;
}

/** The id of the call that is sealed in a request. Null if this gate did not seal it. */
function callIn({ keys, config }: Steps, request: AuthorizationRequest): string | null {
  const opened = openIntent({ keys, request });
  if (!opened.ok || opened.value.intent.client !== clientOf(config)) return null;
  const [sealed] = opened.value.intent.args as readonly { readonly call?: unknown }[];
  return String(sealed?.call);
}

/** `taken`: another instance has it. `late`: `execute_by` has passed. `aborted`: the authorization no longer stands. */
async function claimOf(deps: Steps, requestId: string): Promise<HeldClaim | 'taken' | 'late' | 'aborted'> {
  const sentAtMs = deps.nowMs();
  try {
    const claim = await deps.worker.claim(requestId, { leaseSeconds: deps.config.call_timeout + LEASE_MARGIN_SECONDS });
    return { claimId: claim.claim_id, leaseEndsMs: sentAtMs + (claim.lease_expires_at - claim.server_now) };
  } catch (error) {
    if (error instanceof WindowClosedError) return 'late';
    if (!(error instanceof ConflictError)) throw error;
    return error.kind === 'not_authorized' || error.kind === 'no_intent' ? 'aborted' : 'taken';
  }
}

/** For the writes and the report around the call. */
const LEASE_MARGIN_SECONDS = 30;

async function run(
  deps: Steps,
  entry: Entry,
  request: AuthorizationRequest,
  claim: HeldClaim,
  definition: JsonObject,
): Promise<void> {
  const requestId = request.id;
  for (let now: Entry | null = entry; now !== null; now = await deps.ledger.read(entry.id)) {
    // It was cancelled, or the lease of another instance has just ended. Its ending is reported under this claim.
    if (now.stage.kind === 'ended') return reportUnder(deps, requestId, claim, now.stage.ending);
    // Parked just now: the claim ends with its lease, and the caller may come back.
    if (now.stage.kind !== 'created' || now.isParked) return;
    const atMs = deps.nowMs();
    const run = { approvedAtMs: request.decided_at ?? atMs, atMs };
    const begun = await move(deps, now, { kind: 'begun', requestId, claim, run });
    if (begun === null) continue;
    const ending = await callOnce(deps, begun, { requestId, definition });
    await end(deps, begun, ending, claim, ending.kind === 'not_run' ? null : run);
    return;
  }
}

async function callOnce(
  deps: Steps,
  { id, upstream, tool, arguments: args }: Entry,
  context: Pick<CallContext, 'requestId' | 'definition'>,
): Promise<Ending> {
  const over = new AbortController();
  const tooLong = deps.sleep(deps.config.call_timeout * 1000, over.signal).then(() => {
    throw new Error('the upstream did not answer in time');
  });
  try {
    const call = deps.upstreams.callTool(upstream, tool, args, {
      ...context,
      signal: over.signal,
      onProgress: () => deps.progressed(id),
    });
    return { kind: 'finished', answer: keepable(await Promise.race([call, tooLong])) };
  } catch (error) {
    if (error instanceof CallRefused) return error.ending;
    // The request may have reached the upstream, so nobody knows whether the tool ran.
    deps.log('the call ended without an answer', {
      call: id,
      request: context.requestId,
      error: (error as Error).message,
    });
    return { kind: 'uncertain' };
  } finally {
    over.abort();
  }
}

/** An item of DynamoDB takes 400 kB, and the entry has the arguments twice. */
const LARGEST_ANSWER = 200 * 1024;

function keepable(answer: UpstreamAnswer): UpstreamAnswer {
  if (Buffer.byteLength(JSON.stringify(answer)) <= LARGEST_ANSWER) return answer;
  return { kind: 'too_large', isError: answer.kind !== 'result' || answer.result.isError === true };
}

/** The same report can be sent again. The ledger keeps the ending, whatever the service says. */
async function reportUnder(deps: Steps, requestId: string, { claimId }: HeldClaim, ending: Ending): Promise<void> {
  const error = errorIn(ending);
  const report = error === null ? { status: 'succeeded' as const } : { status: 'failed' as const, error };
  try {
    await deps.worker.report(requestId, { claim_id: claimId, ...report });
  } catch (error) {
    const isFinal = error instanceof ApiError && !error.retryable && ![401, 403].includes(error.status);
    if (!isFinal) throw error;
    deps.log('the report was refused', { request: requestId, error: error.message });
  }
}

/** Without a verdict the request is aborted, and an approved one is stopped. Throws if a later pass has to try it again. */
async function takeBack(deps: Steps, requestId: string): Promise<void> {
  await deps.proposer.abort(requestId, { reason: 'The caller cancelled the call.' }).catch((error) => {
    // The service does not have it, or nothing can be stopped any more.
    if (error instanceof NotFoundError || error instanceof ConflictError) return;
    throw error;
  });
}

/** For a line of the log. */
export const endingIn = (ending: Ending): string => errorIn(ending) ?? 'succeeded';

/** Null if the tool ran without an error. */
function errorIn(ending: Ending): string | null {
  if (ending.kind === 'uncertain') return 'uncertain: the tool may have run, and it is not run again';
  if (ending.kind === 'refused') return 'not_run: refused';
  if (ending.kind === 'not_run')
    return `not_run: ${ending.why}${ending.status === undefined ? '' : ` (HTTP ${ending.status})`}`;
  const { answer } = ending;
  if (answer.kind === 'error') return 'tool_error: the upstream answered with an error';
  const isError = answer.kind === 'result' ? answer.result.isError === true : answer.isError;
  return isError ? 'tool_error: the tool answered with an error' : null;
}

/** Claims a request that this gate sealed and its ledger does not know, and reports it. It never runs. */
export async function reportUnknown(deps: Steps, request: AuthorizationRequest): Promise<void> {
  const call = callIn(deps, request);
  if (call === null) return;
  const entry = await deps.ledger.read(call);
  // An envelope that was proposed again, perhaps under other params, is another request than the one of the ledger.
  if (entry !== null && [null, request.id].includes(requestIdOf(entry))) return;
  const claim = await claimOf(deps, request.id);
  if (typeof claim === 'string') return;
  deps.log('this ledger does not know an approved request of this gate', { request: request.id });
  await reportUnder(deps, request.id, claim, { kind: 'uncertain' });
}
