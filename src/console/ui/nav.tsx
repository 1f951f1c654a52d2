/** The navigation by role, who is signed in, and the theme. */

import { Monitor, Moon, Sun } from '../../../generated/icons';
import { type Theme, useTheme } from '../lib/device';
import { formatCount } from '../lib/format';
import { useInbox } from '../lib/inbox';
import { Link, usePlace } from '../lib/router';
import type { Session } from '../lib/session';
import { type Destination, destinationsOf, pageAt, type Role } from '../page-table';
import { Icon } from './icon';
import { Avatar } from './person';
import { VisibleText } from './visible-text';

/** Which pages a role has is in `page-table.tsx`. */
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
            {to === '/' && <WaitingCount />}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function WaitingCount() {
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

/** Who is signed in, below the navigation. */
export function Foot({ session: { operator } }: { readonly session: Session }) {
  return (
    <div className="side-foot">
      <Link to="/account" className="who">
        <span className="unseen">Your account: </span>
        <Avatar name={operator.name} />
        <span className="who-text">
          <VisibleText text={operator.name} strong />
          <span className="caption">{operator.role === 'admin' ? 'Admin' : 'Operator'}</span>
        </span>
      </Link>
      <ThemeSwitch />
    </div>
  );
}

/** Light, dark, or the system's setting. */
const THEMES: Readonly<Record<Theme, readonly [next: Theme, icon: typeof Sun, label: string]>> = {
  system: ['dark', Monitor, 'Theme: follows the system. Change to dark'],
  dark: ['light', Moon, 'Theme: dark. Change to light'],
  light: ['system', Sun, 'Theme: light. Change to follow the system'],
};

export function ThemeSwitch() {
  const [theme, choose] = useTheme();
  const [next, icon, label] = THEMES[theme];
  return (
    <button type="button" className="icon-button" aria-label={label} title={label} onClick={() => choose(next)}>
      <Icon of={icon} />
    </button>
  );
}
