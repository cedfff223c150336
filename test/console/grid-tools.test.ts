import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { verifies } from '../requirements.ts';
import { consoleTests, expectAccessible } from './browser.ts';
import { CLIPBOARD, cell } from './cell.ts';
import { addAirports, addProducts } from './sample-data.ts';
import { drawPicture } from './sample-images.ts';

let products = '';
let airports = '';
const { inBrowser, server } = consoleTests(async (opened) => {
  products = await addProducts(opened, { history: 'P30D' });
  airports = await addAirports(opened);
});

const status = (page: Page) => page.locator('.grid-status');
const record = (id: string) => server().vitrine.records.get(server().principal, products, id);
const names = (page: Page) => page.locator('.grid-header .grid-name .cut').allTextContents();

inBrowser(
  'finds records by a text in any field, sorts by several columns, and keeps both in the address',
  async ({ page, open }) => {
    await open(`/stores/${airports}`);
    await page.getByRole('searchbox', { name: 'Search records' }).fill('springfield');
    await status(page)
      .getByText(/^\d+ of 3,376 records$/)
      .waitFor();
    await expect.poll(() => cell(page, 0, 1).textContent()).toContain('Spring');
    await page.getByRole('button', { name: 'state', exact: false }).first().click();
    await page.locator('.grid-name', { hasText: 'city' }).click({ modifiers: ['Shift'] });
    await page.getByRole('button', { name: 'By state, then city' }).waitFor();
    await page.locator('.grid-name', { hasText: 'city' }).click({ modifiers: ['Shift'] });
    const sorted = page
      .getByRole('columnheader', { name: /city/ })
      .and(page.locator('[aria-sort=descending]'));
    await sorted.waitFor();
    const states = async () =>
      [await cell(page, 0, 3).textContent(), await cell(page, 4, 3).textContent()] as string[];
    const areSorted = async () => {
      const found = await states();
      return String(found.toSorted()) === String(found);
    };
    await expect.poll(areSorted).toBe(true);
    await page.reload();
    await sorted.waitFor();
    await status(page)
      .getByText(/^\d+ of 3,376 records$/)
      .waitFor();
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox', { name: 'Search and commands' }).fill('Brass lamp 20');
    await page.getByRole('option', { name: /Products/ }).click();
    await page
      .getByRole('complementary', { name: 'Record' })
      .getByRole('heading', { name: 'SKU-0020' })
      .waitFor();
  },
);

inBrowser('moves columns by dragging and by the menu, and remembers it', async ({ page, open }) => {
  await open(`/stores/${products}`);
  await cell(page, 0, 0).waitFor();
  const before = await names(page);
  const from = await page.locator('.grid-name', { hasText: 'released' }).boundingBox();
  const to = await page.locator('.grid-name', { hasText: 'price' }).boundingBox();
  if (from === null || to === null) throw new Error('The columns are not there.');
  await page.mouse.move(from.x + 30, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(to.x + 12, to.y + 10, { steps: 5 });
  await page.locator('[data-drop=before]').waitFor();
  await page.mouse.up();
  const moved = ['sku', 'title', 'released', 'price', 'available'];
  await expect.poll(async () => (await names(page)).slice(0, 5)).toEqual(moved);
  // A drag does not sort.
  await page.getByRole('button', { name: 'Oldest first' }).waitFor();
  await page.getByRole('button', { name: 'Column released', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Move to the right' }).click();
  await expect
    .poll(() => names(page))
    .toEqual([
      'sku',
      'title',
      'price',
      'released',
      ...before.filter((name) => !/sku|title|price|released/.test(name)),
    ]);
  await page.reload();
  await cell(page, 0, 0).waitFor();
  expect((await names(page)).slice(0, 4)).toEqual(['sku', 'title', 'price', 'released']);
});

inBrowser(
  'has a menu for the selected cells, and their sum and average in the footer',
  async ({ page, open }) => {
    await open(`/stores/${products}?sort=sku`);
    await cell(page, 0, 2).click();
    await status(page)
      .getByText(/^price/)
      .waitFor();
    await cell(page, 2, 2).click({ modifiers: ['Shift'] });
    await status(page).getByText('3 numbers selected').waitFor();
    expect(await status(page).textContent()).toMatch(/Sum\s*81.65\s*Average\s*27.2167/);
    await cell(page, 1, 1).click();
    await cell(page, 2, 2).click({ modifiers: ['Shift'] });
    await cell(page, 2, 2).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Copy as Markdown' }).click();
    await page.getByText('Copied.').first().waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
      '| title | price |\n| --- | ---: |\n| Brass lamp 2 | 27.22 |\n| Linen chair 3 | 34.53 |',
    );
    await cell(page, 4, 1).click();
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menu').waitFor();
    await expectAccessible(page);
    await page.getByRole('menuitem', { name: 'Duplicate the record' }).click();
    await page.keyboard.type('COPY-5');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await record('COPY-5').catch(() => null))?.title).toBe('Wool rug 5');
    await cell(page, 48, 0).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Delete the record' }).click();
    await expect.poll(() => record('COPY-5').catch(() => null)).toBeNull();
  },
  CLIPBOARD,
);

