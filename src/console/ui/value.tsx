/**
 * A value among words. It is isolated from the text around it, and its weight separates it from words. Its marks « and » are
 * there for screen readers, and seen where weight cannot separate (docs/decisions/displays.md).
 */

import { CLOSE, OPEN } from '../../protocol/display/delimiters';
import { lineName, lineRest, valueText } from '../../protocol/display/text';
import type { Schemas } from '../lib/schemas';
import { InFours } from './visible-text';

type Line = Schemas['ShownLine'];
type Title = Schemas['Shown']['title'];

export function DisplayTitle({ title }: { readonly title: Title }) {
  const hasValues = title.some((piece) => 'param' in piece);
  return title.map((piece, index) =>
    'words' in piece ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one title never move
      <span key={index} className={hasValues ? 'wording' : undefined}>
        {piece.words}
      </span>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one title never move
      <Value key={index} of={piece.value} isMarked={isBesideValue(title, index)} />
    ),
  );
}

/** Weight separates a value from words, and not from another value. */
function isBesideValue(title: Title, index: number): boolean {
  const hasInk = (piece: Title[number]) => 'param' in piece || piece.words.trim() !== '';
  const neighbours = [title.slice(0, index).findLast(hasInk), title.slice(index + 1).find(hasInk)];
  return neighbours.some((piece) => piece !== undefined && 'param' in piece);
}

interface NameProps {
  readonly line: Line;
  /** All lines of the request. */
  readonly among: readonly Line[];
}

/** A proposer chooses the keys of params: a key never looks like a label, and is seen where a label alone could be another line's. */
export function LineName({ line, among }: NameProps) {
  const { label } = line;
  if (label === null) return <Key text={lineName(line)} />;
  const isSaid = (other: Line) => (other.label ?? other.key).toLowerCase() === label.toLowerCase();
  return (
    <>
      {label}
      <Key text={lineName(line).slice(label.length)} isHidden={among.filter(isSaid).length === 1} />
    </>
  );
}

export function Key({ text, isHidden = false }: { readonly text: string; readonly isHidden?: boolean }) {
  return (
    <span className={isHidden ? 'spoken' : 'param-key'}>
      <Delimited text={text} />
    </span>
  );
}

/** A value, and what was sent if that is another text. */
export const LineValue = ({ line }: { readonly line: Line }) => (
  <>
    <Value of={line.value} />
    <Rest line={line} />
  </>
);

/** What was sent is read out here, and seen below the lines. A value that does not fit its format says so in its place. */
export const Rest = ({ line }: { readonly line: Line }) => (
  <span className={line.fits ? 'spoken' : 'bad-text'}>
    <Delimited text={lineRest(line)} />
  </span>
);

export function Value({ of, isMarked = false }: { readonly of: string | null; readonly isMarked?: boolean }) {
  if (of === null) return <span className="wording">{valueText(of)}</span>;
  // Without marks, nothing would be seen of an empty value.
  return (
    <span className={isMarked || of === '' ? 'quoted apart' : 'quoted'}>
      <Delimited text={valueText(of)} className="value" />
    </span>
  );
}

/** The text between two marks is isolated. No key and no value contains a mark. */
function Delimited({ text, className }: { readonly text: string; readonly className?: string }) {
  return text.split(/([«»])/).map((part, index, parts) => {
    if (part === OPEN || part === CLOSE)
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
        <span key={index} className="mark">
          {part}
        </span>
      );
    return parts[index - 1] === OPEN ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
      <bdi key={index} className={className}>
        <InFours text={part} />
      </bdi>
    ) : (
      part
    );
  });
}
