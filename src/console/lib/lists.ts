/** Lists in pages, as every list route of the service gives them. */
import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query';

export interface Paged {
  readonly cursor: string | null;
}

export interface PageQuery {
  readonly limit: number;
  readonly cursor?: string;
}

export function usePages<T extends Paged>(
  queryKey: QueryKey,
  read: (page: PageQuery) => Promise<T>,
  {
    limit = 50,
    refetchInterval = false,
    enabled = true,
  }: { limit?: number; refetchInterval?: number | false; enabled?: boolean } = {},
) {
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) => read(pageParam === null ? { limit } : { limit, cursor: pageParam }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }) => cursor,
    refetchInterval,
    enabled,
  });
}

/** Reads every page, for forms that need the complete list. */
export async function readAll<T extends Paged>(read: (page: PageQuery) => Promise<T>): Promise<T[]> {
  const pages: T[] = [];
  let cursor: string | null = null;
  do {
    const page: T = await read(cursor === null ? { limit: 100 } : { limit: 100, cursor });
    pages.push(page);
    cursor = page.cursor;
  } while (cursor !== null);
  return pages;
}
