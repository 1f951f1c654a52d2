/**
 * JSON in its canonical form (RFC 8785, JCS): object keys sorted by UTF-16 code units, no white space, numbers and
 * strings as ECMAScript writes them.
 *
 * Throws if the value has no canonical form: a lone surrogate, NaN, an infinity, undefined, a function.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean') return JSON.stringify(value);
  if (typeof value === 'string') return text(value);
  if (typeof value === 'number') return number(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object') return object(value as Record<string, unknown>);
  throw new TypeError(`${typeof value} has no canonical JSON`);
}

function object(value: Record<string, unknown>): string {
  // The default sort compares UTF-16 code units, as RFC 8785 §3.2.3 requires.
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${text(key)}:${canonicalJson(value[key])}`).join(',')}}`;
}

function text(value: string): string {
  // JSON.stringify would write an escape that other implementations read as U+FFFD. Two operations would then have one
  // hash.
  if (!value.isWellFormed()) throw new TypeError('a lone surrogate has no canonical JSON');
  return JSON.stringify(value);
}

function number(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError(`${value} has no canonical JSON`);
  return JSON.stringify(value);
}
