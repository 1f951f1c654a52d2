/** The views of the inbox as tabs: what waits for me, and everything that is open. */
import { formatCount } from '../../lib/count';
import type { Inbox, InboxQuery } from '../../lib/inbox';
import { Link } from '../../lib/router';

export function Views({ search, inbox }: { readonly search: InboxQuery; readonly inbox: Inbox }) {
  const isOpen = search.view === 'open';
  return (
    <nav aria-label="Views" className="views">
      <Tab to="/" isHere={!isOpen} name="Needs me" count={inbox.counts.mine} />
      <Tab to="/?view=open" isHere={isOpen} name="Everything open" count={inbox.counts.open} />
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
      {name} {count !== null && <span className="view-count">{formatCount(count)}</span>}
    </Link>
  );
}
