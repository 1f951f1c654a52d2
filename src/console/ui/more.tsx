/** The next page of a list, and why it could not be read. */
import { Button } from './button';
import { Problem } from './states';

interface Pages {
  readonly error: unknown;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly fetchNextPage: () => unknown;
}

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
