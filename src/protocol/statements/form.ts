/** What all statements share: one text for each, in canonical JSON, and a strict reader. */
import { canonicalJson } from '../canonical-json';

export { isHash } from '../digest';

export type Fields = Readonly<Record<string, unknown>>;

/**
 * The value of a statement's text; null unless it is the canonical text of an object with exactly these fields. So a
 * field that a reader does not know can never be signed unseen.
 */
export function parseStatement(text: string, fields: Readonly<Record<string, (value: unknown) => boolean>>) {
  let value: unknown;
  try {
    value = JSON.parse(text);
    if (canonicalJson(value) !== text) return null;
  } catch {
    return null;
  }
  return hasExactly(value, fields) ? value : null;
}

export function hasExactly(value: unknown, fields: Readonly<Record<string, (value: unknown) => boolean>>): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const object = value as Fields;
  const names = Object.keys(object);
  return (
    names.length === Object.keys(fields).length &&
    names.every((name) => Object.hasOwn(fields, name) && fields[name]!(object[name]))
  );
}

export const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
export const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;
export const isOne = (value: unknown): boolean => value === 1;
export const isTwo = (value: unknown): boolean => value === 2;
export const isOneOf =
  (...allowed: readonly string[]) =>
  (value: unknown): boolean =>
    allowed.includes(value as string);
export const isListOf =
  (test: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    Array.isArray(value) && value.every(test);
export const isNullOr =
  (test: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    value === null || test(value);
