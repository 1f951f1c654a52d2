/** The navigation, by role (`page-table.tsx`). */
import { formatCount } from '../lib/count';
import { useInbox } from '../lib/inbox';
import { Link, usePlace } from '../lib/router';
import { type Destination, destinationsOf, pageAt, type Role } from '../page-table';
import { Icon } from './icon';

export function Nav({ role }: { readonly role: Role }) {
  const isAdmin = role === 'admin';
  return (
    <nav aria-label="Pages" className="nav">
      <Links destinations={isAdmin ? destinationsOf(role, 'work') : destinationsOf(role, 'work', 'administration')} />
      {isAdmin && (
        <>
          <p className="nav-title">Administration</p>
          <Links destinations={destinationsOf(role, 'administration')} />
        </>
      )}
    </nav>
  );
}

function Links({ destinations }: { readonly destinations: readonly Destination[] }) {
  const open = pageAt(usePlace().path);
  return (
    <ul>
      {destinations.map(({ to, label, icon }) => (
        <li key={to}>
          <Link to={to} aria-current={open?.path === to || open?.under === to ? 'page' : undefined}>
            <Icon of={icon} /> {label}
            {to === '/' && <Waiting />}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Waiting() {
  const { data } = useInbox();
  const { mine = 0, asked = 0 } = data?.counts ?? {};
  const count = mine ?? asked;
  if (count === 0) return null;
  return (
    <span className="nav-count">
      {formatCount(count)}
      <span className="unseen">{mine === null ? ' open requests ask you' : ' waiting'}</span>
    </span>
  );
}
