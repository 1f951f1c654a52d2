/** An item of a table, as the document client has it. */
export type Item = Record<string, unknown>;

export function withoutNulls(item: Item): Item {
  return Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null && value !== undefined));
}
