/** What stands around every page. */
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, usePlace } from '../lib/router';
import type { Session } from '../lib/session';
import { type Theme, useTheme } from '../lib/theme';
import { Outage } from './outage';
import { Shown } from './shown';

const NAV: readonly (readonly [to: string, label: string])[] = [
  ['/', 'Inbox'],
  ['/requests', 'History'],
  ['/overview', 'Overview'],
  ['/actions', 'Actions'],
];

const ADMIN: readonly (readonly [to: string, label: string])[] = [
  ['/webhooks', 'Webhooks'],
  ['/keys', 'API keys'],
  ['/operators', 'Operators'],
  ['/audit', 'Audit'],
];

export function Frame({ session, children }: { readonly session: Session; readonly children: ReactNode }) {
  const { path } = usePlace();
  const links = session.operator.role === 'admin' ? [...NAV, ...ADMIN] : NAV;
  const nav = useRef<HTMLElement>(null);
  const open = links.findIndex(([to]) => isAt(path, to));
  // On a phone the row of pages is wider than the screen: the one that is open is to be seen.
  useEffect(() => {
    const here = nav.current?.querySelectorAll('a')[open];
    if (here !== undefined) nav.current?.scrollTo({ left: here.offsetLeft - 60 });
  }, [open]);
  return (
    <>
      <a className="skip" href="#main">
        Skip to the page
      </a>
      <header className="top">
        <div className="top-row">
          <Link to="/" className="brand">
            <img src="/icon.svg" alt="" width="24" height="24" /> <span>Request authorization</span>
          </Link>
          <ThemeSwitch />
          <Link to="/account" className="who" aria-label={`Your account: ${session.operator.name}`}>
            <Shown text={session.operator.name} />
          </Link>
        </div>
        <nav aria-label="Pages" className="nav" ref={nav}>
          <ul>
            {links.map(([to, label]) => (
              <li key={to}>
                <Link to={to} aria-current={isAt(path, to) ? 'page' : undefined}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </header>
      <Outage />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </>
  );
}

function isAt(path: string, to: string): boolean {
  // One request is reached from the inbox as well as from the history.
  if (to === '/actions' && path === '/new-action') return true;
  return to === '/' || to === '/requests' ? path === to : path === to || path.startsWith(`${to}/`);
}

const THEMES: Readonly<Record<Theme, readonly [next: Theme, sign: string, label: string]>> = {
  system: ['dark', '◐', 'Theme: as the system has it. Change to dark'],
  dark: ['light', '●', 'Theme: dark. Change to light'],
  light: ['system', '○', 'Theme: light. Change to what the system has'],
};

export function ThemeSwitch() {
  const [theme, choose] = useTheme();
  const [next, sign, label] = THEMES[theme];
  return (
    <button type="button" className="icon-button" aria-label={label} title={label} onClick={() => choose(next)}>
      <span aria-hidden="true">{sign}</span>
    </button>
  );
}
