/** What is open and what waits for me. Nothing is decided here: the complete request comes first. */
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useNow } from '../lib/clock';
import { formatCount } from '../lib/count';
import { type Inbox as Answer, useInbox } from '../lib/inbox';
import { inboxSearchOf } from '../lib/inbox-search';
import { Link, usePlace } from '../lib/router';
import { useMe } from '../lib/session';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { Page } from '../ui/page';
import { Answered, Empty } from '../ui/states';
import { Filters } from './inbox/filters';
import { Pager } from './inbox/pager';
import { Rows } from './inbox/rows';
import { Views } from './inbox/views';

/** For admins alone. */
const SetUpLine = lazy(() => import('./set-up-line').then((page) => ({ default: page.SetUpLine })));

export function Inbox() {
  const isAdmin = useMe().role === 'admin';
  const { query } = usePlace();
  const search = inboxSearchOf(query);
  const inbox = useInbox(search);
  const now = useNow(5000);
  const [selecting, setSelecting] = useState(false);
  const mine = inbox.data?.counts.mine ?? 0;
  return (
    <Page
      title="Inbox"
      tab={mine === 0 ? 'Inbox' : `Inbox (${formatCount(mine)})`}
      beside={mine === 0 ? undefined : <Badge tone="wait">{needsYou(mine)}</Badge>}
      actions={
        <Button className="button small phone-only" aria-pressed={selecting} onPress={() => setSelecting(!selecting)}>
          {selecting ? 'Done' : 'Select'}
        </Button>
      }
    >
      <Arrivals requests={inbox.data?.requests} />
      <div className="stack">
        <Answered query={inbox} what="your inbox">
          {(answer) => (
            <>
              <div className="view-line">
                <Views search={search} inbox={answer} />
                <Pager search={search} inbox={answer} />
              </div>
              <Filters search={search} inbox={answer} />
              {answer.requests.length === 0 ? (
                <Nothing inbox={answer} isMine={search.view !== 'open'} />
              ) : (
                <Rows requests={answer.requests} now={now} selecting={selecting} />
              )}
              <div className="phone-only">
                <Pager search={search} inbox={answer} />
              </div>
              <Unread count={answer.counts.unread} />
            </>
          )}
        </Answered>
        {/* Last, and after the rows: neither must move the other under a finger. */}
        <Suspense fallback={null}>{inbox.data !== undefined && isAdmin && <SetUpLine />}</Suspense>
      </div>
    </Page>
  );
}

function needsYou(count: number): string {
  return count === 1 ? '1 needs you' : `${formatCount(count)} need you`;
}

/** In a flood, nothing is said of requests that were not read. */
function Unread({ count }: { readonly count: number }) {
  if (count === 0) return null;
  return (
    <p className="muted">
      This page does not search or count {formatCount(count)} open {count === 1 ? 'request' : 'requests'}, because more
      than 1,000 are open. Choose an action to search its requests first.
    </p>
  );
}

/** If every open request was searched, nothing matches is true. */
function Nothing({ inbox: { counts }, isMine }: { readonly inbox: Answer; readonly isMine: boolean }) {
  if (isMine ? counts.mine + counts.unread > 0 : counts.open > 0) {
    return (
      <Empty title="No request matches">
        <p>
          {counts.unread === 0 && 'Every open request was searched. '}Ended ones are in the{' '}
          <Link to="/requests">history</Link>.
        </p>
      </Empty>
    );
  }
  if (!isMine) return <Empty title="Nothing is open" />;
  return (
    <Empty title="Nothing waits for you">
      <p>
        A request that needs your key appears here by itself. Past requests are in the{' '}
        <Link to="/requests">history</Link>.
      </p>
    </Empty>
  );
}

/** Tells a voice what came in, once. */
function Arrivals({ requests }: { readonly requests: Answer['requests'] | undefined }) {
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
