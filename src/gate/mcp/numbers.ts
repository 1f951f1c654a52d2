/**
 * A message whose numbers would change when they are parsed and written again, answered before it is parsed. People would
 * be shown another amount than the client wrote.
 */
import { unsafeNumberIn } from '../core/canonical';
import type { JsonObject } from '../core/types';
import { refused } from './answers';

/** The answer to a `tools/call` with such a number, or null. */
export function unsafeNumberAnswer(text: string): string | null {
  if (unsafeNumberIn(text) === null) return null;
  try {
    const { id, method } = JSON.parse(text) as JsonObject;
    if (method !== 'tools/call') return null;
    const result = { resultType: 'complete', ...refused({ kind: 'unsafe_number', argument: 'arguments' }) };
    return JSON.stringify({ jsonrpc: '2.0', id: id ?? null, result });
  } catch {
    return null;
  }
}
