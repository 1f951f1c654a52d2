/** Lines about a configuration, in the words of the service. */
import type { Line, Piece, Words } from '../../protocol/words';
import { formatInstant } from '../lib/format';
import type { NameOfId } from '../lib/name-of';
import { Fact } from './card';
import { VisibleText } from './visible-text';

interface Props {
  readonly lines: readonly Line[];
  readonly nameOf: NameOfId;
}

/** What changes. A screen reader hears which of two values is the old one. */
export function Changes({ lines, nameOf }: Props) {
  return (
    <table className="compared">
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Change</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ field, before, after }) => (
          <tr key={field}>
            <th scope="row">
              <VisibleText text={field} />
            </th>
            <td>
              <Change before={before} after={after} nameOf={nameOf} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type ChangeProps = Omit<Line, 'field'> & Pick<Props, 'nameOf'>;

export function Change({ before, after, nameOf }: ChangeProps) {
  if (before === null) return <Exactly words={after} nameOf={nameOf} />;
  return (
    <>
      <del>
        <Exactly words={before} nameOf={nameOf} />
      </del>
      {' → '}
      <ins>
        <Exactly words={after} nameOf={nameOf} />
      </ins>
    </>
  );
}

/** Values that are not compared with others. */
export const StatedLines = ({ lines, nameOf }: Props) => (
  <dl className="facts">
    {lines.map(({ field, after }) => (
      <Fact key={field} name={field}>
        <Exactly words={after} nameOf={nameOf} />
      </Fact>
    ))}
  </dl>
);

/** The words as they are approved: ids as ids. A name or a local time is small beside what it explains. */
export function Exactly({ words, nameOf }: { readonly words: Words; readonly nameOf: NameOfId }) {
  return words.map((piece, index) => {
    const { text, meaning } = told(piece, nameOf);
    // A space beside another piece is one between words. At the ends of the words it would be hidden.
    const before = index > 0 && text.startsWith(' ') ? ' ' : '';
    const after = index < words.length - 1 && text.length > 1 && text.endsWith(' ') ? ' ' : '';
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never move
      <span key={index}>
        {before}
        <VisibleText text={text.slice(before.length, text.length - after.length)} />
        {after}
        {meaning !== null && (
          <small className="caption">
            {' '}
            <VisibleText text={meaning} />
          </small>
        )}
      </span>
    );
  });
}

function told(piece: Piece, nameOf: NameOfId): { readonly text: string; readonly meaning: string | null } {
  if (typeof piece === 'string') return { text: piece, meaning: null };
  if ('at' in piece) return { text: new Date(piece.at).toISOString(), meaning: formatInstant(piece.at) };
  const name = nameOf(piece.id);
  return { text: piece.id, meaning: name === piece.id ? null : name };
}
