/** An edit of a part that could be removed. It never waits for a second admin, because it gives nobody a vote. */
export interface PartEdit<Fields, Fresh extends boolean> {
  /** Whether it needs a fresh sign-in. */
  readonly isFresh: Fresh;
  /** Only carries the type. */
  readonly fields?: Fields;
}

export const partEdit = <Fields, Fresh extends boolean>(isFresh: Fresh): PartEdit<Fields, Fresh> => ({ isFresh });

/** The edits of a table of parts. */
export type EditsOf<Table> = {
  [Kind in keyof Table]: { readonly kind: Kind } & (Table[Kind] extends PartEdit<infer Fields, boolean>
    ? Fields
    : never);
}[keyof Table];

/** The kinds that need a fresh sign-in. */
export type FreshOf<Table> = {
  [Kind in keyof Table]: Table[Kind] extends { readonly isFresh: true } ? Kind : never;
}[keyof Table];

export function neverWait<Table extends object>(table: Table): { readonly [Kind in keyof Table]: 'never' } {
  return Object.fromEntries(Object.keys(table).map((kind) => [kind, 'never'])) as { [Kind in keyof Table]: 'never' };
}
