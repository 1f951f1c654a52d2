/** Which of the matching requests the page has, and the pages before and after it. */
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { formatCount } from '../../lib/count';
import { type Inbox, type InboxQuery, PAGE } from '../../lib/inbox';
import { goToInbox } from '../../lib/inbox-search';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';

export function Pager({ search, inbox }: { readonly search: InboxQuery; readonly inbox: Inbox }) {
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
    <div className="pager">
      <span role="status">
        {matching === null || matching === all
          ? `${range} of ${formatCount(all)}`
          : `${formatCount(matching)} of ${formatCount(all)}`}
      </span>
      <Button
        className="icon-button"
        aria-label="Previous page"
        isDisabled={offset === 0}
        onPress={() => turn(Math.max(0, offset - PAGE))}
      >
        <Icon of={ChevronLeft} />
      </Button>
      <Button
        className="icon-button"
        aria-label="Next page"
        isDisabled={next === null}
        onPress={() => turn(next ?? offset)}
      >
        <Icon of={ChevronRight} />
      </Button>
    </div>
  );
}
