/** The key check: before anything of the request is read (docs/contract.md#authentication). */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Clock, ConfigStore, LiveKey, Log, PeerLimiter } from '../../app/ports';
import type { Scope } from '../../core/config/config';
import { hasValidCheckDigits, tokenHash } from '../../protocol/api-key-token';
import { type Answer, denied } from '../http/answer';
import { peerOf } from '../http/peer';

export interface KeyCheckDeps {
  readonly clock: Clock;
  readonly config: Pick<ConfigStore, 'liveKey' | 'touchApiKey'>;
  readonly limiter: PeerLimiter;
  readonly log: Log;
}

export type KeyChecked =
  | { readonly principal: LiveKey; readonly backgroundWork?: Promise<void> }
  | { readonly refused: Answer };

/** Enough for every peer of a busy minute; beyond it the store is asked again. */
const MAX_REMEMBERED_PEERS = 10_000;
const DAY_MS = 24 * 3600_000;

export function createKeyCheck(deps: KeyCheckDeps) {
  const lockedUntilMs = new Map<string, number>();
  const refuse = createRefuse(deps, lockedUntilMs);
  return async (event: APIGatewayProxyEventV2, scope: Scope | null): Promise<KeyChecked> => {
    const token = bearerToken(event);
    // Check digits first: a mistyped or made-up token costs no read.
    const hash = token !== null && hasValidCheckDigits(token) ? tokenHash(token) : null;
    const key = hash === null ? null : await deps.config.liveKey(hash);
    if (key === null || hash === null) return { refused: await refuse(event, UNKNOWN) };
    if (scope !== null && !key.scopes.includes(scope)) {
      return { refused: await refuse(event, denied(403, `this key lacks the scope "${scope}"`)) };
    }
    const isFirstUseToday = key.lastUsedAtMs === null || deps.clock.nowMs() - key.lastUsedAtMs >= DAY_MS;
    // Side by side with the request's own work: knowing when a key was last used costs no caller a trip.
    return isFirstUseToday ? { principal: key, backgroundWork: touch(deps, key, hash) } : { principal: key };
  };
}

/** Names neither key nor reason: unknown, malformed and revoked look alike. */
const UNKNOWN = { ...denied(401, 'Unauthorized'), headers: { 'www-authenticate': 'Bearer' } };

function bearerToken(event: APIGatewayProxyEventV2): string | null {
  const match = /^Bearer +([\w-]{1,128})$/i.exec(event.headers.authorization ?? '');
  return match?.[1] ?? null;
}

/** `answer`, or 429 where the peer has been refused too often. A live key with the scope never comes here. */
function createRefuse(deps: KeyCheckDeps, lockedUntilMs: Map<string, number>) {
  return async (event: APIGatewayProxyEventV2, answer: Answer): Promise<Answer> => {
    const peer = peerOf(event);
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
      // A limiter that cannot count must not turn a refusal into an outage.
      deps.log.warn('the limiter of refused attempts failed', {
        error: error instanceof Error ? error.name : 'unknown',
      });
      return answer;
    }
  };
}

function locked(seconds: number): Answer {
  const answer = denied(429, `too many refused attempts from this address; retry in ${seconds} s`);
  return { ...answer, headers: { 'retry-after': String(seconds) } };
}

/** Once a day; a failure costs the date of last use, not the request. */
async function touch(deps: KeyCheckDeps, key: LiveKey, hash: string): Promise<void> {
  try {
    await deps.config.touchApiKey(key.org, key.id, hash, deps.clock.nowMs());
  } catch (error) {
    deps.log.warn('the last use of a key was not noted', {
      key: key.id,
      error: error instanceof Error ? error.name : 'unknown',
    });
  }
}
