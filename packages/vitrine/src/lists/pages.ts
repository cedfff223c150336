import { PAGE_MAX } from '@vitrine/core';

/** One page of a list of the services. */
export interface ListPage<Item> {
  readonly items: readonly Item[];
  readonly cursor?: string;
}

/** What a list of the services receives to return one page. */
export interface PageQuery {
  readonly limit: number;
  readonly cursor?: string;
}

/**
 * Reads a paged list to its end, or up to the limit, and yields its pages.
 *
 * @param list returns one page; called with the cursor of the page before.
 * @param limit maximum number of items over all pages.
 */
export async function* readPages<Item>(
  list: (query: PageQuery) => Promise<ListPage<Item>>,
  limit = Number.POSITIVE_INFINITY,
): AsyncGenerator<readonly Item[], void> {
  let left = limit;
  let cursor: string | undefined;
  do {
    const page = await list({
      limit: Math.min(PAGE_MAX, left),
      ...(cursor === undefined ? {} : { cursor }),
    });
    yield page.items;
    left -= page.items.length;
    cursor = page.cursor;
  } while (cursor !== undefined && left > 0);
}
