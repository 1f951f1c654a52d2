/** A tree of JSON: each container can be closed. */
import { useState } from 'react';
import { counted, formatCount } from '../../lib/count';
import type { JsonRow } from '../../lib/evidence/json';
import { Badge } from '../../ui/badge';
import { Shown } from '../../ui/shown';
import { indent, LineText, Rows } from './evidence-text';

/** Deeper rows are drawn at this depth, so that a phone has room for their text. */
const DEEPEST = 12;

export function JsonTree({ rows }: { readonly rows: readonly JsonRow[] }) {
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set());
  const toggle = (at: number) => {
    const next = new Set(closed);
    if (!next.delete(at)) next.add(at);
    setClosed(next);
  };
  const visible: number[] = [];
  for (let at = 0; at < rows.length; at = closed.has(at) ? rows[at]!.end : at + 1) visible.push(at);
  return (
    <Rows rows={visible} lengthOf={(at) => lengthOf(rows[at]!)} what="values">
      {(shown) => (
        <div className="document-lines json">
          {shown.map((at) => (
            <Row key={at} row={rows[at]!} isOpen={!closed.has(at)} toggle={() => toggle(at)} />
          ))}
        </div>
      )}
    </Rows>
  );
}

const lengthOf = ({ name, text }: JsonRow): number => text.length + (typeof name === 'string' ? name.length : 0);

interface RowProps {
  readonly row: JsonRow;
  readonly isOpen: boolean;
  readonly toggle: () => void;
}

function Row({ row, isOpen, toggle }: RowProps) {
  return (
    <div className="document-line" style={indent(Math.min(row.depth, DEEPEST))}>
      {typeof row.name === 'number' && <span className="json-place">{formatCount(row.name + 1)}. </span>}
      {typeof row.name === 'string' && (
        <>
          <strong>
            <Quoted text={row.name} />
          </strong>
          {': '}
        </>
      )}
      {row.size > 0 ? (
        <button type="button" className="json-toggle" aria-expanded={isOpen} onClick={toggle}>
          {counted(row.size, row.kind === 'object' ? 'member' : 'value')}
        </button>
      ) : (
        <Value row={row} />
      )}
      {row.repeated && <Badge tone="warn">same name again</Badge>}
      {row.inexact && <Badge tone="warn">more digits than programs keep</Badge>}
    </div>
  );
}

function Value({ row: { kind, text } }: { readonly row: JsonRow }) {
  switch (kind) {
    case 'object':
      return '{}';
    case 'array':
      return '[]';
    case 'string':
      return (
        <span className="json-string">
          "<Quoted text={text} />"
        </span>
      );
    default:
      return <LineText text={text} />;
  }
}

/** A text in quotes cannot end them. */
function Quoted({ text }: { readonly text: string }) {
  return text === '' ? null : (
    <LineText text={text}>{(shown) => <Shown text={shown.replace(/["\\]/g, '\\$&')} />}</LineText>
  );
}
