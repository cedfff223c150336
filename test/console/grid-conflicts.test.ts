import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { verifies } from '../requirements.ts';
import { consoleTests, expectAccessible } from './browser.ts';
import { cell, edit } from './cell.ts';
import { addProducts } from './sample-data.ts';

let products = '';
const { inBrowser, server } = consoleTests(async (opened) => {
  products = await addProducts(opened);
});

const record = (id: string) => server().vitrine.records.get(server().principal, products, id);
const change = (id: string, values: object) =>
  server().vitrine.records.patch(server().principal, products, id, values as never);

/** Keeps the stream of changes from a page, so that its grid does not know what others do. */
async function withoutStream(page: Page): Promise<void> {
  await page.route('**/changes*', (route) => route.fulfill({ status: 403 }));
}

inBrowser(
  'keeps what two tabs write to different fields of a record, and asks about the same field',
  async ({ page, context, open, allowErrors, server: { url, key } }) => {
    allowErrors(/status of 4(?:03|12)/);
    await open(`/stores/${products}?sort=sku`);
    await cell(page, 0, 0).getByText('SKU-0001').waitFor();
    const other = await context.newPage();
    await withoutStream(other);
    await other.goto(`${url}/console/stores/${products}?sort=sku#key=${encodeURIComponent(key)}`);
    await cell(other, 0, 0).getByText('SKU-0001').waitFor();

    await edit(page, 0, 1, 'Of the first tab');
    await expect.poll(async () => (await record('SKU-0001')).title).toBe('Of the first tab');
    await edit(other, 0, 2, '7');
    await expect.poll(async () => (await record('SKU-0001')).price).toBe(7);
    expect((await record('SKU-0001')).title).toBe('Of the first tab');

    await edit(page, 1, 1, 'Of the first tab');
    await expect.poll(async () => (await record('SKU-0002')).title).toBe('Of the first tab');
    await edit(other, 1, 1, 'Of the second tab');
    const dialog = other.getByRole('dialog', { name: 'Someone else changed this record' });
    await dialog.getByText('Of the first tab').waitFor();
    await dialog.getByText('Of the second tab').waitFor();
    expect((await record('SKU-0002')).title).toBe('Of the first tab');
    await dialog.getByRole('button', { name: 'Keep the server’s' }).click();
    await expect.poll(() => cell(other, 1, 1).textContent()).toBe('Of the first tab');
  },
  verifies('console.no-lost-update'),
);

