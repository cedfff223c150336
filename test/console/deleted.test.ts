import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { verifies } from '../requirements.ts';
import { consoleTests, expectAccessible } from './browser.ts';
import { addProducts } from './sample-data.ts';

let products = '';
const { inBrowser, server } = consoleTests(async (opened) => {
  products = await addProducts(opened, { history: 'P30D' });
});

const records = () => server().vitrine.records;
const record = (id: string) => records().get(server().principal, products, id);
const exists = (id: string) =>
  record(id).then(
    () => true,
    () => false,
  );
const change = (id: string, values: object) =>
  records().patch(server().principal, products, id, values as never);
const remove = (...ids: string[]) => records().batchDelete(server().principal, products, { ids });
const row = (page: Page, id: string) =>
  page.getByRole('list', { name: 'Deleted records' }).getByRole('listitem').filter({ hasText: id });

inBrowser(
  'shows every change of a record with its author, old and new value, and leads back to each',
  async ({ page, open }) => {
    await change('SKU-0003', { price: 12.5 });
    await change('SKU-0003', { title: 'Of a program', price: null });
    await open(`/stores/${products}?record=SKU-0003`);
    const panel = page.getByRole('complementary', { name: 'Record' });
    await panel.getByLabel(/^title/).fill('Of the console');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await record('SKU-0003')).title).toBe('Of the console');

    await panel.getByRole('tab', { name: 'History' }).click();
    const entries = panel.getByRole('listitem');
    await entries.first().getByText('by console').waitFor();
    await expectAccessible(page);
    expect(await entries.count()).toBe(4);
    expect(await entries.nth(0).getByRole('definition').textContent()).toBe(
      'was Of a programbecame Of the console',
    );
    await entries.nth(0).getByText('Now', { exact: true }).waitFor();
    await entries.nth(1).getByText('by the server or a program').waitFor();
    await entries.nth(3).getByText('Added').waitFor();

    await entries.nth(2).getByRole('button', { name: 'Back to this' }).press('Enter');
    await expect.poll(() => record('SKU-0003')).toMatchObject({ title: 'Linen chair 3', price: 12.5 });
    await expect.poll(() => entries.count()).toBe(5);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => record('SKU-0003')).toMatchObject({ title: 'Of the console', price: null });
  },
  verifies('console.history', 'console.F25'),
);

inBrowser(
  'going back writes nothing over what someone else changed since',
  async ({ page, open, allowErrors }) => {
    allowErrors(/status of (412|403)/);
    // The page learns of the change only by its own write.
    await page.route('**/changes*', (route) => route.fulfill({ status: 403 }));
    await change('SKU-0004', { title: 'First' });
    await change('SKU-0004', { title: 'Second' });
    await open(`/stores/${products}?record=SKU-0004`);
    const panel = page.getByRole('complementary', { name: 'Record' });
    await panel.getByRole('tab', { name: 'History' }).click();
    const back = panel.getByRole('listitem').nth(1).getByRole('button', { name: 'Back to this' });
    await back.waitFor();
    await change('SKU-0004', { title: 'Third' });
    await back.click();
    const dialog = page.getByRole('dialog', { name: 'Someone else changed this record' });
    await dialog.getByText('Third').waitFor();
    expect((await record('SKU-0004')).title).toBe('Third');
    await dialog.getByRole('button', { name: 'Keep the server’s' }).click();
  },
  verifies('console.no-lost-update'),
);

inBrowser(
  'finds deleted records, shows what they were, and restores them by keyboard alone',
  async ({ page, open }) => {
    await remove('SKU-0010', 'SKU-0011', 'SKU-0012');
    await open(`/stores/${products}/deleted`);
    await row(page, 'SKU-0012').waitFor();
    await expectAccessible(page);
    await page.getByRole('searchbox').fill('wool rug');
    await expect.poll(() => page.getByRole('listitem').count()).toBe(1);
    expect(page.url()).toContain('?q=wool');
    await row(page, 'SKU-0011').locator('summary').focus();
    await page.keyboard.press('Enter');
    await row(page, 'SKU-0011').getByText('https://shop.example/p/11').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => exists('SKU-0011')).toBe(true);
    expect(await record('SKU-0011')).toMatchObject({ title: 'Wool rug 11' });
    await page.getByText('1 record is restored.').first().waitFor();

    await page.getByRole('button', { name: 'Show all' }).click();
    await page.getByRole('checkbox', { name: 'Select all that are shown' }).focus();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Restore 2' }).press('Enter');
    await page.getByRole('heading', { name: 'Nothing is deleted' }).waitFor();
    await expectAccessible(page);
    expect([await exists('SKU-0010'), await exists('SKU-0012')]).toEqual([true, true]);
  },
  verifies('console.deleted-records'),
);

