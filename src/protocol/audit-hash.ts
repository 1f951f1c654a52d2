import { canonicalJson } from './canonical-json';
import { sha256Hex } from './hash';

/** Hash of an audit entry: hex SHA-256 over the RFC 8785 form of the entry without its `hash` (design: audit chain). */
export function auditEntryHash(entryWithoutHash: object): string {
  return sha256Hex(canonicalJson(entryWithoutHash));
}
