/** Cursors: opaque text that says where the next page of a list begins. */

export type CursorPlace = readonly (string | number)[];

/** The caller sent a cursor that does not come from a list. It is answered with 400. */
export class InvalidCursor extends Error {
  constructor() {
    super('`cursor` does not come from this list. Leave it out to start from the beginning.');
  }
}

export function writeCursor(place: CursorPlace): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

/** Throws `InvalidCursor` unless the place has members of these types in this order. */
export function readCursor<T extends CursorPlace>(
  cursor: string,
  types: { readonly [I in keyof T]: 'number' | 'string' },
): T {
  const place = parse(cursor);
  const isPlace = Array.isArray(place) && place.length === types.length && types.every((type, i) => is(type, place[i]));
  if (!isPlace) throw new InvalidCursor();
  return place as unknown as T;
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
}

function is(type: 'number' | 'string', value: unknown): boolean {
  return type === 'number' ? Number.isSafeInteger(value) : typeof value === 'string';
}
