/**
 * Creates a link that opens an operator's session. Anyone with the link can act as the operator, so only the guard and
 * the mail to the operator create one.
 */

import { sha256Hex } from '../../../protocol/hash';
import type { Permit } from '../../configuration/ports';
import type { Operator } from '../../configuration/rules/items';
import type { Clock, Random } from '../../system/ports';
import type { SessionStore } from '../ports/access';

const LINK_LASTS_MS = 24 * 3600_000;

export interface LinkDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly sessions: Pick<SessionStore, 'createSignInLink'>;
}

export async function createSignInLink(
  deps: LinkDeps,
  { org, id: operator, accessEpoch }: Pick<Operator, 'org' | 'id' | 'accessEpoch'>,
  permit: Permit,
  requested: RequestedBy | null = null,
): Promise<{ readonly token: string; readonly expiresAtMs: number }> {
  const token = deps.random.base64url(32);
  const expiresAtMs = requested?.expiresAtMs ?? deps.clock.nowMs() + LINK_LASTS_MS;
  const link = { org, operator, accessEpoch, browserHash: requested?.browserHash ?? null };
  await deps.sessions.createSignInLink(sha256Hex(token), link, expiresAtMs, permit);
  return { token, expiresAtMs };
}

/** The browser in which the operator requested the link. */
export interface RequestedBy {
  readonly browserHash: string;
  readonly expiresAtMs: number;
}
