/** The pages of the console: one row for each. The router, the navigation and the suites of every page follow from it. */
import { type ComponentType, lazy } from 'react';
import {
  ChartNoAxesColumn,
  CircleUser,
  type Drawing,
  Inbox,
  KeyRound,
  RotateCcwClock,
  ScrollText,
  ShieldCheck,
  Users,
  UsersRound,
  Webhook,
} from '../../generated/icons';
import { matchPath } from './lib/router';
import type { Session } from './lib/session';
import { Inbox as InboxPage } from './pages/inbox';

type Params = Readonly<Record<string, string>>;
type PageWithParams = ComponentType<{ readonly params: Params }>;

/** How the navigation and the command menu lead to a page. */
export interface Entry {
  /** The heading of the page too. */
  readonly label: string;
  readonly icon: Drawing;
  /** For admins, administration has a heading of its own. The account is below the navigation. */
  readonly part: 'work' | 'administration' | 'account';
}

interface Row<Path extends string> {
  /** A part such as `:id` is a param of the page. */
  readonly path: Path;
  readonly page: PageWithParams;
  /** Everybody else is told that the page is for admins. */
  readonly role?: 'admin';
  readonly entry?: Entry;
  /** The page whose entry is marked while this one is open. */
  readonly under?: NoInfer<Path>;
}

const tableOf = <const Path extends string>(rows: readonly Row<Path>[]) => rows;

/** Loads the page when it is opened, with the styles that the inbox does not need. */
const later = (load: () => Promise<{ default: PageWithParams }>) =>
  lazy(async () => (await Promise.all([load(), import('./styles/later.css')]))[0]);

export const loadRequestPage = () => import('./pages/request/request-page');

/** In the order of the navigation. The inbox is part of the first load. */
export const PAGES = tableOf([
  { path: '/', page: InboxPage, entry: { label: 'Inbox', icon: Inbox, part: 'work' } },
  // It can be reached from the inbox and from the history.
  { path: '/requests/:id', page: later(loadRequestPage) },
  {
    path: '/requests',
    page: later(() => import('./pages/history')),
    entry: { label: 'History', icon: RotateCcwClock, part: 'work' },
  },
  {
    path: '/overview',
    page: later(() => import('./pages/overview')),
    entry: { label: 'Overview', icon: ChartNoAxesColumn, part: 'work' },
  },
  { path: '/welcome', page: later(() => import('./pages/welcome')), role: 'admin', under: '/' },
  {
    path: '/actions',
    page: later(() => import('./pages/admin/actions')),
    entry: { label: 'Actions', icon: ShieldCheck, part: 'administration' },
  },
  { path: '/actions/:id', page: later(() => import('./pages/admin/action')), under: '/actions' },
  { path: '/new-action', page: later(() => import('./pages/admin/new-action')), role: 'admin', under: '/actions' },
  {
    path: '/webhooks',
    page: later(() => import('./pages/admin/webhooks')),
    role: 'admin',
    entry: { label: 'Webhooks', icon: Webhook, part: 'administration' },
  },
  { path: '/webhooks/:id', page: later(() => import('./pages/admin/webhook')), role: 'admin', under: '/webhooks' },
  {
    path: '/keys',
    page: later(() => import('./pages/admin/keys')),
    role: 'admin',
    entry: { label: 'API keys', icon: KeyRound, part: 'administration' },
  },
  {
    path: '/operators',
    page: later(() => import('./pages/admin/operators')),
    role: 'admin',
    entry: { label: 'Operators', icon: Users, part: 'administration' },
  },
  {
    path: '/groups',
    page: later(() => import('./pages/admin/groups')),
    role: 'admin',
    entry: { label: 'Groups', icon: UsersRound, part: 'administration' },
  },
  {
    path: '/audit',
    page: later(() => import('./pages/admin/audit')),
    role: 'admin',
    entry: { label: 'Audit log', icon: ScrollText, part: 'administration' },
  },
  {
    path: '/account',
    page: later(() => import('./pages/account')),
    entry: { label: 'Your account', icon: CircleUser, part: 'account' },
  },
]);

export type Role = Session['operator']['role'];

export const isFor = (role: Role, page: { readonly role?: 'admin' }): boolean =>
  page.role === undefined || page.role === role;

/** The row of the page at this path, with its params. */
export function pageAt(path: string) {
  for (const row of PAGES) {
    const params = matchPath(row.path, path);
    if (params !== null) return { ...row, params };
  }
  return null;
}
