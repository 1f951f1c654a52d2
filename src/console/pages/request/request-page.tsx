/** One request: what is approved and why it is unusual on the left, the decision on the right. */
import { useEffect, useState } from 'react';
import { ApiProblem } from '../../lib/api';
import { ADMIN_ACTION } from '../../lib/changes';
import { usePast } from '../../lib/past';
import { type RequestAnswer, useAction, useRequest } from '../../lib/requests';
import { Link } from '../../lib/router';
import { useMe } from '../../lib/session';
import { remarksOf } from '../../lib/unusual';
import { visibleText } from '../../lib/visible';
import { Badge, StateBadge, type Tone } from '../../ui/badge';
import { Countdown } from '../../ui/instant';
import { Page } from '../../ui/page';
import { Shown } from '../../ui/shown';
import { Answered, Loading } from '../../ui/states';
import { Act } from './act';
import { Approved } from './approved';
import { CollectKey } from './collect-key';
import { DeliveryLog } from './delivery-log';
import { Execution } from './execution';
import { useFingerprint } from './fingerprint';
import { Keys } from './keys';
import { Policy } from './policy';
import { Proof } from './proof';
import { Remarks } from './remarks';
import { Timeline } from './timeline';

export function RequestPage({ params }: { readonly params: Readonly<Record<string, string>> }) {
  const { id = '' } = params;
  const query = useRequest(id);
  if (query.data === undefined && query.error instanceof ApiProblem && query.error.status === 404) {
    return (
      <Page title="Request not found" up={['/', 'Inbox']}>
        <p>
          There is no request <Shown text={id} mono /> in your organization. <Link to="/">Go to your inbox</Link>.
        </p>
      </Page>
    );
  }
  return (
    <Answered query={query} what="the request">
      {(answer) => <TheRequest {...answer} />}
    </Answered>
  );
}

function TheRequest(answer: RequestAnswer) {
  const { request, view } = answer;
  const me = useMe();
  // A change of the configuration has a built-in policy, and differs from every other change.
  const isChange = request.action === ADMIN_ACTION;
  const past = usePast(request);
  const fingerprint = useFingerprint(request);
  const action = useAction(request.action);
  const remarks = remarksOf(answer, me.id, past.data ?? null);
  // Drawn once all of it is there: a late warning would move the button that a finger is about to touch.
  const drawn = useSoon(!past.isPending && (isChange || !action.isPending) && fingerprint.state !== 'computing');
  const open = view.decided === null;
  if (!drawn) return <Loading what="the request" />;
  return (
    <Page
      title={visibleText(view.title)}
      up={open ? ['/', 'Inbox'] : ['/requests', 'History']}
      heading={<Heading {...answer} />}
      beside={<Standing {...answer} />}
      actions={open ? <Clocks {...answer} /> : undefined}
    >
      {view.summary !== null && (
        <p className="request-asks secondary">
          <Shown text={view.requester_name} />: “<Shown text={view.summary} />”
        </p>
      )}
      <div className={open ? 'request open' : 'request'}>
        <div className="request-what">
          <Remarks remarks={remarks} open={open} />
          <Approved answer={answer} fingerprint={fingerprint} past={isChange ? [] : (past.data ?? [])} />
          <Execution execution={request.execution} />
          <Timeline {...answer} />
          {me.role === 'admin' && !open && <DeliveryLog id={request.id} />}
        </div>
        <div className="request-do">
          <Act answer={answer} fingerprint={fingerprint} />
          <CollectKey {...answer} />
          <Keys {...answer} />
          <Policy {...answer} />
          {!open && <Proof {...answer} />}
        </div>
      </div>
    </Page>
  );
}

/** The title, and the amount where there is one, exactly as it was sent. */
function Heading({ request: { params }, view }: RequestAnswer) {
  const { amount, currency = '' } = params;
  return (
    <>
      <Shown text={view.title} />
      {amount !== undefined && amount.length <= 24 && (
        <>
          {' '}
          <Shown text={`${amount} ${currency.slice(0, 8)}`.trim()} />
        </>
      )}
    </>
  );
}

function Standing({ request, view }: RequestAnswer) {
  const { needed } = view;
  if (view.decided !== null) return <StateBadge state={request.state} />;
  const tone: Tone = 'wait';
  return (
    <Badge
      tone={tone}
    >{`Waiting for ${needed} ${needed < view.quorum ? 'more ' : ''}${needed === 1 ? 'key' : 'keys'}`}</Badge>
  );
}

/** How long the rest of the page is waited for; a slow answer must not hide the request. */
const PATIENCE_MS = 1000;

/** True from the moment that it is ready, or that patience ran out. */
function useSoon(ready: boolean): boolean {
  const [soon, setSoon] = useState(ready);
  useEffect(() => {
    if (ready) setSoon(true);
    const timer = setTimeout(() => setSoon(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [ready]);
  return soon;
}

function Clocks({ view }: RequestAnswer) {
  return (
    <div className="clocks">
      {view.window_ends_at !== null && <Countdown until={view.window_ends_at} label="round ends in" />}
      <Countdown until={view.expires_at} label="ends in" />
    </div>
  );
}
