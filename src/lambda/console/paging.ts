/** Pages of lists that are read completely. The cursor is the position of the last item on the page. */
import { InvalidCursor, readCursor, writeCursor } from '../../protocol/cursor';
import { invalid } from '../http/answer';

/** The sort key of a list. It is unique, because it ends with the item's id. */
export type Place = readonly [number, string];

interface PageOf<T> {
  readonly items: readonly T[];
  readonly cursor: string | null;
}

export interface PageQuery {
  readonly limit: number;
  readonly cursor: string | null;
}

/** In sort order, the items after the cursor, at most `limit`. */
export function pageByPlace<T>(
  all: readonly T[],
  placeOf: (item: T) => Place,
  { limit, cursor }: PageQuery,
): PageOf<T> {
  const after = cursor === null ? null : readPlace(cursor);
  const left = all
    .filter((item) => after === null || comparePlaces(placeOf(item), after) > 0)
    .sort((a, b) => comparePlaces(placeOf(a), placeOf(b)));
  const items = left.slice(0, limit);
  const last = items.at(-1);
  return { items, cursor: left.length > limit && last !== undefined ? writeCursor(placeOf(last)) : null };
}

export function readPlace(cursor: string): Place {
  return readCursor<Place>(cursor, ['number', 'string']);
}

/** An invalid cursor is the caller's mistake. */
export async function withCursor<T>(list: () => Promise<T>) {
  try {
    return await list();
  } catch (error) {
    if (error instanceof InvalidCursor) return invalid(error.message);
    throw error;
  }
}

function comparePlaces([at, id]: Place, [otherAt, otherId]: Place): number {
  return at - otherAt || (id < otherId ? -1 : id > otherId ? 1 : 0);
}

export function pageQuery({ limit, cursor }: { readonly limit: number; readonly cursor?: string }): PageQuery {
  return { limit, cursor: cursor ?? null };
}
