/** POST /v1/requests: createRequest. */

import { program } from '../../../protocol/actor';
import { canonicalJson } from '../../../protocol/canonical-json';
import { operationHash } from '../../../protocol/hash';
import { type ActionId, type RequestId, requestIdFrom, requestIdFromKey } from '../../../protocol/identifiers';
import { err, ok, type Result } from '../../../protocol/result';
import type { Envelope } from '../../../protocol/sealed-envelope';
import type { CodeKeys, ConfigStore, LiveKey } from '../../configuration/ports';
import { groupsAt } from '../../policy/rules/groups';
import { asDeclared, type PlatformActions, type Policy } from '../../policy/rules/policy';
import { type PolicyRefusal, resolve } from '../../policy/rules/resolve';
import { groupsFor } from '../../policy/use-cases/read-groups';
import type { Loaded, OpenOf } from '../../request/ports';
import { SERVICE_ACTION_PREFIX } from '../../request/rules/administrative';
import { mayUse } from '../../request/rules/caller';
import { type FromSender, identityOf } from '../../request/rules/fields';
import { type IntentRefusal, intentRefusal } from '../../request/rules/intent-rules';
import { DEFAULT_EXECUTE_WITHIN_SECONDS } from '../../request/rules/limits';
import type { Sent } from '../../request/rules/request';
import { judgeReceiverUrl } from '../../request/rules/url';
import { byteLength } from '../../support/byte-length';
import { propose } from '../rules/propose';
import { type CommandDeps, readSettled } from './run-command';

export interface CreateRequestDeps extends CommandDeps {
  readonly config: ConfigStore;
  readonly codeKeys: CodeKeys;
  readonly platformActions: PlatformActions;
  /** True only in the local runner. */
  readonly allowLoopback: boolean;
}

export interface ProposedRequest extends FromSender, Omit<Sent, 'keyId'> {
  readonly callbackUrl: string | null;
  readonly intent: Envelope | null;
  readonly idempotencyKey: string | null;
}

export type CreateRefusal =
  | IntentRefusal
  | PolicyRefusal
  /** `isOtherKeys` means that another API key of the organization has used the Idempotency-Key. */
  | { readonly reason: 'idempotency_conflict'; readonly isOtherKeys: boolean }
  | { readonly reason: 'action_unknown'; readonly action: string }
  /** The API key is limited to these actions. Whether another one exists is not said. */
  | { readonly reason: 'outside_limit'; readonly actions: readonly ActionId[] }
  /** The action's policy or the API key does not allow more open requests. */
  | { readonly reason: 'too_many_open'; readonly limits: 'action' | 'key'; readonly max: number }
  | { readonly reason: 'callback_refused'; readonly why: string };

export interface Created extends Loaded {
  readonly nowMs: number;
  /** An earlier call with the same Idempotency-Key created the request. */
  readonly replayed: boolean;
}

const MAX_ATTEMPTS = 8;

export async function createRequest(
  deps: CreateRequestDeps,
  key: LiveKey,
  proposed: ProposedRequest,
): Promise<Result<Created, CreateRefusal>> {
  const malformed = intentRefusal({
    params: proposed.params,
    intentBytes: proposed.intent === null ? null : byteLength(JSON.stringify(proposed.intent)),
    executeWithin: proposed.executeWithinSeconds,
  });
  if (malformed !== null) return err(malformed);

  const writeId = deps.random.hex(12);
  const id = requestIdOf(deps, key, proposed);
  const [stored, action, operators] = await Promise.all([
    proposed.idempotencyKey === null ? null : deps.requests.load(key.org, id),
    deps.config.action(key.org, proposed.action),
    deps.config.operators(key.org),
  ]);
  // A stored request is returned whatever the policy now says.
  const isOwnReplay = stored !== null && isOwn(stored, key) && isSameOperation(stored, proposed);
  if (!isOwnReplay && !mayUse(key, proposed.action)) return err(outsideLimit(key));
  if (stored !== null) return replay(deps, stored, key, proposed, writeId);
  const isOurs = proposed.action.startsWith(SERVICE_ACTION_PREFIX);
  if (isOurs || action === null || action.deletedAtMs !== null)
    return err({ reason: 'action_unknown', action: proposed.action });
  const groups = await groupsFor(deps.config, key.org, action.policy);
  // The members of groups and the time of the request are of one instant, whatever takes long below.
  const nowMs = deps.clock.nowMs();
  const resolution = resolve(action.policy, operators, proposed, groupsAt(groups, nowMs));
  if (resolution.refusal !== null) return err(resolution.refusal);
  if (proposed.callbackUrl !== null) {
    const verdict = judgeReceiverUrl(proposed.callbackUrl, { allowLoopback: deps.allowLoopback });
    if (!verdict.ok) return err({ reason: 'callback_refused', why: verdict.reason });
  }
  const tooMany = await tooManyOpen(deps, key, action.policy);
  if (tooMany !== null) return err(tooMany);
  const change = propose(
    { ...givenBy(key, proposed), id, codeKeyId: await deps.codeKeys.currentId(), proposedBy: program(key.id) },
    asDeclared(action.policy, deps.platformActions),
    resolution,
    nowMs,
  );

  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const written = await deps.requests.create(change, proposed.intent, writeId);
    if (written === 'created') {
      return ok({
        request: change.request,
        intent: proposed.intent,
        nowMs: change.request.createdAtMs,
        replayed: false,
      });
    }
    if (written === 'contention') await deps.pause.beforeRetry(attempt);
    // Another create was first, or it was our own create whose answer was lost.
    const winner = await deps.requests.load(key.org, id);
    if (winner !== null) return replay(deps, winner, key, proposed, writeId);
  }
  throw new Error(`request ${id}: the create did not get through in ${MAX_ATTEMPTS} attempts`);
}

