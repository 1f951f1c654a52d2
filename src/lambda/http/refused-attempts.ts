/** The limit on refused attempts of one peer (docs/design.md#refused-attempts). */

import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { PeerLimiter } from '../../service/access/ports/access';
import { errorName } from '../../service/support/error-name';
import type { Clock, Log } from '../../service/system/ports';
import { type Answer, denied, type Reply } from './answer';
import { peerOf } from './peer';

export interface RefusedAttemptsDeps {
  readonly clock: Clock;
  readonly limiter: PeerLimiter;
  readonly log: Log;
}

export type Locked = Reply<429, { readonly error: string }> & { readonly headers: { readonly 'retry-after': string } };

/** Counts a refused attempt. Returns its answer, or 429 if the peer was refused too often. Valid attempts never call this. */
export type RefuseAttempt = <A extends Answer>(event: APIGatewayProxyEventV2, answer: A) => Promise<A | Locked>;

/** Enough for all peers of a busy minute. For further peers, the store is read again. */
const MAX_REMEMBERED_PEERS = 10_000;

/** `countedApart` is a prefix that counts these attempts separately from those of other routes. */
export function createRefuseAttempt(deps: RefusedAttemptsDeps, countedApart = ''): RefuseAttempt {
  const lockedUntilMs = new Map<string, number>();
  return async (event, answer) => {
    const peer = `${countedApart}${peerOf(event)}`;
    const nowMs = deps.clock.nowMs();
    const remembered = lockedUntilMs.get(peer);
    if (remembered !== undefined && nowMs < remembered) return locked(Math.ceil((remembered - nowMs) / 1000));
    lockedUntilMs.delete(peer);
    try {
      const seconds = await deps.limiter.refused(peer, nowMs);
      if (seconds === null) return answer;
      if (lockedUntilMs.size >= MAX_REMEMBERED_PEERS) lockedUntilMs.clear();
      lockedUntilMs.set(peer, nowMs + seconds * 1000);
      return locked(seconds);
    } catch (error) {
      // If the limiter cannot count, the refusal must not become an outage.
      deps.log.warn('the limiter of refused attempts failed', {
        error: errorName(error),
      });
      return answer;
    }
  };
}

export function locked(seconds: number): Locked {
  const answer = denied(429, `Too many refused attempts from this address. Retry in ${seconds} seconds.`);
  return { ...answer, headers: { 'retry-after': String(seconds) } };
}
