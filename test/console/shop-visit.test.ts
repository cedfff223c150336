import { expect } from 'vitest';
import { pictureOf } from '../gallery/live/product-pictures.ts';
import { verifies } from '../requirements.ts';
import { consoleTests, expectAccessible } from './browser.ts';
import type { ConsoleServer } from './console-server.ts';
import { Walk } from './walk.ts';

const { inBrowser } = consoleTests();

/** Adds the photos of the products. Returns their price list, as a spreadsheet copies it. */
async function priceList({ vitrine, principal }: ConsoleServer): Promise<string> {
  const rows = [
    ['A-1', 'Tote “Wave” in walnut leather', '$149.90', 'tote'],
    ['A-2', 'Brass lamp “Lido”', '$98.00', 'lamp'],
    ['A-3', 'Mug', '$12.50', 'mug'],
  ] as const;
  const lines = [['sku', 'name', 'price', 'photo']];
  for (const [sku, name, price, picture] of rows) {
    const file = { name: `${picture}.png`, bytes: await pictureOf(picture) };
    const { productionUrl } = await vitrine.images.add(principal, { file, name: picture });
    lines.push([sku, name, price, `${productionUrl}.png`]);
  }
  return lines.map((cells) => `${cells.join('\t')}\n`).join('');
}

inBrowser(
  'a price list with pictures becomes a saved view and a live image, by few clicks and keys',
  async ({ page, open, server, allowErrors }) => {
    // A very busy server refuses drawings.
    allowErrors(/status of (?:400|503)/);
    const table = await priceList(server);
    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
    const item = (name: string) => page.getByRole('menuitem', { name, exact: true });
    const walk = new Walk(page);

    await open('/stores');
    await page.locator('.first-start').waitFor();
    walk.begin('paste the price list');
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(table)})`);
    await walk.press('ControlOrMeta+v');
    const preview = page.getByRole('region', { name: 'First rows as they will be stored' });
    await preview.getByText('149.9').waitFor();
    await walk.click(page.getByLabel('Name of the store'));
    await walk.press('ControlOrMeta+a');
    await walk.type('Products');
    await walk.click(button('Import the file'));
    await page.getByRole('heading', { name: 'The file is imported' }).waitFor();
    await walk.click(page.getByRole('link', { name: 'Show the records' }));
    await expect.poll(() => page.locator('.grid-row .grid-cell img').count()).toBe(3);

    walk.begin('correct a price');
    const price = page.locator('#cell-1-2');
    await walk.click(price);
    await walk.type('89');
    await walk.press('Enter');
    await expect.poll(() => price.textContent()).toContain('89');
    await page.getByText('Changed price.').first().waitFor();

    walk.begin('save the dear ones first as a view');
    await walk.click(page.getByTitle('Sort by price'));
    await walk.click(page.getByTitle('Sort by price'));
    await page.locator('[role=columnheader][aria-sort=descending]').waitFor();
    await walk.click(button(/^Views/));
    await walk.click(item('Save as a new view…'));
    await walk.type('Dear ones');
    await walk.press('Enter');
    await page.waitForURL(/\?view=[^&]+$/);
    await expectAccessible(page);

    walk.begin('a live image of the products');
    await walk.click(page.getByRole('link', { name: 'Stores' }).first());
    await walk.click(button('Actions for Products'));
    await walk.click(item('Use in a live image'));
    await walk.click(page.getByRole('button', { name: 'Product card' }));
    await page.getByAltText('The live image as the server draws it now').waitFor();
    const values = page.getByRole('region', { name: 'Values that are shown' });
    await values
      .getByText(/Tote “Wave”|Brass lamp|Mug/)
      .first()
      .waitFor();
    await walk.click(button('Save'));
    await page.waitForURL(/\/live-images\/\d+/);
    await walk.click(button('Copy HTML'));
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toMatch(/<img /);

    console.table([...walk.steps, walk.total()]);
    const { vitrine, principal } = server;
    const [store] = (await vitrine.stores.list(principal, { q: 'Products' })).items;
    const { properties } = await vitrine.stores.get(principal, store?.id ?? '');
    expect(properties.map(({ name, type, unique }) => [name, type, unique])).toEqual([
      ['sku', 'string', true],
      ['name', 'string', false],
      ['price', 'number', false],
      ['photo', 'url_image', false],
    ]);
    expect(await vitrine.records.get(principal, store?.id ?? '', 'A-2')).toMatchObject({ price: 89 });
    expect((await vitrine.views.list(principal, store?.id ?? '')).items).toMatchObject([
      { name: 'Dear ones', query: { sortBy: 'price', sortDir: 'desc' } },
    ]);
    expect(walk.total().clicks).toBeLessThanOrEqual(14);
    expect(walk.total().keys).toBeLessThanOrEqual(23);
  },
  { permissions: ['clipboard-read', 'clipboard-write'], ...verifies('console.shop-visit') },
);
