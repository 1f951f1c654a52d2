/** How the run of the sealed call went. */
import type { Schemas } from '../../lib/api';
import { Badge, type Tone } from '../../ui/badge';
import { Ago, Countdown } from '../../ui/instant';
import { Shown } from '../../ui/shown';

const RUN: Readonly<Record<Schemas['ExecutionRecord']['state'], readonly [text: string, tone: Tone]>> = {
  none: ['Nothing to run', 'idle'],
  pending: ['Waiting for a worker', 'wait'],
  claimed: ['A worker is running it', 'wait'],
  succeeded: ['The worker reported success', 'good'],
  failed: ['The worker reported failure', 'bad'],
};

export function Execution({ execution }: { readonly execution: Schemas['ExecutionRecord'] }) {
  const { state, claimed_at, lease_expires_at, reported_at, reference, error, execute_by } = execution;
  if (state === 'none') return null;
  const [text, tone] = RUN[state];
  const rows: [string, React.ReactNode][] = [];
  if (reference !== null) rows.push(['Reference', <Shown key="reference" text={reference} mono />]);
  if (error !== null) rows.push(['Error', <Shown key="error" text={error} />]);
  if (claimed_at !== null) rows.push(['Claimed', <Ago key="claimed" ms={claimed_at} />]);
  if (state === 'claimed' && lease_expires_at !== null) {
    rows.push(['Reserved', <Countdown key="held" until={lease_expires_at} label="for" pressing={false} />]);
  }
  if (reported_at !== null) rows.push(['Reported', <Ago key="reported" ms={reported_at} />]);
  if (state === 'pending' && execute_by !== null) {
    rows.push(['To be claimed', <Countdown key="by" until={execute_by} label="within" pressing={false} />]);
  }
  return (
    <section aria-labelledby="execution" className="card">
      <div className="card-head">
        <h2 id="execution">Execution</h2>
        <Badge tone={tone}>{text}</Badge>
      </div>
      <dl className="facts">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
