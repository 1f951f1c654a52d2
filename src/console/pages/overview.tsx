/** The last 7 days at a glance, in plain SVG with the numbers beside it. */
import { useQuery } from '@tanstack/react-query';
import { answer, api, type Schemas } from '../lib/api';
import { Link } from '../lib/router';
import { formatDuration } from '../lib/time';
import { Bars } from '../ui/bars';
import { Ago, Countdown } from '../ui/instant';
import { Page } from '../ui/page';
import { Shown } from '../ui/shown';
import { Answered } from '../ui/states';

type Overview = Schemas['Overview'];

export default function OverviewPage() {
  const overview = useQuery({
    queryKey: ['overview'],
    queryFn: () => answer(api.GET('/api/overview')),
    refetchInterval: 15_000,
  });
  return (
    <Page title="Overview">
      <Answered query={overview} what="the overview">
        {(data) => (
          <div className="plots">
            <Outcomes {...data} />
            <TimeToVerdict {...data} />
            <Deliveries {...data} />
            <Oldest {...data} />
          </div>
        )}
      </Answered>
    </Page>
  );
}

function Outcomes({ outcomes, requests, truncated }: Overview) {
  return (
    <section className="card" aria-labelledby="outcomes">
      <h2 id="outcomes">Requests by outcome</h2>
      <p className="muted">
        {requests === 1 ? '1 request' : `${requests} requests`} in 7 days
        {truncated && ', the newest of more'}
      </p>
      <Bars
        bars={[
          { label: 'Authorized', value: outcomes.authorized, tone: 'good' },
          { label: 'Denied', value: outcomes.denied, tone: 'bad' },
          { label: 'Aborted', value: outcomes.aborted, tone: 'warn' },
          { label: 'Expired', value: outcomes.expired, tone: 'idle' },
          { label: 'Pending', value: outcomes.pending, tone: 'wait' },
        ]}
      />
    </section>
  );
}

function TimeToVerdict({ time_to_verdict: { p50_ms, p95_ms } }: Overview) {
  return (
    <section className="card" aria-labelledby="verdict">
      <h2 id="verdict">Time to a verdict</h2>
      <p className="muted">From the proposal to a verdict that people reached</p>
      {p50_ms === null || p95_ms === null ? (
        <p>No verdict yet.</p>
      ) : (
        <Bars
          format={formatDuration}
          bars={[
            { label: '50 % within', value: p50_ms, tone: 'wait' },
            { label: '95 % within', value: p95_ms, tone: 'wait' },
          ]}
        />
      )}
    </section>
  );
}

function Deliveries({ deliveries: { delivered, failed, pending } }: Overview) {
  const ended = delivered + failed;
  return (
    <section className="card" aria-labelledby="delivered">
      <h2 id="delivered">Deliveries to webhooks</h2>
      <p className="muted">
        {ended === 0
          ? 'None has ended yet'
          : `${Math.floor((delivered / ended) * 1000) / 10} % of those that ended arrived`}
      </p>
      <Bars
        bars={[
          { label: 'Delivered', value: delivered, tone: 'good' },
          { label: 'Failed', value: failed, tone: 'bad' },
          { label: 'Pending', value: pending, tone: 'wait' },
        ]}
      />
    </section>
  );
}

function Oldest({ oldest_pending }: Overview) {
  return (
    <section className="card" aria-labelledby="oldest">
      <h2 id="oldest">Oldest that waits</h2>
      {oldest_pending === null ? (
        <p>Nothing waits.</p>
      ) : (
        <>
          <p>
            <Link to={`/requests/${oldest_pending.id}`}>
              <Shown text={oldest_pending.action} mono />
            </Link>{' '}
            <span className="muted">
              asked <Ago ms={oldest_pending.created_at} />
            </span>
          </p>
          <p>
            <Countdown until={oldest_pending.expires_at} label="Time left" />
          </p>
        </>
      )}
    </section>
  );
}
