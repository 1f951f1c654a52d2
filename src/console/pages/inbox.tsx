/** What waits for me, with the least time left first. People decide on the page of the request and not here. */
import { Info, Search, TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { RequestWithView } from '../lib/api';
import { useNow } from '../lib/clock';
import { usePasts } from '../lib/past';
import { deadlineOf, useInbox, useOpen } from '../lib/requests';
import { Link } from '../lib/router';
import { useMe } from '../lib/session';
import { useRowKeys } from '../lib/shortcuts';
import { formatLeftRoughly } from '../lib/time';
import { type Remark, remarksOf } from '../lib/unusual';
import { Badge } from '../ui/badge';
import { Icon } from '../ui/icon';
import { SOON_MS, urgencyOf } from '../ui/instant';
import { KeysLeft } from '../ui/keys-left';
import { Meter } from '../ui/meter';
import { Operation } from '../ui/operation';
import { Page } from '../ui/page';
import { ParamLine } from '../ui/param-line';
import { Person } from '../ui/person';
import { Shown } from '../ui/shown';
import { Answered, Empty, Loading } from '../ui/states';
import { LinkRow, MainCell, Table } from '../ui/table';
import { Onboarding } from './onboarding';

type View = 'mine' | 'unusual' | 'soon' | 'open';

interface Judged {
  readonly entry: RequestWithView;
  readonly remarks: readonly Remark[];
}

export function Inbox() {
  const inbox = useInbox();
  const open = useOpen();
  const [view, setView] = useState<View>('mine');
  const [text, setText] = useState('');
  const { judge, isJudged } = useJudgement([...(inbox.data?.requests ?? []), ...(open.data?.requests ?? [])]);
  const now = useNow(5000);
  const mine = judge(inbox.data?.requests ?? []);
  const views: Readonly<Record<View, readonly Judged[]>> = {
    mine,
    unusual: mine.filter(isUnusual),
    soon: mine.filter(({ entry }) => deadlineOf(entry) - now <= SOON_MS),
    open: judge(open.data?.requests ?? []),
  };
  const more = inbox.data?.cursor == null ? '' : '+';
  const tab = mine.length === 0 ? 'Inbox' : `Inbox (${mine.length}${more})`;
  const shown = views[view].filter(({ entry }) => matches(entry, text));
  return (
    <Page
      title="Inbox"
      tab={tab}
      beside={mine.length === 0 ? undefined : <Badge tone="wait">{needsYou(mine.length, more)}</Badge>}
    >
      <Arrivals requests={inbox.data?.requests} />
      <div className="stack">
        <div className="toolbar">
          <Chips view={view} choose={setView} views={views} openMore={open.data?.isAll === false ? '+' : ''} />
          <SearchField text={text} onChange={setText} />
        </div>
        <Answered query={inbox} what="your inbox">
          {({ cursor }) => (
            <>
              {isJudged ? (
                <Rows shown={shown} view={view} searching={text.trim() !== ''} now={now} />
              ) : (
                <Loading what="your inbox" />
              )}
              {cursor !== null && view === 'mine' && (
                <p className="muted">There are more requests. These have the least time left.</p>
              )}
            </>
          )}
        </Answered>
        {/* Last, and after the rows: neither must move the other under a finger. */}
        {!inbox.isPending && isJudged && <Onboarding />}
      </div>
    </Page>
  );
}

/**
 * The same judgement as on the page of a request, for every row. It makes a row higher, so rows appear together with
 * it, or when it fails.
 */
function useJudgement(requests: readonly RequestWithView[]) {
  const me = useMe();
  const unique = [...new Map(requests.map((each) => [each.request.id, each])).values()];
  const pasts = usePasts(unique);
  const judge = (entries: readonly RequestWithView[]): Judged[] =>
    entries.map((entry) => ({ entry, remarks: remarksOf(entry, me.id, pasts.data?.get(entry.request.id) ?? null) }));
  return { judge, isJudged: unique.length === 0 || pasts.data !== undefined || pasts.failureCount > 0 };
}

const isUnusual = ({ remarks }: Judged): boolean => remarks.some(({ level }) => level === 'warn');

function needsYou(count: number, more: string): string {
  return count === 1 && more === '' ? '1 needs you' : `${count}${more} need you`;
}

function matches({ request, view }: RequestWithView, text: string): boolean {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return true;
  const held = [view.title, view.summary ?? '', view.requester_name, request.requester, request.action, request.id];
  return [...held, ...Object.values(request.params)].some((each) => each.toLowerCase().includes(wanted));
}

interface ChipsProps {
  readonly view: View;
  readonly choose: (view: View) => void;
  readonly views: Readonly<Record<View, readonly Judged[]>>;
  readonly openMore: string;
}

const LABELS: Readonly<Record<View, string>> = {
  mine: 'Needs me',
  unusual: 'Unusual',
  soon: 'Ends within 15 min',
  open: 'Everything open',
};

function Chips({ view, choose, views, openMore }: ChipsProps) {
  return (
    <fieldset className="chips">
      <legend className="unseen">Show</legend>
      {(Object.keys(LABELS) as View[]).map((each) => (
        <button key={each} type="button" className="chip" aria-pressed={each === view} onClick={() => choose(each)}>
          {LABELS[each]} · {views[each].length}
          {each === 'open' ? openMore : ''}
        </button>
      ))}
    </fieldset>
  );
}

function SearchField({ text, onChange }: { readonly text: string; readonly onChange: (text: string) => void }) {
  return (
    <label className="search">
      <Icon of={Search} />
      <span className="unseen">Search these requests</span>
      <input
        type="search"
        className="input"
        placeholder="Search these requests"
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}

interface RowsProps {
  readonly shown: readonly Judged[];
  readonly view: View;
  readonly searching: boolean;
  readonly now: number;
}

function Rows({ shown, view, searching, now }: RowsProps) {
  const list = useRef<HTMLTableElement>(null);
  useRowKeys(list);
  if (shown.length === 0) return <Nothing view={view} searching={searching} />;
  return (
    <>
      <Table label="Requests" columns={['', 'Request', 'Requested by', 'Keys', 'Time left', '']} list={list} dense>
        {shown.map((judged) => (
          <Row key={judged.entry.request.id} {...judged} now={now} />
        ))}
      </Table>
      <p className="caption keys-hint">
        <kbd>j</kbd> / <kbd>k</kbd> to move · <kbd>Enter</kbd> to open · <kbd>?</kbd> for all shortcuts
      </p>
    </>
  );
}

function Nothing({ view, searching }: Pick<RowsProps, 'view' | 'searching'>) {
  if (searching) return <Empty title="No request matches your search" />;
  if (view !== 'mine') return <Empty title="Nothing here" />;
  return (
    <Empty title="Nothing waits for you">
      <p>
        A request that needs your key appears here by itself. Past requests are in the{' '}
        <Link to="/requests">history</Link>.
      </p>
    </Empty>
  );
}

function Row({ entry, remarks, now }: Judged & { readonly now: number }) {
  const { request, view } = entry;
  const worst = remarks.find(({ short }) => short !== null);
  return (
    <LinkRow>
      <td className="cell-icon">{remarks.length > 0 && <Sign remarks={remarks} />}</td>
      <MainCell
        title={
          <>
            <Link to={`/requests/${request.id}`} className="stretched">
              <Operation {...entry} />
            </Link>
            {worst?.short != null && <Badge tone={worst.level === 'warn' ? 'warn' : 'idle'}>{worst.short}</Badge>}
          </>
        }
        detail={
          view.summary === null ? (
            <ParamLine params={request.params} />
          ) : (
            <>
              “<Shown text={view.summary} />”
            </>
          )
        }
      />
      <td className="cell-who">
        <Person id={request.requester} name={view.requester_name} />
      </td>
      <td className="cell-keys">
        <KeysLeft turned={view.turned} quorum={view.quorum} />
      </td>
      <TimeLeft entry={entry} now={now} />
    </LinkRow>
  );
}

function Sign({ remarks }: { readonly remarks: readonly Remark[] }) {
  const warnings = remarks.filter(({ level }) => level === 'warn').length;
  if (warnings === 0) {
    return (
      <span className="note" title="Good to know">
        <Icon of={Info} />
      </span>
    );
  }
  return (
    <span className="warn">
      <Icon of={TriangleAlert} />
      <span className="unseen">{warnings === 1 ? '1 warning' : `${warnings} warnings`}</span>
    </span>
  );
}

function TimeLeft({ entry, now }: { readonly entry: RequestWithView; readonly now: number }) {
  const until = deadlineOf(entry);
  const left = until - now;
  const urgency = urgencyOf(left);
  return (
    <td className="cell-time">
      <span className={`time-left ${urgency}`}>{formatLeftRoughly(left)}</span>
      <Meter part={left / Math.max(1, until - entry.request.created_at)} tone={urgency} />
    </td>
  );
}

/** Announces new requests to screen readers, once. */
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
