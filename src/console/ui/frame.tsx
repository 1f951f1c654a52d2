/** The frame around every page, and the page without it. Both say if the service does not answer. */

import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { Menu, Search } from '../../../generated/icons';
import { useConnection } from '../lib/api';
import { formatInstant } from '../lib/format';
import { Link, usePlace } from '../lib/router';
import type { Session } from '../lib/session';
import { useShortcuts } from '../lib/shortcuts';
import { useWatch } from '../lib/watch';
import { Button } from './button';
import { Icon } from './icon';
import { Foot, Nav, ThemeSwitch } from './nav';
import { Page } from './page';
import { VisibleText } from './visible-text';

const Drawer = lazy(() => import('./drawer'));
const CommandMenu = lazy(() => import('./command-menu'));
const ShortcutList = lazy(() => import('./shortcut-list'));

type Opened = 'commands' | 'shortcuts' | 'pages' | null;

/** The side navigation, or a bar with a menu on a phone. */
export function Frame({ session, children }: { readonly session: Session; readonly children: ReactNode }) {
  const { path } = usePlace();
  const [opened, setOpened] = useState<Opened>(null);
  const close = () => setOpened(null);
  useWatch();
  useShortcuts({ commands: () => setOpened('commands'), shortcuts: () => setOpened('shortcuts') });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes what was open over the one before
  useEffect(close, [path]);
  return (
    <div className="shell">
      <nav aria-label="Skip" className="skip-nav">
        <a className="skip" href="#main">
          Skip to the page
        </a>
      </nav>
      <Bar org={session.org_name} open={setOpened} />
      <Side session={session} open={setOpened} />
      <div>
        <Outage />
        <main id="main" tabIndex={-1}>
          {children}
        </main>
      </div>
      <Suspense fallback={null}>
        {opened === 'pages' && <Drawer session={session} onClose={close} />}
        {opened === 'commands' && <CommandMenu role={session.operator.role} onClose={close} />}
        {opened === 'shortcuts' && <ShortcutList onClose={close} />}
      </Suspense>
    </div>
  );
}

/** The name of the organization, because people who belong to several must not decide in the wrong one. */
function Brand({ org }: { readonly org: string }) {
  return (
    <Link to="/" className="brand">
      <img src="/icon.svg" alt="" width="26" height="26" />{' '}
      <span>
        <VisibleText text={org} />
      </span>
    </Link>
  );
}

function Bar({ org, open }: { readonly org: string; readonly open: (what: Opened) => void }) {
  return (
    <header className="bar">
      <Brand org={org} />
      <Button className="icon-button" aria-label="Search or jump to" onPress={() => open('commands')}>
        <Icon of={Search} />
      </Button>
      <Button className="icon-button" aria-label="Menu" onPress={() => open('pages')}>
        <Icon of={Menu} />
      </Button>
    </header>
  );
}

function Side({ session, open }: { readonly session: Session; readonly open: (what: Opened) => void }) {
  return (
    <header className="side">
      <Brand org={session.org_name} />
      <Button className="jump" onPress={() => open('commands')}>
        <Icon of={Search} tiny /> Search or jump… <kbd>Ctrl K</kbd>
      </Button>
      <Nav role={session.operator.role} />
      <Foot session={session} />
    </header>
  );
}

interface AloneProps {
  readonly title: string;
  /** The heading, if it is more than the title. */
  readonly heading?: ReactNode;
  readonly children: ReactNode;
}

/** A page without the frame, for people who are not signed in. */
export function Alone({ title, heading, children }: AloneProps) {
  return (
    <main className="alone">
      <Outage />
      <div className="card sign-in">
        <img src="/icon.svg" alt="" width="36" height="36" />
        <Page title={title} heading={heading || title}>
          {children}
        </Page>
      </div>
      <ThemeSwitch />
    </main>
  );
}

/** Says that the service does not answer, and how old the shown data is. */
export function Outage() {
  const { down, lastHeardMs } = useConnection();
  return (
    <div role="status" className={down ? 'outage' : undefined}>
      {down && (
        <>
          <strong>The service does not answer.</strong> The console retries every few seconds.
          {lastHeardMs !== null && ` What you see is from ${formatInstant(lastHeardMs)}.`}
        </>
      )}
    </div>
  );
}
