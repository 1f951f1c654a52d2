/**
 * What a program does with its requests after the verdict, or instead of one: it lists what it may execute, claims it,
 * reports the result, and takes back its own request.
 */

import { claimIdFrom, type RequestId } from '../../protocol/identifiers';
import { err, ok, type Result } from '../../protocol/result';
import { type CommandDeps, runCommand } from '../ceremony/use-cases/run-command';
import type { LiveKey } from '../configuration/ports';
import type {
  ExecutablePlace,
  ExecutableQuery,
  LedgerWrite,
  Loaded,
  RequestStore,
  StoredIntent,
} from '../request/ports';
import { isAdministrative } from '../request/rules/administrative';
import { type Caller, mayUse } from '../request/rules/caller';
import { assertDecidable } from '../request/rules/fields';
import type { RunReport } from '../request/rules/journal';
import { isAuthorized, type KeptLease, type Lease } from '../request/rules/request';
import { type ReceiptFault, receiptFault } from '../request/rules/signed';
import { nowFor } from '../system/now';
import type { Clock, ClockGuard } from '../system/ports';
import { type AbortOwnCommand, abortOwn, type NothingToAbort } from './rules/abort-own';
import { type ClaimRefusal, claimIntent, isExecutable, judgeReport, type ReportRefusal } from './rules/claim';

/** The answer must fit through the gateway and the function: 6 MB including everything else. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

export interface ExecutableList {
  readonly loaded: readonly Loaded[];
  readonly nowMs: number;
  /** Where the next page begins; null after the last one. Only a call with `after` looks whether there is one. */
  readonly next: ExecutablePlace | null;
}

/**
 * GET /v1/requests?executable=true: listExecutableRequests. Oldest first. The index only gives candidates. Every
 * request is read again, strongly consistent, and evaluated at the current time. Candidates that are not executable are
 * replaced by later ones.
 */
export async function listExecutableRequests(
  deps: CommandDeps,
  caller: Caller,
  { limit, after }: { readonly limit: number; readonly after?: ExecutableQuery['after'] },
): Promise<ExecutableList> {
  const nowMs = deps.clock.nowMs();
  // One more shows whether a full page is the last one.
  const pageSize = after === undefined ? limit : limit + 1;
  const candidates = deps.requests.executableCandidates(caller, { nowMs, pageSize, after });
  const loaded: Loaded[] = [];
  let bytes = 0;
  let handled: ExecutablePlace | null = null;
  for (;;) {
    const { places, end } = await upTo(limit - loaded.length, candidates);
    const found = new Map((await hydrated(deps, caller, places)).map((each) => [each.request.id, each]));
    for (const place of places) {
      const each = found.get(place.id);
      if (each !== undefined && isExecutable(each.request, nowFor(deps.clock, each.request))) {
        bytes += executableBytes(each);
        if (loaded.length > 0 && bytes > MAX_ANSWER_BYTES) return { loaded, nowMs, next: handled };
        loaded.push(each);
      }
      handled = place;
    }
    if (end !== undefined) return { loaded, nowMs, next: end };
    if (loaded.length < limit) continue;
    const { end: next = handled } = after === undefined ? {} : await upTo(1, candidates);
    return { loaded, nowMs, next };
  }
}

interface Walked {
  readonly places: readonly ExecutablePlace[];
  /** Where the list stopped, null at its end. Absent while it goes on. */
  readonly end?: ExecutablePlace | null;
}

async function upTo(count: number, candidates: ReturnType<RequestStore['executableCandidates']>): Promise<Walked> {
  const places: ExecutablePlace[] = [];
  while (places.length < count) {
    const next = await candidates.next();
    if (next.done === true) return { places, end: next.value };
    places.push(next.value);
  }
  return { places };
}

const hydrated = async ({ requests }: CommandDeps, { org }: Caller, places: readonly ExecutablePlace[]) =>
  places.length === 0
    ? []
    : requests.hydrate(
        org,
        places.map(({ id }) => id),
      );

/** Estimates the rendered size, which is mostly params and envelope. */
function executableBytes({ request, intent }: Loaded): number {
  return 1024 + JSON.stringify(request.params).length * 2 + (intent?.ciphertext.length ?? 0);
}

export interface ClaimDeps extends CommandDeps {
  readonly clockGuard: ClockGuard;
}

export interface Claimed extends Loaded {
  readonly lease: KeptLease;
}

/**
 * POST /v1/requests/{id}/claim: claimRequest. One conditional write decides. The loser gets the reason from the winning
 * image, not from a second read.
 */
export async function claimRequest(
  deps: ClaimDeps,
  caller: Caller,
  id: RequestId,
  leaseSeconds: number,
  intentRead?: StoredIntent,
): Promise<Result<Claimed, ClaimRefusal | { readonly reason: 'not_found' }>> {
  // A lease depends on the time, so an instance whose clock cannot be trusted must not grant one.
  deps.clockGuard.assertTrusted();
  const claimId = claimIdFrom(deps.random.hex(12));
  const leaseFrom = (claimedAtMs: number): Lease => ({
    claimId,
    claimedAtMs,
    leaseExpiresAtMs: claimedAtMs + leaseSeconds * 1000,
  });
  const written = await writeLedger<ClaimRefusal | { readonly reason: 'not_found' }>(deps.clock, {
    write: (nowMs) => deps.requests.claim(caller, id, leaseFrom(nowMs), intentRead),
    judge: (current, nowMs) => {
      // First, so that a refusal says nothing about a request of another action.
      if (!mayUse(caller, current.action)) return err({ reason: 'not_found' });
      assertDecidable(current);
      if (ownClaim(current, claimId) !== null) return ok('done');
      const judged = claimIntent(current, leaseFrom(nowMs));
      return judged.ok ? ok('again') : judged;
    },
  });
  if (written === null) return err({ reason: 'not_found' });
  if (!written.ok) return written;
  const { request, intent } = written.value;
  return ok({ request, intent, lease: ownClaim(request, claimId)! });
}

