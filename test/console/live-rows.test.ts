import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { verifies } from '../requirements.ts';
import { consoleTests, expectAccessible } from './browser.ts';
import { cell } from './cell.ts';
import { addProducts } from './sample-data.ts';

let products = '';
const { inBrowser, server } = consoleTests(async (opened) => {
  products = await addProducts(opened);
});

const records = () => server().vitrine.records;
const record = (id: string) => records().get(server().principal, products, id);
const change = (id: string, values: object) =>
  records().patch(server().principal, products, id, values as never);

/** Opens the grid, and waits until its stream is there. */
async function openGrid(page: Page, open: (path: string) => Promise<void>, query = ''): Promise<void> {
  const streaming = page.waitForResponse(
    async (response) =>
      (await response.headerValue('content-type'))?.startsWith('text/event-stream') ?? false,
  );
  await open(`/stores/${products}?sort=sku${query}`);
  await streaming;
}

inBrowser(
  'says at a cell under edit that it changed underneath, before anything is overwritten',
  async ({ page, open, allowErrors }) => {
    allowErrors(/status of 412/);
    await openGrid(page, open);
    await cell(page, 9, 1).dblclick();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Mine');
    await change('SKU-0010', { title: 'Theirs' });
    await page.getByText('Someone else has just written: Theirs').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Someone else changed this record' });
    await dialog.getByText('Mine', { exact: true }).waitFor();
    expect((await record('SKU-0010')).title).toBe('Theirs');
    await dialog.getByRole('button', { name: 'Keep the server’s' }).click();
    await expect.poll(() => cell(page, 9, 1).textContent()).toBe('Theirs');

    await cell(page, 10, 1).dblclick();
    await page.keyboard.type(' more');
    await change('SKU-0011', { price: 77 });
    await change('SKU-0011', { title: 'Theirs again' });
    await page.getByText('Someone else has just written: Theirs again').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => cell(page, 10, 1).textContent()).toBe('Theirs again');
    await expect.poll(() => cell(page, 10, 2).textContent()).toBe('77.00');
  },
  verifies('console.no-lost-update', 'console.live-rows'),
);

inBrowser(
  'keeps what is typed into the open record, says what someone else wrote, and asks before it is overwritten',
  async ({ page, open }) => {
    await openGrid(page, open, '&record=SKU-0020');
    const panel = page.getByRole('complementary', { name: 'Record' });
    const title = panel.getByLabel(/^title/);
    await title.fill('Mine');
    await change('SKU-0020', { title: 'Theirs', price: 5 });
    await panel.getByText('Someone else has just written: Theirs').waitFor();
    expect(await title.inputValue()).toBe('Mine');
    expect(await panel.getByLabel(/^price/).inputValue()).toBe('5');
    await title.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Someone else changed this record' });
    await dialog.getByText('Mine', { exact: true }).waitFor();
    expect((await record('SKU-0020')).title).toBe('Theirs');
    await dialog.getByRole('button', { name: 'Write mine' }).click();
    await expect.poll(async () => (await record('SKU-0020')).title).toBe('Mine');
  },
  verifies('console.no-lost-update', 'console.live-rows'),
);

const visibility = (isHidden: boolean) =>
  `Object.defineProperty(document, 'hidden', { value: ${isHidden}, configurable: true });
   document.dispatchEvent(new Event('visibilitychange'));`;

inBrowser(
  'opened in the background, catches up with what was written since its rows were read',
  async ({ page, open }) => {
    await page.addInitScript(visibility(true));
    const asked = page.waitForResponse((response) => response.url().includes('/changes'));
    await open(`/stores/${products}?sort=sku`);
    await asked;
    await cell(page, 3, 1).waitFor();
    await change('SKU-0004', { title: 'In the foreground' });
    await page.evaluate(visibility(false));
    await expect.poll(() => cell(page, 3, 1).textContent()).toBe('In the foreground');
    expect(await page.getByRole('button', { name: /load them/ }).count()).toBe(0);
  },
  verifies('console.live-rows'),
);

inBrowser(
  'has no stream while the page is hidden, and catches up when it is shown again',
  async ({ page, open }) => {
    await openGrid(page, open);
    const show = (isHidden: boolean) => page.evaluate(visibility(isHidden));
    const ended = page.waitForEvent('requestfailed', (request) => request.url().includes('/changes'));
    await show(true);
    await ended;
    await change('SKU-0001', { title: 'While it was hidden' });
    expect(await cell(page, 0, 1).textContent()).not.toBe('While it was hidden');
    await show(false);
    await expect.poll(() => cell(page, 0, 1).textContent()).toBe('While it was hidden');
  },
  verifies('console.live-rows'),
);

inBrowser(
  'marks what someone else changes, and announces new and deleted records',
  async ({ page, open }) => {
    await openGrid(page, open);
    await change('SKU-0002', { title: 'Of someone else' });
    await expect.poll(() => cell(page, 1, 1).textContent()).toBe('Of someone else');
    await page.locator('#cell-1-1.marked').waitFor();
    await expectAccessible(page);
    await page.locator('#cell-1-1:not(.marked)').waitFor();

    await records().batchUpsert(server().principal, products, {
      records: [
        { sku: 'AAA-1', title: 'New' },
        { sku: 'AAA-2', title: 'New' },
      ] as never,
    });
    await page.getByRole('button', { name: '2 new records' }).waitFor();
    await records().batchDelete(server().principal, products, { ids: ['SKU-0003'] });
    await page.locator('.grid-row[data-gone]').getByText('SKU-0003').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: '2 new records, 1 record deleted' }).press('Enter');
    await expect.poll(() => cell(page, 0, 0).textContent()).toBe('AAA-1');
    await page.getByRole('button', { name: /new records/ }).waitFor({ state: 'hidden' });
    expect(await page.locator('.grid-row[data-gone]').count()).toBe(0);
  },
  verifies('console.live-rows', 'console.F27'),
);

inBrowser(
  'follows again after its stream was refused, and says so when changes were missed',
  async ({ page, open, allowErrors }) => {
    allowErrors(/status of 4(?:03|10)/);
    let refusals = 0;
    await page.route('**/changes*', (route) => {
      refusals += 1;
      // The first one asks for the position.
      if (refusals === 2) {
        const body = { status: 403, code: 'forbidden', title: 'Too many streams', errors: {} };
        return route.fulfill({ status: 403, contentType: 'application/problem+json', json: body });
      }
      if (refusals === 3) {
        const body = { status: 410, code: 'cursor_expired', title: 'Gone', errors: {} };
        return route.fulfill({ status: 410, contentType: 'application/problem+json', json: body });
      }
      return route.continue();
    });
    await open(`/stores/${products}?sort=sku`);
    await page.getByRole('button', { name: 'Others have changed records: load them' }).waitFor();
    await expectAccessible(page);
    await expect.poll(() => refusals).toBeGreaterThanOrEqual(5);
    await change('SKU-0006', { title: 'After the refusals' });
    await page.locator('.grid-rows').getByText('After the refusals').waitFor();
  },
  verifies('console.live-rows'),
);
