import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { verifies } from '../requirements.ts';
import { consoleTests, expectAccessible } from './browser.ts';
import { addProducts } from './sample-data.ts';

let products = '';
const { inBrowser } = consoleTests(async (opened) => {
  products = await addProducts(opened);
});

const header = (page: Page, name: string) =>
  page.getByRole('columnheader').filter({ has: page.getByRole('button', { name: `Column ${name}` }) });

async function choose(page: Page, column: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `Column ${column}`, exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

async function widthOf(page: Page, column: string): Promise<number> {
  return (await header(page, column).boundingBox())?.width ?? 0;
}

const names = (page: Page) => page.locator('.grid-header .grid-name .cut').allTextContents();

inBrowser('remembers widths, pins and hidden columns on this device', async ({ page, open }) => {
  await open(`/stores/${products}?sort=sku`);
  await page.getByText('SKU-0001').waitFor();
  const [initial, before] = [await widthOf(page, 'price'), await names(page)];

  await page.getByRole('button', { name: 'Column price', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('w');
  await page.keyboard.press('Enter');
  await expect.poll(() => widthOf(page, 'price')).toBe(initial + 40);

  const edge = await header(page, 'price').locator('.grid-edge').boundingBox();
  if (edge === null) throw new Error('The column has no edge.');
  await page.mouse.move(edge.x + edge.width / 2, edge.y + edge.height / 2);
  await page.mouse.down();
  await page.mouse.move(edge.x + edge.width / 2 + 100, edge.y + 40, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => widthOf(page, 'price')).toBe(initial + 140);

  await choose(page, 'price', 'Pin to the left');
  await choose(page, 'title', 'Hide');
  const after = ['sku', 'price', ...before.filter((name) => !['sku', 'price', 'title'].includes(name))];
  await expect.poll(() => names(page)).toEqual(after);
  await expectAccessible(page);

  await page.reload();
  await page.getByText('SKU-0001').waitFor();
  expect(await names(page)).toEqual(after);
  expect(await widthOf(page, 'price')).toBe(initial + 140);

  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Show all columns' }).click();
  await choose(page, 'price', 'Unpin');
  await expect.poll(() => names(page)).toContain('title');
  expect((await names(page))[0]).toBe('sku');
});

inBrowser('columns are as wide as their values until the user chooses a width', async ({ page, open }) => {
  await open(`/stores/${products}?sort=sku`);
  await page.getByText('SKU-0001').waitFor();
  // This project has no types of the DOM.
  interface Box {
    readonly scrollWidth: number;
    readonly clientWidth: number;
  }
  const cut = () =>
    page
      .locator('.grid-rows .grid-cell')
      .evaluateAll(
        (cells) =>
          (cells as unknown as Box[]).filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
            .length,
      );
  await expect.poll(cut).toBe(0);
  const fitted = await widthOf(page, 'title');
  await choose(page, 'title', 'Narrower');
  await expect.poll(cut).toBeGreaterThan(0);
  const edge = header(page, 'title').locator('.grid-edge');
  await edge.dblclick();
  await expect.poll(() => widthOf(page, 'title')).toBe(fitted);
  await expect.poll(() => cut()).toBe(0);
});

inBrowser(
  'pinned columns stay in view while the others scroll',
  async ({ page, open }) => {
    await open(`/stores/${products}?sort=sku`);
    await page.getByText('SKU-0001').waitFor();
    const left = async () => (await header(page, 'sku').boundingBox())?.x;
    const before = await left();
    await page.getByRole('grid').focus();
    await page.keyboard.press('End');
    await expect
      .poll(() => page.evaluate('document.querySelector(".grid-scroll").scrollLeft'))
      .toBeGreaterThan(0);
    expect(await left()).toBe(before);
  },
  { width: 760, height: 600 },
);

inBrowser(
  'the menu of a column changes its type after a trial with numbers and examples',
  async ({ page, open, server, allowErrors }) => {
    // Nothing in the values says which numbers they are.
    allowErrors(/status of 400/);
    const { vitrine, principal } = server;
    const { id } = await vitrine.stores.create(principal, {
      name: 'Prices',
      properties: [
        { name: 'sku', type: 'string', unique: true },
        { name: 'price', type: 'string' },
      ],
    });
    const texts = ['1,500', '2,250', 'oops', ''];
    const records = texts.map((price, index) => ({ sku: `s${index}`, price }));
    await vitrine.records.batchUpsert(principal, id, { records });
    await open(`/stores/${id}`);
    await page.getByText('1,500').waitFor();
    await choose(page, 'price', 'Change type…');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Decimal sign').selectOption('point');
    await dialog.getByText('2 of 4 values fit. 1 blank text becomes empty.').waitFor();
    await dialog.getByText('1 value does not fit.').waitFor();
    await dialog.getByRole('row', { name: '1,500 1500' }).waitFor();
    await expectAccessible(page);
    const change = dialog.getByRole('button', { name: 'Change the type' });
    expect(await change.isDisabled()).toBe(true);
    await dialog.getByLabel('Empty the values that do not fit').check();
    await change.click();
    await page.getByText('“price” is now: Number.').first().waitFor();
    await header(page, 'price').getByText('(Number)').waitFor();
    expect(await vitrine.records.get(principal, id, 's1')).toMatchObject({ price: 2250 });

    // The key keeps its type, and says why.
    await page.getByRole('button', { name: 'Column sku', exact: true }).click();
    await page.getByText('It is the key: the ids of records are made from its values.').waitFor();
  },
  verifies('properties.type.console'),
);
