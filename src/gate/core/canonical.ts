/** One text for each JSON value (RFC 8785), and numbers that would not reach the upstream as they were written. */
import { createHash } from 'node:crypto';
import type { Json } from './types';

export function canonicalJson(value: Json): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`).join(',')}}`;
}

export function digestOf(value: Json): string {
  return sha256(canonicalJson(value));
}

export function sha256(bytes: string | Uint8Array): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}

export const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

/**
 * The first number in a JSON text that would change when it is parsed and written again, or null: people would be shown
 * another amount than the client wrote. 9007199254740993 is parsed as 9007199254740992.
 */
export function unsafeNumberIn(text: string): string | null {
  const tokens = text.matchAll(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs);
  for (const [token] of tokens) if (!token.startsWith('"') && !survives(token)) return token;
  return null;
}

function survives(token: string): boolean {
  const parsed = Number(token);
  return Number.isFinite(parsed) && isSafe(parsed) && decimalOf(token) === decimalOf(String(parsed));
}

/** Larger integers stand for several written ones. The sign of -0 is lost. */
export function isSafe(value: number): boolean {
  return Number.isFinite(value) && !Object.is(value, -0) && (!Number.isInteger(value) || Number.isSafeInteger(value));
}

/** Sign, digits without zeros around them, and the power of ten of the last one: equal for equal values. */
function decimalOf(token: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(token) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const kept = digits.replace(/0+$/, '');
  if (kept === '') return '0';
  const power = BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - kept.length);
  return `${sign}${kept}e${power}`;
}
