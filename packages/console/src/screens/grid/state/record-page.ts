import type { AnyRow } from '@vitrine/client';

/** A page of the query. Its rows are dropped far away from what is shown, and fetched again by its cursor. */
export interface RecordPage {
  /** Where the page begins; undefined for the first one. */
  readonly cursor: string | undefined;
  readonly start: number;
  readonly limit: number;
  /** The number of its rows: at most `limit`. */
  readonly count: number;
  rows: AnyRow[] | null;
  /** Whether its rows were added here, so that they can't be fetched again in this place. */
  readonly isAdded?: true;
}

/** Pages on each side of what is shown that keep their rows. */
const KEPT_PAGES = 12;

/** Returns the page that has the row at an index. */
export function pageAt(pages: readonly RecordPage[], index: number): RecordPage | undefined {
  let low = 0;
  let high = pages.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const page = pages[middle];
    if (page === undefined) return undefined;
    if (index < page.start) high = middle - 1;
    else if (index >= page.start + page.count) low = middle + 1;
    else return page;
  }
  return undefined;
}

/**
 * Drops the rows of pages far away, so that a million records take little memory.
 *
 * @param from the first row that is shown.
 */
export function dropFarRows(pages: readonly RecordPage[], from: number): void {
  const shown = pages.findIndex(({ start, count }) => start + count > from);
  const centre = shown < 0 ? pages.length - 1 : shown;
  for (const [index, page] of pages.entries()) {
    if (Math.abs(index - centre) > KEPT_PAGES && !page.isAdded) page.rows = null;
  }
}
