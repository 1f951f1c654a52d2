/** The pages of the console, by role. */
import {
  ChartNoAxesColumn,
  type Drawing,
  Inbox,
  KeyRound,
  RotateCcwClock,
  ScrollText,
  ShieldCheck,
  Users,
  UsersRound,
  Webhook,
} from '../../../generated/icons';
import { formatCount } from '../lib/count';
import { useInbox } from '../lib/inbox';
import { Link, usePlace } from '../lib/router';
import type { Session } from '../lib/session';
import { Icon } from './icon';

export interface Destination {
  readonly to: string;
  readonly label: string;
  readonly icon: Drawing;
}

const WORK: readonly Destination[] = [
  { to: '/', label: 'Inbox', icon: Inbox },
  { to: '/requests', label: 'History', icon: RotateCcwClock },
  { to: '/overview', label: 'Overview', icon: ChartNoAxesColumn },
];

const ACTIONS: Destination = { to: '/actions', label: 'Actions', icon: ShieldCheck };

const ADMIN: readonly Destination[] = [
  ACTIONS,
  { to: '/webhooks', label: 'Webhooks', icon: Webhook },
  { to: '/keys', label: 'API keys', icon: KeyRound },
  { to: '/operators', label: 'Operators', icon: Users },
  { to: '/groups', label: 'Groups', icon: UsersRound },
  { to: '/audit', label: 'Audit log', icon: ScrollText },
];

type Role = Session['operator']['role'];

export function destinationsOf(role: Role): readonly Destination[] {
  return role === 'admin' ? [...WORK, ...ADMIN] : [...WORK, ACTIONS];
}

export function Nav({ role }: { readonly role: Role }) {
  return (
    <nav aria-label="Pages" className="nav">
      <Links destinations={role === 'admin' ? WORK : [...WORK, ACTIONS]} />
      {role === 'admin' && (
        <>
          <p className="nav-title">Administration</p>
          <Links destinations={ADMIN} />
        </>
      )}
    </nav>
  );
}

function Links({ destinations }: { readonly destinations: readonly Destination[] }) {
  const { path } = usePlace();
  return (
    <ul>
      {destinations.map(({ to, label, icon }) => (
        <li key={to}>
          <Link to={to} aria-current={isAt(path, to) ? 'page' : undefined}>
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

function isAt(path: string, to: string): boolean {
  if ((to === '/actions' && path === '/new-action') || (to === '/' && path === '/welcome')) return true;
  // A request can be reached from the inbox and from the history.
  return to === '/' || to === '/requests' ? path === to : path === to || path.startsWith(`${to}/`);
}
