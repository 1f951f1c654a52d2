/** Which of the matching requests the page has, and the pages before and after it. */
import { formatCount } from '../../lib/count';
import { type Inbox, type InboxQuery, PAGE } from '../../lib/inbox';
import { goToInbox } from '../../lib/inbox-search';
import { Pager } from '../../ui/pager';

export function InboxPager({ search, inbox }: { readonly search: InboxQuery; readonly inbox: Inbox }) {
  const { offset = 0 } = search;
  const { next } = inbox;
  const { matching, mine, asked, open } = inbox.counts;
  const all = search.view === 'open' ? open : (mine ?? asked);
  const shown = inbox.requests.length;
  const turn = (to: number) => {
    goToInbox({ ...search, offset: to });
    scrollTo(0, 0);
  };
  // A page of a flood goes past requests that no longer wait for the operator.
  const end = matching === null ? Math.max(next ?? all, offset + shown) : offset + shown;
  const range = end === offset ? '0' : `${formatCount(offset + 1)}–${formatCount(end)}`;
  return (
    <Pager
      range={
        matching === null || matching === all
          ? `${range} of ${formatCount(all)}`
          : `${formatCount(matching)} of ${formatCount(all)}`
      }
      before={offset === 0 ? null : () => turn(Math.max(0, offset - PAGE))}
      next={next === null ? null : () => turn(next)}
    />
  );
}
