/** One page: its title in the tab and as the heading, which takes the focus when the page was reached by a link. */
import { type ReactNode, useEffect, useRef } from 'react';
import { arrivedByLink } from '../lib/router';

interface Props {
  readonly title: string;
  /** The heading, where it says more than the tab can. */
  readonly heading?: ReactNode;
  readonly tab?: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function Page({ title, heading = title, tab = title, actions, children }: Props) {
  const top = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${tab} – Request authorization`;
  }, [tab]);
  useEffect(() => {
    if (arrivedByLink) top.current?.focus({ preventScroll: true });
  }, []);
  return (
    <>
      <div className="page-head">
        <h1 ref={top} tabIndex={-1}>
          {heading}
        </h1>
        {actions !== undefined && <div className="page-actions">{actions}</div>}
      </div>
      {children}
    </>
  );
}
