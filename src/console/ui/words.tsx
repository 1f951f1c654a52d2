/** Words that the service made, with the names that this page knows and the instants of this device. */
import { type NameOf, plainText, type Words } from '../../protocol/words';
import type { Schemas } from '../lib/api';
import { formatInstant } from '../lib/format';
import { VisibleText } from './visible-text';

interface Props {
  readonly words: Words;
  readonly nameOf: NameOf;
}

export const Said = ({ words, nameOf }: Props) => <VisibleText text={plainText(words, nameOf, formatInstant)} />;

type Told = Pick<Schemas['Told'], 'who' | 'what'>;

/** Who did it stands before it, in bold. */
export function ToldBy({ told: { who, what }, nameOf }: { readonly told: Told; readonly nameOf: NameOf }) {
  return (
    <>
      {who !== null && (
        <>
          <VisibleText text={nameOf(who)} strong />{' '}
        </>
      )}
      <Said words={what} nameOf={nameOf} />
    </>
  );
}
