/** One page: its title in the tab and as the heading, which takes the focus when the page was reached by a link. */
import { type ReactNode, useEffect, useRef } from 'react';
import { arrivedByLink, Link } from '../lib/router';

interface Props {
  readonly title: string;
  /** The heading, if it says more than fits in the tab. */
  readonly heading?: ReactNode;
  readonly tab?: string;
  /** The list that the page belongs to. */
  readonly up?: readonly [to: string, label: string];
  /** Beside the heading: a state, a count. */
  readonly beside?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function Page({ title, heading = title, tab = title, up, beside, actions, children }: Props) {
  const top = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${tab} – Request authorization`;
  }, [tab]);
  useEffect(() => {
    if (arrivedByLink) top.current?.focus({ preventScroll: true });
  }, []);
  return (
    <>
      {up !== undefined && (
        <p className="crumbs">
          <Link to={up[0]}>{up[1]}</Link> <span aria-hidden="true">/</span> {title}
        </p>
      )}
      <div className="page-head">
        <h1 ref={top} tabIndex={-1}>
          {heading}
        </h1>
        {beside}
        {actions !== undefined && <div className="page-actions">{actions}</div>}
      </div>
      {children}
    </>
  );
}
