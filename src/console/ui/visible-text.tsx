import { piecesOf } from '../../protocol/visible-text';
import { ibanGroups } from '../lib/iban';

/** Text from someone else: never markup, isolated from the text around it, with invisible characters made visible. */

interface Props {
  readonly text: string;
  readonly mono?: boolean;
  readonly strong?: boolean;
}

export function VisibleText({ text, mono = false, strong = false }: Props) {
  if (text === '') return <span className="muted">(empty)</span>;
  const shown = (
    <bdi className={mono ? 'shown mono' : 'shown'}>
      {piecesOf(text).map((piece, index) =>
        piece.kind === 'text' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never move
          <InFours key={index} text={piece.text} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never move
          <span key={index} className="escape" title={piece.name}>
            {piece.code}
            <span className="unseen"> {piece.name} </span>
          </span>
        ),
      )}
    </bdi>
  );
  return strong ? <strong>{shown}</strong> : shown;
}

/** The gaps in an account number are margins, so copying gives what was sent. */
export function InFours({ text }: Pick<Props, 'text'>) {
  const groups = ibanGroups(text);
  if (groups === null) return <>{text}</>;
  return groups.map((group, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the groups of one number never move
    <span key={index} className="four">
      {group}
    </span>
  ));
}
