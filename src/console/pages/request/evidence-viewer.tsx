/** Draws a document: a limited number of rows and characters, and more of them when asked. */
// biome-ignore-all lint/suspicious/noArrayIndexKey: the rows and the pieces of a document never move
import { type CSSProperties, type ReactNode, useState } from 'react';
import { linePiecesOf } from '../../../protocol/visible-text';
import type { Document } from '../../lib/evidence/document';
import { inlineOf } from '../../lib/evidence/markdown';
import { countRows, type Row } from '../../lib/evidence/row';
import { formatCount } from '../../lib/format';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Disclosure } from '../../ui/table';
import { VisibleText } from '../../ui/visible-text';

export { readDocument } from '../../lib/evidence/document';

/** Characters of a line, at first and with each press. */
const [FIRST_CUT, NEXT_CUT] = [1000, 16_000];
/** Weights that are drawn at first and with each press. A row weighs 1, and 1 more for each 200 characters drawn. */
const [FIRST_WEIGHT, NEXT_WEIGHT] = [60, 400];

const weightOf = ({ text, name }: Row): number => 1 + Math.min(text.length + `${name ?? ''}`.length, FIRST_CUT) / 200;
const totalOf = (row: Row): number => (row.rows ?? []).reduce((sum, inner) => sum + totalOf(inner), weightOf(row));

export function EvidenceDocument({ document: { kind, rows, notes } }: { readonly document: Document }) {
  return (
    <>
      {notes.map((note) => (
        <p key={note} className="notice warn">
          {note}
        </p>
      ))}
      <div className="document" data-kind={kind}>
        {rows.length === 0 && <p className="muted">The document is empty.</p>}
        <Rows rows={rows} first={rows.find((row) => row.rows !== undefined)} />
      </div>
    </>
  );
}

/** The first rows, and a button for more. The rows inside one are shown at once if all of them fit, or if it is `first`. */
function Rows({ rows, first }: { readonly rows: readonly Row[]; readonly first?: Row | undefined }) {
  const [end, setEnd] = useState(() => endOf(rows, 0, FIRST_WEIGHT));
  let room = FIRST_WEIGHT;
  return (
    <>
      {rows.slice(0, end).map((row, index) => {
        room -= totalOf(row);
        return <Line key={index} row={row} isOpenAtFirst={room >= 0 || row === first} />;
      })}
      {end < rows.length && (
        <Button className="button small document-more" onPress={() => setEnd(endOf(rows, end, NEXT_WEIGHT))}>
          {`Show more: ${formatCount(rows.length - end)} are not shown`}
        </Button>
      )}
    </>
  );
}

/** The end of the rows that are drawn together. At least one row is drawn. */
function endOf(rows: readonly Row[], from: number, weight: number): number {
  let end = from;
  for (let left = weight; end < rows.length && left > 0; end++) left -= weightOf(rows[end]!);
  return end;
}

function Line({ row, isOpenAtFirst }: { readonly row: Row; readonly isOpenAtFirst: boolean }) {
  const { kind, mark, depth = 0, name, notes = [], rows = [] } = row;
  const [open, setOpen] = useState(isOpenAtFirst);
  const Tag = kind === 'file' ? 'h3' : 'div';
  return (
    <>
      <Tag className="document-row" data-kind={kind} data-mark={mark} style={{ '--depth': depth } as CSSProperties}>
        {typeof name === 'number' && <span className="muted">{formatCount(name)}. </span>}
        {typeof name === 'string' && (
          <strong>
            <Quoted text={name} />:{' '}
          </strong>
        )}
        {rows.length === 0 ? (
          <Text row={row} />
        ) : (
          <Disclosure isOpen={open} onToggle={setOpen}>
            <Text row={row} />
          </Disclosure>
        )}
        {kind !== 'file' &&
          notes.map((note) => (
            <Badge key={note} tone="warn">
              {note}
            </Badge>
          ))}
      </Tag>
      {open && <Rows rows={rows} />}
    </>
  );
}

const MARKUP = new Set<Row['kind']>(['heading', 'item', 'quote', 'prose', 'fence']);
const VOICES: Readonly<Partial<Record<Row['kind'], string>>> = { add: 'added ', remove: 'removed ' };

function Text({ row }: { readonly row: Row }): ReactNode {
  const { kind, text, notes } = row;
  if (kind === 'file')
    return (
      <>
        <span className="wrap">
          <Marks text={text} /> <span className="caption">{notes}</span>
        </span>
        <span className="good-text push">+{countRows(row, 'add')}</span>{' '}
        <span className="bad-text">−{countRows(row, 'remove')}</span>
      </>
    );
  if (kind === 'string')
    return (
      <span className="good-text">
        "<Quoted text={text} />"
      </span>
    );
  return (
    <>
      {VOICES[kind] !== undefined && <span className="unseen">{VOICES[kind]}</span>}
      <LineText text={text} draw={MARKUP.has(kind) ? (shown) => <Inlines text={shown} /> : undefined} />
    </>
  );
}

interface LineProps {
  readonly text: string;
  readonly draw?: ((shown: string) => ReactNode) | undefined;
}

function LineText({ text, draw = (shown) => <Marks text={shown} endsLine={shown === text} /> }: LineProps) {
  const [length, setLength] = useState(FIRST_CUT);
  if (text.length <= length) return draw(text);
  // Never cut within a pair of surrogates, because each half would be shown as a mark.
  const end = /[\ud800-\udbff]/.test(text.charAt(length - 1)) ? length - 1 : length;
  return (
    <>
      {draw(text.slice(0, end))}
      <Button className="button small" onPress={() => setLength(length + NEXT_CUT)}>
        {`… ${formatCount(text.length - end)} more characters`}
      </Button>
    </>
  );
}

/** A text in quotes cannot end them. */
const Quoted = ({ text }: { readonly text: string }) =>
  text !== '' && <LineText text={text} draw={(shown) => <VisibleText text={shown.replace(/["\\]/g, '\\$&')} />} />;

function Inlines({ text }: { readonly text: string }) {
  return inlineOf(text).map(({ tag: Tag, text: part }, index) => (
    <Tag key={index}>
      <Marks text={part} endsLine={false} />
    </Tag>
  ));
}

/** Isolated from what is around it, and from left to right, as programs read it. */
function Marks({ text, endsLine = true }: { readonly text: string; readonly endsLine?: boolean }) {
  return (
    <bdi dir="ltr">
      {linePiecesOf(text, endsLine).map((piece, index) => {
        if (piece.kind === 'text') return piece.text;
        const isTab = piece.name === 'tab';
        const byte = /^U\+DC([89A-F].)$/.exec(piece.code)?.[1];
        const mark = byte === undefined ? piece.code : `0x${byte}`;
        return (
          <span key={index} className={isTab ? 'document-tab' : 'escape'} title={byte ? 'a byte' : piece.name}>
            {isTab ? '\t' : mark}
          </span>
        );
      })}
    </bdi>
  );
}