inBrowser(
  'takes a picture of the account and a picked date into cells; opens a link by Ctrl and a press',
  async ({ page, context, open, allowErrors }) => {
    allowErrors(/^request: https:\/\/shop\.example|ERR_/);
    const { vitrine, principal } = server();
    const bytes = await drawPicture({ width: 40, height: 30, colors: ['#feb2b2', '#b83280'] });
    await vitrine.images.add(principal, { file: { name: 'mug.png', bytes }, name: 'Mug' });
    await open(`/stores/${products}?sort=sku`);
    await cell(page, 3, 5).dblclick();
    await page.locator('.grid-rows').getByRole('button', { name: 'Choose a picture' }).click();
    const dialog = page.getByRole('dialog', { name: 'Choose a picture' });
    await dialog.getByRole('button', { name: 'Mug' }).waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Mug' }).click();
    const picture = cell(page, 3, 5).locator('img.cell-picture');
    await picture.waitFor();
    await expect
      .poll(() => picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
      .toBeGreaterThan(0);
    expect((await record('SKU-0004')).picture).toMatch(/^http/);
    // A record has the address that the server had when the picture was added.
    const moved = String((await record('SKU-0004')).picture).replace(
      /^http:\/\/[^/]+/,
      'http://old.example:8080',
    );
    await vitrine.records.patch(principal, products, 'SKU-0003', { picture: moved });
    const shown = cell(page, 2, 5).locator('img.cell-picture');
    await expect
      .poll(() => shown.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
      .toBeGreaterThan(0);
    // The calendar of the browser is beside a date.
    await cell(page, 3, 4).dblclick();
    await page.locator('.grid-rows .date-picker input').fill('2026-05-06T10:30');
    expect(await page.locator('.cell-editor').inputValue()).toBe('2026-05-06 10:30');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await record('SKU-0004')).released).toBe('2026-05-06T10:30:00.000Z');
    const opened = context.waitForEvent('page');
    await cell(page, 2, 6).click({ modifiers: ['ControlOrMeta'] });
    await (await opened).close();
  },
  verifies('console.F26'),
);