inBrowser(
  'calls a record without a unique value by its first text: in its panel, in questions about it, when it is deleted',
  async ({ page, open, allowErrors, server: { vitrine, principal } }) => {
    allowErrors(/status of 40[34]|status of 412/);
    const { id: store } = await vitrine.stores.create(principal, {
      name: 'Guests',
      history: 'P30D',
      properties: [
        { name: 'table', type: 'number' },
        { name: 'guest', type: 'string' },
      ],
    });
    const [ann, bob, cid] = await Promise.all(
      ['Ann', 'Bob', 'Cid'].map((guest, n) => vitrine.records.add(principal, store, { guest, table: n })),
    );
    await withoutStream(page);
    await open(`/stores/${store}?sort=guest&record=${ann?.id}`);
    const panel = page.getByRole('complementary', { name: 'Record' });
    await panel.getByRole('heading', { name: 'Ann' }).waitFor();
    const dialog = page.getByRole('dialog');
    await cell(page, 0, 0).waitFor();
    await vitrine.records.patch(principal, store, ann?.id ?? '', { table: 7 } as never);
    await edit(page, 0, 0, '8');
    await dialog.getByText('“Ann” has changed since you began.').waitFor();
    await dialog.getByRole('button', { name: 'Keep the server’s' }).click();
    await vitrine.records.delete(principal, store, bob?.id ?? '');
    await edit(page, 1, 0, '8');
    await dialog.getByText('“Bob” was deleted meanwhile.').waitFor();
    await dialog.getByRole('button', { name: 'Leave it deleted' }).click();
    await page.getByRole('checkbox', { name: 'Select row 1', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Select row 3', exact: true }).click();
    await vitrine.records.patch(principal, store, cid?.id ?? '', { table: 9 } as never);
    await page.getByRole('button', { name: 'Edit…' }).click();
    await dialog.getByLabel('New value').fill('1');
    await dialog.getByRole('button', { name: /^Change 2/ }).click();
    await dialog.getByRole('rowheader', { name: 'Cid' }).waitFor();
    await page.goto(page.url().replace(/\?.*/, '/deleted'));
    await page.getByRole('button', { name: 'Restore Bob' }).waitFor();
  },
  verifies('console.F24'),
);

inBrowser(
  'a question waits while another cell is edited; closed without a decision, it leaves the value in its cell',
  async ({ page, open, allowErrors }) => {
    allowErrors(/status of 4(?:03|12)/);
    await withoutStream(page);
    await open(`/stores/${products}?sort=sku`);
    await cell(page, 10, 1).getByText('Wool rug 11').waitFor();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/records/SKU-0011', async (route) => {
      await held;
      await route.continue();
    });
    await edit(page, 10, 1, 'Mine');
    await page.locator('#cell-10-1.waiting').waitFor();
    await change('SKU-0011', { title: 'Theirs' });
    await cell(page, 12, 1).dblclick();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Half');
    const compared = page.waitForResponse((response) => response.request().method() === 'GET');
    release();
    await compared;
    await page.keyboard.type(' a title');
    expect(await page.locator('.cell-editor').inputValue()).toBe('Half a title');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await record('SKU-0013')).title).toBe('Half a title');
    const dialog = page.getByRole('dialog', { name: 'Someone else changed this record' });
    await dialog.getByText('Theirs', { exact: true }).waitFor();
    // A key of a person who types on.
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: '1 not saved' }).click();
    await page.getByRole('alert').filter({ hasText: 'Someone else has changed it meanwhile' }).waitFor();
    expect(await cell(page, 10, 1).textContent()).toContain('Mine');
    expect((await record('SKU-0011')).title).toBe('Theirs');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await record('SKU-0011')).title).toBe('Mine');
  },
  verifies('console.no-lost-update'),
);

inBrowser(
  'asks about each record of a paste that someone else changed, and writes the others',
  async ({ page, open, allowErrors }) => {
    allowErrors(/status of 4(?:03|12)/);
    await withoutStream(page);
    await open(`/stores/${products}?sort=sku`);
    await cell(page, 14, 0).getByText('SKU-0015').waitFor();
    await change('SKU-0015', { title: 'Theirs 15' });
    await change('SKU-0016', { title: 'Theirs 16' });
    await page.evaluate(`navigator.clipboard.writeText('Mine 15\\nMine 16\\nMine 17')`);
    await cell(page, 14, 1).click();
    await page.keyboard.press('ControlOrMeta+v');
    const dialog = page.getByRole('dialog', { name: 'Someone else changed this record' });
    await dialog.getByText('“SKU-0015” has changed').waitFor();
    await expect.poll(async () => (await record('SKU-0017')).title).toBe('Mine 17');
    await dialog.getByRole('button', { name: 'Keep the server’s' }).click();
    await dialog.getByText('“SKU-0016” has changed').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Write mine' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(async () => (await record('SKU-0016')).title).toBe('Mine 16');
    expect((await record('SKU-0015')).title).toBe('Theirs 15');
  },
  { permissions: ['clipboard-read', 'clipboard-write'], ...verifies('console.no-lost-update') },
);

