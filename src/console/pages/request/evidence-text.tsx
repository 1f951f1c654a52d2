/** Parts of every document: lines with marks for invisible characters, cut if they are long, with a button for more. */
// biome-ignore-all lint/suspicious/noArrayIndexKey: the rows and the pieces of a document never move
import { type CSSProperties, type ReactNode, useState } from 'react';
import { linePiecesOf } from '../../../protocol/visible-text';
import { formatCount } from '../../lib/count';
import { brokenByte } from '../../lib/evidence/utf8';
import { Button } from '../../ui/button';

/** Characters of a line, at first and with each press. */
const [FIRST_CUT, NEXT_CUT] = [1000, 16_000];
/** A row weighs 1, and 1 for each 200 characters that are drawn of it. */
export const FIRST_WEIGHT = 60;
const NEXT_WEIGHT = 400;

/** How far a row is indented, for the style sheet. */
export const indent = (depth: number): CSSProperties => ({ '--depth': depth }) as CSSProperties;

export const weightOf = (length: number): number => 1 + Math.min(length, FIRST_CUT) / 200;

/** The end of the rows that are drawn together. At least one row is drawn. */
function endOf<T>(rows: readonly T[], from: number, lengthOf: (row: T) => number, weight: number): number {
  let end = from;
  for (let left = weight; end < rows.length && left > 0; end++) left -= weightOf(lengthOf(rows[end]!));
  return end;
}

interface RowsProps<T> {
  readonly rows: readonly T[];
  readonly lengthOf: (row: T) => number;
  readonly children: (rows: readonly T[]) => ReactNode;
  readonly what?: string;
}

/** The first rows, and a button for more. */
export function Rows<T>({ rows, lengthOf, children, what = 'lines' }: RowsProps<T>) {
  const [end, setEnd] = useState(() => endOf(rows, 0, lengthOf, FIRST_WEIGHT));
  const left = rows.length - end;
  return (
    <>
      {children(rows.slice(0, end))}
      {left > 0 && (
        <p className="document-more">
          <Button className="button small" onPress={() => setEnd(endOf(rows, end, lengthOf, NEXT_WEIGHT))}>
            {`Show more: ${formatCount(left)} ${what} are not shown`}
          </Button>
        </p>
      )}
    </>
  );
}

interface LineProps {
  readonly text: string;
  /** How the part that is drawn is laid out. */
  readonly children?: (text: string) => ReactNode;
}

export function LineText({ text, children = (shown) => <Marks text={shown} endsLine={shown === text} /> }: LineProps) {
  const [length, setLength] = useState(FIRST_CUT);
  if (text.length <= length) return children(text);
  // Never cut within a pair of surrogates, because each half would be shown as a mark.
  const end = /[\ud800-\udbff]/.test(text.charAt(length - 1)) ? length - 1 : length;
  return (
    <>
      {children(text.slice(0, end))}
      <Button className="button small document-cut" onPress={() => setLength(length + NEXT_CUT)}>
        {`… ${formatCount(text.length - end)} more characters`}
      </Button>
    </>
  );
}

/** Isolated from what is around it, and from left to right, as programs read it. */
export function Marks({ text, endsLine = true }: { readonly text: string; readonly endsLine?: boolean }) {
  return (
    <bdi dir="ltr">
      {linePiecesOf(text, endsLine).map((piece, index) => {
        if (piece.kind === 'text') return withTabs(piece.text, index);
        const byte = brokenByte(Number.parseInt(piece.code.slice(2), 16));
        return (
          <span key={index} className="escape" title={byte === null ? piece.name : 'a byte that is not UTF-8'}>
            {byte === null ? piece.code : `0x${byte.toString(16).toUpperCase()}`}
          </span>
        );
      })}
    </bdi>
  );
}

function withTabs(text: string, key: number): ReactNode {
  if (!text.includes('\t')) return text;
  return text.split(/(\t)/).map((part, index) =>
    part === '\t' ? (
      <span key={`${key} ${index}`} className="document-tab">
        {part}
      </span>
    ) : (
      part
    ),
  );
}
