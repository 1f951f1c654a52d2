/**
 * Makes hidden characters of a text visible. A proposer chooses params and summary. A character that reorders, hides or
 * joins its neighbours could show one operation and have another approved.
 */

export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'escape'; readonly code: string; readonly name: string };

const NAMES: Readonly<Record<number, string>> = {
  0: 'null',
  9: 'tab',
  10: 'line feed',
  13: 'carriage return',
  27: 'escape',
  32: 'space',
  160: 'no-break space',
  173: 'soft hyphen',
  1564: 'Arabic letter mark',
  8203: 'zero width space',
  8204: 'zero width non-joiner',
  8205: 'zero width joiner',
  8206: 'left-to-right mark',
  8207: 'right-to-left mark',
  8232: 'line separator',
  8233: 'paragraph separator',
  8234: 'left-to-right embedding',
  8235: 'right-to-left embedding',
  8236: 'pop directional formatting',
  8237: 'left-to-right override',
  8238: 'right-to-left override',
  8288: 'word joiner',
  8294: 'left-to-right isolate',
  8295: 'right-to-left isolate',
  8296: 'first strong isolate',
  8297: 'pop directional isolate',
  65279: 'byte order mark',
};

/**
 * Control and format characters, separators except the space, lone surrogates, private use, unassigned, characters that
 * are not drawn (fillers, variation selectors, tags), and the blank Braille pattern.
 */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/u;

/** The pieces of a text, with invisible characters as escapes. A blank at either end counts as invisible. */
export function piecesOf(text: string): Piece[] {
  const showsAll = !holdsUnseen(text) && !text.startsWith(' ') && !text.endsWith(' ');
  if (showsAll) return text === '' ? [] : [{ kind: 'text', text }];
  const points = [...text];
  const firstInk = points.findIndex((point) => point !== ' ');
  const lastInk = points.findLastIndex((point) => point !== ' ');
  const isEdge = (index: number) => firstInk === -1 || index < firstInk || index > lastInk;
  return escaped(points, (point, index) => UNSEEN.test(point) || (point === ' ' && isEdge(index)));
}

/** The pieces of a line in a document. Spaces count as invisible only at its end, because others are layout. Tabs are escapes. */
export function linePiecesOf(line: string, endsLine = true): Piece[] {
  const points = [...line];
  const lastInk = points.findLastIndex((point) => point !== ' ' && point !== '\t');
  return escaped(points, (point, index) => (point === ' ' ? endsLine && index > lastInk : UNSEEN.test(point)));
}

function escaped(points: readonly string[], isEscaped: (point: string, index: number) => boolean): Piece[] {
  const pieces: Piece[] = [];
  let plain = '';
  points.forEach((point, index) => {
    if (!isEscaped(point, index)) {
      plain += point;
      return;
    }
    if (plain !== '') pieces.push({ kind: 'text', text: plain });
    plain = '';
    pieces.push(escapeOf(point));
  });
  if (plain !== '') pieces.push({ kind: 'text', text: plain });
  return pieces;
}

function escapeOf(point: string): Piece & { readonly kind: 'escape' } {
  const code = point.codePointAt(0) as number;
  const hex = code.toString(16).toUpperCase().padStart(4, '0');
  return { kind: 'escape', code: `U+${hex}`, name: NAMES[code] ?? 'unseen character' };
}

/** Which character it is, for messages: `U+202E (right-to-left override)`. */
export function characterText(point: string): string {
  const { code, name } = escapeOf(point);
  return `${code} (${name})`;
}

/** Whether the text contains invisible characters, except blanks within it. */
export function holdsUnseen(text: string): boolean {
  return UNSEEN.test(text);
}

/** Nobody sees any character of the text. */
export function isBlank(text: string): boolean {
  return Array.from(text).every((point) => point === ' ' || UNSEEN.test(point));
}

/** Letters of two scripts in one word, as in "pаypal" with a Cyrillic а. */
export function mixesScripts(text: string): boolean {
  return text
    .split(/[^\p{L}\p{M}]+/u)
    .some(
      (word) =>
        /\p{Script=Latin}/u.test(word) && /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]/u.test(word),
    );
}

/** For places that show only text, such as a document's title or an announcement. */
export function visibleText(text: string): string {
  return piecesOf(text)
    .map((piece) => (piece.kind === 'text' ? piece.text : `[${piece.code}]`))
    .join('');
}
