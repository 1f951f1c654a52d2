/**
 * API keys: which tokens of a key work, whether it can get another one (docs/decisions/key-rotation.md), and what its
 * scopes give.
 */

import type { Effect } from '../../configuration/rules/declaration';
import type { ApiKey, ApiToken, Scope } from '../../configuration/rules/items';

/** While an API key rotates, it has two tokens: programs switch to the new one, then an admin ends the old one. */
const MAX_LIVE_TOKENS = 2;
/** Counts ended tokens too, because one transaction writes all of them. */
export const MAX_TOKENS = 50;

/** The tokens with which the key works at `nowMs`. */
export function liveTokens({ tokens, revokedAtMs }: ApiKey, nowMs: number): readonly ApiToken[] {
  return revokedAtMs !== null ? [] : tokens.filter(({ endsAtMs }) => endsAtMs === null || nowMs < endsAtMs);
}

export type TokenRefusal =
  | { readonly reason: 'key_revoked' }
  /** The key already has two working tokens. */
  | { readonly reason: 'two_tokens' }
  /** The key has had the most tokens that a key can have. */
  | { readonly reason: 'too_many_tokens'; readonly max: number }
  /** The token of this change was already collected. */
  | { readonly reason: 'collected' };

/** Null if the key can get another token. `change` is the change in which a second admin approved it. */
export function whyNoToken(key: ApiKey, change: string | null, nowMs: number): TokenRefusal | null {
  if (change !== null && key.tokens.some((each) => each.change === change)) return { reason: 'collected' };
  if (key.revokedAtMs !== null) return { reason: 'key_revoked' };
  if (liveTokens(key, nowMs).length >= MAX_LIVE_TOKENS) return { reason: 'two_tokens' };
  return key.tokens.length >= MAX_TOKENS ? { reason: 'too_many_tokens', max: MAX_TOKENS } : null;
}

/** Where the callback key of a token is stored. The sealed text is bound to this place. */
export const callbackKeyPlace = (keyId: string, token: number): string => `APIKEY#${keyId}#callback_key#${token}`;

/** Reading alone neither asks people for anything nor runs what they approve. Null: a key that is not known. */
export const effectOfScopes = (key: { readonly scopes: readonly Scope[] } | null): Effect | null =>
  key === null || key.scopes.some((scope) => scope !== 'read') ? 'gives_access' : null;
