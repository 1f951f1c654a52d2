/** Approval for tool calls, as SEP-2848 defines it (the draft with the extension `io.modelcontextprotocol/tool-approval`). */
import type { JsonObject } from '../../core';

export type Disposition = 'approved-executed' | 'denied-not-executed' | 'execution-error' | 'outcome-unknown';

/** The text of the result says the same. This is for a client that reads no text. */
export function dispositionMeta(disposition: Disposition): JsonObject {
  return { 'io.modelcontextprotocol/tool-approval-disposition': disposition };
}
