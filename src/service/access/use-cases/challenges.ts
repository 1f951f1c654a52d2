/** Challenges that verify without being stored, and can be used once (docs/design.md#console). */
import { challengeExpiry, challengeKeyId, makeChallenge } from '../../../protocol/signed-challenge';
import type { CodeKeys } from '../../configuration/ports';
import type { Clock, Random } from '../../system/ports';
import type { PasskeyStore } from '../ports';

export interface ChallengeDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly codeKeys: CodeKeys;
  readonly passkeys: Pick<PasskeyStore, 'spendChallenge'>;
}

const CHALLENGE_LASTS_MS = 5 * 60_000;
const NONCE_BYTES = 16;

/** Stores nothing. */
export async function newChallenge({ clock, random, codeKeys }: ChallengeDeps, purpose: string): Promise<string> {
  const id = await codeKeys.currentId();
  const key = { id, secret: await codeKeys.secret(id) };
  return makeChallenge(key, purpose, random.hex(NONCE_BYTES), clock.nowMs() + CHALLENGE_LASTS_MS);
}

/** A challenge that was made for this purpose and has not expired. `use` tells whether it was already used. */
export interface LiveChallenge {
  readonly challenge: string;
  readonly expiresAtMs: number;
  /** True for exactly one caller. Call it after the answer is verified, because it is the first write. */
  use(): Promise<boolean>;
}

export async function liveChallenge(
  deps: ChallengeDeps,
  purpose: string,
  challenge: string,
): Promise<LiveChallenge | null> {
  const secret = await secretOf(deps.codeKeys, challengeKeyId(challenge));
  const expiresAtMs = secret === null ? null : challengeExpiry(secret, purpose, challenge);
  if (expiresAtMs === null || deps.clock.nowMs() >= expiresAtMs) return null;
  return {
    challenge,
    expiresAtMs,
    use: () => deps.passkeys.spendChallenge(challenge, expiresAtMs, deps.random.hex(12)),
  };
}

/** Null if there is no such key. If the keys cannot be read at all, the first line throws. */
async function secretOf(codeKeys: CodeKeys, id: string | null): Promise<Uint8Array | null> {
  const current = await codeKeys.currentId();
  if (id === null) return null;
  if (id === current) return codeKeys.secret(id);
  return codeKeys.secret(id).catch(() => null);
}
