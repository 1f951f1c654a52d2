/** The first params of a request in one line, to distinguish requests in a list. The page of a request has all of them. */
import { lineText } from '../../protocol/display/text';
import { type Named, shownParam } from '../lib/amount';
import type { Schemas } from '../lib/schemas';
import { VisibleText } from './visible-text';

const SHOWN = 3;
const LONG = 60;

export function ParamLine({ params, shown }: Omit<Named, 'title'>) {
  if (shown !== null) return <LinesInOne {...shown} />;
  // The digest of a sealed call, which says nothing to a person.
  const entries = Object.entries(params).filter(([key, value]) => key !== 'intent' || !value.startsWith('sha256:'));
  if (entries.length === 0) return null;
  return (
    <>
      {entries.slice(0, SHOWN).map(([key, value], index) => (
        <span key={key}>
          {index > 0 && ' · '}
          <VisibleText text={key.slice(0, LONG)} /> <VisibleText text={shortened(shownParam(key, value))} mono />
        </span>
      ))}
      {entries.length > SHOWN && <span> · {entries.length - SHOWN} more</span>}
    </>
  );
}

/** The params that are not in the title. Each text is complete, and the row cuts it if it does not fit. */
function LinesInOne({ title, lines }: Schemas['Shown']) {
  const said = new Set(title.map((piece) => ('param' in piece ? piece.param : null)));
  // Nor the digest of a document, which says nothing in a list.
  const rest = lines.filter(({ param, value }) => !said.has(param) && !/^sha256:\w{64}$/.test(value ?? ''));
  return rest.slice(0, SHOWN).map((line, index) => (
    <span key={line.param}>
      {index > 0 && ' · '}
      <bdi>{lineText(line)}</bdi>
    </span>
  ));
}

function shortened(value: string): string {
  const points = [...value];
  return points.length <= LONG ? value : `${points.slice(0, LONG).join('')}…`;
}
