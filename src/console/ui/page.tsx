/** One page: its title in the tab and as the heading, which takes the focus when the page was reached by a link. */
import { type Query, useIsFetching } from '@tanstack/react-query';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { queryClient } from '../lib/query-client';
import { arrivedByLink, Link } from '../lib/router';

interface Props {
  readonly title: string;
  /** The heading, if it says more than fits in the tab. */
  readonly heading?: ReactNode;
  readonly tab?: string;
  /** The list that the page belongs to. */
  readonly up?: readonly [to: string, label: string];
  /** Shown after the list if the title is too long to be repeated. */
  readonly here?: string;
  /** Beside the heading: a state, a count. */
  readonly beside?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function Page({ title, heading = title, tab = title, up, here = title, beside, actions, children }: Props) {
  const page = useRef<HTMLDivElement>(null);
  const top = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${tab} – Request authorization`;
  }, [tab]);
  const isThere = useArrival();
  // At once when it is shown, and not if a person was faster: a key that is pressed next would be lost.
  useLayoutEffect(() => {
    const isTaken = page.current?.contains(document.activeElement) === true;
    if (isThere && arrivedByLink && !isTaken) top.current?.focus({ preventScroll: true });
  }, [isThere]);
  return (
    <div ref={page} className={isThere ? undefined : 'arriving'}>
      {up !== undefined && (
        <p className="crumbs">
          <Link to={up[0]}>{up[1]}</Link> <span aria-hidden="true">/</span> {here}
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
    </div>
  );
}

/** How long the page waits for its answers. */
const AT_MOST_MS = 1000;
const UNANSWERED = { predicate: ({ state, meta }: Query) => state.status === 'pending' && meta?.isLate !== true };

/** Shows the parts of a page together, so that none moves while others load. */
function useArrival(): boolean {
  const unanswered = useIsFetching(UNANSWERED);
  const [isThere, setThere] = useState(false);
  useEffect(() => {
    // An answer can cause another call. Then this waits again.
    const isDone = () => unanswered > 0 || queryClient.isFetching(UNANSWERED) === 0;
    const timer = setTimeout(() => isDone() && setThere(true), unanswered > 0 ? AT_MOST_MS : 0);
    return () => clearTimeout(timer);
  }, [unanswered]);
  return isThere;
}
