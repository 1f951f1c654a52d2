/** The operation of a request, in the same form on every page, and its params in one line. */

import { ADMIN_ACTION } from '../../protocol/change-request';
import { lineText } from '../../protocol/display/text';
import { amountText, type Named, shownParam } from '../lib/params';
import type { RequestWithView, Schemas } from '../lib/schemas';
import { DisplayTitle } from './display';
import { VisibleText } from './visible-text';

export function Operation({ request, view }: RequestWithView) {
  if (request.action === ADMIN_ACTION) {
    return (
      <>
        <span className="operation-kind">Change</span> <VisibleText text={view.title} />
      </>
    );
  }
  return <OperationText title={view.title} params={request.params} shown={view.shown} />;
}

/** The action in the secondary colour, then the request's own title. */
export function OperationText({ title, params, shown }: Named) {
  const amount = amountText(params);
  if (shown === null && amount === null) return <VisibleText text={title} />;
  return (
    <>
      <span className="operation-kind">
        <VisibleText text={title} />
      </span>{' '}
      {shown === null ? <VisibleText text={amount ?? ''} /> : <DisplayTitle {...shown} />}
    </>
  );
}

const SHOWN = 3;
const LONG = 60;

/** The first params of a request in one line, to distinguish requests in a list. The page of a request has all of them. */
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
