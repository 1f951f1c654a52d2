/** The limits on refused attempts of one peer (docs/design.md#refused-attempts). */

import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { AttemptCounter, PeerLimiter } from '../../service/access/ports';
import { errorName } from '../../service/support/failures';
import type { Clock, Log } from '../../service/system/ports';
import { type Answer, denied, type Reply } from './answer';

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

function locked(seconds: number): Locked {
  const answer = denied(429, `Too many refused attempts from this address. Retry in ${seconds} seconds.`);
  return { ...answer, headers: { 'retry-after': String(seconds) } };
}

/**
 * Attempts whose work asks somebody else are counted before the work. Otherwise refusing them would not protect who is asked.
 */
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

/** Against whom attempts are counted: the source address as the gateway reports it, never a forwarded-for header. For IPv6, its /64, which is one site. */
export function peerOf(event: APIGatewayProxyEventV2): string {
  const address = event.requestContext.http.sourceIp;
  return address.includes(':') ? prefix64(address) : address;
}

function prefix64(address: string): string {
  const [head = '', tail] = address.toLowerCase().split('%')[0]!.split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups =
    tail === undefined ? front : [...front, ...Array(Math.max(0, 8 - front.length - back.length)).fill('0'), ...back];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
