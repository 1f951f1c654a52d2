/** Ctrl K: jump to a page or to a request, found by the search of the service. A combobox with its list always open. */

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FileSearch, KeySquare, RotateCcwClock, Search } from '../../../generated/icons';
import { visibleText } from '../../protocol/visible-text';
import { answer, api, type RequestWithView } from '../lib/api';
import { formatCount } from '../lib/format';
import { useInbox } from '../lib/inbox';
import { useLater } from '../lib/later';
import { operationText } from '../lib/params';
import { navigate } from '../lib/router';
import { type Destination, destinationsOf, type Role } from '../page-table';
import { Modal } from './dialog';
import { Icon } from './icon';
import { useListbox } from './listbox';
import { Operation } from './operation';

interface Props {
  readonly role: Role;
  readonly onClose: () => void;
}

interface Item extends Destination {
  readonly group: string;
  readonly detail?: string;
  /** Drawn in place of the label. */
  readonly found?: RequestWithView;
}

export default function CommandMenu({ role, onClose }: Props) {
  const [text, setText] = useState('');
  const { items, said } = useItems(role, text);
  const go = (item: Item | undefined) => {
    if (item === undefined) return;
    onClose();
    navigate(item.to);
    scrollTo(0, 0);
  };
  const listbox = useListbox({ label: 'Results', items, isOpen: true, onOpen: () => undefined, onChoose: go });
  return (
    <Modal className="overlay top" label="Search or jump to" onClose={onClose}>
      <div className="modal command">
        <div className="command-field">
          <Icon of={Search} />
          <input
            // biome-ignore lint/a11y/noAutofocus: it is opened to type into it
            autoFocus
            {...listbox.field}
            aria-label="Search or jump to"
            placeholder="A page, or words, a name or an id"
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              listbox.toFirst();
            }}
            onKeyDown={listbox.press}
          />
        </div>
        <p className="command-empty" role="status">
          {said}
        </p>
        <div {...listbox.list} className="command-list">
          {items.map((item, index) => (
            <div key={item.to} {...listbox.optionOf(index)}>
              <Icon of={item.icon} />{' '}
              <span>{item.found === undefined ? item.label : <Operation {...item.found} />}</span>
              <span className="caption">{item.detail ?? item.group}</span>
            </div>
          ))}
        </div>
      </div>
    </Modal>
  );
}

interface Items {
  readonly items: readonly Item[];
  /** How far the search looked. */
  readonly said: string | null;
}

function useItems(role: Props['role'], text: string): Items {
  const wanted = text.trim().toLowerCase();
  const inbox = useInbox();
  const search = useSearch(useLater(wanted, TYPING_MS));
  const foundPages = destinationsOf(role, 'work', 'administration', 'account')
    .map((page): Item => ({ ...page, group: 'page' }))
    .filter(({ label, to }) => [label, to].some((held) => held.toLowerCase().includes(wanted)));
  if (wanted.length < SHORTEST) {
    if (wanted !== '') return { items: foundPages, said: null };
    const { requests = [], counts } = inbox.data ?? {};
    const waiting = requests.slice(0, MOST_WAITING).map((entry) => itemOf(entry, 'waits for you'));
    const all = counts?.mine ?? counts?.asked ?? 0;
    const isCut = all > waiting.length;
    return {
      items: [...waiting, ...foundPages],
      said: isCut ? `${waiting.length} of ${formatCount(all)} requests that wait for you. Type to find others.` : null,
    };
  }
  const found = search.data?.requests ?? [];
  const further: Item = {
    to: `/requests?${new URLSearchParams({ text: text.trim() })}`,
    label: `Search the history for “${visibleText(text.trim())}”`,
    icon: RotateCcwClock,
    group: 'history',
  };
  const requests = found.map((entry) => itemOf(entry, entry.view.decided === null ? 'open' : 'ended'));
  const all = [...foundPages, ...requests, ...byId(wanted), further];
  return {
    items: all.filter(({ to }, index) => all.findIndex((each) => each.to === to) === index),
    said: saidOf(search.data, search.isFetching, search.error !== null),
  };
}

/** A single letter would match every request. */
const SHORTEST = 2;
const MOST = 12;
const MOST_WAITING = 20;
const TYPING_MS = 250;

/** All open requests, and the newest thousand of all. */
function useSearch(text: string) {
  return useQuery({
    queryKey: ['search', text],
    enabled: text.length >= SHORTEST,
    retry: false,
    queryFn: async () => {
      const [open, newest] = await Promise.all([
        answer(api.GET('/api/inbox', { params: { query: { view: 'open', text, limit: MOST } } })),
        answer(api.GET('/api/requests', { params: { query: { text, limit: MOST } } })),
      ]);
      const ids = new Set(open.requests.map(({ request }) => request.id));
      const ended = newest.requests.filter(({ request }) => !ids.has(request.id));
      const requests = [...open.requests, ...ended];
      const isCut = requests.length > MOST || open.next !== null || newest.requests.length === MOST;
      return { requests: requests.slice(0, MOST), isCut, isAll: newest.cursor === null };
    },
    refetchOnWindowFocus: false,
  });
}

type Searched = NonNullable<ReturnType<typeof useSearch>['data']>;

function saidOf(data: Searched | undefined, isFetching: boolean, hasFailed: boolean): string | null {
  if (hasFailed) return 'The search failed. Type again to retry.';
  if (data === undefined || isFetching) return 'Searching…';
  if (data.requests.length > 0) return data.isCut ? `The first ${MOST} are listed. More are in the history.` : null;
  return data.isAll ? 'No request matches.' : 'No open request matches, and none of the newest 1,000.';
}

function itemOf(found: RequestWithView, group: string): Item {
  const { request, view } = found;
  const params = view.shown === null ? Object.values(request.params).slice(0, 2).join(' · ').slice(0, 48) : '';
  return {
    to: `/requests/${request.id}`,
    label: operationText(found),
    found,
    icon: KeySquare,
    group,
    detail: params === '' ? group : visibleText(params),
  };
}

function byId(text: string): Item[] {
  if (!/^req_[0-9a-f]{24}$/.test(text)) return [];
  return [{ to: `/requests/${text}`, label: text, icon: FileSearch, group: 'open the request' }];
}
