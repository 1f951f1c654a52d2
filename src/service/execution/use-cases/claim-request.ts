/** POST /v1/requests/{id}/claim: claimRequest. */

import { claimIdFrom, type OrgId, type RequestId } from '../../../protocol/identifiers';
import { err, ok, type Result } from '../../../protocol/result';
import type { CommandDeps } from '../../ceremony/use-cases/run-command';
import type { Loaded, StoredIntent } from '../../request/ports/ledger';
import { assertDecidable } from '../../request/rules/form';
import type { Lease } from '../../request/rules/request';
import { isAuthorized } from '../../request/rules/request';
import type { ClockGuard } from '../../system/ports';
import { type ClaimRefusal, claimIntent } from '../rules/claim';
import { writeLedger } from './write-ledger';

export interface ClaimDeps extends CommandDeps {
  readonly clockGuard: ClockGuard;
}

export interface Claimed extends Loaded {
  readonly lease: Lease;
}

/** One conditional write decides. The loser gets the reason from the winning image, not from a second read. */
export async function claimRequest(
  deps: ClaimDeps,
  org: OrgId,
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
  const written = await writeLedger<ClaimRefusal>(deps.clock, {
    write: (nowMs) => deps.requests.claim(org, id, leaseFrom(nowMs), intentRead),
    judge: (current, nowMs) => {
      assertDecidable(current);
      if (ownClaim(current, claimId) !== null) return ok('done');
      const judged = claimIntent(current, leaseFrom(nowMs));
      return judged.ok ? ok('again') : judged;
    },
  });
  if (written === null) return err({ reason: 'not_found' });
  if (!written.ok) return written;
  const { request, intent, nowMs } = written.value;
  return ok({ request, intent, lease: ownClaim(request, claimId) ?? leaseFrom(nowMs) });
}

/** The SDK retried a claim whose answer was lost, and the claim lost to its own lease. */
function ownClaim(request: Loaded['request'], claimId: Lease['claimId']): Lease | null {
  if (!isAuthorized(request) || request.execution.state !== 'claimed') return null;
  return request.execution.claimId === claimId ? request.execution : null;
}
