/**
 * One request: on the left what is approved and why it is unusual, on the right the decision. On a narrow screen the decision
 * follows what is approved, and the rest is closed.
 */

import { useEffect, useState } from 'react';
import { ADMIN_ACTION } from '../../../protocol/change-request';
import { visibleText } from '../../../protocol/visible-text';
import { ApiProblem } from '../../lib/api';
import { counted } from '../../lib/format';
import { BroughtNames } from '../../lib/names';
import { operationText } from '../../lib/params';
import {
  type RequestAnswer,
  useAction,
  useNamesOfPage,
  useQuestions,
  useRemarks,
  useRequest,
} from '../../lib/requests';
import { Link } from '../../lib/router';
import { useMe } from '../../lib/session';
import { Badge, StandingBadge } from '../../ui/badge';
import { Ago, Countdown } from '../../ui/instant';
import { Operation } from '../../ui/operation';
import { Page } from '../../ui/page';
import { Person } from '../../ui/person';
import { Answered, Loading } from '../../ui/states';
import { VisibleText } from '../../ui/visible-text';
import { Act } from './act';
import { AfterDecision } from './after-decision';
import { Approved } from './approved';
import { BackTest, CollectKey, Meaning, useChange, WhatChanges } from './change';
import { DeliveryLog } from './delivery-log';
import { EvidenceCards, useEvidence } from './evidence';
import { Keys } from './keys';
import { Policy } from './policy';
import { Questions } from './questions';
import { Remarks } from './remarks';
import { Failed, RunSteps } from './run';
import { FingerprintAlarm, Proof, Technical, useFingerprint } from './technical';
import { Timeline } from './timeline';
import './evidence.css';
import './request.css';

export default function RequestPage({ params }: { readonly params: Readonly<Record<string, string>> }) {
  const { id = '' } = params;
  const query = useRequest(id);
  if (query.data === undefined && query.error instanceof ApiProblem && query.error.status === 404) {
    return (
      <Page title="Request not found" up={['/', 'Inbox']}>
        <p>
          There is no request <VisibleText text={id} mono /> in your organization. <Link to="/">Go to your inbox</Link>.
        </p>
      </Page>
    );
  }
  return (
    <Answered query={query} what="the request">
      {(answer) => <Named {...answer} />}
    </Answered>
  );
}

/** With the names that its first answer brought. */
const Named = (answer: RequestAnswer) => (
  <BroughtNames value={useNamesOfPage(answer.request.id)}>
    <TheRequest {...answer} />
  </BroughtNames>
);

function TheRequest(answer: RequestAnswer) {
  const { request, view } = answer;
  const me = useMe();
  // A change of the configuration has a built-in policy, and differs from every other change.
  const isChange = request.action === ADMIN_ACTION;
  const fingerprint = useFingerprint(request);
  const action = useAction(request.action);
  const change = useChange(answer, isChange);
  const { remarks, last, isReady } = useRemarks(answer);
  const questions = useQuestions(request.id);
  const evidence = useEvidence(answer);
  const documents = !evidence.some(({ state }) => state === 'loading');
  // What is approved: its values or the change, its documents, and that they are what the service stores.
  const isDrawn = documents && fingerprint.state !== 'computing' && !(isChange && change.isPending);
  // Drawn only when everything is loaded: a late warning would move the button just before someone presses it.
  const drawn = useSoon(isDrawn && isReady && !questions.isPending && (isChange || !action.isPending));
  const open = view.decided === null;
  if (!drawn) return <Loading what="the request" />;
  return (
    <Page
      title={view.shown === null ? visibleText(view.title) : operationText(answer)}
      tab={operationText(answer)}
      up={open ? ['/', 'Inbox'] : ['/requests', 'History']}
      here={isChange ? 'Change of the configuration' : visibleText(view.title)}
      heading={<Operation {...answer} />}
      beside={<Standing {...answer} />}
      actions={open ? <Clocks {...answer} /> : undefined}
    >
      <p className="request-by secondary">
        <Person id={request.requester} name={view.requester_name} isYou={request.requester === me.id} />
        <span>
          requested it <Ago ms={request.created_at} />
        </span>
      </p>
      <RunSteps {...answer} />
      {isChange && <Meaning {...answer} />}
      <div className="request stack">
        <div className="request-what stack">
          <FingerprintAlarm found={fingerprint} />
          <Failed {...answer} />
          <Remarks remarks={remarks} open={open} />
          {isChange ? <WhatChanges {...answer} /> : <Approved answer={answer} last={last} />}
          <EvidenceCards evidence={evidence} open={open} />
          {isChange && <BackTest change={change.data} />}
        </div>
        <div className="request-do stack">
          <Act answer={answer} fingerprint={fingerprint} evidence={evidence} isDrawn={isDrawn} />
          <AfterDecision {...answer} />
          <CollectKey {...answer} />
          <Keys {...answer} />
          <Policy {...answer} />
          {!open && <Proof {...answer} />}
        </div>
        <div className="request-more stack">
          <Questions {...answer} />
          {me.role === 'admin' && !open && <DeliveryLog {...answer} />}
          <Timeline {...answer} />
          <Technical answer={answer} fingerprint={fingerprint} />
        </div>
      </div>
    </Page>
  );
}

function Standing(answer: RequestAnswer) {
  const { needed, quorum, decided } = answer.view;
  if (decided !== null) return <StandingBadge {...answer} />;
  return <Badge tone="wait">{`Needs ${counted(needed, needed < quorum ? 'more key' : 'key')}`}</Badge>;
}

/** How long the page waits for the rest. A slow answer must not hide the request. */
const PATIENCE_MS = 1000;

/** True when everything is loaded or the wait is over. */
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
