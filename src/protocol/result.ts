/** An expected failure is a value that carries facts. Only bugs and outages throw. */
export type Result<T, E> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: E };

export function ok<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

export function err<E>(error: E): { readonly ok: false; readonly error: E } {
  return { ok: false, error };
}

/** Closes a union: a new member does not compile here, and an unknown value at run time throws. */
export function assertNever(value: never): never {
  throw new Error(`unexpected value ${JSON.stringify(tagOf(value))}`);
}

/** Only the discriminating fields of an object, because errors are logged and the other fields may contain params. */
function tagOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { kind, reason, state } = value as Readonly<Record<string, unknown>>;
  return { kind, reason, state };
}
