/** Structured authorization denials, as SEP-2643 defines them (draft of 2026-08-21, commit 6bff817c). */
import type { Json, JsonObject } from '../../core';

const ENVELOPE = 'io.modelcontextprotocol/authorization';

export const DENIALS_EXTENSION = 'io.modelcontextprotocol/structured-authorization-denials';

/** What the client can do: wait for the task, open the page, what the text of the answer says, or nothing. */
export type Remedy = 'task' | 'url' | 'undisclosed' | 'unavailable';

/** Its presence means that the tool has not run. Never put it on an answer after the tool may have begun. */
export function denialMeta(remedy: Remedy, requestId: string | null): JsonObject {
  const hinted = remedy === 'task' || remedy === 'url';
  return {
    [ENVELOPE]: {
      reason: 'insufficient_authorization',
      remediation: hinted ? 'available' : remedy,
      ...(requestId !== null && { authorizationContextId: requestId }),
      ...(hinted && { remediationHints: [{ type: remedy }] }),
    },
  };
}

/** Removes an envelope that an upstream wrote: on a result of a tool that ran it would be a false statement. */
export function withoutDenial(meta: Json | undefined): JsonObject {
  const { [ENVELOPE]: _written, ...rest } = (meta ?? {}) as JsonObject;
  return rest;
}
