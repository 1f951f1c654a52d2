/** What is said once the operator turned a key, once the request is decided, and where to go from there. */

import { ArrowRight, CircleCheck } from '../../../../generated/icons';
import { outcomeReasonText, reasonText } from '../../../protocol/shown/reasons';
import { reachedWhenStopped, runnerOf } from '../../../protocol/shown/request';
import { useNow } from '../../lib/clock';
import { formatClock, formatCount } from '../../lib/format';
import { useInbox } from '../../lib/inbox';
import type { RequestAnswer } from '../../lib/requests';
import { Link, navigate } from '../../lib/router';
import type { RequestWithView } from '../../lib/schemas';
import { useMe } from '../../lib/session';
import { firstKey } from '../../lib/set-up';
import { hasSingleKeys, useSingleKey } from '../../lib/shortcuts';
import { hasFailed, isAbortedByProgram, isTakenBack } from '../../lib/standing';
import { CopyId } from '../../ui/copy-id';
import { Icon } from '../../ui/icon';
import { Ago } from '../../ui/instant';
import { VisibleText } from '../../ui/visible-text';
import { Missing, neededText } from './last-key';
import { StoppedBy } from './stopped';

type Verdict = NonNullable<RequestAnswer['request']['outcome']>;

const OUTCOMES: Readonly<Record<Verdict, readonly [text: string, tone: 'good' | 'bad' | 'idle']>> = {
  authorized: ['Approved', 'good'],
  denied: ['Refused', 'bad'],
  expired: ['Expired with too few keys', 'idle'],
  aborted: ['Aborted', 'idle'],
};

/** The verdict in one sentence. Screen readers announce it when it arrives. */
export function Outcome(answer: RequestAnswer) {
  const { request, view } = answer;
  const me = useMe();
  const now = useNow(10_000);
  const { decided } = view;
  if (decided === null) return null;
  const [text, tone] = OUTCOMES[request.outcome ?? 'authorized'];
  const failed = hasFailed(answer, now);
  const byProgram = isAbortedByProgram(answer);
  // Another sentence of the result says it.
  const isSaid = byProgram || request.stopped !== undefined || (decided.ended_by === 'restore' && !isTakenBack(answer));
  const others = decided.by.filter((operator) => operator !== me.id);
  return (
    <div className={`notice ${failed || reachedWhenStopped(answer) !== null ? 'idle' : tone}`} role="status">
      <p>
        <strong>
          {text}
          {byProgram && ' by the program that requested it'}
          {decided.by.length > 0 && ' by '}
          {[...others, ...(others.length < decided.by.length ? [me.id] : [])].map((operator, index, all) => (
            <span key={operator}>
              {index > 0 && (index === all.length - 1 ? ' and ' : ', ')}
              {operator === me.id ? 'you' : <VisibleText text={nameOf({ request, view }, operator)} />}
            </span>
          ))}
        </strong>
        , <Ago ms={decided.at} />. {ledTo({ request, view }, failed)}
      </p>
      <StoppedBy {...answer} />
      {decided.reason !== null && !isSaid && (
        <p>
          Reason: <VisibleText text={reasonText(decided.reason)} />
        </p>
      )}
      {decided.note !== null && (
        <p>
          Reason: <VisibleText text={decided.note} />
        </p>
      )}
      {request.outcome_reason !== undefined && (
        <p>
          The program is told: <VisibleText text={outcomeReasonText(request.outcome_reason)} />
        </p>
      )}
      <Ran {...answer} />
    </div>
  );
}

function nameOf({ request, view }: RequestWithView, operator: string): string {
  if (operator === request.requester) return view.requester_name;
  return view.seats.find((seat) => seat.operator === operator)?.name ?? operator;
}

/** What followed from the verdict. */
function ledTo(shown: RequestWithView, failed: boolean): string {
  const { state, outcome, execution } = shown.request;
  // Before that, it may have run.
  if (isTakenBack(shown)) return 'It never runs again.';
  if (outcome !== 'authorized') return RUNS.none;
  const stop = reachedWhenStopped(shown);
  if (stop !== null) return stop === 'not_run' ? RUNS.none : 'It may have run. It does not run again.';
  if (failed) return runnerOf(shown) === 'integration' ? 'The call failed.' : RUNS.failed;
  const isOver = state === 'succeeded';
  switch (runnerOf(shown)) {
    case 'service':
      return isOver ? 'The change is made.' : 'The change is being made.';
    case 'integration':
      return isOver ? 'The integration made its call.' : `The integration “${shown.view.integration}” is being called.`;
    case 'worker':
      return RUNS[execution.state];
    case 'program':
      return 'The program that requested it can act on the answer. Only a sealed call can be stopped.';
  }
}

const RUNS: Readonly<Record<RequestWithView['request']['execution']['state'], string>> = {
  none: 'Nothing runs.',
  pending: 'It waits for a worker to run the sealed call.',
  claimed: 'A worker is running the sealed call.',
  succeeded: 'The worker ran the sealed call.',
  failed: 'It was not carried out.',
};

/** What the worker reported as the result of the run. */
function Ran({ request: { execution } }: RequestAnswer) {
  const { state, reference } = execution;
  if (state !== 'succeeded' || reference === null) return null;
  return (
    <p className="secondary">
      Result: <CopyId id={reference} what="the run" />
    </p>
  );
}

/** The message after a turn: when the operator turned their key, and what happens next. */
export function YourTurn({ view }: RequestAnswer) {
  const me = useMe();
  const at = view.seats.find(({ operator }) => operator === me.id)?.turned_at ?? null;
  return (
    <div className="notice good turned" role="status">
      <Icon of={CircleCheck} />
      <p>
        <strong>You turned your key{at === null ? '' : ` at ${formatClock(at)}`}.</strong> It {neededText(view.needed)}
        {view.requirements.length > 0 && (
          <>
            {': '}
            <Missing missing={view.needed} groups={view.requirements} />
          </>
        )}
        .
      </p>
    </div>
  );
}

/** After a decision: the request that ends next, one key away. */
export function NextRequest({ after }: { readonly after: string }) {
  const { data } = useInbox();
  const [next] = (data?.requests ?? []).filter(({ request }) => request.id !== after);
  // The list may not know yet that this one is decided.
  const isCounted = data?.requests.some(({ request }) => request.id === after) ?? false;
  const { mine = 0 } = data?.counts ?? {};
  const left = mine === null ? '' : ` (${formatCount(mine - (isCounted ? 1 : 0))} left)`;
  const to = next === undefined ? null : `/requests/${next.request.id}`;
  useSingleKey('n', to === null ? null : () => navigate(to));
  if (firstKey() !== null) {
    return (
      <Link className="button" to="/welcome">
        Go on with the guide <Icon of={ArrowRight} tiny />
      </Link>
    );
  }
  if (data === undefined) return null;
  if (to === null) {
    return (
      <p className="caption">
        Nothing else waits for you. <Link to="/">Go to your inbox</Link>.
      </p>
    );
  }
  return (
    <Link className="button" to={to}>
      Next request{left} {hasSingleKeys() && <kbd>n</kbd>} <Icon of={ArrowRight} tiny />
    </Link>
  );
}
