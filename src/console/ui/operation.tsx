/** The operation of a request, in the same form on every page, and its params in one line. */

import { ADMIN_ACTION } from '../../protocol/change-request';
import { isEvidenceDigest } from '../../protocol/evidence';
import { amountText, type Named, shownParam, titlesOf } from '../lib/params';
import type { RequestWithView, Schemas } from '../lib/schemas';
import { DisplayTitle, LineName, LineValue } from './value';
import { VisibleText } from './visible-text';

export function Operation({ request, view }: RequestWithView) {
  if (request.action === ADMIN_ACTION) {
    return (
      <>
        <span className="wording">Change</span> <VisibleText text={view.title} />
      </>
    );
  }
  return <OperationText title={view.title} params={request.params} shown={view.shown} />;
}

/** The action in the secondary colour, then the request's own title. */
export function OperationText({ title, params, shown }: Named) {
  const amount = amountText(params);
  if (shown === null && amount === null) return <VisibleText text={title} />;
  const titles = shown === null ? [] : titlesOf(title, shown);
  if (titles.length === 1) return <VisibleText text={titles[0]!} />;
  return (
    <>
      <span className="wording">
        <VisibleText text={title} />
      </span>{' '}
      {shown === null ? (
        <span className="value">
          <VisibleText text={amount ?? ''} />
        </span>
      ) : (
        <DisplayTitle {...shown} />
      )}
    </>
  );
}

const SHOWN = 3;
const LONG = 60;

/** The first params of a request in one line, to distinguish requests in a list. The page of a request has all of them. */
export function ParamLine({ params, shown }: Omit<Named, 'title'>) {
  if (shown !== null) return <LinesInOne {...shown} />;
  // Digests say nothing in a list.
  const entries = Object.entries(params).filter(([, value]) => !isEvidenceDigest(value));
  if (entries.length === 0) return null;
  return (
    <>
      {entries.slice(0, SHOWN).map(([key, value], index) => (
        <span key={key}>
          {index > 0 && ' · '}
          <VisibleText text={key.slice(0, LONG)} />{' '}
          <span className="value">
            <VisibleText text={shortened(shownParam(key, value))} mono />
          </span>
        </span>
      ))}
      {entries.length > SHOWN && <span> · {entries.length - SHOWN} more</span>}
    </>
  );
}

/** The params that are not in the title. Each text is complete, and the row cuts it if it does not fit. */
function LinesInOne({ title, lines }: Schemas['Shown']) {
  const said = new Set(title.map((piece) => ('param' in piece ? piece.param : null)));
  // The display lists it, or it is no digest.
  const rest = lines.filter(
    ({ param, label, value }) => !said.has(param) && (label !== null || !isEvidenceDigest(value ?? '')),
  );
  return (
    <>
      {rest.slice(0, SHOWN).map((line, index) => (
        <span key={line.param}>
          {index > 0 && ' · '}
          <bdi>
            <LineName line={line} among={lines} />: <LineValue line={line} />
          </bdi>
        </span>
      ))}
      {rest.length > SHOWN && <span> · {rest.length - SHOWN} more</span>}
    </>
  );
}

function shortened(value: string): string {
  const points = [...value];
  return points.length <= LONG ? value : `${points.slice(0, LONG).join('')}…`;
}