inBrowser(
  'the record reads dates and numbers as people write them, keeps what it can’t read with the reason, and has a calendar',
  async ({ page, open, allowErrors }) => {
    allowErrors(/status of 400/);
    await open(`/stores/${products}?sort=sku&record=SKU-0031`);
    const panel = page.getByRole('complementary', { name: 'Record' });
    const released = panel.getByLabel(/^released/);
    const write = async (text: string) => {
      await released.fill(text);
      await released.press('Tab');
    };
    await write('3/4/2026');
    await expect.poll(async () => (await record('SKU-0031')).released).toBe('2026-03-04T00:00:00.000Z');
    await write('some day');
    await panel.getByRole('alert').filter({ hasText: 'Expected a date' }).waitFor();
    expect(await released.inputValue()).toBe('some day');
    await write('tomorrow');
    await panel.getByRole('alert').waitFor({ state: 'detached' });
    const tomorrow = new Date(Date.now() + 86_400_000).toLocaleDateString('sv');
    await expect.poll(async () => (await record('SKU-0031')).released).toBe(`${tomorrow}T00:00:00.000Z`);
    await panel.locator('.date-picker input').fill('2026-05-06T10:30');
    await released.press('Enter');
    await expect.poll(async () => (await record('SKU-0031')).released).toBe('2026-05-06T10:30:00.000Z');
    await panel.getByLabel(/^price/).fill('$1,299.50');
    await panel.getByLabel(/^price/).press('Enter');
    await expect.poll(async () => (await record('SKU-0031')).price).toBe(1299.5);
  },
  verifies('console.F13'),
);

inBrowser(
  'keys that come within one frame reach a line that was just scrolled into sight',
  async ({ page, open }) => {
    await open(`/stores/${products}?sort=sku`);
    await cell(page, 0, 0).getByText('SKU-0001').waitFor();
    await page.getByRole('grid').focus();
    // The line below the last record is out of sight, and no frame passes before the last key.
    await page.evaluate(`(async () => {
    for (const key of ['End', 'Home', ...'FAST', 'Tab', ...'Quick', 'Enter']) {
      const focused = document.activeElement;
      const init = { key, ctrlKey: key === 'End', bubbles: true, cancelable: true };
      if (focused.dispatchEvent(new KeyboardEvent('keydown', init)) && focused.matches('textarea')) {
        focused.setRangeText(key, focused.selectionStart, focused.selectionEnd, 'end');
        focused.dispatchEvent(new InputEvent('input', { bubbles: true }));
      }
      for (let microtask = 0; microtask < 20; microtask += 1) await null;
    }
  })()`);
    await expect.poll(async () => (await record('FAST').catch(() => null))?.title).toBe('Quick');
  },
);

inBrowser(
  'keys reach the record of the active cell when lines move under it: as rows are read, and after a deletion',
  async ({ page, open, server: own }) => {
    const { vitrine, principal } = own;
    // More than are read at first, so that the grid does not know its last line.
    const { id: store } = await vitrine.stores.create(principal, {
      name: 'Many',
      history: 'P30D',
      properties: [
        { name: 'title', type: 'string' },
        { name: 'sku', type: 'string', unique: true },
      ],
    });
    for (let from = 0; from < 1_120; from += 80) {
      const records = Array.from({ length: 80 }, (_, n) => ({ sku: `S-${from + n}`, title: `Title ${n}` }));
      await vitrine.records.batchUpsert(principal, store, { records });
    }
    const find = (id: string) => vitrine.records.get(principal, store, id);
    await open(`/stores/${store}`);
    await page.locator('#cell-9-0').getByText('Title 9').waitFor();
    await page.locator('#cell-8-0').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Delete the record' }).click();
    await page.locator('#cell-8-0').getByText('Title 9').waitFor();
    await page.keyboard.type('Typed after the deletion');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await find('S-9')).title).toBe('Typed after the deletion');

    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/records/query', async (route) => {
      await held;
      await route.continue();
    });
    await page.locator('#cell-2-0').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Duplicate the record' }).click();
    await page.keyboard.type('S-');
    const answered = page.waitForResponse('**/records/query');
    release();
    await answered;
    await page.getByRole('gridcell', { name: 'Discard' }).waitFor();
    await page.keyboard.type('new');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await find('S-new').catch(() => null))?.title).toBe('Title 2');
  },
);
