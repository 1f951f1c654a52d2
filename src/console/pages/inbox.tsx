/**
 * Open requests, and those that wait for the operator. Nobody decides here, because people must read the complete request
 * first.
 */
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useNow } from '../lib/clock';
import { counted, formatCount } from '../lib/format';
import { isGuideSkipped } from '../lib/guide';
import { type Inbox as Answer, inboxSearchOf, useInbox } from '../lib/inbox';
import { mayAskForPasskey } from '../lib/passkeys-possible';
import { Link, navigate, usePlace } from '../lib/router';
import { type Session, useSession } from '../lib/session';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { Page } from '../ui/page';
import { Answered, Empty } from '../ui/states';
import { Filters, InboxPager, Views } from './inbox/filters';
import { Rows } from './inbox/rows';

const FirstPasskey = lazy(() => import('./inbox/first-passkey'));

export function Inbox() {
  const { data: session } = useSession();
  const { query } = usePlace();
  const search = inboxSearchOf(query);
  const inbox = useInbox(search);
  const now = useNow(5000);
  const [selecting, setSelecting] = useState(false);
  const { mine = 0, asked = 0 } = inbox.data?.counts ?? {};
  const count = mine ?? asked;
  useGuideFirst(inbox, session);
  return (
    <Page
      title="Inbox"
      tab={count === 0 ? 'Inbox' : `Inbox (${formatCount(count)})`}
      beside={count === 0 ? undefined : <Badge tone="wait">{needsYou(mine, asked)}</Badge>}
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
                <InboxPager search={search} inbox={answer} />
              </div>
              <Filters search={search} inbox={answer} />
              <Rows requests={answer.requests} now={now} selecting={selecting}>
                <Nothing inbox={answer} isMine={search.view !== 'open'} />
              </Rows>
              <div className="phone-only">
                <InboxPager search={search} inbox={answer} />
              </div>
              <Unread counts={answer.counts} />
            </>
          )}
        </Answered>
        {/* After the rows, so that neither moves the other while somebody touches the screen. */}
        <Suspense fallback={null}>
          {inbox.data !== undefined && session != null && mayAskForPasskey(session) && <FirstPasskey />}
        </Suspense>
      </div>
    </Page>
  );
}

/** A new organization begins with the guide, unless its admin skipped it. An answer that is being read again does not count. */
function useGuideFirst({ data, isFetching }: ReturnType<typeof useInbox>, session: Session | null | undefined): void {
  const begins = data?.new_organization === true && !isFetching && session != null && !isGuideSkipped(session.org);
  useEffect(() => {
    if (begins) navigate('/welcome', { replace: true });
  }, [begins]);
}

/** In a flood, only those in which the operator has a seat are counted. */
function needsYou(mine: number | null, asked: number): string {
  if (mine === null) return asked === 1 ? '1 open request asks you' : `${formatCount(asked)} open requests ask you`;
  return mine === 1 ? '1 needs you' : `${formatCount(mine)} need you`;
}

/** In a flood, the page says nothing about requests that were not read. */
function Unread({ counts: { matching, unread: count } }: { readonly counts: Answer['counts'] }) {
  if (matching === null) {
    return (
      <p className="muted">
        So many requests are open that only this page was read, and some counts are missing. Choose a filter to search
        and count up to 1,000 of them.
      </p>
    );
  }
  if (count === 0) return null;
  return (
    <p className="muted">
      This page does not search or count {counted(count, 'open request')}, because more than 1,000 are open. Choose an
      action to search its requests first.
    </p>
  );
}

/** The page may say that nothing matches only if every open request was searched. */
function Nothing({
  inbox: { counts, next, new_organization },
  isMine,
}: {
  readonly inbox: Answer;
  readonly isMine: boolean;
}) {
  if (next !== null) return <Empty title="Nothing on this page waits for you" />;
  if (counts.mine === null) return <Empty title={isMine ? 'Nothing else waits for you' : 'Nothing else is open'} />;
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
  if (new_organization) {
    return (
      <Empty title="No request yet">
        <p>Requests that need your key appear here. The guide helps you to send the first one.</p>
        <Link className="button primary" to="/welcome">
          Open the guide
        </Link>
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

/** Announces new requests to screen readers, once. */
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
