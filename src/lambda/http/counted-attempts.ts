/**
 * Attempts whose work asks somebody else, counted before it: otherwise refusing them would not protect who is asked
 * (docs/design.md#refused-attempts).
 */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { AttemptCounter } from '../../service/access/ports/access';
import { errorName } from '../../service/support/error-name';
import type { Clock, Log } from '../../service/system/ports';
import type { Answer } from './answer';
import { peerOf } from './peer';
import { type Locked, locked } from './refused-attempts';

export interface CountedAttemptsDeps {
  readonly clock: Clock;
  readonly attempts: AttemptCounter;
  readonly log: Log;
}

/** What the work answers, and whether the attempt succeeded. */
export interface Attempted {
  readonly answer: Answer;
  readonly succeeded: boolean;
}

/** Does the work and returns its answer, or 429 if too many attempts of the peer were refused or are in progress. */
export type CountFirst = <A extends Attempted>(
  event: APIGatewayProxyEventV2,
  work: () => Promise<A>,
) => Promise<A['answer'] | Locked>;

/** `countedApart` is a prefix that counts these attempts separately from those of other routes. */
export function createCountFirst({ clock, attempts, log }: CountedAttemptsDeps, countedApart: string): CountFirst {
  return async (event, work) => {
    const peer = `${countedApart}${peerOf(event)}`;
    const nowMs = clock.nowMs();
    const begun = await attempts.begin(peer, nowMs);
    if (!begun.mayBegin) return locked(Math.max(1, Math.ceil((begun.windowEndsAtMs - nowMs) / 1000)));
    const { answer, succeeded } = await work();
    if (succeeded) {
      await attempts.succeeded(peer, begun).catch((error) => {
        // The attempt succeeded, and only counts until its window ends.
        log.warn('an attempt that succeeded was not given back', { error: errorName(error) });
      });
    }
    return answer;
  };
}
