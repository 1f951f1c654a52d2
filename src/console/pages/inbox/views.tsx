/** The views of the inbox as tabs: what waits for me, everything that is open, and the views that the operator saved. */
import { X } from 'lucide-react';
import { answer, api } from '../../lib/api';
import { formatCount } from '../../lib/count';
import type { Inbox, InboxQuery } from '../../lib/inbox';
import { savedSearchOf } from '../../lib/inbox-search';
import { Link } from '../../lib/router';
import { queryClient } from '../../lib/session';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { Shown } from '../../ui/shown';

export function Views({ search, inbox }: { readonly search: InboxQuery; readonly inbox: Inbox }) {
  const here = savedSearchOf(search);
  const saved = inbox.views.find((view) => view.search === here);
  const isMine = saved === undefined && search.view !== 'open';
  const isOpen = saved === undefined && search.view === 'open';
  return (
    <nav aria-label="Views" className="views">
      <Tab to="/" isHere={isMine} name="Needs me" count={inbox.counts.mine} />
      <Tab to="/?view=open" isHere={isOpen} name="Everything open" count={inbox.counts.open} />
      {inbox.views.map((view) => (
        <span key={view.id} className="view-saved">
          <Tab to={`/?${view.search}`} isHere={view === saved} name={view.name} count={view.count} />
          {view === saved && (
            <Button
              className="icon-button tiny"
              aria-label={`Remove the view ${view.name}`}
              onPress={() => remove(view.id)}
            >
              <Icon of={X} tiny />
            </Button>
          )}
        </span>
      ))}
    </nav>
  );
}

interface TabProps {
  readonly to: string;
  readonly isHere: boolean;
  readonly name: string;
  /** Null if it was not counted. */
  readonly count: number | null;
}

function Tab({ to, isHere, name, count }: TabProps) {
  return (
    <Link to={to} className="view" aria-current={isHere ? 'page' : undefined}>
      <Shown text={name} /> {count !== null && <span className="view-count">{formatCount(count)}</span>}
    </Link>
  );
}

async function remove(id: string): Promise<void> {
  await answer(api.DELETE('/api/views/{id}', { params: { path: { id } } })).catch(() => undefined);
  await queryClient.invalidateQueries({ queryKey: ['inbox'] });
}
