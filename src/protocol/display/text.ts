/**
 * The text of rendered lines, in the parts that pages lay out. It imports no tables, so a page that gets its lines from the
 * service does not load them.
 */
import { CLOSE, OPEN } from './delimiters';
import type { Shown, ShownLine, ShownPiece } from './render';

/** `shown.txt`: the title, and one line for each param. */
export const shownText = (shown: Shown): string =>
  textLines(shown)
    .map((line) => `${line}\n`)
    .join('');

/** The lines of `shown.txt`, beginning with the title. Every place that shows a request shows these lines. */
export const textLines = (shown: Shown): string[] => [titleText(shown), ...shown.lines.map(lineText)];

export const titleText = ({ title }: Pick<Shown, 'title'>): string => title.map(pieceText).join('');

const pieceText = (piece: ShownPiece): string => ('words' in piece ? piece.words : valueText(piece.value));

/** `Amount «amount»: «EUR 48,000.00», sent as «4800000»` */
export const lineText = (line: ShownLine): string => `${lineName(line)}: ${valueText(line.value)}${lineRest(line)}`;

export const lineName = ({ key, label }: Pick<ShownLine, 'key' | 'label'>): string =>
  `${label === null ? '' : `${label} `}${delimited(key)}`;

export const valueText = (value: string | null): string => (value === null ? '(absent)' : delimited(value));

export function lineRest({ raw, fits, type }: ShownLine): string {
  return `${raw === null ? '' : `, sent as ${delimited(raw)}`}${fits ? '' : ` (does not fit: ${type})`}`;
}

const delimited = (text: string): string => `${OPEN}${text}${CLOSE}`;
