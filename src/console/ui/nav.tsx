/** The entries of the pages (`page-table.tsx`), by role. */
import { formatCount } from '../lib/count';
import { useInbox } from '../lib/inbox';
import { Link, usePlace } from '../lib/router';
import { type Entry, isFor, PAGES, pageAt, type Role } from '../page-table';
import { Icon } from './icon';

export interface Destination extends Omit<Entry, 'part'> {
  readonly to: string;
}

/** The pages that an operator with this role can open from everywhere. */
export function destinationsOf(role: Role, parts?: readonly Entry['part'][]): readonly Destination[] {
  return PAGES.filter((page) => isFor(role, page)).flatMap(({ path, entry }) =>
    entry !== undefined && (parts?.includes(entry.part) ?? true) ? [{ to: path, ...entry }] : [],
  );
}

export function Nav({ role }: { readonly role: Role }) {
  const isAdmin = role === 'admin';
  return (
    <nav aria-label="Pages" className="nav">
      <Links destinations={destinationsOf(role, isAdmin ? ['work'] : ['work', 'administration'])} />
      {isAdmin && (
        <>
          <p className="nav-title">Administration</p>
          <Links destinations={destinationsOf(role, ['administration'])} />
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
