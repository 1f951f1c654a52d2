/** POST /v1/requests/{id}/claim: claimRequest. */
import { type ClaimRefusal, claimIntent } from '../core/execution/claim';
import type { Lease } from '../core/request/request';
import { isAuthorized } from '../core/request/request';
import { claimIdFrom, type OrgId, type RequestId } from '../protocol/identifiers';
import { err, ok, type Result } from '../protocol/result';
import type { Clock, ClockGuard, Loaded, Random, RequestStore } from './ports';

export interface ClaimDeps {
  readonly clock: Clock;
  readonly clockGuard: ClockGuard;
  readonly random: Random;
  readonly requests: RequestStore;
}

export interface Claimed extends Loaded {
  readonly lease: Lease;
}

const MAX_ATTEMPTS = 8;

/** One conditional write decides. The loser gets the reason from the image that won, and never from a second read. */
export async function claimRequest(
  deps: ClaimDeps,
  org: OrgId,
  id: RequestId,
  leaseSeconds: number,
): Promise<Result<Claimed, ClaimRefusal | { readonly reason: 'not_found' }>> {
  // A lease is a promise about time, so an instance that cannot trust its clock must not make one.
  deps.clockGuard.assertTrusted();
  const claimId = claimIdFrom(deps.random.hex(12));
  let notBeforeMs = 0;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const claimedAtMs = Math.max(deps.clock.nowMs(), notBeforeMs);
    const lease: Lease = { claimId, claimedAtMs, leaseExpiresAtMs: claimedAtMs + leaseSeconds * 1000 };
    const write = await deps.requests.claim(org, id, lease);
    if (write === null) return err({ reason: 'not_found' });
    if (write.kind === 'written') return ok({ request: write.request, intent: write.intent, lease });
    const own = ownClaim(write.current, claimId);
    if (own !== null) return ok({ request: write.current, intent: write.intent, lease: own });
    notBeforeMs = write.current.updatedAtMs;
    const judged = claimIntent(write.current, { ...lease, claimedAtMs: Math.max(claimedAtMs, notBeforeMs) });
    if (!judged.ok) return judged;
    // Only our clock was behind the item's. Make the same claim again at the item's time.
  }
  throw new Error(`request ${id}: the claim did not get through in ${MAX_ATTEMPTS} attempts`);
}

/** The SDK retried a claim whose answer was lost, and the lease that it lost to is this one. */
function ownClaim(request: Loaded['request'], claimId: Lease['claimId']): Lease | null {
  if (!isAuthorized(request) || request.execution.state !== 'claimed') return null;
  return request.execution.claimId === claimId ? request.execution : null;
}
