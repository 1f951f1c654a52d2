/** Markdown as it is laid out here: no HTML, no image, and no link that leads anywhere. */
// biome-ignore-all lint/suspicious/noArrayIndexKey: the rows and the pieces of a document never move
import { inlineOf, type MarkdownRow } from '../../lib/evidence/markdown';
import { indent, LineText, Marks, Rows } from './evidence-text';

export function Markdown({ rows }: { readonly rows: readonly MarkdownRow[] }) {
  return (
    <Rows rows={rows} lengthOf={({ text }) => text.length}>
      {(shown) => (
        <div className="markdown">
          {shown.map((row, index) => (
            <div key={index} className={`md-${row.kind}`} data-level={row.depth} style={indent(row.depth)}>
              <Line row={row} />
            </div>
          ))}
        </div>
      )}
    </Rows>
  );
}

function Line({ row: { kind, marker, text } }: { readonly row: MarkdownRow }) {
  if (kind === 'code') return <LineText text={text} />;
  return (
    <>
      {marker !== '' && <span className="md-marker">{/\d/.test(marker) ? marker : '•'}</span>}
      <LineText text={text}>{(shown) => <Inlines text={shown} />}</LineText>
    </>
  );
}

const TAGS = { text: 'span', code: 'code', strong: 'strong' } as const;

function Inlines({ text }: { readonly text: string }) {
  return inlineOf(text).map((part, index) => {
    const Tag = TAGS[part.kind];
    return (
      <Tag key={index}>
        <Marks text={part.text} endsLine={false} />
      </Tag>
    );
  });
}
