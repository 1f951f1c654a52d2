/**
 * Every request, newest first, with its verdict and its result. The address contains the search, so it can be shared.
 */

import { skipToken, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { CircleCheck, CircleDashed, CircleX, Download } from '../../../generated/icons';
import { RUN_RESULTS, type RunResult, runResultOf } from '../../protocol/shown/request';
import { visibleText } from '../../protocol/visible-text';
import { answer, api, type RequestWithView, type Schemas } from '../lib/api';
import { serverNow, useNow } from '../lib/clock';
import { formatCount, formatDay, formatDuration } from '../lib/format';
import { type PageQuery, usePages } from '../lib/lists';
import { useNamesOfOperators, useOperatorNames, useTitlesOfActions } from '../lib/names';
import { queryClient } from '../lib/query-client';
import { Link, usePlace } from '../lib/router';
import {
  goToHistory,
  historySearchOf,
  isHistorySearch,
  isNarrowed,
  type Search,
  SPANS,
  STATES,
  type State,
} from '../lib/search';
import { useRowKeys } from '../lib/shortcuts';
import { verdictOf } from '../lib/standing';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { DialogButton } from '../ui/dialog';
import { Picker, SearchField } from '../ui/filters';
import { FirstStep } from '../ui/first-step';
import { InstantField } from '../ui/form';
import { Icon } from '../ui/icon';
import { Ago } from '../ui/instant';
import { Operation } from '../ui/operation';
import { Page } from '../ui/page';
import { More, Pager } from '../ui/pager';
import { Avatar, Person } from '../ui/person';
import { Answered, Empty, Problem } from '../ui/states';
import { LinkRow, MainCell, Table } from '../ui/table';
import { VisibleText } from '../ui/visible-text';
import { ExportDialog } from './history/export-dialog';
import './history.css';

const ROWS = 50;

export default function HistoryPage() {
  const { query } = usePlace();
  const search = historySearchOf(query);
  const pages = usePages(['requests', search], (page) => read(search, page), { limit: ROWS });
  const [wanted, goTo] = usePageOf(search);
  const found = pages.data?.pages.flatMap(({ requests }) => requests) ?? [];
  const at = Math.min(wanted, Math.floor(Math.max(0, found.length - 1) / ROWS) * ROWS);
  const shown = found.slice(at, at + ROWS);
  const isAll = !pages.hasNextPage;
  const isSearch = isHistorySearch(search);
  const next = async () => {
    const end = at + shown.length;
    const { data } = end < found.length ? pages : await pages.fetchNextPage();
    if ((data?.pages.flatMap(({ requests }) => requests).length ?? 0) > end) goTo(end);
  };
  const pager = (
    <Pager
      range={rangeOf(at, shown.length, found.length, isAll)}
      before={at === 0 ? null : () => goTo(at - ROWS)}
      next={shown.length < ROWS || (isAll && at + ROWS === found.length) || pages.isFetchingNextPage ? null : next}
    />
  );
  return (
    <Page title="History" actions={(found.length > 0 || isNarrowed(search)) && <Export search={search} />}>
      <div className="stack">
        <Filters search={search} />
        <Answered query={pages} what="the history">
          {({ pages: answered }) => (
            <>
              <div className="list-line">
                {isSearch && <Searched pages={answered} matching={found.length} />}
                {pager}
              </div>
              {shown.length > 0 && <Rows requests={shown} />}
              {found.length === 0 && isAll && <Nothing search={search} />}
              {/* A page of a search, or of large requests, can be short although more follow. */}
              {shown.length < ROWS ? (
                <More pages={pages} label={isSearch ? 'Search further back' : 'Show more'} />
              ) : (
                <Problem error={pages.isFetchNextPageError ? pages.error : null} />
              )}
              <div className="phone-only">{pager}</div>
            </>
          )}
        </Answered>
      </div>
    </Page>
  );
}

/** The first row of the shown page. It is kept as long as the rows are, for who comes back from a request. */
function usePageOf(search: Search): readonly [at: number, goTo: (at: number) => void] {
  const queryKey = ['page of requests', search];
  const { data } = useQuery<number>({ queryKey, queryFn: skipToken, initialData: 0 });
  const goTo = (at: number) => {
    queryClient.setQueryData(queryKey, at);
    scrollTo(0, 0);
  };
  return [data ?? 0, goTo];
}

/** Nobody counts all requests: until the last page is read, there are as many "or more". */
function rangeOf(at: number, shown: number, found: number, isAll: boolean): string {
  const range = shown === 0 ? '0' : `${formatCount(at + 1)}–${formatCount(at + shown)}`;
  return `${range} of ${formatCount(found)}${isAll ? '' : ' or more'}`;
}

function Export({ search }: { readonly search: Search }) {
  const dialog = (onClose: () => void) => <ExportDialog search={search} onClose={onClose} />;
  return <DialogButton icon={Download} label="Export…" dialog={dialog} />;
}

function read(search: Search, page: PageQuery) {
  return answer(api.GET('/api/requests', { params: { query: { ...search, ...page } } }));
}

/** Shown only after everything was searched. */
function Nothing({ search }: { readonly search: Search }) {
  if (!isNarrowed(search)) {
    return (
      <Empty title="No requests yet">
        <p>Every request will be here, with who decided it, what became of it, and how long it took.</p>
        <FirstStep />
      </Empty>
    );
  }
  return (
    <Empty title="No request matches">
      <p>
        Change the search, or <Link to="/requests">show all requests</Link>.
      </p>
    </Empty>
  );
}

interface SearchedProps {
  readonly pages: readonly Schemas['RequestList'][];
  readonly matching: number;
}

/** How far the search looked: a request that is further back was not compared. */
function Searched({ pages, matching }: SearchedProps) {
  const looked = pages.reduce((sum, { searched }) => sum + searched.count, 0);
  const backTo = pages.at(-1)?.searched.back_to ?? null;
  const found = `${formatCount(matching)} of ${formatCount(looked)} requests match`;
  return (
    <p className="caption" role="status">
      {backTo === null ? `${found}. Everything was searched.` : `${found}, searched back to ${formatDay(backTo)}.`}
    </p>
  );
}

const RUN_NAMES: Readonly<Record<RunResult, string>> = {
  done: 'Done',
  failed: 'Failed',
  stopped: 'Stopped',
  open: 'Not yet',
  program: 'With the program',
  none: 'Nothing to run',
};

function Filters({ search }: { readonly search: Search }) {
  const set = (change: Search) => goToHistory({ ...search, ...change });
  const actions = useTitlesOfActions();
  const people = withChosen(useNamesOfOperators(), search.requester, search.decider);
  return (
    <search className="toolbar filters">
      <SearchField
        label="Words in the summary, params, names and ids"
        hint="Words, names or ids"
        text={search.text ?? ''}
        onChange={(text) => set({ text })}
      />
      <div className="chips">
        <Span search={search} set={set} />
        <Picker
          label="Action"
          value={search.action}
          choices={withChosen(actions, search.action)}
          set={(action) => set({ action })}
        />
        <Picker
          label="State"
          value={search.state}
          choices={STATE_CHOICES}
          set={(state) => set({ state: state as State })}
        />
        <Picker label="Run" value={search.run} choices={RUN_CHOICES} set={(run) => set({ run: run as RunResult })} />
        <Picker
          label="Requested by"
          value={search.requester}
          choices={people}
          set={(requester) => set({ requester })}
        />
        <Picker label="Decided by" value={search.decider} choices={people} set={(decider) => set({ decider })} />
        <Button className="chip plain" isDisabled={!isNarrowed(search)} onPress={() => goToHistory({})}>
          Show all
        </Button>
      </div>
      {spanOf(search) === OWN_SPAN && <OwnSpan search={search} set={set} />}
    </search>
  );
}

interface Option {
  readonly id: string;
  readonly name: string;
}

const STATE_CHOICES = Object.entries(STATES).map(([id, name]): Option => ({ id, name }));
const RUN_CHOICES = RUN_RESULTS.map((id): Option => ({ id, name: RUN_NAMES[id] }));

/** By name, because people know names. An operator in the address stays selectable, even after they were removed. */
function withChosen(names: ReadonlyMap<string, string>, ...chosen: (string | undefined)[]): Option[] {
  const unknown = chosen.filter((id) => id !== undefined && !names.has(id));
  return [...names, ...unknown.map((id = '') => [id, id] as const)].map(([id, name]) => ({
    id,
    name: visibleText(name),
  }));
}

const OWN_SPAN = 'own';
const SPAN_CHOICES: readonly Option[] = [
  ...SPANS.map(([id, name]) => ({ id, name })),
  { id: OWN_SPAN, name: 'From … until …' },
];

interface SpanProps {
  readonly search: Search;
  readonly set: (change: Search) => void;
}

function spanOf({ since, until }: Search): string | undefined {
  if (since === undefined && until === undefined) return undefined;
  const isFrom = (ms: number) => until === undefined && Math.abs(serverNow() - ms - (since ?? 0)) < 3600_000;
  return SPANS.find(([, , ms]) => isFrom(ms))?.[0] ?? OWN_SPAN;
}

function Span({ search, set }: SpanProps) {
  const choose = (next: string | undefined) => {
    const span = SPANS.find(([key]) => key === next);
    const now = serverNow();
    if (span !== undefined) set({ since: Math.floor(now - span[2]), until: undefined });
    else if (next === OWN_SPAN) set({ since: search.since ?? Math.floor(now - SPANS[1][2]), until: Math.ceil(now) });
    else set({ since: undefined, until: undefined });
  };
  return <Picker label="When" value={spanOf(search)} choices={SPAN_CHOICES} set={choose} />;
}

function OwnSpan({ search: { since, until }, set }: SpanProps) {
  return (
    <div className="form-row">
      <InstantField label="From" at={since} onChange={(at) => set({ since: at })} />
      <InstantField label="Until" at={until} onChange={(at) => set({ until: at })} />
    </div>
  );
}

function Rows({ requests }: { readonly requests: readonly RequestWithView[] }) {
  const list = useRef<HTMLTableElement>(null);
  useRowKeys(list);
  return (
    <div className="history">
      <Table
        label="Requests"
        columns={['Operation', 'Verdict', 'Run', 'Requested by', 'Decided by', 'Duration', '']}
        list={list}
      >
        {requests.map((entry) => (
          <Row key={entry.request.id} {...entry} />
        ))}
      </Table>
    </div>
  );
}

function Row(entry: RequestWithView) {
  const { request, view } = entry;
  const [label, tone] = verdictOf(entry);
  return (
    <LinkRow>
      <MainCell
        title={
          <Link to={`/requests/${request.id}`} className="stretched">
            <Operation {...entry} />
          </Link>
        }
        detail={
          <>
            <Ago ms={request.created_at} />
            {view.summary !== null && (
              <>
                {' · '}
                <VisibleText text={view.summary} />
              </>
            )}
          </>
        }
      />
      <td>
        <Badge tone={tone}>{label}</Badge>
      </td>
      <td>
        <RunState {...entry} />
      </td>
      <td>
        <Person id={request.requester} name={view.requester_name} />
      </td>
      <td>
        <Deciders by={view.decided?.by ?? null} />
      </td>
      <td className="cell-number secondary" data-label="Duration:">
        {view.decided === null ? NOTHING : formatDuration(view.decided.at - request.created_at)}
      </td>
    </LinkRow>
  );
}

/** On a phone, a cell without a value is left out. */
const NOTHING = <span className="secondary nothing">–</span>;

const MARKS: Readonly<Partial<Record<RunResult, typeof CircleCheck>>> = {
  done: CircleCheck,
  failed: CircleX,
  stopped: CircleX,
  open: CircleDashed,
};

function RunState(entry: RequestWithView) {
  const run = runResultOf(entry, useNow(10_000));
  if (run === 'none') return NOTHING;
  const mark = MARKS[run];
  return (
    <span className={`run-state ${run}`}>
      {mark !== undefined && <Icon of={mark} tiny />} {RUN_NAMES[run]}
    </span>
  );
}

/** The first name, and how many more there are. */
function Deciders({ by }: { readonly by: readonly string[] | null }) {
  const nameOf = useOperatorNames();
  if (by === null) return NOTHING;
  const [first] = by;
  if (first === undefined) return <span className="secondary">nobody</span>;
  return (
    <span className="person" title={by.map(nameOf).join(', ')}>
      <Avatar name={nameOf(first)} />
      <span>
        <VisibleText text={nameOf(first)} />
        {by.length > 1 && ` + ${by.length - 1}`}
      </span>
    </span>
  );
}
