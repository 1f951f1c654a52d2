/**
 * The own member of a record under a name that a stranger chose, or undefined. `record[name]` would also find members
 * that every object has, such as `constructor`.
 */
export function ownOf<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
