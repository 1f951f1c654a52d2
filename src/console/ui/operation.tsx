/** The operation of a request, in the same form on every page: the action in the secondary colour, then the request's own title. */
import { ADMIN_ACTION } from '../../protocol/change-request';
import { amountOf, type Named } from '../lib/amount';
import type { RequestWithView } from '../lib/schemas';
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

export function OperationText({ title, params, shown }: Named) {
  const amount = amountOf(params);
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
