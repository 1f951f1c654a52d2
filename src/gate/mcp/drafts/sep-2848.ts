/**
 * Asynchronous approval for tool calls, as SEP-2848 defines it (draft of 2026-06-08, commit 8d12c295). Nothing outside
 * this file follows that draft.
 */
import type { JsonObject } from '../../core/types';

/**
 * `execution-error` also stands for a call whose outcome is unknown: the draft has no word for it, and this one says that
 * the tool may have had an effect.
 */
export type Disposition = 'approved-executed' | 'denied-not-executed' | 'execution-error';

/** The text of the result says the same. This is for a client that reads no text. */
export function dispositionMeta(disposition: Disposition): JsonObject {
  return { 'net.openid.authzen/disposition': disposition };
}
