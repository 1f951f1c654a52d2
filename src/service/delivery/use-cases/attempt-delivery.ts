/**
 * The attempts of a delivery: the first from the queue, the next ones from its retry loop, then one an hour from a queue
 * (docs/contract.md#delivery-and-retries; docs/design.md#delivery).
 */

import { SERVICE } from '../../../protocol/actor';
import type { DeliveryId, OrgId } from '../../../protocol/identifiers';
import { assertNever } from '../../../protocol/result';
import { entryIn, type PendingEntry } from '../../audit/rules/chain';
import { type CommandDeps, makeTransition } from '../../ceremony/use-cases/run-command';
import type { Endpoint } from '../../configuration/rules/items';
import { endIntegration } from '../../execution/rules/integration';
import type { HealthStore, PostOutcome, WebhookSender } from '../../receiver/ports';
import type { Loaded } from '../../request/ports';
import { ATTEMPT_HOLD_MS } from '../../request/rules/limits';
import { errorName } from '../../support/failures';
import type { Log } from '../../system/ports';
import type { DeliveryLoop, DeliveryStore, DeliveryTask } from '../ports';
import { type Attempt, DELIVERY_ENTRIES, type Delivery, type Posted } from '../rules/delivery';
import { reportOf } from '../rules/health';
import { type AttemptVerdict, honoredRetryAfter, judgeAttempt } from '../rules/judge-attempt';
import { owedDelivery } from '../rules/owed-deliveries';
import { isHourly, nextAttemptMs, SOON_MS, wholeSecond } from '../rules/schedule';
import { type ComposeDeps, type Composed, composePost } from './compose-post';
import { type DeliveryMessage, type RetriesQueue, type RetryMessage, retryMessage } from './hand-over';

export interface AttemptDeps extends CommandDeps, ComposeDeps {
  readonly deliveries: DeliveryStore;
  readonly health: Pick<HealthStore, 'report'>;
  readonly sender: WebhookSender;
  /** Called when the first post of a delivery was made. */
  readonly onFirstPost?: (delivery: Delivery, startedAtMs: number) => void;
  readonly log: Log;
}

export interface AttemptTask {
  readonly org: OrgId;
  readonly id: DeliveryId;
  readonly generation: number;
  /** The delivery, if this attempt is the one that stores it, and its request, which was read just before. */
  readonly unstored?: { readonly delivery: Delivery; readonly loaded: Loaded } | undefined;
}

export type AttemptResult =
  /** There is nothing more to do in this generation. */
  | { readonly done: true }
  | {
      readonly done: false;
      readonly nextAttemptAtMs: number;
      readonly delivery: Delivery;
      /** Another actor's attempt is in progress, and that actor continues the delivery. */
      readonly held: boolean;
    };

/** One attempt of one delivery. Only the actor that takes the attempt posts; any other stops. */
export async function attemptDelivery(deps: AttemptDeps, task: AttemptTask): Promise<AttemptResult> {
  const { unstored, ...named } = task;
  const holding = { nowMs: deps.clock.nowMs(), holdMs: ATTEMPT_HOLD_MS };
  const taken = await deps.deliveries.takeAttempt({ ...named, ...holding, unstored: unstored?.delivery });
  if (taken === null) return notOurs(deps, task);
  const startedAtMs = deps.clock.nowMs();
  const composed = await composePost(deps, taken, startedAtMs, unstored?.loaded);
  const outcome = composed.kind === 'post' ? await deps.sender.post(composed.post) : null;
  if (outcome !== null && taken.attempts === 1 && !taken.test) deps.onFirstPost?.(taken, startedAtMs);
  const verdict = outcome === null ? notSent(composed) : judgeAttempt(taken.receiver, outcome);
  const attempt: Attempt = {
    n: taken.attempts,
    startedAtMs,
    finishedAtMs: deps.clock.nowMs(),
    ...verdict.result,
    trigger: taken.failures > 0 && taken.trigger === 'first' ? 'retry' : taken.trigger,
  };
  const posted = composed.kind === 'post' ? composed.kept : null;
  const endpoint = composed.kind === 'post' ? composed.endpoint : null;
  const after = applyVerdict(deps, taken, attempt, verdict, outcome);
  const attempted = await finish(deps, after, { ...attempt, posted });
  if (endpoint !== null) await report(deps, endpoint, after);
  return attempted;
}

/** The attempt belongs to another actor or to an old generation, or is not due yet. The record says how to continue. */
async function notOurs(deps: AttemptDeps, task: AttemptTask): Promise<AttemptResult> {
  const delivery = await deps.deliveries.load(task.org, task.id);
  if (delivery === null || delivery.state !== 'pending' || delivery.generation !== task.generation)
    return { done: true };
  const nextAttemptAtMs = Math.max(delivery.nextAttemptAtMs ?? 0, delivery.heldUntilMs ?? 0);
  const held = deps.clock.nowMs() < (delivery.heldUntilMs ?? 0);
  return { done: false, nextAttemptAtMs: Math.ceil(nextAttemptAtMs / 1000) * 1000, delivery, held };
}

