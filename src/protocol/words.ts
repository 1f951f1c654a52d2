/**
 * What people read about an entry, an edit or a policy, in pieces. The service makes the words; a page or a mail fills in
 * the names that it knows, and an instant in its own form.
 */

/** What a reference names. */
export type ThingKind = 'operator' | 'group' | 'action' | 'key' | 'endpoint';

/** A thing by its id, for which a page or a mail shows a name. */
export interface Reference {
  readonly kind: ThingKind;
  readonly id: string;
}

export interface Instant {
  /** Epoch ms. */
  readonly at: number;
}

export type Piece = string | Reference | Instant;
export type Words = readonly Piece[];

/** The name of a thing, or its id if the name is not known. */
export type NameOf = (thing: Reference) => string;

/** An id comes from the data of an entry, so its type is not known. */
export const named = (kind: ThingKind, id: unknown): Reference => ({ kind, id: String(id) });

/** References with commas between them. Empty if `ids` is no list. */
export function listOf(kind: ThingKind, ids: unknown): Words {
  if (!Array.isArray(ids)) return [];
  return ids.flatMap((id, index) => (index === 0 ? [named(kind, id)] : [', ', named(kind, id)]));
}

/** In quotation marks, so that one id cannot look like several. An id with escaped characters is only text. */
export function idWords(kind: ThingKind, id: string): Words {
  const quoted = JSON.stringify(id);
  return quoted === `"${id}"` ? ['"', named(kind, id), '"'] : [quoted];
}

/** Empty if there is nothing to join. */
export const joined = (all: readonly Words[], between: string): Words =>
  said`${all.flatMap((one, index) => (index === 0 ? one : [between, ...one]))}`;

/** `` said`The action ${named('action', id)} was created.` `` */
export function said(texts: TemplateStringsArray, ...values: readonly unknown[]): Words {
  return merged(texts.flatMap((text, index) => [text, ...(index < values.length ? piecesOf(values[index]) : [])]));
}

function piecesOf(value: unknown): Words {
  if (Array.isArray(value)) return value.flatMap(piecesOf);
  return typeof value === 'object' && value !== null ? [value as Reference | Instant] : [String(value)];
}

/** Without empty texts, and with neighbouring texts as one. */
function merged(pieces: Words): Words {
  const out: Piece[] = [];
  for (const piece of pieces) {
    const last = out.at(-1);
    if (typeof piece === 'string' && typeof last === 'string') out[out.length - 1] = last + piece;
    else if (piece !== '') out.push(piece);
  }
  return out;
}

export function plainText(words: Words, nameOf: NameOf = ({ id }) => id, instantText = inUtc): string {
  return words
    .map((piece) => {
      if (typeof piece === 'string') return piece;
      return 'at' in piece ? instantText(piece.at) : nameOf(piece);
    })
    .join('');
}

/** RFC 3339. */
const inUtc = (ms: number): string => new Date(ms).toISOString();

/** One line of what people approve: the name of the field, and its value before and after. */
export interface Line {
  readonly field: string;
  /** Null if there is no value before, or the text already says it. */
  readonly before: Words | null;
  readonly after: Words;
}

const ARROW = ' → ';

/** As the params of the change's request have it: with ids, and without names that could change. */
export const lineText = ({ before, after }: Line): string =>
  plainText(before === null ? after : [...before, ARROW, ...after]);
