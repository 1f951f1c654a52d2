/** Pages of lists that are read whole: the cursor is the place of the last item that was shown. */
import { invalid, Problem } from '../http/answer';

/** What a list is ordered by; unique, because it ends with the item's id. */
export type Place = readonly [number, string];

export interface PageOf<T> {
  readonly items: readonly T[];
  readonly cursor: string | null;
}

/** In the order of their places, those after the cursor's, at most `limit`. */
export function pageByPlace<T>(
  all: readonly T[],
  placeOf: (item: T) => Place,
  { limit, cursor }: { readonly limit: number; readonly cursor: string | null },
): PageOf<T> {
  const after = cursor === null ? null : readPlace(cursor);
  const left = all
    .filter((item) => after === null || comparePlaces(placeOf(item), after) > 0)
    .sort((a, b) => comparePlaces(placeOf(a), placeOf(b)));
  const items = left.slice(0, limit);
  const last = items.at(-1);
  return { items, cursor: left.length > limit && last !== undefined ? writePlace(placeOf(last)) : null };
}

export function writePlace(place: Place): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

export function readPlace(cursor: string): Place {
  try {
    const [at, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')) as unknown[];
    if (Number.isSafeInteger(at) && typeof id === 'string') return [at as number, id];
  } catch {
    // Not JSON: the same answer as any other malformed cursor.
  }
  throw new Problem(INVALID_CURSOR);
}

export const INVALID_CURSOR = invalid('cursor: not one that this list gave; leave it out to start from the beginning');

function comparePlaces([at, id]: Place, [otherAt, otherId]: Place): number {
  return at - otherAt || (id < otherId ? -1 : id > otherId ? 1 : 0);
}

export interface PageQuery {
  readonly limit: number;
  readonly cursor: string | null;
}

/** `limit` has its default from the document. */
export function pageQuery({ limit, cursor = null }: Readonly<Record<string, unknown>>): PageQuery {
  return { limit: limit as number, cursor: cursor as string | null };
}
