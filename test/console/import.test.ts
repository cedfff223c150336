import { Buffer } from 'node:buffer';
import { join } from 'node:path';
import { sqliteStorage } from '@vitrine/storage-sqlite';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { verifies } from '../requirements.ts';
import { consoleTests, expectAccessible } from './browser.ts';
import { openConsoleServer } from './console-server.ts';
import { sendFiles } from './dropped-files.ts';
import { addProducts } from './sample-data.ts';
import { textCell, workbook } from './sample-workbook.ts';
import { slowImports } from './slow-imports.ts';

const empty = consoleTests();
const filled = consoleTests(async (server) => {
  await addProducts(server);
});

// The import lasts longer than the start of the server and of the page.
const slow = consoleTests(
  async () => {},
  () => openConsoleServer((folder) => slowImports(sqliteStorage({ path: join(folder, 'vitrine.db') }), 50)),
);

const csv = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

const ORDERS = [
  'Nr;Betrag;Datum;Notiz',
  'A-1;1.234,50;03.04.2026;<img src=x onerror=alert(1)>',
  'A-2;7,25;05.06.2026;مرحبا 👋🏽',
  'A-3;kein;05.06.2026;',
  '',
].join('\n');

const fits = async (page: Page) =>
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);

empty.inBrowser(
  'makes a store of a dropped file, and leads to its records',
  async ({ page, open, server }) => {
    await open('/stores');
    await page.locator('input[type=file]').setInputFiles(csv('my_orders.csv', ORDERS));
    await page.getByRole('heading', { name: 'How the file is written' }).waitFor();
    await expect.poll(() => page.getByLabel('Name of the store').inputValue()).toBe('My orders');
    await page.getByLabel('Delimiter').getByText('semicolon (detected)').waitFor({ state: 'attached' });
    // 03.04. may be in March or in April: the user says which.
    await page.getByRole('alert').filter({ hasText: 'Datum' }).waitFor();
    await expectAccessible(page);
    await page.getByLabel('Dates').selectOption('dmy');
    await page.getByRole('alert').waitFor({ state: 'detached' });
    const preview = page.getByRole('region', { name: 'First rows as they will be stored' });
    await preview.getByText('2026-04-03').waitFor();

    // Its name and its values say that it identifies a row.
    expect(await page.getByLabel('Which column identifies a row?').inputValue()).toBe('Nr');
    await page.getByText('A later import changes the record with the same Nr').waitFor();
    await page.getByLabel('Property for Nr').fill('number');
    await page.getByLabel('Type of Betrag').selectOption('number');
    await preview.getByText('1234.5').waitFor();
    await preview.getByText('kein').waitFor();
    await expectAccessible(page);

    // A try, of which nothing stays.
    const count = async () => (await server.vitrine.stores.list(server.principal, {})).items.length;
    await page.getByRole('button', { name: 'Try without writing' }).click();
    await page.getByRole('heading', { name: 'Nothing is written yet' }).waitFor();
    await page.getByRole('cell', { name: /Expected a number/ }).waitFor();
    await expectAccessible(page);
    // No store was made, so that none is left, however the page is closed.
    expect(await count()).toBe(0);
    await page.getByRole('button', { name: 'Change the columns' }).click();
    expect(await page.getByLabel('Property for Nr').inputValue()).toBe('number');
    await page.getByRole('button', { name: 'Try without writing' }).click();
    await page.getByRole('button', { name: 'Import the file' }).click();

    await page.getByRole('heading', { name: 'The file is imported' }).waitFor();
    expect(await count()).toBe(1);
    expect(new URL(page.url()).searchParams.get('import')).toBeTruthy();
    await page.getByRole('cell', { name: /Expected a number/ }).waitFor();
    await expectAccessible(page);
    await page.reload();
    await page.getByRole('heading', { name: 'The file is imported' }).waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download as CSV' }).click();
    expect((await download).suggestedFilename()).toMatch(/^refused-.*\.csv$/);

    // The refused record is corrected in place, in the form of the file, and sent again.
    const refused = page.getByLabel('Betrag of line 4');
    expect(await refused.inputValue()).toBe('kein');
    expect(await refused.getAttribute('aria-invalid')).toBe('true');
    await refused.fill('2.000,25');
    // It is kept until it is sent.
    await page.reload();
    await expect.poll(() => refused.inputValue()).toBe('2.000,25');
    await page.getByRole('button', { name: 'Import 1 corrected record' }).click();
    await page.getByLabel('Betrag of line 4').waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'The file is imported' }).waitFor();

    await page.getByRole('link', { name: 'Show the records' }).click();
    await page.getByText('<img src=x onerror=alert(1)>').waitFor();
    await page.getByText('2000.25').waitFor();
    const { items } = await server.vitrine.stores.list(server.principal, { q: 'My orders' });
    expect(await server.vitrine.stores.get(server.principal, items[0]?.id ?? '')).toMatchObject({
      recordCount: 3,
      properties: [
        { name: 'number', type: 'string', unique: true },
        { name: 'Betrag', type: 'number' },
        { name: 'Datum', type: 'datetime' },
        { name: 'Notiz', type: 'string' },
      ],
    });
  },
  verifies('console.F4', 'console.F9b'),
);

