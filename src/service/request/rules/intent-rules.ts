/**
 * The rules between a sealed intent and the rest of the proposal (docs/contract.md, "Sealed intent envelope"; operation
 * createRequest).
 */
import { LIMITS } from '../../../../generated/limits';
import type { Params } from './request';

export const MAX_INTENT_BYTES = LIMITS.intentBytes.max;

const DIGEST = /^sha256:[0-9a-f]{64}$/;

export type IntentRefusal =
  | { readonly reason: 'intent_too_large'; readonly bytes: number }
  | { readonly reason: 'intent_digest_missing' }
  | { readonly reason: 'intent_digest_malformed' }
  | { readonly reason: 'execute_within_without_intent' };

export function intentRefusal(proposal: {
  readonly params: Params;
  /** Size of the envelope as JSON text in UTF-8; null without an intent. */
  readonly intentBytes: number | null;
  readonly executeWithin: number | null;
}): IntentRefusal | null {
  const { params, intentBytes, executeWithin } = proposal;
  if (intentBytes === null) return executeWithin === null ? null : { reason: 'execute_within_without_intent' };
  if (intentBytes > MAX_INTENT_BYTES) return { reason: 'intent_too_large', bytes: intentBytes };
  if (!Object.hasOwn(params, 'intent')) return { reason: 'intent_digest_missing' };
  return DIGEST.test(params.intent!) ? null : { reason: 'intent_digest_malformed' };
}
