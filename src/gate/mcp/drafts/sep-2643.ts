/**
 * Structured authorization denials, as SEP-2643 defines them (draft of 2026-08-21, commit 6bff817c). Nothing outside this
 * file follows that draft.
 */
import type { JsonObject } from '../../core/types';

const ENVELOPE = 'io.modelcontextprotocol/authorization';

export const DENIALS_EXTENSION = 'io.modelcontextprotocol/structured-authorization-denials';

/**
 * What the client can do: wait for the task, open the page, or nothing. `undisclosed` is for an answer whose text says
 * what to do, and for a client that could have declared more.
 */
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
export function withoutDenial(meta: JsonObject): JsonObject {
  const { [ENVELOPE]: _written, ...rest } = meta;
  return rest;
}
