/** The guide of a new organization: its name, an action, an API key, the first request, a key turned, and what makes it last. */
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Check } from '../../../generated/icons';
import { answer, api, type Schemas } from '../lib/api';
import { passkeysPossible } from '../lib/passkeys-possible';
import { Link, navigate } from '../lib/router';
import { type Session, useSession } from '../lib/session';
import { firstKey, leaveGuide, type SetUp, useSetUp } from '../lib/set-up';
import { TEMPLATES, type Template, templateOf } from '../lib/templates';
import { Button } from '../ui/button';
import { Icon } from '../ui/icon';
import { Page } from '../ui/page';
import { PasskeyNow } from '../ui/passkey-now';
import { Answered } from '../ui/states';
import { VisibleText } from '../ui/visible-text';
import { MakeKey, NameIt, Send, Templates, WhatToExpect } from './welcome/first-steps';
import { LastSteps } from './welcome/last-steps';
import './welcome/welcome.css';

export default function Welcome() {
  const { data: session } = useSession();
  const setUp = useSetUp();
  if (session == null) return null;
  const leave = () => {
    leaveGuide(session.org);
    navigate('/');
  };
  return (
    <Page
      title="Send your first request"
      actions={
        <Button className="button" onPress={leave}>
          Skip the guide
        </Button>
      }
    >
      <p className="secondary welcome-lead">
        About five minutes, and nothing runs for real: the first request only comes back with an answer.
      </p>
      <Answered query={setUp} what="your organization">
        {(data) => <Guide session={session} setUp={data} leave={leave} />}
      </Answered>
    </Page>
  );
}

interface GuideProps {
  readonly session: Session;
  readonly setUp: SetUp;
  readonly leave: () => void;
}

function Guide({ session, setUp, leave }: GuideProps) {
  const me = session.operator.id;
  const [token, setToken] = useState(firstKey);
  const template = templateIn(setUp);
  const first = useFirstRequest(template?.id ?? null);
  const outcome = first?.request.outcome ?? null;
  const isNamed = session.org_name !== session.org;
  const steps: readonly Step[] = [
    { title: 'Your organization: its name', isDone: isNamed, body: <NameIt session={session} /> },
    {
      title: 'An action: what can be requested',
      isDone: template !== null,
      body: template === null ? <Templates operator={me} /> : <Chosen {...template} />,
    },
    {
      title: 'An API key for the program that requests',
      isDone: setUp.hasKey || first !== null,
      body: (
        <MakeKey
          isNext={template !== null && first === null}
          isLost={setUp.hasKey}
          isMade={token !== null}
          onMade={setToken}
        />
      ),
    },
    {
      title: 'Send it, from any terminal',
      isDone: first !== null,
      body: template !== null && (token !== null || first !== null) && (
        <Send template={template} token={token} requester={me} hasArrived={first !== null} />
      ),
    },
    { title: 'Turn your key', isDone: outcome !== null, body: <YourKey first={first} /> },
    {
      title: 'Make it last',
      isDone: setUp.hasSecondAdmin && setUp.hasWebhook && (setUp.hasPasskey || !passkeysPossible()),
      body: <LastSteps setUp={setUp} finish={outcome === null ? null : leave} />,
    },
  ];
  const now = steps.findIndex(({ isDone }) => !isDone);
  return (
    <div className="stack">
      <PasskeyNow hasPasskey={setUp.hasPasskey} isOnlyAdmin={!setUp.hasSecondAdmin} />
      <div className="editor stack">
        <ol className="guide plain-list">
          {steps.map((step, index) => (
            <StepItem key={step.title} {...step} number={index + 1} isNow={index === now} />
          ))}
        </ol>
        <WhatToExpect template={template} />
      </div>
    </div>
  );
}

/** A step is done by the same facts by which the inbox says that the organization is not new. */
function templateIn({ actions: [own, ...others] }: SetUp): Template | null {
  if (own === undefined) return null;
  return TEMPLATES.find(({ id }) => [own, ...others].some((each) => each.id === id)) ?? templateOf(own);
}

interface Step {
  readonly title: string;
  readonly isDone: boolean;
  readonly body: ReactNode;
}

function StepItem({ number, title, isDone, isNow, body }: Step & { readonly number: number; readonly isNow: boolean }) {
  const look = isDone ? 'guide-step done' : isNow ? 'guide-step now' : 'guide-step';
  return (
    <li className={look} aria-current={isNow ? 'step' : undefined}>
      <span className="guide-number" aria-hidden="true">
        {isDone ? <Icon of={Check} /> : number}
      </span>
      <div className="guide-body">
        <h2>
          {title}
          {isDone && <span className="unseen"> (done)</span>}
        </h2>
        {body}
      </div>
    </li>
  );
}

function Chosen({ id, title, what }: Template) {
  return (
    <p className="muted">
      <VisibleText text={title} />
      {what !== '' && ', one key of yours'}. <Link to={`/actions/${id}`}>Change it</Link>
    </p>
  );
}

function YourKey({ first }: { readonly first: Schemas['RequestWithView'] | null }) {
  if (first === null) return <p className="muted">You get a code by mail, look at what is requested, and decide.</p>;
  const { id, outcome } = first.request;
  if (outcome !== null) {
    return (
      <p className="muted">
        Your program reads the answer: <VisibleText text={outcome} />.{' '}
        <Link to={`/requests/${id}`}>Look at the request</Link>
      </p>
    );
  }
  return (
    <div className="stack">
      <p className="muted">The code is in the mail that you just got.</p>
      <div>
        <Link className="button primary" to={`/requests/${id}`}>
          Open the request
        </Link>
      </div>
    </div>
  );
}

/** The newest request of the action. It is read again as soon as the inbox changes. */
function useFirstRequest(action: string | null): Schemas['RequestWithView'] | null {
  const { data } = useQuery({
    queryKey: ['inbox', 'first-request', action],
    enabled: action !== null,
    queryFn: async () => {
      const query = { action: action ?? '', limit: 1 };
      return (await answer(api.GET('/api/requests', { params: { query } }))).requests[0] ?? null;
    },
  });
  return data ?? null;
}
