import type { Locator, Page } from 'playwright-core';

/** Finds a cell of the grid whose record is loaded, of the view that is shown, by its places from 0. */
export function cell(page: Page, row: number, column: number): Locator {
  return page.locator(`.grid-scroll:not([aria-busy]) #cell-${row}-${column}:not(:has(.grid-blank))`);
}

/** What a context of the browser needs for `paste`. */
export const CLIPBOARD = { permissions: ['clipboard-read', 'clipboard-write'] };

/** Pastes a text with tabs and line breaks from a cell on. */
export async function paste(page: Page, row: number, column: number, text: string): Promise<void> {
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
  await cell(page, row, column).click();
  await page.keyboard.press('ControlOrMeta+v');
}

/** Types a text over that of a cell. */
export async function edit(page: Page, row: number, column: number, text: string): Promise<void> {
  await cell(page, row, column).dblclick();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

/** Returns the number of values that the browser keeps because the server has not stored them. */
export function keptIn(page: Page): Promise<number> {
  return page.evaluate(`Object.keys(localStorage).filter((key) => key.startsWith('vitrine.draft/')).length`);
}
