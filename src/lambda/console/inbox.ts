/** The inbox in one answer: the session, a page of the open requests, their counts, and the filters (operation getInbox). */

import type { components } from '../../../generated/console';
import type { Inputs } from '../../../generated/console-operations';
import { LIMITS } from '../../../generated/limits';
import type { Shown } from '../../protocol/display/render';
import type { ActionId, OperatorId } from '../../protocol/identifiers';
import { deadlineOf, SOON_MS } from '../../protocol/shown/request';
import type { AuditStore } from '../../service/audit/ports';
import { waitingFor } from '../../service/ceremony/rules/requirements';
import { listedBytes, MAX_BYTES } from '../../service/ceremony/use-cases/read-requests';
import type { CommandDeps } from '../../service/ceremony/use-cases/run-command';
import type { ConfigStore } from '../../service/configuration/ports';
import type { Operator } from '../../service/configuration/rules/items';
import { isNewOrganization, type NewOrganizationDeps } from '../../service/overview/use-cases/new-organization';
import { type OpenRequest, openRequests } from '../../service/overview/use-cases/open-requests';
import { shownLinesOf, versionsOnce } from '../../service/policy/use-cases/read-display';
import { ownRemarks } from '../../service/remark/rules/remark';
import { onPage } from '../../service/remark/rules/words';
import type { EarlierMemory } from '../../service/remark/use-cases/memory';
import { isAdministrative } from '../../service/request/rules/administrative';
import { holdsWords, wordsOf } from '../../service/request/rules/texts';
import { reply } from '../http/answer';
import type { DeepReadonly } from '../http/typed';
import { type ConsoleCall, type ConsoleHandlers, type ConsoleReply, sessionCaller, signedIn, viewerOf } from './caller';
import { sessionFacts } from './session';
import { namesOf, requestWithView, type Viewer } from './view';

type Schemas = components['schemas'];
type Query = Inputs['getInbox']['query'];
type Filter = Omit<Query, 'sort' | 'limit' | 'offset'>;

interface InboxDeps extends CommandDeps {
  readonly audit: Pick<AuditStore, 'tail'>;
  readonly earlier: EarlierMemory;
  readonly config: Pick<ConfigStore, 'operators' | 'actionVersion' | 'calledOrganization'> &
    NewOrganizationDeps['config'];
}

export function createInboxHandlers(deps: InboxDeps) {
  return {
    getInbox: (call) => inbox(deps, call),
  } satisfies Partial<ConsoleHandlers>;
}

async function inbox(deps: InboxDeps, { principal, query }: ConsoleCall<'getInbox'>): ConsoleReply<'getInbox'> {
  const { org, operator } = sessionCaller(principal);
  const [{ head }, operators, orgName, { session, record }] = await Promise.all([
    deps.audit.tail(org),
    deps.config.operators(org),
    deps.config.calledOrganization(org),
    signedIn(principal),
  ]);
  const config = versionsOnce(deps.config);
  const found = await openRequests({ ...deps, config }, org, {
    operator,
    all: query.view === 'open',
    action: query.action,
    page: isSearch(query) ? null : { offset: query.offset, limit: query.limit },
  });
  const { isPage, asked, unread } = found;
  const isNew =
    record.role === 'admin' && found.count === 0 && (await isNewOrganization({ config: deps.config }, org, operators));
  const shownOf = await shownLinesOf(
    config,
    found.requests.map(({ request }) => request),
  );
  const nowMs = deps.clock.nowMs();
  const judge = judgeOf({ operators, viewer: viewerOf(record), nowMs, shownOf });
  const rows = found.requests.map(judge);
  const of = (filter: Filter) => rows.filter((row) => matches(row, filter, { operator, nowMs }));
  /** Null if only one page was read, because it does not have every request. */
  const counted = (filter: Filter) => (isPage ? null : of(filter).length);
  const list = isPage ? { rows, next: found.next } : paged(withSame(of(query), rows), query);
  return reply(200, {
    server_now: nowMs,
    session: sessionFacts(session, record, orgName),
    seq: head.seq,
    new_organization: isNew,
    counts: {
      mine: counted({ view: 'mine' }),
      asked,
      open: found.count,
      matching: counted(query),
      unusual: counted({ ...query, unusual: true }),
      soon: counted({ ...query, soon: true }),
      unread,
    },
    ...(isPage
      ? uncountedChoices(found.actions, rows, operators)
      : countedChoices(of({ ...query, action: undefined }), of({ ...query, requester: undefined }))),
    requests: list.rows.map(({ shown, remarks, same = null }) => ({
      ...shown,
      remarks: remarks.map(({ level, short }) => ({ level, short })),
      same,
    })),
    next: list.next,
  });
}

/** Whether more than one page must be read to find the page. */
const isSearch = ({ text, action, requester, state, unusual, soon, sort }: Query): boolean =>
  [text, action, requester, state].some((each) => each !== undefined) ||
  unusual === true ||
  soon === true ||
  sort !== 'end';

function paged(matching: readonly Row[], { sort, offset, limit }: Query) {
  const rows = fitting([...matching].sort(ORDERS[sort]).slice(offset, offset + limit));
  const end = offset + rows.length;
  return { rows, next: end < matching.length ? end : null };
}

