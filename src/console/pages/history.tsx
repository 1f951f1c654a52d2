/** Every request, newest first: by state, action, requester and time. The search is in the address, so it can be shared. */
import { type FormEvent, useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import { answer, api, type RequestWithView, type Schemas } from '../lib/api';
import { download } from '../lib/download';
import { toCsv, toNdjson } from '../lib/export';
import { type PageQuery, usePages } from '../lib/lists';
import { Link, navigate, usePlace } from '../lib/router';
import { useRowKeys } from '../lib/shortcuts';
import { fromLocalField, toLocalField } from '../lib/time';
import { StandingBadge } from '../ui/badge';
import { Choice, Field } from '../ui/form';
import { Ago } from '../ui/instant';
import { More } from '../ui/more';
import { Operation } from '../ui/operation';
import { Page } from '../ui/page';
import { ParamLine } from '../ui/param-line';
import { Person } from '../ui/person';
import { Shown } from '../ui/shown';
import { Answered, Empty } from '../ui/states';
import { LinkRow, MainCell, Table } from '../ui/table';

type State = Exclude<Schemas['RequestState'], 'proposed'>;

const STATES: readonly State[] = [
  'notified',
  'staging',
  'executing',
  'succeeded',
  'failed',
  'denied',
  'aborted',
  'expired',
  'authorized',
];

/** Two states read alike on a badge; a filter tells them apart. */
const STATE_NAMES: Readonly<Record<State, string>> = {
  notified: 'Waiting for keys',
  staging: 'Turning keys',
  executing: 'Approved, integration is called',
  succeeded: 'Approved',
  failed: 'Approved, call failed',
  denied: 'Denied',
  aborted: 'Aborted',
  expired: 'Expired',
  authorized: 'Approved, integration not called yet',
};

interface Search {
  readonly state?: State;
  readonly action?: string;
  readonly requester?: string;
  readonly since?: number;
  readonly until?: number;
}

export default function HistoryPage() {
  const { query } = usePlace();
  const search = searchOf(query);
  const pages = usePages(['requests', search], (page) => read(search, page), { limit: 25 });
  const loaded = pages.data?.pages.flatMap(({ requests }) => requests) ?? [];
  return (
    <Page title="History" actions={<Exports requests={loaded} isAll={!pages.hasNextPage} />}>
      <div className="stack">
        <Filters key={query.toString()} search={search} />
        <Answered query={pages} what="the history">
          {() =>
            loaded.length === 0 && !pages.hasNextPage ? (
              <Empty title="No request matches">
                <p>
                  Change the search, or <Link to="/requests">show all requests</Link>.
                </p>
              </Empty>
            ) : (
              <>
                <Rows requests={loaded} />
                <More pages={pages} />
              </>
            )
          }
        </Answered>
      </div>
    </Page>
  );
}

function read(search: Search, page: PageQuery) {
  return answer(api.GET('/api/requests', { params: { query: { ...search, ...page } } }));
}

function searchOf(query: URLSearchParams): Search {
  const state = query.get('state') as State | null;
  const text = (name: string) => query.get(name)?.trim() || undefined;
  const instant = (name: string) => {
    const ms = Number(query.get(name) ?? Number.NaN);
    return Number.isSafeInteger(ms) && ms >= 0 ? ms : undefined;
  };
  return {
    state: state !== null && STATES.includes(state) ? state : undefined,
    action: text('action'),
    requester: text('requester'),
    since: instant('since'),
    until: instant('until'),
  };
}

function Filters({ search }: { readonly search: Search }) {
  const [draft, setDraft] = useState(search);
  const isSearch = Object.values(search).some((value) => value !== undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    go(draft);
  };
  const clear = () => {
    setDraft({});
    go({});
  };
  return (
    <search className="card">
      <details open={isSearch || undefined} className="filters">
        <summary>Search</summary>
        <form className="form" onSubmit={submit}>
          <div className="form-row">
            <Choice
              label="State"
              value={draft.state ?? ''}
              onChange={(state) => setDraft({ ...draft, state: state === '' ? undefined : state })}
              options={[['', 'Any'], ...STATES.map((state) => [state, STATE_NAMES[state]] as const)]}
            />
            <Field label="Action id" value={draft.action ?? ''} onChange={(action) => setDraft({ ...draft, action })} />
            <Field
              label="Requester id"
              value={draft.requester ?? ''}
              onChange={(requester) => setDraft({ ...draft, requester })}
            />
            <Field
              label="From"
              type="datetime-local"
              value={draft.since === undefined ? '' : toLocalField(draft.since)}
              onChange={(value) => setDraft({ ...draft, since: fromLocalField(value) })}
            />
            <Field
              label="Until"
              type="datetime-local"
              value={draft.until === undefined ? '' : toLocalField(draft.until)}
              onChange={(value) => setDraft({ ...draft, until: fromLocalField(value) })}
            />
          </div>
          <div className="form-actions">
            <Button type="submit" className="button primary">
              Search
            </Button>
            <Button className="button" onPress={clear} isDisabled={!isSearch}>
              Show all
            </Button>
          </div>
        </form>
      </details>
    </search>
  );
}

function go(search: Search): void {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(search)) {
    if (value !== undefined && value !== '') query.set(key, String(value));
  }
  navigate(`/requests${query.size === 0 ? '' : `?${query}`}`);
}

function Rows({ requests }: { readonly requests: readonly RequestWithView[] }) {
  const list = useRef<HTMLTableElement>(null);
  useRowKeys(list);
  return (
    <Table label="Requests" columns={['Request', 'State', 'Requested by', 'Keys', 'Requested', '']} list={list}>
      {requests.map((entry) => (
        <Row key={entry.request.id} {...entry} />
      ))}
    </Table>
  );
}

function Row(entry: RequestWithView) {
  const { request, view } = entry;
  return (
    <LinkRow>
      <MainCell
        title={
          <Link to={`/requests/${request.id}`} className="stretched">
            <Operation {...entry} />
          </Link>
        }
        detail={view.summary === null ? <ParamLine params={request.params} /> : <Shown text={view.summary} />}
      />
      <td>
        <StandingBadge {...entry} />
      </td>
      <td>
        <Person id={request.requester} name={view.requester_name} />
      </td>
      <td data-label="Keys:">
        {view.turned} of {view.quorum}
      </td>
      <td className="nowrap secondary">
        <Ago ms={request.created_at} />
      </td>
    </LinkRow>
  );
}

interface ExportsProps {
  readonly requests: readonly RequestWithView[];
  readonly isAll: boolean;
}

function Exports({ requests, isAll }: ExportsProps) {
  const none = requests.length === 0;
  return (
    <>
      {!none && !isAll && <span className="caption">What is shown so far:</span>}
      <Button
        className="button small"
        isDisabled={none}
        onPress={() => download('requests.ndjson', 'application/x-ndjson', toNdjson(requests))}
      >
        Save NDJSON
      </Button>
      <Button
        className="button small"
        isDisabled={none}
        onPress={() => download('requests.csv', 'text/csv', toCsv(requests))}
      >
        Save CSV
      </Button>
    </>
  );
}
