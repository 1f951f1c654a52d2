/** What became of it: how the run went, everything that happened, and where it was posted. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from 'react-aria-components';
import { answer, api, type Schemas } from '../../lib/api';
import { factsOf, kindLabel } from '../../lib/history-text';
import type { RequestAnswer } from '../../lib/requests';
import { useMe } from '../../lib/session';
import { Deliveries } from '../../ui/deliveries';
import { Countdown, Instant } from '../../ui/instant';
import { Shown } from '../../ui/shown';
import { Answered } from '../../ui/states';

export function Aftermath({ request, view }: RequestAnswer) {
  const me = useMe();
  return (
    <>
      {request.execution.state !== 'none' && <Execution execution={request.execution} />}
      <History id={request.id} live={request.live} />
      {me.role === 'admin' && view.decided !== null && (
        <section aria-labelledby="deliveries" className="card">
          <h2 id="deliveries">Deliveries</h2>
          <Deliveries of={{ request: request.id }} />
        </section>
      )}
    </>
  );
}

const RUN: Readonly<Record<Schemas['ExecutionRecord']['state'], string>> = {
  none: 'Nothing to run',
  pending: 'Waits for a worker',
  claimed: 'A worker has it',
  succeeded: 'The worker reported success',
  failed: 'The worker reported failure',
};

function Execution({ execution }: { readonly execution: Schemas['ExecutionRecord'] }) {
  const { state, claimed_at, lease_expires_at, reported_at, reference, error, execute_by } = execution;
  const rows: [string, React.ReactNode][] = [];
  if (claimed_at !== null) rows.push(['Claimed', <Instant key="claimed" ms={claimed_at} />]);
  if (state === 'claimed' && lease_expires_at !== null) {
    rows.push(['Held', <Countdown key="held" until={lease_expires_at} label="for" pressing={false} />]);
  }
  if (reported_at !== null) rows.push(['Reported', <Instant key="reported" ms={reported_at} />]);
  if (reference !== null) rows.push(['Reference', <Shown key="reference" text={reference} mono />]);
  if (error !== null) rows.push(['Error', <Shown key="error" text={error} mono />]);
  if (execute_by !== null) rows.push(['To be claimed by', <Instant key="by" ms={execute_by} />]);
  return (
    <section aria-labelledby="execution" className="card">
      <h2 id="execution">Execution</h2>
      <p>
        <strong>{RUN[state]}.</strong>
      </p>
      <dl className="facts">
        {rows.map(([label, value]) => (
          <div key={label} className="row">
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function History({ id, live }: { readonly id: string; readonly live: boolean }) {
  const history = useInfiniteQuery({
    queryKey: ['history', id],
    queryFn: ({ pageParam }) =>
      answer(
        api.GET('/api/requests/{id}/history', {
          params: { path: { id }, query: { limit: 100, ...(pageParam === null ? {} : { cursor: pageParam }) } },
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }) => cursor,
    refetchInterval: live ? 5000 : 15_000,
  });
  return (
    <section aria-labelledby="history" className="card">
      <h2 id="history">History</h2>
      <Answered query={history} what="the history">
        {({ pages }) => {
          const entries = pages.flatMap((page) => page.entries);
          return entries.length === 0 ? (
            <p className="muted">Nothing is recorded yet.</p>
          ) : (
            <ol className="timeline">
              {entries.map((entry, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a chain only grows at its end
                <Entry key={index} {...entry} />
              ))}
            </ol>
          );
        }}
      </Answered>
      {history.hasNextPage && (
        <Button className="button" onPress={() => history.fetchNextPage()} isDisabled={history.isFetchingNextPage}>
          Show more
        </Button>
      )}
    </section>
  );
}

function Entry({ at, kind, actor, data, seq }: Schemas['HistoryEntry']) {
  // These stand above, where they can be read.
  const facts = factsOf(data).filter(([key]) => !['action', 'requester', 'operation hash'].includes(key));
  return (
    <li>
      <span className="timeline-when">
        <Instant ms={at} />
      </span>
      <span className="timeline-what">
        <strong>{kindLabel(kind)}</strong>{' '}
        {actor !== 'system' && (
          <span className="muted">
            by <Shown text={actor} mono />
          </span>
        )}
        {facts.map(([key, value]) => (
          <span key={key} className="fact">
            <span className="muted">{key}</span> <Shown text={value} mono />
          </span>
        ))}
        {seq === null && <span className="muted"> · being recorded</span>}
      </span>
    </li>
  );
}
