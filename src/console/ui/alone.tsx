/** A page without the frame, for people who are not signed in. */
import type { ReactNode } from 'react';
import { Outage } from './outage';
import { Page } from './page';
import { ThemeSwitch } from './theme-switch';

export function Alone({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <main className="alone">
      <Outage />
      <div className="card sign-in">
        <img src="/icon.svg" alt="" width="36" height="36" />
        <Page title={title}>{children}</Page>
      </div>
      <ThemeSwitch />
    </main>
  );
}
