/** Which of the matching requests the page has, and the pages before and after it. */
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { formatCount } from '../../lib/count';
import { type Inbox, type InboxQuery, PAGE } from '../../lib/inbox';
import { goToInbox } from '../../lib/inbox-search';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';

export function Pager({ search, inbox }: { readonly search: InboxQuery; readonly inbox: Inbox }) {
  const { offset = 0 } = search;
  const { matching, mine, open } = inbox.counts;
  const all = search.view === 'open' ? open : mine;
  const shown = inbox.requests.length;
  const turn = (by: number) => {
    goToInbox({ ...search, offset: offset + by });
    scrollTo(0, 0);
  };
  const range = shown === 0 ? '0' : `${formatCount(offset + 1)}–${formatCount(offset + shown)}`;
  return (
    <div className="pager">
      <span role="status">
        {matching === all ? `${range} of ${formatCount(all)}` : `${formatCount(matching)} of ${formatCount(all)}`}
      </span>
      <Button
        className="icon-button"
        aria-label="Previous page"
        isDisabled={offset === 0}
        onPress={() => turn(-Math.min(PAGE, offset))}
      >
        <Icon of={ChevronLeft} />
      </Button>
      <Button
        className="icon-button"
        aria-label="Next page"
        isDisabled={offset + shown >= matching}
        onPress={() => turn(shown)}
      >
        <Icon of={ChevronRight} />
      </Button>
    </div>
  );
}
