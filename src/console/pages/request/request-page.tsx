/** One request: who asks for what, what is unusual, how long is left, and the key or the stop. */
import { useEffect, useState } from 'react';
import { ApiProblem } from '../../lib/api';
import { type RequestAnswer, useAction, usePast, useRequest } from '../../lib/requests';
import { Link } from '../../lib/router';
import { useMe } from '../../lib/session';
import { remarksOf } from '../../lib/unusual';
import { visibleText } from '../../lib/visible';
import { StateBadge } from '../../ui/badge';
import { Countdown, Instant } from '../../ui/instant';
import { Page } from '../../ui/page';
import { Shown } from '../../ui/shown';
import { Answered, Loading } from '../../ui/states';
import { Act } from './act';
import { Aftermath } from './aftermath';
import { Asked } from './asked';
import { useFingerprint } from './fingerprint';
import { Keys } from './keys';
import { Remarks } from './remarks';

export function RequestPage({ params }: { readonly params: Readonly<Record<string, string>> }) {
  const { id = '' } = params;
  const query = useRequest(id);
  if (query.data === undefined && query.error instanceof ApiProblem && query.error.status === 404) {
    return (
      <Page title="No such request">
        <p>
          There is no request <Shown text={id} mono /> in your organization. <Link to="/">Back to the inbox</Link>.
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
  const past = usePast(request.action, request.created_at, request.id);
  const fingerprint = useFingerprint(request);
  const action = useAction(request.action);
  const remarks = remarksOf(answer, me.id, past.data ?? null);
  // Drawn once it is whole: a warning that comes late would push the button that a finger is about to touch.
  const drawn = useSoon(!past.isPending && !action.isPending && fingerprint.state !== 'computing');
  const open = view.decided === null;
  if (!drawn) return <Loading what="the request" />;
  return (
    <Page title="Request" tab={visibleText(view.title)} heading={<Shown text={view.title} />}>
      <div className={open ? 'request open' : 'request'}>
        <div className="standing card">
          <StateBadge state={request.state} />
          {open ? <Clocks {...answer} /> : null}
          <p role="status" className="sentence">
            {sentenceOf(answer)}
          </p>
          <p className="who-asks">
            <strong>
              <Shown text={view.requester_name} />
            </strong>
            {view.summary === null ? ' asks for this.' : ' asks: '}
            {view.summary !== null && <Shown text={view.summary} />}
          </p>
        </div>
        <div className="request-what">
          <Remarks remarks={remarks} open={open} />
          <Asked {...answer} fingerprint={fingerprint} />
        </div>
        <div className="request-do">
          <Act answer={answer} fingerprint={fingerprint} />
          <Keys {...answer} />
        </div>
        <div className="request-after">
          <Aftermath {...answer} />
        </div>
      </div>
    </Page>
  );
}

/** How long what comes second is waited for; a slow answer must not hide the request. */
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
      {view.window_ends_at !== null && <Countdown until={view.window_ends_at} label="Round ends in" />}
      <Countdown until={view.expires_at} label="Time left" />
    </div>
  );
}

/** How it stands, in one sentence; read out when it changes. */
function sentenceOf({ request, view }: RequestAnswer) {
  const { decided, needed } = view;
  if (decided === null) {
    const keys = needed === 1 ? '1 more key is needed' : `${needed} more keys are needed`;
    return view.mode === 'coincident' ? `${keys}, within ${view.coincidence_seconds} s of the first.` : `${keys}.`;
  }
  return (
    <>
      {OUTCOMES[request.outcome ?? 'authorized']}
      {decided.by.length > 0 && (
        <>
          {' by '}
          {decided.by.map((operator, index) => (
            <span key={operator}>
              {index > 0 && ', '}
              <Shown text={nameOf(view, operator)} />
            </span>
          ))}
        </>
      )}
      {', '}
      <Instant ms={decided.at} />
      {decided.reason !== null && (
        <>
          {': '}
          <Shown text={REASONS[decided.reason] ?? decided.reason} />
        </>
      )}
    </>
  );
}

const OUTCOMES = {
  authorized: 'Authorized',
  denied: 'Denied',
  expired: 'Expired with too few keys',
  aborted: 'Aborted',
} as const;

const REASONS: Readonly<Record<string, string>> = {
  round_restarted: 'its round was restarted',
  roster_too_short: 'too few operators were left to turn the keys',
};

export function nameOf(view: RequestAnswer['view'], operator: string): string {
  return view.seats.find((seat) => seat.operator === operator)?.name ?? operator;
}
