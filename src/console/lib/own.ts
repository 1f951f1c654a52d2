/**
 * What a record holds under a name that a stranger chose; undefined if it holds nothing. `record[name]` would find what
 * every object has: a function under `constructor`, for one.
 */
export function ownOf<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
