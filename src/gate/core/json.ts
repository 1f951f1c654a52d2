/** Values of JSON whose shape nobody has checked: their members, and their digests. */

import { createHash } from 'node:crypto';
import { canonicalJson } from '../../client';
import type { Json, JsonObject } from './types';

export const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !isList(value);

/** Undefined for a member that is only inherited, and for one of a list. */
export const memberOf = (value: Json | undefined, name: string): Json | undefined =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;

/** Null for what is no JSON. */
export function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}

/** Of the canonical form (RFC 8785). Throws for what has none: `faultIn` finds it before. */
export function jsonDigestOf(value: Json): string {
  return sha256(canonicalJson(value));
}

export function sha256(bytes: string | Uint8Array): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}
