import { expect } from 'vitest';
import { verifies } from '../requirements.ts';
import { consoleTests, expectAccessible } from './browser.ts';

// What the console says about an import afterwards: its file, its refused records, and that it was taken back.

const { inBrowser } = consoleTests();

const ofName = (name: string, text: string) => ({ name, mimeType: '', buffer: Buffer.from(text) });
const NAMES = ['sku', 'n', 'a', 'b', 'c', 'd', 'e', 'f', 'g'];

/** A number that is none in two rows, among more columns than the page is wide. */
const FILE = [
  NAMES.join(','),
  ...['A-1,1', 'A-2,2', 'A-3,three', 'A-4,four'].map((row) => `${row}${',text'.repeat(NAMES.length - 2)}`),
  '',
].join('\n');

inBrowser(
  'an import that was taken back, and refused records that were corrected, look so after a reload, too',
  async ({ page, open, server: { vitrine, principal } }) => {
    const { id } = await vitrine.stores.create(principal, {
      name: 'Parts',
      history: 'P30D',
      properties: NAMES.map((name) => ({
        name,
        type: name === 'n' ? 'number' : 'string',
        ...(name === 'sku' ? { unique: true } : {}),
      })),
    });
    await open(`/stores/${id}/import`);
    await page.locator('input[type=file]').setInputFiles(ofName('parts.csv', FILE));
    await page.getByRole('button', { name: 'Try without writing' }).click();
    await page.getByRole('heading', { name: 'Nothing is written yet' }).waitFor();
    const refused = page.getByRole('region', { name: 'Refused records' });
    await refused.getByRole('cell', { name: 'three', exact: true }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Import the file' }).click();
    const imported = page.getByRole('heading', { name: 'The file is imported' });
    await imported.waitFor();
    const address = page.url();
    const field = page.getByLabel('n of line 4');
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    const why = await refused.getByRole('columnheader', { name: 'Why' }).boundingBox();
    const table = await refused.boundingBox();
    expect((why?.x ?? 0) + (why?.width ?? 0)).toBeLessThan((table?.x ?? 0) + (table?.width ?? 0));
    await field.fill('3');
    expect(await field.getAttribute('aria-invalid')).toBeNull();
    await page.getByRole('button', { name: 'Import 1 corrected record' }).click();
    await page.getByLabel('n of line 4').waitFor({ state: 'detached' });
    await imported.waitFor();

    await page.goto(address);
    await page.getByText('1 record was corrected and sent again.').waitFor();
    expect(await page.getByLabel('n of line 5').inputValue()).toBe('four');
    expect(await page.getByLabel('n of line 4').count()).toBe(0);
    await vitrine.records.patch(principal, id, 'A-2', { n: 22 });
    await page.getByRole('button', { name: 'Take this import back' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Take this import back' }).click();
    const takenBack = page.getByRole('heading', { name: 'The import was taken back' });
    await takenBack.waitFor();
    await page.getByText('1 record was changed since and stays as it is.').waitFor();
    await expectAccessible(page);
    const link = page.getByRole('link', { name: 'A-2' });
    expect(await link.getAttribute('href')).toContain(`/stores/${id}?record=A-2`);

    await page.reload();
    await takenBack.waitFor();
    expect(await page.getByRole('button', { name: 'Take this import back' }).count()).toBe(0);
    await refused.getByRole('cell', { name: 'four', exact: true }).waitFor();
    expect(await refused.getByRole('cell', { name: 'three', exact: true }).count()).toBe(0);
    await page.getByText('parts.csv').waitFor();
    await page.getByRole('button', { name: 'Import another file' }).click();
    const rows = page.locator('.import-earlier li');
    await expect.poll(() => rows.count()).toBe(2);
    expect(await rows.last().textContent()).toMatch(
      /^parts\.csv.*The import was taken back · Added: 2 · Refused: 2$/,
    );
    expect(await rows.first().textContent()).toMatch(/^parts\.csv.*Added: 1$/);
    await expectAccessible(page);
  },
  verifies('console.take-import-back'),
);

inBrowser(
  'a refused record that is corrected in another tab is read as its file was, and on another device it is asked how',
  async ({ page, context, open, allowErrors, server: { vitrine, principal } }) => {
    allowErrors(/status of 400/);
    const { id } = await vitrine.stores.create(principal, {
      name: 'Prices',
      properties: [
        { name: 'sku', type: 'string', unique: true },
        { name: 'price', type: 'number' },
        { name: 'day', type: 'datetime' },
        { name: 'note', type: 'string' },
      ],
    });
    const rows = ['a;3.250,5;25/04/2026;in', 'b;1.250;31/02/2026;in', 'c;1.750;32/02/2026;in'];
    await open(`/stores/${id}/import`);
    await page.locator('input[type=file]').setInputFiles({
      name: 'prices.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['sku;price;day;note', ...rows, ''].join('\n')),
    });
    await page.getByLabel('Property for note').selectOption('Skip it');
    await page.getByRole('button', { name: 'Import the file' }).click();
    await page.getByLabel('day of line 3').waitFor();
    const imported = async () =>
      (await vitrine.records.search(principal, id, {})).items.map(({ sku, price, day, note }) => [
        ...[sku, price, String(day).slice(0, 10), note],
      ]);
    const other = await context.newPage();
    await other.goto(page.url());
    await other.getByLabel('day of line 3').fill('05/04/2026');
    await other.getByRole('button', { name: 'Import 1 corrected record' }).click();
    await expect.poll(imported).toContainEqual(['b', 1250, '2026-04-05', null]);
    // Another device.
    const address = page.url();
    await page.evaluate("localStorage.removeItem('vitrine.imports')");
    const elsewhere = await context.newPage();
    await elsewhere.goto(address);
    await elsewhere.getByText('Only the browser that has sent this file knows how it was read.').waitFor();
    await elsewhere.getByLabel('day of line 4').fill('05/04/2026');
    await elsewhere.getByRole('button', { name: 'Check 1 corrected record…' }).click();
    await elsewhere.getByRole('button', { name: 'Import the file' }).click();
    await elsewhere.getByRole('alert').first().waitFor();
    expect(await imported()).toHaveLength(2);
  },
  verifies('console.typed'),
);
