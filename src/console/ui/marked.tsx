/** Marks a part that differs from the saved version with a coloured bar. */
import type { ReactNode } from 'react';

export function Marked({ on, children }: { readonly on: boolean; readonly children: ReactNode }) {
  return (
    <div className={on ? 'markable marked' : 'markable'}>
      {on && <span className="unseen">Changed: </span>}
      {children}
    </div>
  );
}
