/** What a request does, as every page names it: the action in the secondary ink, then what this one is about. */
import { amountOf } from '../lib/amount';
import { ADMIN_ACTION } from '../lib/changes';
import type { RequestWithView } from '../lib/schemas';
import { Shown } from './shown';

export function Operation({ request, view }: RequestWithView) {
  if (request.action === ADMIN_ACTION) {
    return (
      <>
        <span className="operation-kind">Change</span> <Shown text={view.title} />
      </>
    );
  }
  const amount = amountOf(request.params);
  if (amount === null) return <Shown text={view.title} />;
  return (
    <>
      <span className="operation-kind">
        <Shown text={view.title} />
      </span>{' '}
      <Shown text={amount} />
    </>
  );
}