function notSent(composed: Composed): AttemptVerdict {
  if (composed.kind === 'post') throw new Error('a composed post is always sent');
  const { kind, reason } = composed;
  const result = { status: null, outcome: 'not_sent', error: reason } as const;
  switch (kind) {
    case 'already_done':
      return { kind: 'delivered', result, reason };
    case 'not_sent':
      return { kind: 'failed', result, reason };
    case 'not_yet':
      return { kind: 'retry', result, reason: null };
    default:
      return assertNever(kind);
  }
}

async function finish(
  deps: AttemptDeps,
  after: Delivery,
  { posted, ...attempt }: Attempt & { readonly posted: Posted | null },
): Promise<AttemptResult> {
  // The integration's result changes the request first. If the delivery were closed first, a crash in between would
  // lose the result.
  if (after.receiver === 'integration' && after.state !== 'pending') await endCall(deps, after);
  const recorded = await deps.deliveries.finishAttempt(after, attempt, entriesOf(after, attempt), posted);
  if (!recorded)
    deps.log.warn('an attempt outlived its hold; another actor has gone on', { delivery: after.id, n: attempt.n });
  // The alarm counts this line: a receiver did not get the event and will not get it.
  else if (after.state === 'failed' && !after.test)
    deps.log.warn('a delivery failed for good', { delivery: after.id, reason: after.reason, tries: attempt.n });
  if (after.state !== 'pending' || after.nextAttemptAtMs === null) return { done: true };
  return { done: false, nextAttemptAtMs: after.nextAttemptAtMs, delivery: after, held: false };
}

/** If the report is lost, the next attempt repeats it. */
async function report(deps: AttemptDeps, endpoint: Endpoint, after: Delivery): Promise<void> {
  const found = reportOf(endpoint, after);
  if (found === null) return;
  try {
    await deps.health.report(endpoint.org, endpoint.id, found, deps.clock.nowMs());
  } catch (error) {
    deps.log.warn('what an attempt found about its endpoint was not noted', {
      endpoint: endpoint.id,
      error: errorName(error),
    });
  }
}

function applyVerdict(
  deps: AttemptDeps,
  taken: Delivery,
  attempt: Attempt,
  verdict: AttemptVerdict,
  outcome: PostOutcome | null,
): Delivery {
  if (verdict.kind === 'delivered') return { ...taken, state: 'delivered', reason: null, nextAttemptAtMs: null };
  const failures = taken.failures + 1;
  const nextMs =
    verdict.kind === 'failed' || taken.test
      ? null
      : nextAttemptMs({
          failures,
          nowMs: attempt.finishedAtMs,
          untilMs: taken.untilMs,
          retryAfterSeconds: outcome === null ? null : honoredRetryAfter(taken.receiver, outcome),
          fraction: deps.random.fraction(),
        });
  if (nextMs !== null) return { ...taken, failures, nextAttemptAtMs: nextMs };
  const reason = verdict.kind === 'failed' ? verdict.reason : taken.test ? verdict.result.error : 'gave_up';
  return { ...taken, failures, state: 'failed', reason, nextAttemptAtMs: null };
}

/** A failed delivery adds an entry to the audit chain (docs/contract.md#delivery-and-retries). */
function entriesOf(after: Delivery, attempt: Attempt): PendingEntry[] {
  if (after.state !== 'failed' || after.test) return [];
  const data = {
    request: after.requestId,
    event: after.eventId,
    event_type: after.eventType,
    receiver: after.receiver,
    reason: after.reason,
    tries: attempt.n,
  };
  return [entryIn(DELIVERY_ENTRIES)(attempt.finishedAtMs, 'delivery.failed', after.id, SERVICE, data)];
}

async function endCall(deps: AttemptDeps, delivery: Delivery): Promise<void> {
  const loaded = await deps.requests.load(delivery.org, delivery.requestId);
  if (loaded === null) return;
  const result = { succeeded: delivery.state === 'delivered', reason: delivery.reason };
  await makeTransition(deps, loaded.request, (request, nowMs) => endIntegration(request, result, nowMs));
}

export interface FirstAttemptDeps extends HourlyAttemptDeps {
  readonly loop: DeliveryLoop;
}

/**
 * The first attempt, made from the queue. Only if it fails does the retry loop start
 * (docs/design.md#the-first-attempt-is-direct).
 */
