/**
 * The key check. It runs before anything of the request is decoded or answered (docs/contract.md#authentication). The
 * same call may read only the sealed text of the intent.
 */

import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { hasValidCheckDigits, tokenHash } from '../../protocol/api-key-token';
import type { OrgId, RequestId } from '../../protocol/identifiers';
import type { PeerLimiter } from '../../service/access/ports';
import type { ConfigStore, LiveKey } from '../../service/configuration/ports';
import type { Scope } from '../../service/configuration/rules/items';
import { errorName } from '../../service/support/failures';
import type { Clock, Log } from '../../service/system/ports';
import { type Answer, denied } from '../http/answer';
import { createRefuseAttempt } from '../http/attempts';

export interface KeyCheckDeps {
  readonly clock: Clock;
  readonly config: Pick<ConfigStore, 'liveKey' | 'touchApiKey'>;
  readonly limiter: PeerLimiter;
  readonly log: Log;
}

/** What an operation needs from the key check. */
export interface KeyNeeds {
  readonly scope: Scope;
  /** The request whose intent is needed next, so that the same call can read it. */
  readonly intentOf?: RequestId;
}

export type KeyChecked =
  | { readonly principal: LiveKey; readonly backgroundWork?: Promise<void> }
  /** `org` if the key is live. */
  | { readonly refused: Answer; readonly org?: OrgId };

const DAY_MS = 24 * 3600_000;

export function createKeyCheck(deps: KeyCheckDeps) {
  const refuse = createRefuseAttempt(deps);
  return async (event: APIGatewayProxyEventV2, needs: KeyNeeds | null): Promise<KeyChecked> => {
    const token = bearerToken(event);
    // The check digits come first, so that a mistyped or invented token causes no database read.
    const hash = token !== null && hasValidCheckDigits(token) ? tokenHash(token) : null;
    const key = hash === null ? null : await deps.config.liveKey(hash, needs?.intentOf);
    const isLive = key !== null && (key.endsAtMs === null || deps.clock.nowMs() < key.endsAtMs);
    if (!isLive || hash === null) return { refused: await refuse(event, UNKNOWN) };
    if (needs !== null && !key.scopes.includes(needs.scope)) {
      const refused = await refuse(event, denied(403, `This API key lacks the scope "${needs.scope}".`));
      return { refused, org: key.org };
    }
    const isFirstUseToday = key.lastUsedAtMs === null || deps.clock.nowMs() - key.lastUsedAtMs >= DAY_MS;
    // In parallel with the request's own work, so that recording the last use does not slow down the caller.
    return isFirstUseToday ? { principal: key, backgroundWork: touch(deps, key, hash) } : { principal: key };
  };
}

/** Reveals neither key nor reason: unknown, malformed and revoked keys get the same answer. */
const UNKNOWN = { ...denied(401, 'Unauthorized'), headers: { 'www-authenticate': 'Bearer' } };

function bearerToken(event: APIGatewayProxyEventV2): string | null {
  const match = /^Bearer +([\w-]{1,128})$/i.exec(event.headers.authorization ?? '');
  return match?.[1] ?? null;
}

/** Runs once a day. If it fails, only the date of last use is lost, and the request continues. */
async function touch(deps: KeyCheckDeps, key: LiveKey, hash: string): Promise<void> {
  try {
    await deps.config.touchApiKey(key.org, key.id, hash, deps.clock.nowMs());
  } catch (error) {
    deps.log.warn('the last use of a key was not noted', {
      key: key.id,
      error: errorName(error),
    });
  }
}
