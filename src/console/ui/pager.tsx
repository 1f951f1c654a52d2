/** The next page of a list, or the pages before and after it. */

import { ChevronLeft, ChevronRight } from '../../../generated/icons';
import { Button } from './button';
import { Icon } from './icon';
import { Problem } from './states';

interface PagerProps {
  /** "1–50 of 502" */
  readonly range: string;
  /** Null at the first page. */
  readonly before: (() => void) | null;
  /** Null at the last page. */
  readonly next: (() => void) | null;
}

/** Which part of a list the page has, and the pages before and after it. */
export function Pager({ range, before, next }: PagerProps) {
  return (
    <div className="pager">
      <span role="status">{range}</span>
      <Button
        className="icon-button"
        aria-label="Previous page"
        isDisabled={before === null}
        onPress={() => before?.()}
      >
        <Icon of={ChevronLeft} />
      </Button>
      <Button className="icon-button" aria-label="Next page" isDisabled={next === null} onPress={() => next?.()}>
        <Icon of={ChevronRight} />
      </Button>
    </div>
  );
}

interface Pages {
  readonly error: unknown;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly fetchNextPage: () => unknown;
}

/** The next page of a list, and why it could not be read. */
export function More({ pages, label = 'Show more' }: { readonly pages: Pages; readonly label?: string }) {
  if (!pages.hasNextPage) return null;
  return (
    <>
      {pages.isFetchNextPageError && <Problem error={pages.error} />}
      <p>
        <Button className="button" onPress={() => pages.fetchNextPage()} isDisabled={pages.isFetchingNextPage}>
          {pages.isFetchingNextPage ? 'Loading…' : label}
        </Button>
      </p>
    </>
  );
}
