import { digestOf } from './hash';
import { operationPreimage } from './operation-preimage';

/**
 * Fingerprint of an operation: `sha256:` + hex SHA-256 over `service.operation.v1`, a zero byte and the RFC 8785 form
 * of `{action, params}` (docs/design.md#identifiers-hashes-and-tokens). A consumer recomputes it from the operation
 * that it is about to run, and refuses if it differs.
 *
 * Throws TypeError on a lone surrogate, which has no UTF-8 form.
 */
export function operationHash(action: string, params: Readonly<Record<string, string>>): string {
  return digestOf(operationPreimage(action, params));
}