export const outsideLimit = ({ actions }: LiveKey) => ({ reason: 'outside_limit', actions: actions ?? [] }) as const;

type TooManyOpen = Extract<CreateRefusal, { readonly reason: 'too_many_open' }>;

/**
 * Counts in the index of open requests, which is slightly late, and without a lock. Concurrent creates can exceed a
 * limit by as many as there are.
 */
async function tooManyOpen(deps: CreateRequestDeps, key: LiveKey, policy: Policy): Promise<TooManyOpen | null> {
  const nowMs = deps.clock.nowMs();
  const openAbove = async (max: number | null | undefined, of: OpenOf): Promise<number | null> => {
    if (max == null) return null;
    const open = (await deps.requests.countOpen(key.org, of, nowMs)) ?? Infinity;
    return open < max ? null : open;
  };
  const [ofAction, ofKey] = await Promise.all([
    openAbove(policy.maxOpen, { action: policy.id }),
    openAbove(key.maxOpen, { keyId: key.id }),
  ]);
  if (ofAction !== null) return { reason: 'too_many_open', limits: 'action', max: policy.maxOpen! };
  return ofKey === null ? null : { reason: 'too_many_open', limits: 'key', max: key.maxOpen! };
}

async function replay(
  deps: CreateRequestDeps,
  stored: Loaded,
  key: LiveKey,
  proposed: ProposedRequest,
  writeId: string,
): Promise<Result<Created, CreateRefusal>> {
  if (!isSameOperation(stored, proposed)) return err({ reason: 'idempotency_conflict', isOtherKeys: false });
  if (!isOwnOrEqual(stored, key, proposed)) return err({ reason: 'idempotency_conflict', isOtherKeys: true });
  // A random id cannot belong to another create.
  const replayed = proposed.idempotencyKey !== null && stored.request.writeId !== writeId;
  const settled = await readSettled(deps, stored.request);
  return ok({ ...settled, intent: stored.intent, replayed });
}

const isSameOperation = ({ request }: Loaded, { action, params }: ProposedRequest): boolean =>
  request.operationHash === operationHash(action, params);

const isOwn = ({ request }: Loaded, key: LiveKey): boolean => request.sent?.keyId === key.id;

/** Within one API key, action and params decide. With another key, also the identity and the envelope as sent. */
function isOwnOrEqual(stored: Loaded, key: LiveKey, proposed: ProposedRequest): boolean {
  if (isOwn(stored, key)) return true;
  const { request, intent } = stored;
  // Another key's broken envelope must not replace the caller's own.
  return asJson([identityOf(request), intent]) === asJson([identityOf(givenBy(key, proposed)), proposed.intent]);
}

const asJson = (value: unknown): string => canonicalJson(JSON.parse(JSON.stringify(value)));

function requestIdOf(deps: CreateRequestDeps, key: LiveKey, proposed: ProposedRequest): RequestId {
  return proposed.idempotencyKey === null
    ? requestIdFrom(deps.random.hex(12))
    : requestIdFromKey(key.org, proposed.idempotencyKey);
}

function givenBy(key: LiveKey, { callbackUrl, intent, idempotencyKey: _, ...sent }: ProposedRequest) {
  const { quorum, executeWithinSeconds, ...fields } = sent;
  const within = executeWithinSeconds ?? DEFAULT_EXECUTE_WITHIN_SECONDS;
  return {
    ...fields,
    org: key.org,
    callback: callbackUrl === null ? null : { url: callbackUrl, keyId: key.id, token: key.token },
    executeWithinMs: intent === null ? null : within * 1000,
    sent: { keyId: key.id, quorum, executeWithinSeconds },
  };
}
