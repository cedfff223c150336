import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { consoleTests } from './browser.ts';
import { CLIPBOARD, cell, paste } from './cell.ts';
import type { ConsoleServer } from './console-server.ts';
import { holdRequests } from './hold-requests.ts';

// What the footer says of the records is so after they were changed, and in another view.

const { inBrowser } = consoleTests();
const BUSY = JSON.stringify({ status: 503, code: 'unavailable', title: 'Busy' });
/** Longer than a column is looked at before its totals are requested. */
const LONG_MS = 1_000;

const countIn = (page: Page) => page.locator('.grid-status > span').first().textContent();
const totalsIn = (page: Page) => page.locator('.grid-totals').textContent();

/** Creates a store of two records with titles and prices. */
async function addNotes({ vitrine, principal }: ConsoleServer) {
  const { id } = await vitrine.stores.create(principal, {
    name: 'Notes',
    properties: [
      { name: 'title', type: 'string' },
      { name: 'price', type: 'number' },
    ],
  });
  const add = (title: string, price: number) => vitrine.records.add(principal, id, { title, price });
  const { id: first } = await add('apple', 1);
  await add('pear', 2);
  return {
    id,
    add,
    change: (values: object) => vitrine.records.patch(principal, id, String(first), values as never),
  };
}

inBrowser(
  'counts the records that were added since the store was read, in another order and beside a search',
  async ({ page, open, server }) => {
    const { id, add } = await addNotes(server);
    await open(`/stores/${id}`);
    await paste(page, 2, 0, 'plum\t3\nfig\t4');
    await page.getByText('Added 2 records.').first().waitFor();
    expect(await countIn(page)).toBe('4 records');
    const header = page.getByRole('columnheader', { name: /title/ });
    await header.getByText('title').click();
    await page.locator('[role=columnheader][aria-sort=ascending]').waitFor();
    expect(await countIn(page)).toBe('4 records');
    await page.getByLabel('Search records').fill('fig');
    await expect.poll(() => countIn(page)).toBe('1 of 4 records');
    await page.getByLabel('Search records').fill('');
    await expect.poll(() => countIn(page)).toBe('4 records');
    // Rows that are being read would have it.
    await cell(page, 3, 0).waitFor();
    await add('by someone else', 5);
    await page.getByRole('button', { name: '1 new record' }).waitFor();
    await header.getByText('title').click();
    await expect.poll(() => countIn(page)).toBe('5 records');
    await cell(page, 4, 0).waitFor();
  },
  CLIPBOARD,
);

inBrowser(
  'sums up a column as it is after an undo that takes long',
  async ({ page, open, server }) => {
    const { id } = await addNotes(server);
    await open(`/stores/${id}`);
    await paste(page, 0, 1, '10');
    await expect.poll(() => totalsIn(page)).toMatch(/^priceSum 12A/);
    const held = await holdRequests(page, 'PATCH', /\/records\//);
    await page.keyboard.press('ControlOrMeta+z');
    await held.asked;
    await page.waitForTimeout(LONG_MS);
    held.release();
    await expect.poll(() => totalsIn(page)).toMatch(/^priceSum 3A/);
  },
  CLIPBOARD,
);

inBrowser('sums up a column as it is after changes by others', async ({ page, open, server }) => {
  const { id, change } = await addNotes(server);
  await open(`/stores/${id}`);
  await cell(page, 0, 1).click();
  await expect.poll(() => totalsIn(page)).toMatch(/^priceSum 3A/);
  await change({ price: 5 });
  await expect.poll(() => totalsIn(page)).toMatch(/^priceSum 7A/);
});

inBrowser(
  'shows no sum of other filters, also where that of these can’t be asked for',
  async ({ page, open, server, allowErrors }) => {
    allowErrors(/status of 503/);
    const { id } = await addNotes(server);
    await open(`/stores/${id}`);
    await cell(page, 0, 1).click();
    await expect.poll(() => totalsIn(page)).toMatch(/^priceSum 3A/);
    await page.route(/\/records\/summarize$/, (route) =>
      route.fulfill({ status: 503, contentType: 'application/problem+json', body: BUSY }),
    );
    await page.getByLabel('Search records').fill('pear');
    await expect.poll(() => countIn(page)).toBe('1 of 2 records');
    const refused = page.waitForResponse(/\/records\/summarize$/);
    await cell(page, 0, 1).click();
    await refused;
    expect(await page.locator('.grid-totals').count()).toBe(0);
  },
);
