/** The tokens of an API key: which ones work, and whether it can get another one (docs/decisions/key-rotation.md). */
import type { ApiKey, ApiToken } from '../administration/config';

/** An API key rotates with two: programs take the new one, and then the old one is ended. */
export const MAX_LIVE_TOKENS = 2;
/** Of all tokens, ended ones too: one transaction writes all of them. */
export const MAX_TOKENS = 50;

/** The tokens with which the key works now. */
export function liveTokens({ tokens, revokedAtMs }: ApiKey, nowMs: number): readonly ApiToken[] {
  return revokedAtMs !== null ? [] : tokens.filter(({ endsAtMs }) => endsAtMs === null || nowMs < endsAtMs);
}

export type TokenRefusal =
  | { readonly reason: 'key_revoked' }
  /** The key works with two tokens already. */
  | { readonly reason: 'two_tokens' }
  /** It has had so many that it cannot get another one. */
  | { readonly reason: 'too_many_tokens'; readonly max: number }
  /** The token of this change was made already. */
  | { readonly reason: 'collected' };

/** Null: the key can get another token. `change`: the one that a second admin approved for it. */
export function whyNoToken(key: ApiKey, change: string | null, nowMs: number): TokenRefusal | null {
  if (change !== null && key.tokens.some((each) => each.change === change)) return { reason: 'collected' };
  if (key.revokedAtMs !== null) return { reason: 'key_revoked' };
  if (liveTokens(key, nowMs).length >= MAX_LIVE_TOKENS) return { reason: 'two_tokens' };
  return key.tokens.length >= MAX_TOKENS ? { reason: 'too_many_tokens', max: MAX_TOKENS } : null;
}
