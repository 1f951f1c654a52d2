/** What differs from the saved version has a bar of the accent at its side. */
import type { ReactNode } from 'react';

export function Marked({ on, children }: { readonly on: boolean; readonly children: ReactNode }) {
  return (
    <div className={on ? 'markable marked' : 'markable'}>
      {on && <span className="unseen">Changed: </span>}
      {children}
    </div>
  );
}
