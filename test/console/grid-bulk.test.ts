import { expect } from 'vitest';
import { verifies } from '../requirements.ts';
import { consoleTests } from './browser.ts';
import { cell } from './cell.ts';
import { addProducts } from './sample-data.ts';

// What is done to all records concerns those of which the dialog has said the number.

let products = '';
const { inBrowser, server } = consoleTests(async (opened) => {
  products = await addProducts(opened, { history: 'P30D' });
});

const find = (id: string) =>
  server()
    .vitrine.records.get(server().principal, products, id)
    .catch(() => null);
const add = (sku: string, title: string) =>
  server().vitrine.records.add(server().principal, products, { sku, title, available: true });

const AVAILABLE = `sort=sku&filter=${encodeURIComponent('[["available","eq",true]]')}`;

inBrowser(
  'leaves out of a bulk edit of all records what someone else has changed or added while its dialog is open',
  async ({ page, open, allowErrors }) => {
    allowErrors(/status of 400/);
    await open(`/stores/${products}?${AVAILABLE}`);
    await cell(page, 3, 1).waitFor();
    await page.getByRole('checkbox', { name: 'Select all records that match' }).click();
    await page.getByRole('button', { name: 'Edit…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change 16 records' });
    await dialog.getByLabel('Field').selectOption('price');
    await dialog.getByLabel('New value').fill('much');
    await server().vitrine.records.patch(server().principal, products, 'SKU-0002', { price: 1 } as never);
    await add('SKU-9999', 'Added meanwhile');
    // After a refusal, the same records are tried again.
    await dialog.getByRole('button', { name: 'Change 16 records' }).click();
    await dialog.getByRole('alert').filter({ hasText: '15 were refused' }).waitFor();
    await dialog.getByLabel('New value').fill('99');
    await dialog.getByRole('button', { name: 'Change 16 records' }).click();
    const left = page.getByRole('dialog', { name: '1 left: someone else changed them' });
    await left.getByRole('row', { name: /SKU-0002 1 99/ }).waitFor();
    expect((await find('SKU-0002'))?.price).toBe(1);
    expect((await find('SKU-0005'))?.price).toBe(99);
    expect((await find('SKU-9999'))?.price ?? null).toBeNull();
    await left.getByRole('button', { name: 'Keep the server’s' }).click();
    await page.getByText('Changed 15 records.').first().waitFor();
  },
  verifies('console.no-lost-update'),
);

inBrowser(
  'says that a dialog can’t be loaded without the server, and opens it with the next press',
  async ({ page, open, allowErrors }) => {
    allowErrors(/ERR_FAILED|503/);
    await open(`/stores/${products}?sort=sku`);
    await cell(page, 3, 1).waitFor();
    await page.getByRole('checkbox', { name: 'Select all records that match' }).click();
    const unreached = /\/assets\/bulk-edit-|\/healthz$/;
    await page.route(unreached, (route) => route.abort());
    await page.getByRole('button', { name: 'Edit…' }).click();
    await page.locator('.toast').getByText('The server does not answer').waitFor();
    await page.unroute(unreached);
    await page.getByRole('button', { name: 'Edit…' }).click();
    await page.getByRole('dialog', { name: /^Change \d+ records$/ }).waitFor();
  },
);

inBrowser(
  'deletes as many records as its dialog has said, and none that was added meanwhile',
  async ({ page, open }) => {
    await open(`/stores/${products}?${AVAILABLE}`);
    await cell(page, 3, 1).waitFor();
    await page.getByRole('checkbox', { name: 'Select all records that match' }).click();
    await page.getByRole('button', { name: 'Delete…' }).click();
    const button = page.getByRole('button', { name: /^Delete \d+ records$/ });
    await expect.poll(() => button.isEnabled()).toBe(true);
    const said = await button.textContent();
    await add('SKU-9998', 'Added meanwhile');
    await button.click();
    await page
      .getByText(`${said?.replace('Delete', 'Deleted')}.`)
      .first()
      .waitFor();
    expect((await find('SKU-9998'))?.title).toBe('Added meanwhile');
    expect(await find('SKU-0002')).toBeNull();
  },
  verifies('console.no-lost-update'),
);