/** As many rows as fit into one answer. The largest request takes less than a twentieth of it, so no page is empty. */
function fitting(rows: readonly Row[]): Row[] {
  let bytes = 0;
  return rows.filter(({ request }) => {
    bytes += listedBytes(request);
    return bytes < MAX_BYTES;
  });
}

interface Row {
  readonly request: OpenRequest['request'];
  readonly shown: DeepReadonly<Schemas['RequestWithView']>;
  readonly lines: Shown | null;
  readonly remarks: ReturnType<typeof onPage>;
  readonly nameOf: (id: string) => string;
  /** Absent if not every request was read. */
  readonly same?: number;
}

interface Judging {
  readonly operators: readonly Operator[];
  readonly viewer: Viewer;
  readonly nowMs: number;
  readonly shownOf: Awaited<ReturnType<typeof shownLinesOf>>;
}

function judgeOf({ operators, viewer, nowMs, shownOf }: Judging) {
  const nameOf = namesOf(operators);
  return ({ request, remarks }: OpenRequest): Row => {
    const lines = shownOf(request);
    const shown = requestWithView({ request, intent: null, operators, nowMs, shown: lines }, viewer);
    const all = [...ownRemarks(request, viewer.id), ...remarks];
    return { request, shown, lines, nameOf, remarks: onPage(all, { request, shownOf, nameOf }) };
  };
}

/** Adds to each row how many other requests have the same operation, so that people can stop them together. */
function withSame(rows: readonly Row[], all: readonly Row[]): Row[] {
  const counts = new Map<string, number>();
  for (const { request } of all) counts.set(request.operationHash, (counts.get(request.operationHash) ?? 0) + 1);
  return rows.map((row) => ({ ...row, same: (counts.get(row.request.operationHash) ?? 1) - 1 }));
}

function matches(
  { request, shown, lines, remarks, nameOf }: Row,
  { view, text, action, requester, state, unusual, soon }: Filter,
  { operator, nowMs }: { readonly operator: OperatorId; readonly nowMs: number },
): boolean {
  return (
    (view === 'open' || waitingFor(request).includes(operator)) &&
    (action === undefined || request.action === action) &&
    (requester === undefined || request.requester === requester) &&
    (state === undefined || request.state === state) &&
    (unusual !== true || remarks.some(({ level }) => level === 'warn')) &&
    (soon !== true || deadlineOf(shown) - nowMs <= SOON_MS) &&
    (text === undefined || holdsWords(request, lines, wordsOf(text), nameOf))
  );
}

const ORDERS: Readonly<Record<Query['sort'], (a: Row, b: Row) => number>> = {
  end: (a, b) => deadlineOf(a.shown) - deadlineOf(b.shown) || byId(a, b),
  age: (a, b) => b.request.createdAtMs - a.request.createdAtMs || byId(a, b),
  amount: (a, b) => amountOf(b) - amountOf(a) || ORDERS.end(a, b),
};

const byId = (a: Row, b: Row): number => (a.request.id < b.request.id ? -1 : 1);

/** A request without an amount comes after all others. */
function amountOf({ request: { params } }: Row): number {
  const amount = Object.hasOwn(params, 'amount') ? Number(params.amount) : Number.NaN;
  return Number.isFinite(amount) ? amount : -Number.MAX_VALUE;
}

type Choice = Schemas['Choice'];
type ChoiceRow = Pick<Row, 'request' | 'shown'>;

/** What the filters offer: the actions and the requesters of what was read. */
interface Choices {
  readonly actions: Choice[];
  readonly requesters: Choice[];
}

const MOST_CHOICES = LIMITS.choices.max;

/** `ofAnyAction`: the rows without the filter for actions; `ofAnyRequester`: those without the filter for requesters. */
function countedChoices(ofAnyAction: readonly ChoiceRow[], ofAnyRequester: readonly ChoiceRow[]): Choices {
  return {
    actions: counted(ofAnyAction, (row) => [row.request.action, actionNameOf(row)]),
    requesters: counted(ofAnyRequester, ({ shown }) => [shown.request.requester, shown.view.requester_name]),
  };
}

/** Choices without counts, if not every request was read: the actions in the index, and every operator as requester. */
function uncountedChoices(
  actions: readonly ActionId[],
  rows: readonly ChoiceRow[],
  operators: readonly Operator[],
): Choices {
  const names = new Map(rows.map((row) => [row.request.action, actionNameOf(row)]));
  const choice = (id: string, name: string): Choice => ({ id, name, count: null });
  return {
    actions: actions.slice(0, MOST_CHOICES).map((id) => choice(id, names.get(id) ?? id)),
    requesters: operators.slice(0, MOST_CHOICES).map(({ id, name }) => choice(id, name)),
  };
}

const actionNameOf = ({ request, shown }: ChoiceRow): string =>
  isAdministrative(request) ? 'Changes of the configuration' : shown.view.title;

function counted(rows: readonly ChoiceRow[], of: (row: ChoiceRow) => readonly [id: string, name: string]): Choice[] {
  const found = new Map<string, Choice & { count: number }>();
  for (const row of rows) {
    const [id, name] = of(row);
    const { count = 0 } = found.get(id) ?? {};
    found.set(id, { id, name, count: count + 1 });
  }
  return [...found.values()].sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1)).slice(0, MOST_CHOICES);
}
