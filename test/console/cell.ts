import type { Locator, Page } from 'playwright-core';

/** Finds a cell of the grid whose record is loaded, of the view that is shown, by its places from 0. */
export function cell(page: Page, row: number, column: number): Locator {
  return page.locator(`.grid-scroll:not([aria-busy]) #cell-${row}-${column}:not(:has(.grid-blank))`);
}
