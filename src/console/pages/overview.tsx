/** The state of the organization: problems, what is open, who alone can act, how long people took, and who is slow. */

import { useState } from 'react';
import { CircleAlert } from '../../../generated/icons';
import type { Schemas } from '../lib/api';
import { counted, formatCount, formatDuration } from '../lib/format';
import { endpointName, waitingText } from '../lib/names';
import { useOverview } from '../lib/overview';
import { Link } from '../lib/router';
import { useMe } from '../lib/session';
import { CardHead } from '../ui/card';
import { Chip } from '../ui/filters';
import { FirstStep } from '../ui/first-step';
import { Icon } from '../ui/icon';
import { Ago, NextAttempt, Since } from '../ui/instant';
import { Bars } from '../ui/meter';
import { Page } from '../ui/page';
import { Answered, Empty } from '../ui/states';
import { VisibleText } from '../ui/visible-text';
import { OpenNow } from './overview/open-now';
import { Decisions, RequestsADay } from './overview/plots';
import { WhoAlone } from './overview/who-alone';
import './overview/overview.css';

type Overview = Schemas['Overview'];
type Days = 7 | 30;

export default function OverviewPage() {
  const [days, setDays] = useState<Days>(7);
  const overview = useOverview(days);
  return (
    <Page title="Overview" beside={<Span days={days} choose={setDays} />}>
      <Answered query={overview} what="the overview">
        {(data) => (
          <div className="stack">
            <Alerts {...data} />
            {isIdle(data) ? (
              <>
                <WhoAlone />
                <Nothing days={data.days} />
              </>
            ) : (
              <>
                <OpenNow {...data} />
                <div className="plots stack">
                  <WhoAlone />
                  <div className="stack">
                    <WaitingOn {...data} />
                    <Slowest {...data} />
                  </div>
                  <Decisions overview={data} of={countedIn(data)} />
                  <RequestsADay overview={data} of={countedIn(data)} />
                  <Figures {...data} />
                </div>
              </>
            )}
          </div>
        )}
      </Answered>
    </Page>
  );
}

const isIdle = ({ requests, open }: Overview): boolean => requests === 0 && open.count === 0;

function Nothing({ days }: Pick<Overview, 'days'>) {
  return (
    <Empty title={`No requests in the last ${days} days`}>
      <p>
        Here will be the open requests by the time they have left, a point for each decision, and the requests a day.
      </p>
      <FirstStep />
    </Empty>
  );
}

function Span({ days, choose }: { readonly days: Days; readonly choose: (days: Days) => void }) {
  return (
    <fieldset className="chips">
      <legend className="unseen">Time span</legend>
      {([7, 30] as const).map((each) => (
        <Chip key={each} isOn={each === days} onPress={() => choose(each)}>
          {each} days
        </Chip>
      ))}
    </fieldset>
  );
}

function Alerts({ endpoints }: Overview) {
  const isAdmin = useMe().role === 'admin';
  return endpoints
    .filter(({ health }) => health === 'failing')
    .map((endpoint) => (
      <section key={endpoint.id} className="alert-card" aria-label="Failing endpoint">
        <Icon of={CircleAlert} />
        <h2>
          <VisibleText text={endpointName(endpoint)} /> has been failing for <Since ms={endpoint.failing_since ?? 0} />
        </h2>
        <p>
          {waitingText(endpoint)}{' '}
          {endpoint.next_attempt_at !== null && (
            <>
              <NextAttempt at={endpoint.next_attempt_at} />.{' '}
            </>
          )}
          Last error: <VisibleText text={endpoint.last_error ?? 'unknown'} />.
        </p>
        {isAdmin && (
          <Link className="button small" to={`/webhooks/${endpoint.id}`}>
            Open the endpoint
          </Link>
        )}
      </section>
    ));
}

