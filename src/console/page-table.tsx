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
  Settings,
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
type Load = () => Promise<{ default: PageWithParams }>;

type Row<Path extends string> = ({ readonly load: Load } | { readonly page: PageWithParams }) & {
  /** A part such as `:id` is a param of the page. */
  readonly path: Path;
  /** Other operators read that the page is for admins. */
  readonly role?: 'admin';
  /** In the navigation and the command menu. Its label is the heading of the page too. */
  readonly entry?: readonly [label: string, icon: Drawing];
  /** The page whose entry is marked while this one is open. */
  readonly under?: NoInfer<Path>;
};

/** For admins, administration has a heading of its own. The account is below the navigation. */
type Part = 'work' | 'administration' | 'account';

const tableOf = <const Path extends string>(parts: Readonly<Record<Part, readonly Row<Path>[]>>) => parts;

export const loadRequestPage = () => import('./pages/request/request-page');

/** In the order of the navigation. The inbox is part of the first load. */
const TABLE = tableOf({
  work: [
    { path: '/', page: InboxPage, entry: ['Inbox', Inbox] },
    // It can be reached from the inbox and from the history.
    { path: '/requests/:id', load: loadRequestPage },
    { path: '/requests', load: () => import('./pages/history'), entry: ['History', RotateCcwClock] },
    { path: '/overview', load: () => import('./pages/overview'), entry: ['Overview', ChartNoAxesColumn] },
    { path: '/welcome', load: () => import('./pages/welcome'), role: 'admin', under: '/' },
  ],
  administration: [
    { path: '/actions', load: () => import('./pages/admin/actions'), entry: ['Actions', ShieldCheck] },
    { path: '/actions/:id', load: () => import('./pages/admin/action'), under: '/actions' },
    { path: '/new-action', load: () => import('./pages/admin/new-action'), role: 'admin', under: '/actions' },
    { path: '/webhooks', load: () => import('./pages/admin/webhooks'), role: 'admin', entry: ['Webhooks', Webhook] },
    { path: '/webhooks/:id', load: () => import('./pages/admin/webhook'), role: 'admin', under: '/webhooks' },
    { path: '/keys', load: () => import('./pages/admin/keys'), role: 'admin', entry: ['API keys', KeyRound] },
    { path: '/operators', load: () => import('./pages/admin/operators'), role: 'admin', entry: ['Operators', Users] },
    { path: '/groups', load: () => import('./pages/admin/groups'), role: 'admin', entry: ['Groups', UsersRound] },
    { path: '/audit', load: () => import('./pages/admin/audit'), role: 'admin', entry: ['Audit log', ScrollText] },
    { path: '/settings', load: () => import('./pages/settings'), role: 'admin', entry: ['Settings', Settings] },
  ],
  account: [{ path: '/account', load: () => import('./pages/account'), entry: ['Your account', CircleUser] }],
});

/** Loads the page when it is opened, after the styles that such pages share: its own come later and win. */
const later = (load: Load) => lazy(async () => (await Promise.all([import('./styles/later.css'), load()]))[1]);

export const PAGES = Object.values(TABLE)
  .flat()
  .map((row) => ({ ...row, page: 'page' in row ? row.page : later(row.load) }));

export type Role = Session['operator']['role'];

export const isFor = (role: Role, page: { readonly role?: 'admin' }): boolean =>
  page.role === undefined || page.role === role;

export interface Destination {
  readonly to: string;
  readonly label: string;
  readonly icon: Drawing;
}

/** The pages that an operator with this role can open from everywhere. */
export const destinationsOf = (role: Role, ...parts: readonly Part[]): Destination[] =>
  parts
    .flatMap((part) => TABLE[part].filter((page) => isFor(role, page)))
    .flatMap(({ path, entry }) => (entry === undefined ? [] : [{ to: path, label: entry[0], icon: entry[1] }]));

/** The row of the page at this path, with its params. */
export function pageAt(path: string) {
  for (const row of PAGES) {
    const params = matchPath(row.path, path);
    if (params !== null) return { ...row, params };
  }
  return null;
}