empty.inBrowser(
  'says at the field what is wrong, and leaves nothing behind of a file that was refused',
  async ({ page, open, server, allowErrors }) => {
    allowErrors(/status of 400/);
    const before = await server.vitrine.stores.list(server.principal, {});
    await open('/import');
    await page.locator('input[type=file]').setInputFiles({
      name: 'table.xlsx',
      mimeType: '',
      buffer: Buffer.from('PK\u0003\u0004\u0000\u0000'),
    });
    await page.getByRole('alert').filter({ hasText: 'Save the table as CSV' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Choose another file' }).click();
    await page.locator('input[type=file]').setInputFiles(csv('days.csv', 'key,day\na,01/02/2026\n'));
    await page.getByLabel('Which column identifies a row?').selectOption('None');
    await page.getByLabel('Property for key').fill('id');
    await page.getByRole('button', { name: 'Import the file' }).click();
    // The server's own words: `id` is reserved.
    await page.locator('.import-columns').getByRole('alert').waitFor();
    await page.getByLabel('Property for key').fill('code');
    await page.getByRole('button', { name: 'Import the file' }).click();
    // The problem is at its field, which has the focus, and beside the button that was pressed.
    await page.locator('.import-settings').getByRole('alert').waitFor();
    await page.locator('.import-actions').getByText('Nothing was sent yet. Look at “Dates”.').waitFor();
    await expect
      .poll(() => page.evaluate('document.activeElement.closest(".import-settings") !== null'))
      .toBe(true);
    await page.getByLabel('Name of the store').fill('');
    await page.getByRole('button', { name: 'Import the file' }).click();
    await page.getByText('A store needs a name.').waitFor();
    await expect
      .poll(async () => (await server.vitrine.stores.list(server.principal, {})).items.length)
      .toBe(before.items.length);
  },
  { width: 360, ...verifies('console.F7') },
);

empty.inBrowser(
  'says at once what is above the table, which column is the key, and that there are too many',
  async ({ page, open, server }) => {
    const before = (await server.vitrine.stores.list(server.principal, {})).items.length;
    const names = Array.from({ length: 101 }, (_, n) => `c${n}`);
    const rows = ['Yes', 'No', 'Y', 'N'].map(
      (word, row) => `SKU-${row},$${row}.50,€${row}.50,${row} %,${word},${names.map(() => 'x').join(',')}`,
    );
    const file = `Report Q3\n\nsku,price,cost,share,gift,${names.join(',')}\n${rows.join('\n')}\n`;
    await open('/import');
    await page.locator('input[type=file]').setInputFiles(csv('wide.csv', file));
    expect(await page.getByLabel('The header is in line').inputValue()).toBe('3');
    await page.getByText('Lines 1 to 2 are read as a title above the table.').waitFor();
    await page
      .getByText('Numbers are stored without their unit: $ in "price", € in "cost", % in "share".')
      .waitFor();
    for (const [name, type] of [
      ['price', 'number'],
      ['cost', 'number'],
      ['share', 'number'],
      ['gift', 'boolean'],
    ] as const) {
      expect(await page.getByLabel(`Type of ${name}`).inputValue()).toBe(type);
    }
    const preview = page.getByRole('region', { name: 'First rows as they will be stored' });
    const [, , ...values] = await preview.getByRole('row').last().getByRole('cell').allTextContents();
    expect(values.slice(0, 3)).toEqual(['3.5', '3', 'no']);
    expect(await page.getByLabel('Which column identifies a row?').inputValue()).toBe('sku');
    await page.getByText('106 columns are chosen.').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Import the file' }).click();
    await page.locator('.import-actions').getByText('choose fewer columns').waitFor();
    await page.getByRole('button', { name: 'Keep the first 100' }).click();
    // All or none by one press.
    await page.getByLabel('100 of 106 columns').click();
    await page.getByLabel('106 of 106 columns').click();
    await page.getByLabel('0 of 106 columns').click();
    await page.getByRole('button', { name: 'Keep the first 100' }).click();
    await page.getByLabel('100 of 106 columns').waitFor();
    await page.getByRole('button', { name: 'Try without writing' }).click();
    await page.getByRole('heading', { name: 'Nothing is written yet' }).waitFor();
    await page.close();
    expect((await server.vitrine.stores.list(server.principal, {})).items.length).toBe(before);
  },
  verifies('console.F18', 'console.F20', 'console.F29'),
);

empty.inBrowser(
  'reads the sheets of an Excel file, and a table that is pasted on the stores',
  async ({ page, open, server }) => {
    const notes = `<row r="1">${textCell('A1', 'a note')}</row>`;
    const cells = ['sku', 'price'].map((name, at) => textCell(`${'AB'[at]}1`, name)).join('');
    const prices = `<row r="1">${cells}</row><row r="2">${textCell('A2', 'X-007')}<c r="B2"><v>12.5</v></c></row>`;
    const buffer = Buffer.from(await workbook(notes, prices).arrayBuffer());
    await open('/import');
    await page.locator('input[type=file]').setInputFiles({ name: 'Price list.xlsx', mimeType: '', buffer });
    await page.getByLabel('Sheet').selectOption('Sheet 2');
    expect(await page.getByLabel('Name of the store').inputValue()).toBe('Price list');
    await page.getByRole('region', { name: 'First rows as they will be stored' }).getByText('12.5').waitFor();
    expect(await page.getByLabel('Which column identifies a row?').inputValue()).toBe('sku');
    await expectAccessible(page);

    await open('/stores');
    await page.evaluate(`{
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', 'code\\tname\\nA-1\\tDesk\\nA-2\\tLamp\\n');
      document.body.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }));
    }`);
    await page.getByLabel('Name of the store').waitFor();
    await page.getByRole('button', { name: 'Import the file' }).click();
    await page.getByRole('heading', { name: 'The file is imported' }).waitFor();
    const { items } = await server.vitrine.stores.list(server.principal, { q: 'Pasted table' });
    const store = await server.vitrine.stores.get(server.principal, items[0]?.id ?? '');
    expect(store).toMatchObject({
      recordCount: 2,
      properties: [{ name: 'code', unique: true }, { name: 'name' }],
    });
  },
);

empty.inBrowser(
  'reads dates and numbers of one form, and short rows, without a question; asks before what was decided is left',
  async ({ page, open, server }) => {
    const asked: string[] = [];
    let isLeft = false;
    page.on('dialog', async (dialog) => {
      asked.push(dialog.type());
      await (isLeft ? dialog.accept() : dialog.dismiss());
    });
    await open('/import');
    const text =
      'code,price,added\nA-1,9.99,2026-02-02\nA-2,12.5\nA-3,1.75,2026-02-04\nA-4,2.25,2026-02-05,more\n';
    const file = csv('stock.csv', text);
    await page.locator('input[type=file]').setInputFiles(file);
    const detected = (label: string) => page.getByLabel(label).locator('option:checked').textContent();
    await expect.poll(() => detected('Numbers')).toBe('1.5 (detected)');
    expect(await detected('Dates')).toBe('2026-12-31 (detected)');
    await page.getByText('Line 5 will be refused: It has 4 cells, the header has 3.').waitFor();
    await page.getByText('Line 3 has 2 of 3 cells: the others are empty.', { exact: true }).waitFor();
    // Nothing was decided yet.
    await page.getByRole('link', { name: 'Fonts' }).click();
    await page.getByRole('heading', { name: 'Fonts', exact: true }).waitFor();
    await page.goBack();
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByLabel('Property for price').fill('cost');
    await page.getByRole('link', { name: 'Fonts' }).click();
    await expect.poll(() => asked).toEqual(['confirm']);
    expect(await page.getByLabel('Property for price').inputValue()).toBe('cost');
    await page.evaluate('location.reload()');
    await expect.poll(() => asked).toEqual(['confirm', 'beforeunload']);
    expect(await page.getByLabel('Property for price').inputValue()).toBe('cost');
    await page.getByRole('button', { name: 'Try without writing' }).click();
    await page.getByRole('heading', { name: 'Nothing is written yet' }).waitFor();
    await page.getByRole('link', { name: 'Fonts' }).click();
    await expect.poll(() => asked).toHaveLength(3);
    await page.getByRole('button', { name: 'Import the file' }).click();
    await page.getByRole('heading', { name: 'The file is imported' }).waitFor();
    const { items } = await server.vitrine.stores.list(server.principal, { q: 'Stock' });
    const rows = await server.vitrine.records.query(server.principal, items[0]?.id ?? '', { sortBy: 'code' });
    expect(rows.items).toMatchObject([{ cost: 9.99 }, { cost: 12.5, added: null }, { cost: 1.75 }]);
    // It is sent.
    isLeft = true;
    await page.getByRole('link', { name: 'Fonts' }).click();
    await page.getByRole('heading', { name: 'Fonts', exact: true }).waitFor();
    expect(asked).toHaveLength(3);
  },
  verifies('console.F17', 'console.F21'),
);

empty.inBrowser(
  'asks whether a single quote inside a cell is a character',
  async ({ page, open, allowErrors }) => {
    allowErrors(/status of 400/);
    await open('/import');
    await page.locator('input[type=file]').setInputFiles(csv('pipes.csv', 'size,qty\n5" pipe,3\n6,4\n'));
    await page.getByRole('alert').filter({ hasText: 'Line 2' }).waitFor();
    await expectAccessible(page);
    await page.getByLabel('Quotes inside cells').selectOption('text');
    await page.getByRole('alert').waitFor({ state: 'detached' });
    const preview = page.getByRole('region', { name: 'First rows as they will be stored' });
    await preview.getByText('5" pipe').waitFor();
  },
);

filled.inBrowser(
  'tries without writing, shows old and new values, then writes, from the keyboard and with a store key',
  async ({ page, open, server }) => {
    const { items } = await server.vitrine.stores.list(server.principal, { q: 'Products' });
    const storeId = items[0]?.id ?? '';
    const { key } = await server.vitrine.apiKeys.create(server.principal, { name: 'one', storeId });
    const recordCount = async () => (await server.vitrine.stores.get(server.principal, storeId)).recordCount;
    await open(`/stores/${storeId}/import`, key);
    const file = 'SKU,Title,Price,Colour\nSKU-0001,Walnut desk 1,5,red\nnew,Pine bench,7.5,\nbad,,1,\n';
    await page.locator('input[type=file]').setInputFiles(csv('products.csv', file));
    expect(await page.getByLabel('Property for SKU').inputValue()).toBe('sku');
    expect(await page.getByLabel('Property for Colour').inputValue()).toBe('');
    await expectAccessible(page);
    await fits(page);
    await page.getByRole('button', { name: 'Try without writing' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Nothing is written yet' }).waitFor();
    const changes = page.getByRole('region', { name: 'What would change' });
    expect(await changes.getByRole('row').nth(1).getByRole('cell').allTextContents()).toEqual([
      'SKU-0001',
      'price',
      '19.9',
      '5',
    ]);
    await page.getByRole('region', { name: 'Refused records' }).getByText('title').waitFor();
    await expectAccessible(page);
    await fits(page);
    expect(await recordCount()).toBe(48);

    await page.goBack();
    await page.getByLabel('Property for Colour').waitFor();
    await page.goForward();
    await page.getByRole('button', { name: 'Import the file' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'The file is imported' }).waitFor();
    expect(await recordCount()).toBe(49);
  },
  { width: 390 },
);

filled.inBrowser(
  'says before an import into a store without a key that its rows are added again',
  async ({ page, open, server: { vitrine, principal } }) => {
    const { id } = await vitrine.stores.create(principal, {
      name: 'Keyless',
      properties: [{ name: 'sku', type: 'string' }],
    });
    await vitrine.records.batchUpsert(principal, id, { records: [{ sku: 'A-1' }, { sku: 'A-2' }] });
    await open(`/stores/${id}/import`);
    await page.locator('input[type=file]').setInputFiles(csv('again.csv', 'sku\nA-1\nA-2\n'));
    await page.getByText('all rows of the file are added to the 2 records that it has').waitFor();
    const [products] = (await vitrine.stores.list(principal, { q: 'Products' })).items;
    await open(`/stores/${products?.id}/import`);
    await page.locator('input[type=file]').setInputFiles(csv('again.csv', 'sku\nA-1\nA-2\n'));
    await page.getByLabel('Property for sku').waitFor();
    expect(await page.getByText('all rows of the file are added').count()).toBe(0);
  },
  verifies('console.F4'),
);

slow.inBrowser(
  'goes on while the page is closed and while the server restarts, and can be stopped',
  async ({ page, context, open, server, allowErrors }) => {
    allowErrors(/ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|status of 503/);
    const rows = Array.from({ length: 150_000 }, (_, n) => `k${n},${n},${'text '.repeat(10)}`);
    await open('/import');
    await page.locator('input[type=file]').setInputFiles(csv('many.csv', `key,n,text\n${rows.join('\n')}\n`));
    await page.getByLabel('Key: key').check();
    await page.getByRole('button', { name: 'Import the file' }).click();
    await page.getByText(/records per second · about/).waitFor();
    await expectAccessible(page);
    await server.stop();
    await server.start();
    const address = page.url();
    await page.close();
    const again = await context.newPage();
    await again.goto(`${address}#key=${encodeURIComponent(server.key)}`);
    await again.getByRole('progressbar', { name: 'Importing' }).waitFor();
    await again.getByRole('button', { name: 'Stop the import' }).click();
    await again.getByRole('heading', { name: 'The import was stopped' }).waitFor();
    await again.getByText('What was written before stays in the store.').waitFor();
  },
);

filled.inBrowser(
  'an address of an import that is gone leads to a new one',
  async ({ page, open, server, allowErrors }) => {
    allowErrors(/status of 404/);
    const { items } = await server.vitrine.stores.list(server.principal, { q: 'Products' });
    await open(`/stores/${items[0]?.id}/import?import=nothing`);
    await page.getByRole('heading', { name: 'No such import' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Import another file' }).click();
    await page.getByText('Drop a file here, or choose it').waitFor();
  },
);

empty.inBrowser(
  'says which of several files is taken where one is imported',
  async ({ page, open }) => {
    await open('/import');
    await page.locator('.file-drop').waitFor();
    const table = (name: string) => ({ name, type: 'text/csv', bytes: Buffer.from('sku,price\nA-1,2\n') });
    await sendFiles(page, 'drop', [table('first.csv'), table('second.csv')], '.file-drop');
    await page.getByText('Only “first.csv” is taken').first().waitFor();
    await page.getByText('first.csv', { exact: true }).waitFor();
  },
  verifies('console.typed'),
);