inBrowser(
  'removes deleted records for good after it has said how many, and says what a restore leaves',
  async ({ page, open }) => {
    await remove('SKU-0020', 'SKU-0021');
    await open(`/stores/${products}/deleted`);
    await row(page, 'SKU-0020').waitFor();
    await records().batchUpsert(server().principal, products, {
      records: [{ sku: 'SKU-0020', title: 'A new one' }] as never,
    });
    await page.getByRole('button', { name: 'Restore SKU-0020' }).click();
    await page.getByText('1 record was not restored: a new one has its id.').first().waitFor();
    expect((await record('SKU-0020')).title).toBe('A new one');

    await page.getByRole('checkbox', { name: 'Select SKU-0021' }).check();
    await page.getByRole('button', { name: 'Remove 1 for good…' }).click();
    await page.getByRole('dialog', { name: 'Remove 1 deleted record for good?' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Remove for good', exact: true }).click();
    await page.getByText('1 record is removed for good.').first().waitFor();
    await row(page, 'SKU-0021').waitFor({ state: 'hidden' });
    const kept = await server().vitrine.history.listDeleted(server().principal, products, {});
    expect(kept.items.map(({ id }) => id)).not.toContain('SKU-0021');
  },
  verifies('console.deleted-records'),
);

inBrowser(
  'a store without a history offers to keep one; a store key may not remove for good',
  async ({ page, open, server: { vitrine, principal } }) => {
    const { id } = await vitrine.stores.create(principal, {
      name: 'Plain',
      properties: [{ name: 'name', type: 'string' }],
    });
    const { key } = await vitrine.apiKeys.create(principal, { name: 'kiosk', storeId: id });
    await open(`/stores/${id}/deleted`);
    await page.getByRole('heading', { name: 'This store keeps no history' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Keep a history for 30 days' }).click();
    await page.getByRole('heading', { name: 'Nothing is deleted' }).waitFor();
    expect((await vitrine.stores.get(principal, id)).history).toBe('P30D');

    const added = await vitrine.records.add(principal, id, { name: 'Anna' } as never);
    await vitrine.records.batchDelete(principal, id, { ids: [added.id as string] });
    await page.goto('about:blank');
    await open(`/stores/${id}/deleted`, key);
    await page.getByText('Anna').first().waitFor();
    expect(await page.getByRole('button', { name: /for good/ }).count()).toBe(0);
    await page.getByRole('button', { name: /^Restore/ }).click();
    await page.getByRole('heading', { name: 'Nothing is deleted' }).waitFor();
  },
  verifies('console.deleted-records'),
);

inBrowser(
  'finds a deleted store and restores it, in a narrow window',
  async ({ page, open, server: { vitrine, principal } }) => {
    const names = ['<img src=x onerror=alert(1)>', 'متجر 👋🏽', 'x'.repeat(100)];
    for (const name of names) {
      const store = await vitrine.stores.create(principal, {
        name,
        properties: [{ name: 'name', type: 'string' }],
      });
      await vitrine.stores.delete(principal, store.id);
    }
    await open('/stores');
    await page.getByRole('link', { name: 'Deleted', exact: true }).click();
    const list = page.getByRole('list', { name: 'Deleted stores' });
    await list.getByText(names[2] as string).waitFor();
    expect(await list.getByText('gone in 6 days').count()).toBe(3);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await expectAccessible(page);
    await page.getByRole('searchbox').fill('onerror');
    await expect.poll(() => list.getByRole('listitem').count()).toBe(1);
    await page.getByRole('button', { name: `Restore ${names[0]}` }).click();
    await page.getByRole('heading', { name: names[0] as string, level: 1 }).waitFor();
    const { items } = await vitrine.stores.list(principal, { q: 'onerror' });
    expect(items.map(({ name }) => name)).toEqual([names[0]]);
  },
  { width: 360, height: 640, ...verifies('console.deleted-stores') },
);

inBrowser(
  'takes an import back, and says what stays',
  async ({ page, open }) => {
    await open(`/stores/${products}/import`);
    await page.locator('input[type=file]').setInputFiles({
      name: 'prices.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('sku,title,price\nSKU-0040,Walnut desk,1\nSKU-0041,Brass lamp,2\nNEW-1,Ladder,3\n'),
    });
    await page.getByRole('button', { name: 'Import the file' }).click();
    await page.getByRole('heading', { name: 'The file is imported' }).waitFor();
    await change('SKU-0041', { price: 99 });
    await page.getByRole('button', { name: 'Take this import back' }).click();
    const dialog = page.getByRole('dialog', { name: 'Take this import back?' });
    await dialog.getByText('1 added record is deleted again.').waitFor();
    await dialog.getByText('2 changed records get their earlier values.').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Take this import back' }).click();
    await page
      .getByText(
        '1 record is restored. 1 record is removed again. 1 record was changed since and stays as it is.',
      )
      .waitFor();
    await expectAccessible(page);
    expect(await record('SKU-0040')).toMatchObject({ title: 'Oak shelf 40' });
    expect(await exists('NEW-1')).toBe(false);
    expect((await record('SKU-0041')).price).toBe(99);
  },
  verifies('console.take-import-back'),
);