function isClaimedWith(request: Loaded['request'], claimId: Lease['claimId']): boolean {
  return isAuthorized(request) && 'claimId' in request.execution && request.execution.claimId === claimId;
}

/** The SDK retried a claim whose answer was lost, and the claim lost to its own lease. */
function ownClaim(request: Loaded['request'], claimId: Lease['claimId']): KeptLease | null {
  if (!isAuthorized(request) || request.execution.state !== 'claimed') return null;
  return request.execution.claimId === claimId ? request.execution : null;
}

/** Who reports: the facts of the API key, and the intent if it was read together with the key. */
export type Reporter = Caller & Pick<LiveKey, 'signingKey' | 'intent'>;

export type ReportProblem =
  | ReportRefusal
  | { readonly reason: 'not_found' }
  | { readonly reason: 'bad_receipt'; readonly fault: ReceiptFault };

/**
 * POST /v1/requests/{id}/execution: reportExecution. One conditional write. A repeated report finds itself recorded and
 * gets the same answer.
 */
export async function reportExecution(
  deps: CommandDeps,
  { org, actions, signingKey, intent }: Reporter,
  id: RequestId,
  report: RunReport,
): Promise<Result<WrittenRequest, ReportProblem>> {
  const fault = report.receipt === undefined ? null : receiptFault(report.receipt, report, id, signingKey);
  if (fault !== null) return err({ reason: 'bad_receipt', fault });
  const writeId = deps.random.hex(12);
  const written = await writeLedger<ReportRefusal | { readonly reason: 'not_found' }>(deps.clock, {
    write: (nowMs) => deps.requests.report(org, id, report, { id: writeId, nowMs, intent }),
    judge: (current, nowMs) => {
      // A claim that was made before its key was limited can be reported.
      if (!mayUse({ actions }, current.action) && !isClaimedWith(current, report.claimId))
        return err({ reason: 'not_found' });
      const judged = judgeReport(current, report, nowMs);
      if (!judged.ok) return judged;
      return ok(judged.value.entries.length === 0 ? 'done' : 'again');
    },
  });
  return written ?? err({ reason: 'not_found' });
}

export interface LedgerCommand<E> {
  readonly write: (nowMs: number) => Promise<LedgerWrite>;
  /** Why the write failed for `current`, or `done` if `current` already contains it. */
  readonly judge: (current: Loaded['request'], nowMs: number) => Result<'done' | 'again', E>;
}

export interface WrittenRequest extends Loaded {
  readonly nowMs: number;
}

const MAX_ATTEMPTS = 8;

/**
 * Makes a conditional write to the claim ledger without reading first. The loser gets the reason from the winning
 * image. Null if there is no such request.
 */
export async function writeLedger<E>(
  clock: Clock,
  command: LedgerCommand<E>,
): Promise<Result<WrittenRequest, E> | null> {
  let notBeforeMs = 0;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const nowMs = Math.max(clock.nowMs(), notBeforeMs);
    const write = await command.write(nowMs);
    // A change of the configuration has no intent, so the write must have failed. For consumers, there is no such
    // request.
    if (write === null || (write.kind === 'conflict' && isAdministrative(write.current))) return null;
    if (write.kind === 'written') return ok({ request: write.request, intent: write.intent, nowMs });
    notBeforeMs = write.current.updatedAtMs;
    const judgedAtMs = Math.max(nowMs, notBeforeMs);
    const judged = command.judge(write.current, judgedAtMs);
    if (!judged.ok) return judged;
    if (judged.value === 'done') return ok({ request: write.current, intent: write.intent, nowMs: judgedAtMs });
    // Only our clock was behind the item's time: repeat the write at the item's time.
  }
  throw new Error(`a write to the claim ledger did not get through in ${MAX_ATTEMPTS} attempts`);
}

export type AbortRefusal = { readonly reason: NothingToAbort };

/**
 * POST /v1/requests/{id}/abort: abortOwnRequest. A program takes back its own request. Its own means made with the same
 * API key, whatever token it has now. Repeating it changes nothing.
 */
export async function abortOwnRequest(
  deps: CommandDeps,
  { org, id: key }: Pick<LiveKey, 'org' | 'id'>,
  id: RequestId,
  note: AbortOwnCommand['note'],
): Promise<Result<Loaded & { readonly nowMs: number }, AbortRefusal>> {
  const loaded = await deps.requests.load(org, id);
  if (loaded === null || loaded.request.sent?.keyId !== key) return err({ reason: 'not_found' });
  const ran = await runCommand<null, AbortRefusal>(deps, loaded.request, {
    decide: (request, nowMs) => {
      const changed = abortOwn(request, { key, note }, nowMs);
      return changed.ok ? ok({ change: changed.value, value: null }) : changed;
    },
  });
  return ran.ok ? ok({ ...ran.value, intent: loaded.intent }) : ran;
}
