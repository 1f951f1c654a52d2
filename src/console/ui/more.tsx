/** The next page of a list. */
import { Button } from './button';

interface Pages {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => unknown;
}

export function More({ pages, label = 'Show more' }: { readonly pages: Pages; readonly label?: string }) {
  if (!pages.hasNextPage) return null;
  return (
    <p>
      <Button className="button" onPress={() => pages.fetchNextPage()} isDisabled={pages.isFetchingNextPage}>
        {pages.isFetchingNextPage ? 'Loading…' : label}
      </Button>
    </p>
  );
}
