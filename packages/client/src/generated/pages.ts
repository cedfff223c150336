// Written by `pnpm client:contracts`. Do not edit.
/** A page of a list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** The limit that the server applied. */
  readonly limit: number;
  /** Continues after this page. Absent on the last one. */
  readonly cursor?: string;
  /** The number of matches on all pages, if it was requested. */
  readonly total?: number;
}

/**
 * A list on the server. `for await` yields its items and requests each page when it is needed; `await` returns the first
 * page. Nothing is requested before.
 */
export interface Pages<Item> extends AsyncIterable<Item>, PromiseLike<Page<Item>> {
  /** Yields page by page. */
  pages(): AsyncIterableIterator<Page<Item>>;
  /** Returns all items, or the first ones. */
  all(max?: number): Promise<Item[]>;
  /** Returns the first item. */
  first(): Promise<Item | undefined>;
}

/** @param fetchPage requests the page at a cursor; undefined for the first page. */
export function createPages<Item>(fetchPage: (cursor?: string) => Promise<Page<Item>>): Pages<Item> {
  async function* pages(): AsyncGenerator<Page<Item>> {
    let cursor: string | undefined;
    do {
      const page = await fetchPage(cursor);
      yield page;
      cursor = page.cursor;
    } while (cursor !== undefined);
  }
  async function* items(): AsyncGenerator<Item> {
    for await (const page of pages()) yield* page.items;
  }
  async function all(max?: number): Promise<Item[]> {
    const found: Item[] = [];
    if (max === 0) return found;
    for await (const item of items()) if (found.push(item) === max) break;
    return found;
  }
  return {
    pages,
    [Symbol.asyncIterator]: items,
    all,
    first: async () => (await all(1))[0],
    // biome-ignore lint/suspicious/noThenProperty: a list is also a promise of its first page
    then: (onPage, onError) => fetchPage().then(onPage, onError),
  };
}