export async function firstAttempt(deps: FirstAttemptDeps, message: DeliveryMessage): Promise<void> {
  const org = message.org as OrgId;
  const id = message.delivery_id as DeliveryId;
  const unstored = await owedBy(deps, org, message);
  const attempted = await attemptDelivery(deps, { org, id, generation: message.generation, unstored });
  // A message that arrives twice must not start the loop while the attempt is in progress. That loop would wait until
  // the hold ends, and the actor that makes the attempt would find the loop's name taken. If that actor dies, the
  // delivery's due time finds it, or the check of its request.
  if (attempted.done || attempted.held) return;
  const { delivery, nextAttemptAtMs } = attempted;
  if (isHourly(delivery.failures)) await leaveToSweep(deps, delivery, nextAttemptAtMs);
  else await startLoop(deps, delivery, nextAttemptAtMs);
}

export interface HourlyAttemptDeps extends AttemptDeps, RetriesQueue {}

/**
 * An attempt of the hourly phase, made from its queue. A message that arrives twice posts once, because the second one finds
 * the attempt held or not due. If this actor dies, the message comes again, and the sweep sends another one.
 */
export async function hourlyAttempt(deps: HourlyAttemptDeps, message: RetryMessage): Promise<void> {
  const nowMs = deps.clock.nowMs();
  // The clock of this instance is behind the sender's.
  if (nowMs < message.due_at) return deps.queues.retries.send([retryMessage(message, nowMs)]);
  const org = message.org as OrgId;
  const id = message.delivery_id as DeliveryId;
  const delivery = await deps.deliveries.load(org, id);
  // Started again since: another message or the retry loop makes its next attempt.
  if (delivery === null || !isHourly(delivery.failures)) return;
  const attempted = await attemptDelivery(deps, { org, id, generation: delivery.generation });
  if (!attempted.done && !attempted.held) await leaveToSweep(deps, attempted.delivery, attempted.nextAttemptAtMs);
}

/** The due entry was written with the attempt. Only a sweep that has passed it already would find it late. */
async function leaveToSweep(deps: HourlyAttemptDeps, { org, id }: Delivery, nextAttemptAtMs: number): Promise<void> {
  const nowMs = deps.clock.nowMs();
  if (!isSoon(nextAttemptAtMs, nowMs)) return;
  await deps.queues.retries.send([retryMessage({ org, delivery_id: id, due_at: nextAttemptAtMs }, nowMs)]);
}

const isSoon = (atMs: number, nowMs: number): boolean => atMs - nowMs <= SOON_MS;

/**
 * The unstored delivery, made from the request and not from the message. Undefined if the request does not owe it: then
 * the message can only be about a delivery that is stored.
 */
async function owedBy({ requests }: FirstAttemptDeps, org: OrgId, { delivery_id, owed }: DeliveryMessage) {
  const loaded = owed === undefined ? null : await requests.load(org, owed.request_id);
  if (owed === undefined || loaded === null) return undefined;
  const delivery = owedDelivery(loaded.request, { eventType: owed.event_type, receiver: owed.receiver });
  return delivery?.id === delivery_id ? { delivery, loaded } : undefined;
}

/** The result of the loop's task: the input of its next step, and whether there is one. */
export interface LoopStep extends DeliveryTask {
  readonly done: boolean;
}

export async function loopStep(deps: AttemptDeps, task: DeliveryTask): Promise<LoopStep> {
  const { org, delivery_id, generation } = task;
  const attempted = await attemptDelivery(deps, { org: org as OrgId, id: delivery_id as DeliveryId, generation });
  if (attempted.done) return { ...task, done: true };
  // The sweep finds the hourly attempts. One that it may have passed is the last of its delivery, and the loop makes it.
  const isLeft = isHourly(attempted.delivery.failures) && !isSoon(attempted.nextAttemptAtMs, deps.clock.nowMs());
  if (isLeft) return { ...task, done: true };
  // At least a second later: for an instance whose clock is behind, the instant has not come yet, and the loop would
  // run without a pause until it has.
  const nextMs = Math.max(attempted.nextAttemptAtMs, Date.parse(task.next_attempt_at) + 1000);
  return { done: false, org, delivery_id, generation, next_attempt_at: wholeSecond(nextMs) };
}

/** A name stays taken long after its execution ended. A delivery whose loop has ended continues with the next name. */
async function startLoop(deps: FirstAttemptDeps, delivery: Delivery, nextAttemptAtMs: number): Promise<void> {
  const started = await deps.loop.start(`${delivery.id}-${delivery.generation}`, {
    org: delivery.org,
    delivery_id: delivery.id,
    generation: delivery.generation,
    next_attempt_at: wholeSecond(nextAttemptAtMs),
  });
  if (started !== 'closed') return;
  // The loop ended before its delivery. The due index finds the delivery five minutes later and raises the generation.
  deps.log.warn('a retry loop ended before its delivery; it is started again when it is due', {
    delivery: delivery.id,
  });
}
