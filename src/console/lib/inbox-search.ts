/** A search of the inbox, as its address keeps it. */
import type { InboxQuery } from './inbox';
import { navigate } from './router';

const SORTS = ['end', 'age', 'amount'] as const;
export type Sort = (typeof SORTS)[number];

/** Only what is not the default, so that one search has one address and one key. */
export function inboxSearchOf(query: URLSearchParams): InboxQuery {
  const text = (name: string) => query.get(name)?.trim().slice(0, 128) || undefined;
  const state = query.get('state');
  const sort = SORTS.find((each) => each === query.get('sort'));
  const offset = Number(query.get('offset') ?? 0);
  return compact({
    view: query.get('view') === 'open' ? 'open' : undefined,
    text: text('text'),
    action: text('action'),
    requester: text('requester'),
    state: state === 'notified' || state === 'staging' ? state : undefined,
    unusual: query.get('unusual') === 'true' || undefined,
    soon: query.get('soon') === 'true' || undefined,
    sort: sort === 'end' ? undefined : sort,
    offset: Number.isSafeInteger(offset) && offset > 0 ? offset : undefined,
  });
}

function addressOf(search: InboxQuery): string {
  const query = new URLSearchParams(Object.entries(search).map(([key, value]) => [key, String(value)]));
  return query.size === 0 ? '/' : `/?${query}`;
}

/** A change of the search begins with its first page. */
export function goToInbox(search: InboxQuery): void {
  navigate(addressOf(inboxSearchOf(new URLSearchParams(addressOf(compact(search)).slice(2)))), { replace: true });
}

function compact(search: InboxQuery): InboxQuery {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));
}