function Figures(overview: Overview) {
  const { outcomes, failed_runs, requests, truncated, deliveries, endpoints } = overview;
  const decided = outcomes.authorized + outcomes.denied + outcomes.aborted + outcomes.expired;
  const failing = endpoints.filter(({ health }) => health === 'failing').length;
  return (
    <div className="figures">
      <Figure label="Approved" value={percent(outcomes.authorized, decided)} counted={countedIn(overview)}>
        {failed_runs > 0 && <span className="bad-text">{counted(failed_runs, 'run')} failed · </span>}
        {`${formatCount(outcomes.authorized)} of ${formatCount(decided)} decided, ${truncated ? 'the newest ' : ''}${formatCount(requests)} requested`}
      </Figure>
      <Figure
        label="Delivered at first attempt"
        value={percent(deliveries.delivered_at_first, deliveries.attempted)}
        counted={`The newest 100 events of each endpoint in the last ${overview.days} days.`}
      >
        {failing > 0 ? (
          <span className="bad-text">{counted(failing, 'endpoint')} failing</span>
        ) : (
          `${formatCount(deliveries.delivered)} delivered, ${formatCount(deliveries.failed)} failed`
        )}
      </Figure>
    </div>
  );
}

/** What everything is counted in that is not about open requests. */
const countedIn = ({ days, requests, truncated }: Overview): string =>
  truncated
    ? `The newest ${formatCount(requests)} requests of the last ${days} days. Older ones are not counted.`
    : `All requests of the last ${days} days.`;

/** Rounded down: 99.96 % is not 100 %. */
function percent(part: number, all: number): string {
  return all === 0 ? '–' : `${Math.floor((part / all) * 1000) / 10} %`;
}

interface FigureProps {
  readonly label: string;
  readonly value: string;
  /** What is counted. */
  readonly counted: string;
  readonly children: React.ReactNode;
}

function Figure({ label, value, counted: over, children }: FigureProps) {
  return (
    <section className="card figure" aria-label={label}>
      <p className="secondary">{label}</p>
      <p className="figure-value">{value}</p>
      <p className="caption">{children}</p>
      <p className="caption">{over}</p>
    </section>
  );
}

const SHOWN = 5;
const cutTo = (count: number): string => (count > SHOWN ? `${SHOWN} of ${formatCount(count)}. ` : '');

function Slowest(overview: Overview) {
  const { actions } = overview;
  const timed = actions.flatMap(({ p50_ms, ...action }) => (p50_ms === null ? [] : [{ ...action, p50_ms }]));
  return (
    <section className="card" aria-labelledby="slowest">
      <CardHead id="slowest" title="Slowest actions" beside={`${cutTo(timed.length)}${countedIn(overview)}`} />
      {timed.length === 0 ? (
        <p className="muted">No verdict yet.</p>
      ) : (
        <Bars
          bars={timed.slice(0, SHOWN).map(({ action, title, p50_ms }) => ({
            key: action,
            label: <VisibleText text={title} />,
            value: p50_ms,
            text: formatDuration(p50_ms),
          }))}
        />
      )}
    </section>
  );
}

function WaitingOn({ waiting_on, open }: Overview) {
  return (
    <section className="card" aria-labelledby="waiting-on">
      <CardHead
        id="waiting-on"
        title="Waiting for"
        beside={`${cutTo(waiting_on.length)}${
          open.read < open.count
            ? `The ${formatCount(open.read)} requests that have waited longest, of ${formatCount(open.count)} open ones.`
            : 'Every open request.'
        }`}
      />
      {waiting_on.length === 0 ? (
        <p className="muted">Nobody. No key is missing.</p>
      ) : (
        <Bars
          bars={waiting_on.slice(0, SHOWN).map(({ operator, name, requests, since }) => ({
            key: operator,
            label: <VisibleText text={name} />,
            value: requests,
            text: (
              <>
                {counted(requests, 'request')}, oldest <Ago ms={since} />
              </>
            ),
          }))}
        />
      )}
    </section>
  );
}
