/** The first params of a request in a line, to tell one from another in a list; all of them are on its page. */
import { shownParam } from '../lib/amount';
import { Shown } from './shown';

const SHOWN = 3;
const LONG = 60;

export function ParamLine({ params }: { readonly params: Readonly<Record<string, string>> }) {
  // The digest of a sealed call, which says nothing to a person.
  const entries = Object.entries(params).filter(([key, value]) => key !== 'intent' || !value.startsWith('sha256:'));
  if (entries.length === 0) return null;
  return (
    <>
      {entries.slice(0, SHOWN).map(([key, value], index) => (
        <span key={key}>
          {index > 0 && ' · '}
          <Shown text={key.slice(0, LONG)} /> <Shown text={shortened(shownParam(key, value))} mono />
        </span>
      ))}
      {entries.length > SHOWN && <span> · {entries.length - SHOWN} more</span>}
    </>
  );
}

function shortened(value: string): string {
  const points = [...value];
  return points.length <= LONG ? value : `${points.slice(0, LONG).join('')}…`;
}
