/** An item of a table in the form of the document client. */
export type Item = Record<string, unknown>;

export function withoutNulls(item: Item): Item {
  return Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null && value !== undefined));
}
