import { canonicalJson } from './canonical-json';
import { sha256Hex } from './hash';

/** Hash of an audit entry: hex SHA-256 over its RFC 8785 form without `hash` (docs/design.md#audit-chain). */
export function auditEntryHash(entryWithoutHash: object): string {
  return sha256Hex(canonicalJson(entryWithoutHash));
}
