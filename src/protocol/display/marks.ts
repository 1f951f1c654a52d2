/**
 * Text in which a mark replaces each character that is invisible, that would end a value (« and »), or that would look like
 * a mark. Different texts have different marked forms, so the text can be recovered.
 */
import { CLOSE, OPEN } from './delimiters';
import { isShownCharacter } from './shown-characters';

export function marked(text: string): string {
  const points = [...text];
  const firstInk = points.findIndex((point) => point !== ' ');
  const lastInk = points.findLastIndex((point) => point !== ' ');
  return points
    .map((point, index) => {
      const isEdge = point === ' ' && (firstInk === -1 || index < firstInk || index > lastInk);
      const spellsMark = point === '[' && points[index + 1] === 'U' && points[index + 2] === '+';
      const isPlain = !isEdge && !spellsMark && point !== OPEN && point !== CLOSE;
      const code = point.codePointAt(0)!;
      return isPlain && isShownCharacter(code) ? point : `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`;
    })
    .join('');
}

/** The text of which this is the marked form. */
export function unmarked(text: string): string {
  return text.replace(/\[U\+([0-9A-F]{4,6})\]/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));
}

/** Whether a text of a display (a label, words of a title) shows as it is. */
export const isPlain = (text: string): boolean => text !== '' && marked(text) === text;
