/** What waits for me, the most urgent first. Nothing is decided here: one look at the whole request comes first. */
import { useEffect, useRef, useState } from 'react';
import type { RequestWithView } from '../lib/api';
import { useInbox } from '../lib/requests';
import { Link } from '../lib/router';
import { useMe } from '../lib/session';
import { remarksOf } from '../lib/unusual';
import { Ago, Countdown } from '../ui/instant';
import { KeysLeft } from '../ui/keys-left';
import { Page } from '../ui/page';
import { ParamLine } from '../ui/param-line';
import { Shown } from '../ui/shown';
import { Answered, Empty } from '../ui/states';

export function Inbox() {
  const inbox = useInbox();
  const waiting = inbox.data?.requests.length ?? 0;
  const title = waiting === 0 ? 'Inbox' : `Inbox (${waiting}${inbox.data?.cursor == null ? '' : '+'})`;
  return (
    <Page title="Inbox" tab={title} heading={title}>
      <Arrivals requests={inbox.data?.requests} />
      <Answered query={inbox} what="your inbox">
        {({ requests, cursor }) =>
          requests.length === 0 ? (
            <Empty title="Nothing waits for you">
              <p>
                A request that needs your key appears here by itself. What was decided is in the{' '}
                <Link to="/requests">history</Link>.
              </p>
            </Empty>
          ) : (
            <>
              <ol className="cards">
                {requests.map((waits) => (
                  <li key={waits.request.id}>
                    <Card {...waits} />
                  </li>
                ))}
              </ol>
              {cursor !== null && <p className="muted">There are more; those with the least time left are shown.</p>}
            </>
          )
        }
      </Answered>
    </Page>
  );
}

function Card(waits: RequestWithView) {
  const { request, view } = waits;
  const me = useMe();
  const warnings = remarksOf(waits, me.id, null).filter(({ level }) => level === 'warn');
  return (
    <article className="card waiting">
      <div className="waiting-head">
        <h2>
          <Link to={`/requests/${request.id}`} className="stretched">
            <Shown text={view.title} />
          </Link>
        </h2>
        <Countdown until={deadlineOf(waits)} label={view.window_ends_at === null ? 'Time left' : 'Round ends in'} />
      </div>
      {view.summary !== null && (
        <p className="summary">
          <Shown text={view.summary} />
        </p>
      )}
      <ParamLine params={request.params} />
      <p className="muted">
        <Shown text={view.requester_name} /> · <Shown text={request.action} mono /> · asked{' '}
        <Ago ms={request.created_at} />
      </p>
      <p className="waiting-foot">
        <KeysLeft turned={view.turned} quorum={view.quorum} />
        {warnings.length > 0 && (
          <span className="badge warn">
            <span aria-hidden="true">▲</span> {warnings.length === 1 ? '1 warning' : `${warnings.length} warnings`}
          </span>
        )}
      </p>
    </article>
  );
}

export function deadlineOf({ view }: RequestWithView): number {
  return Math.min(view.expires_at, view.window_ends_at ?? Number.POSITIVE_INFINITY);
}

/** Tells a voice what came in, once. */
function Arrivals({ requests }: { readonly requests: readonly RequestWithView[] | undefined }) {
  const known = useRef<ReadonlySet<string> | null>(null);
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (requests === undefined) return;
    const fresh = requests.filter(({ request }) => known.current?.has(request.id) === false).length;
    known.current = new Set(requests.map(({ request }) => request.id));
    if (fresh > 0) setSaid(fresh === 1 ? 'A new request waits for you.' : `${fresh} new requests wait for you.`);
  }, [requests]);
  return (
    <p className="unseen" role="status">
      {said}
    </p>
  );
}