inBrowser(
  'leaves out of a bulk edit what someone else changed since, and writes over it only when told to',
  async ({ page, open }) => {
    await open(`/stores/${products}?sort=sku`);
    await page.getByText('SKU-0010').waitFor();
    for (const row of ['10', '11', '12'])
      await page.getByRole('checkbox', { name: `Select row ${row}`, exact: true }).click();
    await page.getByRole('button', { name: 'Edit…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change 3 records' });
    await dialog.getByLabel('Field').selectOption('price');
    await dialog.getByLabel('New value').fill('99');
    await change('SKU-0010', { price: 1 });
    await change('SKU-0011', { title: 'Another title' });
    const before = (await record('SKU-0012')).price;
    await dialog.getByRole('button', { name: 'Change 3 records' }).click();

    const left = page.getByRole('dialog', { name: '1 left: someone else changed them' });
    await left.getByRole('row', { name: /SKU-0010 1 99/ }).waitFor();
    await expectAccessible(page);
    expect((await record('SKU-0010')).price).toBe(1);
    expect(await record('SKU-0011')).toMatchObject({ price: 99, title: 'Another title' });
    expect((await record('SKU-0012')).price).toBe(99);

    await left.getByRole('button', { name: 'Write over 1' }).click();
    await left.waitFor({ state: 'hidden' });
    expect((await record('SKU-0010')).price).toBe(99);
    // The message takes back the last step only; the record's history has the others.
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => (await record('SKU-0010')).price).toBe(1);
    await page.getByRole('button', { name: 'Open row 12', exact: true }).click();
    const panel = page.getByRole('complementary', { name: 'Record' });
    await panel.getByRole('tab', { name: 'History' }).click();
    await panel.getByRole('button', { name: 'Take back' }).click();
    await expect.poll(async () => (await record('SKU-0012')).price).toBe(before);
  },
  verifies('console.no-lost-update'),
);

inBrowser(
  'takes a bulk edit back as one when its message is gone, and keeps what someone else wrote since',
  async ({ page, open }) => {
    await open(`/stores/${products}?sort=sku`);
    await cell(page, 30, 0).getByText('SKU-0031').waitFor();
    const prices = () =>
      Promise.all(['SKU-0031', 'SKU-0032', 'SKU-0033'].map(async (id) => (await record(id)).price));
    const before = await prices();
    for (const row of ['31', '32', '33'])
      await page.getByRole('checkbox', { name: `Select row ${row}`, exact: true }).click();
    await page.getByRole('button', { name: 'Edit…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change 3 records' });
    await dialog.getByLabel('Field').selectOption('price');
    await dialog.getByLabel('New value').fill('77');
    await dialog.getByRole('button', { name: 'Change 3 records' }).click();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    expect(await prices()).toEqual([77, 77, 77]);
    await change('SKU-0032', { price: 5 });
    await page.getByRole('grid').focus();
    await page.keyboard.press('ControlOrMeta+z');
    await page
      .getByText('Undone in 2 records. 1 record was changed since and stays as it is.')
      .first()
      .waitFor();
    expect(await prices()).toEqual([before[0], 5, before[2]]);
    await cell(page, 30, 2).getByText(String(before[0])).waitFor();
  },
  verifies('console.no-lost-update'),
);

inBrowser('undoes the latest change first, also when it is a deletion', async ({ page, open }) => {
  await open(`/stores/${products}?sort=sku`);
  await cell(page, 20, 0).getByText('SKU-0021').waitFor();
  await edit(page, 20, 1, 'Edited before');
  await expect.poll(async () => (await record('SKU-0021')).title).toBe('Edited before');
  await page.getByRole('checkbox', { name: 'Select row 23', exact: true }).click();
  await page.getByRole('button', { name: 'Delete…' }).click();
  await page.getByRole('button', { name: 'Delete 1 record' }).click();
  await page.getByText('Deleted 1 record.').first().waitFor();
  await page.getByRole('grid').focus();
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(async () => (await record('SKU-0023').catch(() => null))?.id).toBe('SKU-0023');
  expect((await record('SKU-0021')).title).toBe('Edited before');
});
