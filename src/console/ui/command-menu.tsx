/** Ctrl K: go to a page, to a waiting request, or to a request by its id. A combobox whose list is always open. */
import { CircleUser, FileSearch, KeySquare, Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';
import { useInbox } from '../lib/requests';
import { navigate } from '../lib/router';
import type { Session } from '../lib/session';
import { visibleText } from '../lib/visible';
import { Icon } from './icon';
import { type Destination, destinationsOf } from './nav';

interface Props {
  readonly role: Session['operator']['role'];
  readonly onClose: () => void;
}

interface Item extends Destination {
  readonly group: string;
  readonly detail?: string;
}

export default function CommandMenu({ role, onClose }: Props) {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const items = useItems(role, text);
  const here = Math.min(at, items.length - 1);
  const go = (item: Item | undefined) => {
    if (item === undefined) return;
    onClose();
    navigate(item.to);
    scrollTo(0, 0);
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter') go(items[here]);
    else if (step !== undefined && items.length > 0) setAt((here + step + items.length) % items.length);
    else return;
    event.preventDefault();
  };
  return (
    <ModalOverlay isOpen isDismissable className="overlay top" onOpenChange={(open) => open || onClose()}>
      <Modal className="modal command">
        <Dialog aria-label="Search or jump to">
          <div className="command-field">
            <Icon of={Search} />
            <input
              autoFocus
              role="combobox"
              aria-label="Search or jump to"
              aria-expanded="true"
              aria-controls="commands"
              aria-activedescendant={items.length === 0 ? undefined : `command-${here}`}
              aria-autocomplete="list"
              autoComplete="off"
              spellCheck="false"
              placeholder="A page, a waiting request, or a request id"
              value={text}
              onChange={(event) => {
                setText(event.target.value);
                setAt(0);
              }}
              onKeyDown={press}
            />
          </div>
          {items.length === 0 && (
            <p className="command-empty" role="status">
              Nothing matches “{visibleText(text)}”.
            </p>
          )}
          <Results items={items} here={here} choose={go} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

interface ResultsProps {
  readonly items: readonly Item[];
  readonly here: number;
  readonly choose: (item: Item) => void;
}

function Results({ items, here, choose }: ResultsProps) {
  const active = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another row is to be seen
  useEffect(() => {
    // The braces are needed because the call returns a promise in some browsers, which is not a clean-up function.
    void active.current?.scrollIntoView({ block: 'nearest' });
  }, [here]);
  return (
    <div role="listbox" id="commands" aria-label="Results" className="command-list" hidden={items.length === 0}>
      {items.map((item, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field holds the focus and takes the keys
        <div
          key={item.to}
          id={`command-${index}`}
          role="option"
          aria-selected={index === here}
          ref={index === here ? active : undefined}
          className="command-item"
          onClick={() => choose(item)}
        >
          <Icon of={item.icon} /> <span>{item.label}</span>
          <span className="caption">{item.detail ?? item.group}</span>
        </div>
      ))}
    </div>
  );
}

function useItems(role: Props['role'], text: string): Item[] {
  const { data } = useInbox();
  const wanted = text.trim().toLowerCase();
  const waiting = (data?.requests ?? []).slice(0, 20).map(({ request, view }): Item => {
    const params = Object.values(request.params).slice(0, 2).join(' · ').slice(0, 48);
    return {
      to: `/requests/${request.id}`,
      label: visibleText(view.title),
      icon: KeySquare,
      group: 'waits for you',
      detail: params === '' ? 'waits for you' : visibleText(params),
    };
  });
  const pages: Destination[] = [...destinationsOf(role), { to: '/account', label: 'Your account', icon: CircleUser }];
  const all = [...waiting, ...pages.map((page): Item => ({ ...page, group: 'page' }))];
  const found = all.filter(({ label, detail = '', to }) =>
    [label, detail, to].some((held) => held.toLowerCase().includes(wanted)),
  );
  return [...found, ...byId(wanted).filter(({ to }) => !found.some((each) => each.to === to))];
}

function byId(text: string): Item[] {
  if (!/^req_[0-9a-f]{24}$/.test(text)) return [];
  return [{ to: `/requests/${text}`, label: text, icon: FileSearch, group: 'open the request' }];
}
